/* What burl find has found, as text, as CSV and as JSON. */
#include "cli/find.h"

#include "base/decimal.h"
#include "json/json.h"

#include <inttypes.h>

#include <math.h>

enum { AXES = 5, TIME = 4 };
static const char *const names[AXES] = {"x", "y", "z", "w", "t"};

/* Whether places have a column of the axis: of time where it varies with it. */
static int has_axis(const find_job *j, int axis) {
  if (axis == TIME) return j->time_count > 0 || burl_varies_with(j->recipe.program) & 1u << TIME;
  return axis < burl_dims(j->recipe.program);
}

static double along(const burl_place *place, int axis) { return axis == TIME ? place->time : place->at[axis]; }

/* ---- as text ------------------------------------------------------------------------------------- */

static void print_place(const find_job *j, const burl_place *place) {
  const char *before = "";
  for (int a = 0; a < AXES; a++) {
    if (!has_axis(j, a)) continue;
    printf("%s%s %s", before, names[a], burl__digits_of(along(place, a)).text);
    before = ", ";
  }
}

/* "the extent, x 0 to 8, y 0 to 8" */
static void print_where(const find_job *j) {
  const burl_box *const box = &j->search.over;
  printf("%s", j->where);
  for (int a = 0; a < AXES; a++)
    if (has_axis(j, a))
      printf(", %s %.9g to %.9g", names[a], a == TIME ? box->t0 : box->lo[a], a == TIME ? box->t1 : box->hi[a]);
}

static void print_open(const find_job *j, const find_result *r) {
  if (j->has_seeds)
    printf("undecided: %" PRIu64 " of %" PRIu64 " seeds, the first %" PRIu64 "; more --budget decides more\n", r->open,
           r->searched, r->first_open);
  else
    printf("undecided: %.3g %% of it after %" PRId64 " boxes; more --budget decides more\n", 100 * r->last.left,
           r->last.boxes);
}

static void print_value(const find_job *j, const find_result *r) {
  const char *const what = j->greatest ? "greatest" : "least";
  if (r->count == 0) {
    printf("no %s value found in ", what);
    print_where(j);
    putchar('\n');
    return;
  }
  printf("%s      %s at ", what, burl__digits_of((double)r->rows->place.value).text);
  print_place(j, &r->rows->place);
  printf("\nbetween    %s and %s in ", burl__digits_of(r->last.range.lo).text, burl__digits_of(r->last.range.hi).text);
  print_where(j);
  putchar('\n');
}

static void print_text(const find_job *j, const find_result *r) {
  for (int i = 0; i < r->count && j->condition; i++) {
    if (j->has_seeds) printf("seed %" PRIu64 ": ", r->rows[i].seed);
    print_place(j, &r->rows[i].place);
    putchar('\n');
  }
  if (!j->condition) {
    print_value(j, r);
  } else if (r->count == 0 && !r->open) {
    if (j->has_seeds) printf("none for any of %" PRIu64 " seeds in ", r->searched);
    else printf("none in ");
    print_where(j);
    printf(": proven\n");
  }
  if (r->open) print_open(j, r);
}

/* ---- as CSV -------------------------------------------------------------------------------------- */

static void print_csv(const find_job *j, const find_result *r) {
  if (j->has_seeds) printf("seed,");
  for (int a = 0; a < AXES; a++)
    if (has_axis(j, a)) printf("%s,", names[a]);
  printf("value\n");
  for (int i = 0; i < r->count; i++) {
    if (j->has_seeds) printf("%" PRIu64 ",", r->rows[i].seed);
    for (int a = 0; a < AXES; a++)
      if (has_axis(j, a)) printf("%s,", burl__digits_of(along(&r->rows[i].place, a)).text);
    printf("%.9g\n", (double)r->rows[i].place.value);
  }
}

/* ---- as JSON ------------------------------------------------------------------------------------- */

static json_t *number(double value) { return isfinite(value) ? json_real(value) : json_null(); }

static json_t *places_json(const find_job *j, const find_result *r) {
  json_t *const list = json_array();
  for (int i = 0; i < r->count; i++) {
    json_t *const one = json_object();
    if (j->has_seeds) json_object_set_new(one, "seed", json_integer((json_int_t)r->rows[i].seed));
    for (int a = 0; a < AXES; a++)
      if (has_axis(j, a)) json_object_set_new(one, names[a], number(along(&r->rows[i].place, a)));
    json_object_set_new(one, "value", number((double)r->rows[i].place.value));
    json_array_append_new(list, one);
  }
  return list;
}

static json_t *box_json(const find_job *j) {
  const burl_box *const box = &j->search.over;
  json_t *const all = json_object();
  for (int a = 0; a < AXES; a++)
    if (has_axis(j, a))
      json_object_set_new(all, names[a],
                          json_pack("[f, f]", a == TIME ? box->t0 : box->lo[a], a == TIME ? box->t1 : box->hi[a]));
  return all;
}

static int print_json(const find_job *j, const find_result *r) {
  json_begin();
  json_t *const all = json_pack("{s:o, s:b, s:o}", "places", places_json(j, r), "decided",
                                !r->open || (j->condition && r->count == j->limit), "within", box_json(j));
  if (all && !j->condition)
    json_object_set_new(all, "range", json_pack("[o, o]", number(r->last.range.lo), number(r->last.range.hi)));
  if (all && j->has_seeds) {
    json_object_set_new(all, "seeds", json_integer((json_int_t)r->searched));
    json_object_set_new(all, "undecided", json_integer((json_int_t)r->open));
  } else if (all) {
    json_object_set_new(all, "boxes", json_integer(r->last.boxes));
    json_object_set_new(all, "left", number(r->last.left));
  }
  return print_as_json(j->recipe.name, all);
}

int found_print(const find_job *j, const find_result *r) {
  if (j->json) return print_json(j, r);
  if (j->csv) print_csv(j, r);
  else print_text(j, r);
  return DONE;
}
