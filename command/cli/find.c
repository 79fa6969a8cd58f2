/* burl find: where a condition on a recipe's parts holds, or a value is greatest or least, with certainty. */
#include "cli/find.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_PLACES = 1 << 20, USUAL_PLACES = 20 };

static int set_seeds(void *to, char *text) {
  find_job *const j = to;
  j->has_seeds = 1;
  return parse_seeds(text, &j->first_seed, &j->last_seed);
}

static const option_entry options[] = {
    ROW(.name = "max", .value = "EXPR", TEXT(find_job, greatest),
        .help = "in place of a condition: the greatest value of this, and where"),
    ROW(.name = "min", .value = "EXPR", TEXT(find_job, least), .help = "the least value"),
    ROW(.name = "extent", .value = "x0,y0,x1,y1", NUMBERS(find_job, extent, extent_count, 8), .wrong = "isn't numbers",
        .help = "where to look", .more = "if not given, the view, or one period of what repeats along every axis"),
    ROW(.name = "time", .value = "T|T0,T1", NUMBERS(find_job, times, time_count, 2),
        .wrong = "isn't one or two numbers", .help = "when: at t, or from one to the other", .more = "if not given, 0"),
    ROW(.name = "seeds", .value = "A..B", OWN(set_seeds),
        .help = "the first of these seeds for which it holds somewhere",
        .more = "both included; with a place for each"),
    ROW(.name = "limit", .value = "N", LONG_COUNT(find_job, limit, 1, MOST_PLACES),
        .help = "how many places, or seeds, at most", .more = "if not given, 20"),
    ROW(.name = "tolerance", .value = "E", NUMBER(find_job, tolerance, ABOVE_0, INFINITY),
        .help = "how closely the greatest or least value is to be known",
        .more = "if not given, to a thousandth of its bounds over the extent"),
    ROW(.name = "budget", .value = "N", LONG_COUNT(find_job, budget, 1, INFINITY),
        .help = "how many boxes are looked at, at most",
        .more = "if not given, 200000, of each seed; a box takes some microseconds and 100 bytes"),
    ROW(.name = "csv", FLAG(find_job, csv), .help = "a table for programs, as burl sample reads it"),
    ROW(.name = "json", FLAG(find_job, json), .help = "the same as JSON, with what isn't decided"),
    QUIET_OPTION,
    SHARED_ROW(recipe_rows[EXPRESSION_OPTION], find_job, recipe, recipe),
    SHARED_ROW(recipe_rows[SEED_OPTION], find_job, recipe, recipe),
    SHARED_ROW(recipe_rows[KNOB_OPTION], find_job, recipe, recipe),
    SHARED_ROW(recipe_rows[ALLOW_FILES_OPTION], find_job, recipe, recipe),
    HELP_OPTION,
    {0},
};

const manual manual_find = {
    .usage = "'CONDITION'|--max EXPR|--min EXPR RECIPE|-e EXPR [option]...",
    .about =
        "Finds where a condition holds, such as 'h > 800 && slope(h) < 0.1', or proves that it holds nowhere; or the"
        " greatest or least value of an expression, between two numbers. Expressions see the recipe's names and"
        " knobs; result is its last line. Each place is a sample, and what is excluded is excluded by proven bounds.",
    .options = options,
    .more = "Exits with 0: found; 1: there is none; 2: an error; 4: undecided, as the budget is spent."
            " Boxes are halved again and again, and those that bounds don't decide are sampled. A condition that holds"
            " hardly anywhere, as ==, stays undecided. Whole-grid functions have no values at single points. Over a"
            " planet, sphere(e), x is the longitude and y the latitude: --extent=-180,-90,180,90.",
    .example = "burl find 'result > 0.5' -e 'fbm(perlin(), octaves: 4)' --extent 0,0,8,8 --limit 3",
    .operand = FILES,
};

/* ---- what is asked ------------------------------------------------------------------------------- */

static int check_options(const find_job *j) {
  if (j->greatest && j->least) return usage_error("--max and --min are two searches: take one");
  if (j->extent_count % 2) return usage_error("--extent: two corners have an even number of coordinates");
  if (j->json && j->csv) return usage_error("--json and --csv are two ways to print: take one");
  if (!j->condition && j->has_seeds) return usage_error("--seeds goes with a condition, not with --max or --min");
  if (!j->condition && j->limit) return usage_error("--limit: there is one greatest or least value");
  if (j->condition && j->tolerance > 0) return usage_error("--tolerance is of --max and --min");
  if (j->has_seeds && j->recipe.seed_given)
    return usage_error("--seed and --seeds are two ways to say the same: take one");
  return DONE;
}

static int read_arguments(find_job *j, int argc, char **argv) {
  int code = options_read(argc, argv, options, j);
  if (code) return code;
  int count = argc - optind;
  char **operands = argv + optind;
  if (!j->greatest && !j->least) {
    if (count == 0) return usage_error("nothing to find: a condition such as 'result > 0.5', --max or --min");
    j->condition = *operands++;
    count--;
  }
  code = recipe_operand(&j->recipe, &count, &operands, 0);
  return code ? code : check_options(j);
}

/* Replaces the recipe's program by that of what is asked. */
static int ask(find_job *j) {
  const char *const text = j->condition ? j->condition : j->greatest ? j->greatest : j->least;
  const recipe question = {.name = j->condition  ? "condition"
                                   : j->greatest ? "--max"
                                                 : "--min",
                           .text = text,
                           .length = strlen(text)};
  burl_error error;
  burl_program *const asked = burl_ask(j->recipe.program, text, &error);
  if (!asked) return recipe_fail(error.line ? &question : &j->recipe, &error);
  burl_free(j->recipe.program);
  j->recipe.program = asked;
  recipe_note_options(&j->recipe);
  if (burl_channels(asked) != 1) return fail("%s: it is a colour, not a number", question.name);
  const burl_points none = {.count = 0};
  if (burl_check_points(asked, &none, &error) == BURL_OK) return DONE;
  return fail("%s: %s; name parts that are made without it", question.name, error.message);
}

/* ---- where --------------------------------------------------------------------------------------- */

static void set_axis(burl_box *box, int axis, double from, double to) {
  box->lo[axis] = fmin(from, to);
  box->hi[axis] = fmax(from, to);
}

/* One period along each axis that it varies with.  0: there is an axis without. */
static int take_period(const burl_program *p, burl_box *box) {
  int varies = 0;
  for (int a = 0; a < burl_dims(p); a++) {
    const double period = burl_repeat_along(p, a);
    if (isinf(period)) return 0;
    set_axis(box, a, 0, period > 0 ? nextafter(period, 0) : 0); /* its end is its beginning again */
    varies |= period > 0;
  }
  return varies;
}

/* The view; 0: it varies along an axis that the view doesn't have. */
static int take_view(const burl_program *p, burl_box *box) {
  double view[8];
  const int axes = burl_view(p, view) / 2;
  for (int a = 0; a < burl_dims(p); a++)
    if (a >= axes && burl_varies_with(p) >> a & 1) return 0;
  for (int a = 0; a < 4; a++) set_axis(box, a, a < axes ? view[a] : 0, a < axes ? view[axes + a] : 0);
  return axes > 0 || !(burl_varies_with(p) & 15);
}

static int choose_box(find_job *j) {
  const burl_program *const p = j->recipe.program;
  const int dims = burl_dims(p);
  burl_box *const box = &j->search.over;
  box->t0 = j->time_count ? j->times[0] : 0;
  box->t1 = j->time_count ? j->times[j->time_count - 1] : 0;
  if (box->t0 > box->t1) return usage_error("--time: from the earlier time to the later one");
  j->where = j->extent_count ? "the extent" : "the view";
  if (j->extent_count && j->extent_count != 2 * dims)
    return usage_error("--extent: %d numbers for %d dimensions: it has %d", j->extent_count, dims, 2 * dims);
  for (int a = 0; a < dims && j->extent_count; a++) set_axis(box, a, j->extent[a], j->extent[dims + a]);
  if (j->extent_count || take_view(p, box)) return DONE;
  j->where = "one period";
  if (take_period(p, box)) return DONE;
  return usage_error("where? The recipe neither repeats along every axis nor has a view: --extent says it");
}

/* ---- the search ---------------------------------------------------------------------------------- */

/* Searches with the seed that the program has; places go to `rows` from count on. */
static int search_once(const find_job *j, burl_place *places, find_result *r) {
  burl_search search = j->search;
  const int64_t left = j->limit - r->count;
  search.limit = j->has_seeds ? 1 : (int)left;
  const burl_status status = burl_find(j->recipe.program, &search, places, &r->last);
  if (status != BURL_OK) return fail("%s: %s", j->recipe.name, burl_status_text(status));
  return DONE;
}

static void keep_places(find_result *r, const burl_place *places, uint64_t seed) {
  for (int i = 0; i < r->last.count; i++) r->rows[r->count++] = (find_row){seed, places[i]};
}

static int search_seeds(find_job *j, burl_place *place, find_result *r) {
  const int varies = burl_varies_with(j->recipe.program) & 32;
  int code = DONE;
  if (!varies) note("--seeds makes no difference: nothing in it has a seed");
  for (uint64_t seed = j->first_seed; !code && r->count < j->limit; seed++) {
    const burl_status status = burl_seed(j->recipe.program, seed);
    if (status != BURL_OK) return fail("%s: --seeds: %s", j->recipe.name, burl_status_text(status));
    code = search_once(j, place, r);
    if (!code) keep_places(r, place, seed);
    r->searched++;
    if (!code && r->last.count == 0 && !r->last.is_decided && r->open++ == 0) r->first_open = seed;
    if (seed == j->last_seed) break;
  }
  return code;
}

static int find(find_job *j, find_result *r) {
  const int is_value = !j->condition;
  if (!j->limit) j->limit = is_value ? 1 : USUAL_PLACES;
  j->search.wanted = j->condition ? BURL_WHERE : j->greatest ? BURL_MOST : BURL_LEAST;
  j->search.tolerance = j->tolerance;
  j->search.most_boxes = j->budget;
  burl_place *const places = calloc((size_t)j->limit, sizeof *places);
  r->rows = calloc((size_t)j->limit, sizeof *r->rows);
  int code = places && r->rows ? DONE : fail("out of memory");
  if (!code) code = j->has_seeds ? search_seeds(j, places, r) : search_once(j, places, r);
  if (!code && !j->has_seeds) {
    keep_places(r, places, j->recipe.seed);
    r->open = !r->last.is_decided;
  }
  free(places);
  return code;
}

/* Places that were found are certain, whatever else isn't. */
static int exit_code(const find_job *j, const find_result *r) {
  if (r->count && (j->condition || r->last.is_decided)) return DONE;
  return r->open ? FOUND_NOTHING_SURE : FOUND_NONE;
}

int command_find(int argc, char **argv) {
  find_job j = {.limit = 0};
  find_result r = {.count = 0};
  int code = read_arguments(&j, argc, argv);
  if (!code) code = recipe_load(&j.recipe);
  if (!code) code = recipe_compile_to_fit(&j.recipe, j.extent_count ? j.extent_count / 2 : 2);
  if (!code) code = ask(&j);
  if (!code) code = choose_box(&j);
  if (!code) code = find(&j, &r);
  if (!code) code = found_print(&j, &r);
  if (!code) code = flush_output();
  code = code == FAILED ? USAGE : code ? code : exit_code(&j, &r);
  free(r.rows);
  recipe_free(&j.recipe);
  return code;
}
