/* burl tree: every named part of a recipe as a small picture, with arrows from what a part is made of to it, up to the
 * result. */
#include <ctype.h>
#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "explain/figure.h"
#include "plot/axis.h"

enum { MOST_NODES = 200, SIDE = 120, ACROSS = 70, DOWN = 56, LEFT = 20, TOP = 64 }; /* pixels */

/* A part, or the result, which is the last. */
typedef struct {
  const char *name;
  size_t begin, end; /* its definition, in the recipe's own text */
  int channels;      /* 0: it has no picture */
  int column, row;
  float *samples;
  int is_ramped; /* a ramp() reads it, over lo to hi; else lo and hi are those of its samples */
  double lo, hi, low_quarter, high_quarter;
} node;

typedef struct {
  recipe recipe;
  figure figure;
  size_t length;                       /* of the recipe's own text, without what it imports */
  int pixels[2], count, columns, rows; /* pixels: of each picture */
  node nodes[MOST_NODES];
  unsigned char reads[MOST_NODES][MOST_NODES]; /* whether the first reads the second */
} job;

static const option_entry options[] = {
    FIGURE_OPTIONS(job, figure),
    RECIPE_OPTIONS(job, recipe),
    {0},
};

const manual manual_tree = {
    .usage = "RECIPE -o FILE [option]...",
    .about =
        "Draws a recipe's named parts and its result as pictures, each to the right of what it is made of.  Below a"
        " number's picture stands where the middle half of its values lies, and its greys run over 49 of 50 of them; or"
        " both are the stops of the ramp() that reads it.  Parts with arguments have no picture; what they are made of"
        " leads to where they are called.",
    .options = options,
    .example = "burl tree recipes/islands.burl -o islands.svg",
    .operand = FILES,
};

/* ---- Options -------------------------------------------------------------------------------------- */

static int parse_options(job *j, int argc, char **argv) {
  int code = options_read(argc, argv, options, j);
  if (!code) code = recipe_last_operand(&j->recipe, argc, argv);
  return code ? code : figure_check(&j->figure);
}

/* ---- Parts ---------------------------------------------------------------------------------------- */

/* Where line `line`, counted from 1, begins. */
static size_t line_at(const job *j, int line) {
  const char *const text = j->recipe.text;
  size_t at = 0;
  for (int i = 1; i < line; i++) {
    const char *const end = memchr(text + at, '\n', j->length - at);
    if (!end) return j->length;
    at = (size_t)(end - text) + 1;
  }
  return at;
}

/* A definition goes on to the next one; the last line's expression stands behind all of them. */
static int find_parts(job *j) {
  const int parts = burl_part_count(j->recipe.program);
  burl_source_of(j->recipe.text, j->recipe.length, NULL, &j->length);
  if (parts >= MOST_NODES) return fail("%s: more than %d parts", j->recipe.name, MOST_NODES - 1);
  for (int i = 0; i < parts; i++) {
    const burl_part part = burl_part_at(j->recipe.program, i);
    j->nodes[i] = (node){.name = part.name, .channels = part.channels, .begin = line_at(j, part.line)};
    if (i > 0) j->nodes[i - 1].end = j->nodes[i].begin;
  }
  node *const result = &j->nodes[parts];
  *result = (node){.name = j->recipe.result ? j->recipe.result : "result",
                   .channels = burl_channels(j->recipe.program),
                   .end = j->length};
  j->count = parts + 1;
  if (parts > 0) j->nodes[parts - 1].end = j->length;
  return DONE;
}

static int is_word(char c) { return isalnum((unsigned char)c) || c == '_'; }

/* Where the recipe's last expression begins: behind the last line break that no bracket encloses, but for what is blank
 * or a comment. */
static size_t last_expression(const job *j) {
  const char *const text = j->recipe.text;
  size_t found = 0;
  int depth = 0, is_blank = 1;
  for (size_t i = 0, line = 0; i < j->length; i++) {
    const char c = text[i];
    if (c == '\n') {
      if (depth == 0) line = i + 1, is_blank = 1;
      continue;
    }
    if (c == '/' && i + 1 < j->length && text[i + 1] == '/') {
      while (i + 1 < j->length && text[i + 1] != '\n') i++;
      continue;
    }
    depth += (c == '(' || c == '[') - (c == ')' || c == ']');
    if (is_blank && !isspace((unsigned char)c)) found = line, is_blank = 0;
  }
  return found;
}

/* The parts whose names a text has. */
static void find_names(job *j, int reader, size_t begin, size_t end) {
  const char *const text = j->recipe.text;
  for (size_t i = begin; i < end;) {
    if (text[i] == '/' && i + 1 < end && text[i + 1] == '/')
      while (i < end && text[i] != '\n') i++;
    size_t length = 0;
    while (i + length < end && is_word(text[i + length])) length++;
    for (int k = 0; length > 0 && k + 1 < j->count; k++)
      if (k != reader && strlen(j->nodes[k].name) == length && strncmp(text + i, j->nodes[k].name, length) == 0)
        j->reads[reader][k] = 1;
    i += length > 0 ? length : 1;
  }
}

/* What a part without a picture reads is read by who reads it.  Parts read only those above them. */
static void find_arrows(job *j) {
  const int result = j->count - 1;
  const size_t last = j->recipe.result ? 0 : last_expression(j);
  for (int i = 0; i < result; i++)
    find_names(j, i, j->nodes[i].begin, j->nodes[i].end < last || last == 0 ? j->nodes[i].end : last);
  if (j->recipe.result) {
    for (int i = 0; i < result; i++) j->reads[result][i] = strcmp(j->nodes[i].name, j->recipe.result) == 0;
  } else {
    find_names(j, result, last, j->length);
  }
  for (int k = result - 1; k >= 0; k--)
    for (int i = 0; i < j->count && j->nodes[k].channels == 0; i++)
      for (int m = 0; m < j->count && j->reads[i][k]; m++) j->reads[i][m] |= m != i && j->reads[k][m];
}

/* ---- Ramps ---------------------------------------------------------------------------------------- */

/* The least and the greatest number among a ramp's arguments, up to the bracket that ends it; 0 to 1 where there is
 * none. */
static void read_stops(const char *at, const char *end, double *lo, double *hi) {
  int count = 0, depth = 0;
  for (; at < end && depth >= 0; at++) {
    depth += (*at == '(') - (*at == ')');
    if (*at != ',' || depth != 0) continue;
    char *behind;
    const double stop = strtod(at + 1, &behind);
    if (behind == at + 1 || behind > end) continue;
    *lo = count && *lo < stop ? *lo : stop;
    *hi = count++ && *hi > stop ? *hi : stop;
  }
  if (count < 2) *lo = 0, *hi = 1;
}

/* Whether the recipe has a ramp of just this part. */
static int find_ramp(const job *j, node *n) {
  const size_t length = strlen(n->name);
  const char *const text = j->recipe.text;
  const char *const end = text + j->length;
  for (const char *at = text; at + 5 + length < end; at++) {
    if (strncmp(at, "ramp(", 5) != 0 || (at > text && is_word(at[-1]))) continue;
    const char *const argument = at + 5;
    if (strncmp(argument, n->name, length) != 0 || argument[length] != ',') continue;
    read_stops(argument + length, end, &n->lo, &n->hi);
    return n->is_ramped = n->lo < n->hi;
  }
  return 0;
}

/* ---- Places --------------------------------------------------------------------------------------- */

/* Marks what leads to the result; the rest is not drawn. */
static void drop_unread(job *j) {
  unsigned char is_read[MOST_NODES] = {0};
  is_read[j->count - 1] = 1;
  for (int turn = 0; turn < j->count; turn++)
    for (int i = 0; i < j->count; i++)
      for (int k = 0; k < j->count && is_read[i]; k++) is_read[k] |= j->reads[i][k];
  for (int i = 0; i < j->count; i++)
    if (!is_read[i]) j->nodes[i].channels = 0;
}

/* A column right of all that a part reads; rows from the top in the order of the text. */
static void place_nodes(job *j) {
  int taken[MOST_NODES] = {0};
  for (int turn = 0; turn < j->count; turn++)
    for (int i = 0; i < j->count; i++)
      for (int k = 0; k < j->count && j->nodes[i].channels; k++)
        if (j->reads[i][k] && j->nodes[k].channels && j->nodes[i].column <= j->nodes[k].column &&
            j->nodes[k].column < j->count)
          j->nodes[i].column = j->nodes[k].column + 1;
  for (int i = 0; i < j->count; i++) {
    node *const n = &j->nodes[i];
    if (!n->channels) continue;
    n->row = taken[n->column]++;
    if (n->column >= j->columns) j->columns = n->column + 1;
    if (n->row >= j->rows) j->rows = n->row + 1;
  }
}

/* ---- Pictures ------------------------------------------------------------------------------------- */

static int compare_floats(const void *a, const void *b) {
  const float x = *(const float *)a, y = *(const float *)b;
  return (x > y) - (x < y);
}

/* Where 49 of 50, and the middle half, of the samples lie that are finite. */
static int find_range(node *n, size_t count) {
  float *const sorted = malloc(count * sizeof *sorted);
  size_t finite = 0;
  if (!sorted) return fail("%s", strerror(ENOMEM));
  for (size_t i = 0; i < count; i++)
    if (isfinite(n->samples[i])) sorted[finite++] = n->samples[i];
  qsort(sorted, finite, sizeof *sorted, compare_floats);
  n->lo = finite ? (double)sorted[finite / 100] : 0;
  n->hi = finite ? (double)sorted[finite - 1 - finite / 100] : 1;
  n->low_quarter = finite ? (double)sorted[finite / 4] : NAN;
  n->high_quarter = finite ? (double)sorted[finite - 1 - finite / 4] : NAN;
  if (!(n->lo < n->hi)) n->lo -= 0.5, n->hi += 0.5;
  free(sorted);
  return DONE;
}

static int sample_node(job *j, node *n, int scale) {
  recipe part = j->recipe;
  if (n != &j->nodes[j->count - 1]) part.result = n->name;
  part.program = NULL;
  int code = recipe_compile(&part, burl_dims(j->recipe.program));
  const burl_grid grid = figure_grid(&j->figure, scale * j->pixels[0], scale * j->pixels[1]);
  const size_t count = (size_t)(grid.size[0] * grid.size[1]);
  n->samples = malloc(count * (size_t)n->channels * sizeof *n->samples);
  if (!code && !n->samples) code = fail("%s", strerror(ENOMEM));
  const burl_status status = code ? BURL_OK : burl_sample_grid(part.program, &grid, n->samples);
  if (status != BURL_OK) code = fail("%s: %s: %s", part.name, n->name, burl_status_text(status));
  burl_free(part.program);
  n->lo = 0, n->hi = 1;
  return code || n->channels > 1 || find_ramp(j, n) ? code : find_range(n, count);
}

/* ---- The page ------------------------------------------------------------------------------------- */

static double left_of(const job *j, const node *n) { return LEFT + n->column * (double)(j->pixels[0] + ACROSS); }
static double top_of(const job *j, const node *n) { return TOP + n->row * (double)(j->pixels[1] + DOWN); }

static void draw_node(const job *j, plot_page *page, const node *n, int scale, unsigned char *rgba) {
  const double x = left_of(j, n), y = top_of(j, n);
  const int columns = scale * j->pixels[0], rows = scale * j->pixels[1];
  figure_colours(n->samples, (size_t)columns * (size_t)rows, n->channels, (const double[]){n->lo, n->hi}, rgba);
  plot_picture(page, (const double[]){x, y, j->pixels[0], j->pixels[1]}, rgba, columns, rows);
  plot_text(page, x, y - 7, (plot_style){PLOT_LEFT, PLOT_BOLD, TONE_INK, 13}, n->name);
  char range[72] = "colour";
  if (n->channels == 1 && n->is_ramped) {
    plot_range(n->lo, n->hi, range);
    strcat(range, " (ramp)");
  } else if (n->channels == 1) {
    plot_range(n->low_quarter, n->high_quarter, range);
  }
  plot_text(page, x, y + j->pixels[1] + 14, (plot_style){PLOT_LEFT, PLOT_PLAIN, TONE_SOFT, 0}, range);
}

static void draw_arrows(const job *j, plot_page *page) {
  for (int i = 0; i < j->count; i++)
    for (int k = 0; k < j->count; k++) {
      const node *const to = &j->nodes[i], *const from = &j->nodes[k];
      if (!j->reads[i][k] || !to->channels || !from->channels || from->column >= to->column) continue;
      plot_arrow(page,
                 (const double[]){left_of(j, from) + j->pixels[0] + 2, top_of(j, from) + j->pixels[1] / 2.0,
                                  left_of(j, to) - 3, top_of(j, to) + j->pixels[1] / 2.0},
                 TONE_SOFT, 1.2);
    }
}

static plot_page *draw(job *j, int scale) {
  const double width = 2 * LEFT + j->columns * (double)(j->pixels[0] + ACROSS) - ACROSS;
  const double height = TOP + j->rows * (double)(j->pixels[1] + DOWN) - DOWN + 30;
  plot_page *const page = plot_open(width, height, j->figure.theme);
  unsigned char *const rgba = malloc(4 * (size_t)(scale * j->pixels[0]) * (size_t)(scale * j->pixels[1]));
  char title[TITLE_ROOM];
  size_t length;
  if (!page || !rgba) {
    free(rgba);
    if (page) free(plot_close(page, &length));
    return NULL;
  }
  recipe_title(&j->recipe, title);
  plot_text(page, LEFT, 26, (plot_style){PLOT_LEFT, PLOT_BOLD, TONE_INK, 15}, title);
  draw_arrows(j, page); /* below the pictures that they pass */
  for (int i = 0; i < j->count; i++)
    if (j->nodes[i].channels) draw_node(j, page, &j->nodes[i], scale, rgba);
  free(rgba);
  return page;
}

static int draw_tree(job *j) {
  const int scale = figure_scale(&j->figure);
  int code = DONE;
  for (int i = 0; i < j->count && !code; i++)
    if (j->nodes[i].channels) code = sample_node(j, &j->nodes[i], scale);
  if (code) return code;
  return figure_write(&j->figure, draw(j, scale));
}

int command_tree(int argc, char **argv) {
  static job j;
  int code = parse_options(&j, argc, argv);
  if (!code) code = recipe_load(&j.recipe);
  if (!code) code = recipe_compile_to_fit(&j.recipe, 2);
  if (!code) recipe_note(&j.recipe);
  if (!code && burl_dims(j.recipe.program) > 2) code = fail("%s: a tree is of two dimensions", j.recipe.name);
  if (!code && burl_result_count(j.recipe.program) > 1) code = usage_error("a tree leads to one result");
  if (!code) code = figure_place(&j.figure, j.recipe.program, 8, 0);
  if (!code) figure_fit(&j.figure, SIDE, j.pixels);
  if (!code) code = find_parts(&j);
  if (!code) {
    find_arrows(&j);
    drop_unread(&j);
    place_nodes(&j);
    code = draw_tree(&j);
  }
  for (int i = 0; i < j.count; i++) free(j.nodes[i].samples);
  recipe_free(&j.recipe);
  return code;
}
