/* What the terminal is, and drawing in it: in colour by burl-show, which is handed the pixels; plainly, by
 * characters of ASCII that are as bright as the picture is. */
#include "cli/terminal.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

/* ---- the terminal -------------------------------------------------------------------------------- */

/* The variable's value where it is a number of cells that a terminal may have, else the other number. */
static int cells_of(const char *variable, int otherwise) {
  const char *const text = getenv(variable);
  int64_t value;
  return text && parse_integers(text, ',', &value, 1) == 1 && value > 0 && value < 10000 ? (int)value : otherwise;
}

static int is_dumb(void) {
  const char *const name = getenv("TERM");
  return !name || !*name || strcmp(name, "dumb") == 0;
}

/* Whether the user wants no colours, or the terminal has none. */
static int is_plain(void) {
  const char *const no = getenv("NO_COLOR");
  return (no && *no) || is_dumb() || strncmp(getenv("TERM"), "vt", 2) == 0;
}

static void measure(terminal *t) {
  struct winsize w = {0};
  *t = (terminal){.cell_width = 8, .cell_height = 16, .is_plain = is_plain(), .is_dumb = is_dumb()};
  (void)ioctl(STDOUT_FILENO, TIOCGWINSZ, &w);
  if (w.ws_col && w.ws_row && w.ws_xpixel >= w.ws_col && w.ws_ypixel >= w.ws_row) {
    t->cell_width = w.ws_xpixel / w.ws_col;
    t->cell_height = w.ws_ypixel / w.ws_row;
  }
  t->columns = cells_of("COLUMNS", w.ws_col ? w.ws_col : 80);
  t->rows = cells_of("LINES", w.ws_row ? w.ws_row : 24);
}

int terminal_find(terminal *t, int kept, const char *instead) {
  enum { LEAST = 4 };
  if (!isatty(STDOUT_FILENO)) return fail("standard output is no terminal; %s writes a picture's file", instead);
  measure(t);
  if (t->columns < LEAST || t->rows < LEAST + kept)
    return fail("the terminal is too small: it has %d columns and %d rows, and a picture takes %d and %d", t->columns,
                t->rows, LEAST, LEAST + kept);
  t->rows -= kept;
  if (!t->is_plain && !second_path("burl-show"))
    return second_missing("burl-show, which draws in terminals,", "libchafa-dev", "; NO_COLOR=1 draws without it");
  return DONE;
}

/* ---- the picture's size -------------------------------------------------------------------------- */

/* By how much a picture of that size has to be scaled to fit. */
static double scale_of(const terminal *t, int64_t width, int64_t height) {
  return fmin((double)t->columns * t->cell_width / (double)width, (double)t->rows * t->cell_height / (double)height);
}

static int64_t scaled(int64_t size, double scale) { return (int64_t)fmax(1, round((double)size * scale)); }

void terminal_fit(const terminal *t, rendering *r, int smaller) {
  geometry *const g = &r->settings.geometry;
  if (g->size_given || g->step_count || g->window_count || g->axes != 2) return;
  const double scale = scale_of(t, g->size[0], g->size[1]) / smaller;
  for (int a = 0; a < 2; a++) g->size[a] = scaled(g->size[a], scale);
}

/* How many cells the picture fills. */
static void cells_filled(const terminal *t, const int64_t size[2], int cells[2]) {
  const double scale = scale_of(t, size[0], size[1]);
  cells[0] = (int)fmin(t->columns, (double)scaled(size[0], scale / t->cell_width));
  cells[1] = (int)fmin(t->rows, (double)scaled(size[1], scale / t->cell_height));
}

/* ---- the format that the renderer "writes" ------------------------------------------------------- */

/* The picture that is drawn: how many cells it fills, and its text, which is held until all notes are printed. */
static struct {
  int cells[2], is_plain;
  unsigned char *bytes;
  size_t length;
} drawn;

/* The brightness, from 0 to 1, of a cell: that of the mean of its pixels. */
static double brightness(const image *picture, const unsigned char *pixels, int channels, const int cell[2]) {
  int64_t from[2], to[2];
  double sum = 0;
  for (int a = 0; a < 2; a++) {
    from[a] = picture->size[a] * cell[a] / drawn.cells[a];
    to[a] = picture->size[a] * (cell[a] + 1) / drawn.cells[a];
    if (to[a] == from[a]) to[a]++;
  }
  for (int64_t y = from[1]; y < to[1]; y++)
    for (int64_t x = from[0]; x < to[0]; x++) {
      const unsigned char *const p = pixels + (y * picture->size[0] + x) * channels;
      sum += (0.2126 * p[0] + 0.7152 * p[1] + 0.0722 * p[2]) * (channels == 4 ? p[3] / 255.0 : 1);
    }
  return sum / (255.0 * (double)((to[0] - from[0]) * (to[1] - from[1])));
}

/* Lines of characters. */
static unsigned char *plain_text(const image *picture, const unsigned char *pixels, int channels, size_t *length) {
  static const char ramp[] = " .:-=+*#%@";
  const size_t line = (size_t)drawn.cells[0] + 1;
  unsigned char *const text = malloc(line * (size_t)drawn.cells[1]);
  *length = line * (size_t)drawn.cells[1];
  for (int y = 0; text && y < drawn.cells[1]; y++) {
    for (int x = 0; x < drawn.cells[0]; x++) {
      const double light = brightness(picture, pixels, channels, (int[2]){x, y});
      text[(size_t)y * line + (size_t)x] = (unsigned char)ramp[(int)fmin(light * 10, 9)];
    }
    text[(size_t)y * line + line - 1] = '\n';
  }
  return text;
}

/* What burl-show reads. */
static unsigned char *show_bytes(const image *picture, const unsigned char *pixels, int channels, size_t *length) {
  const size_t count = (size_t)(picture->size[0] * picture->size[1]), room = 64;
  unsigned char *const bytes = malloc(room + 4 * count);
  if (!bytes) return NULL;
  unsigned char *to = bytes + snprintf((char *)bytes, room, "%d %d\n", (int)picture->size[0], (int)picture->size[1]);
  for (size_t i = 0; i < count; i++, to += 4) {
    memcpy(to, pixels + i * (size_t)channels, 3);
    to[3] = channels == 4 ? pixels[i * 4 + 3] : 255;
  }
  *length = (size_t)(to - bytes);
  return bytes;
}

/* image_format.whole: holds the text, and gives the file nothing. */
static unsigned char *hold(const image *picture, unsigned char *pixels, int channels, size_t *length) {
  free(drawn.bytes);
  drawn.bytes = (drawn.is_plain ? plain_text : show_bytes)(picture, pixels, channels, &drawn.length);
  free(pixels);
  *length = 0;
  return drawn.bytes ? malloc(1) : NULL;
}

static const image_format terminal_format = {
    .name = "terminal",
    .about = "",
    .most_axes = 2,
    .channels = IMAGE_GREY | IMAGE_RGB | IMAGE_RGBA,
    .kind = IMAGE_INTEGERS,
    .depths = 8,
    .provenance_storage = IMAGE_INSIDE,
    .most_side = 1 << 15,
    .most_samples = 1 << 28,
    .whole = hold,
};

/* ---- drawing ------------------------------------------------------------------------------------- */

void terminal_take(rendering *r) {
  r->output = "-";
  r->format = &terminal_format;
}

/* A number without proven bounds has those of the picture. */
static void choose_range(rendering *r) {
  for (int i = 0; i < burl_result_count(r->recipe.program); i++) {
    const burl_range proven = burl_bounds(r->recipe.program, burl_result_at(r->recipe.program, i).first);
    if (r->settings.range.rule == RANGE_PROVEN && !(isfinite(proven.lo) && isfinite(proven.hi)))
      r->settings.range = (range_option){.rule = RANGE_AUTO, .is_remade = 1};
  }
}

static int draw_plainly(const char *before, const char *after) {
  fputs(before, stdout);
  fwrite(drawn.bytes, 1, drawn.length, stdout);
  fputs(after, stdout);
  return flush_output();
}

static int draw_by_show(const terminal *t, const char *before, const char *after) {
  char text[4][16];
  const int numbers[4] = {drawn.cells[0], drawn.cells[1], t->cell_width, t->cell_height};
  for (int i = 0; i < 4; i++) snprintf(text[i], sizeof text[i], "%d", numbers[i]);
  const char *const words[] = {"burl-show", text[0], text[1], text[2], text[3], before, after, NULL};
  return second_run(second_path("burl-show"), words, drawn.bytes, drawn.length);
}

int terminal_draw(const terminal *t, rendering *r, const char *before, const char *after) {
  r->settings.depth = 8;
  r->settings.depth_given = 1;
  choose_range(r);
  cells_filled(t, r->settings.geometry.size, drawn.cells);
  drawn.is_plain = t->is_plain;
  int code = make_series(r);
  if (!code) code = t->is_plain ? draw_plainly(before, after) : draw_by_show(t, before, after);
  free(drawn.bytes);
  drawn.bytes = NULL;
  return code;
}
