/* What figure.h declares: .svg is written as it is drawn, .png and .pdf by burl-draw. */
#include "explain/figure.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* ---- Options -------------------------------------------------------------------------------------- */

static const char takes_extent[] = "takes x0,y0,x1,y1, or x0,x1 of a curve";

static int check_extent(void *to, const char *text) {
  const figure *const f = to;
  if (f->extent_count == 2 || f->extent_count == 4) return DONE;
  return usage_error("--extent %s, not '%s'", takes_extent, text);
}

const option_row figure_rows[FIGURE_ROWS] = {
    [FIGURE_OUTPUT] = {.name = "output",
                       .letter = 'o',
                       .value = "FILE",
                       .words = FILES,
                       .help = "what to write: .svg, .png or .pdf",
                       TEXT(figure, output)},
    [FIGURE_EXTENT] = {.name = "extent",
                       .value = "x0,y0,x1,y1",
                       .help = "what is shown",
                       .more = "of a curve x0,x1; if not given, the recipe's view, or 8 cells",
                       .takes = takes_extent,
                       .check = check_extent,
                       NUMBERS(figure, extent, extent_count, 4)},
    [FIGURE_TIME] = {.name = "time",
                     .value = "T",
                     .help = "the recipe's t",
                     .more = "0 if not given",
                     .takes = "is a number",
                     ANY_NUMBER(figure, time)},
    [FIGURE_THEME] = {.name = "theme",
                      .value = "NAME",
                      .words = THEME_WORDS,
                      .help = "light, dark, or auto: as the reader's other pages are, in .svg alone",
                      .takes = NO_THEME,
                      WORD(figure, plot_theme, theme, THEME_NAMES)},
};

static const char *const endings[] = {".svg", ".png", ".pdf"};
enum { ENDINGS = sizeof endings / sizeof *endings };

static int is_svg(const figure *f) { return image_ending_among(f->output, endings, 1) == 0; }

int figure_is_file(const char *path) { return image_ending_among(path, endings, ENDINGS) < ENDINGS; }

int figure_check(figure *f) {
  if (!f->output) return usage_error("no file to write: -o FILE.svg, .png or .pdf");
  if (!figure_is_file(f->output)) return usage_error("-o %s: a figure is .svg, .png or .pdf", f->output);
  if (!is_svg(f) && f->theme == PLOT_AUTO) f->theme = PLOT_LIGHT;
  return DONE;
}

/* ---- What is shown -------------------------------------------------------------------------------- */

int figure_place(figure *f, const burl_program *program, double usual_height, int is_curve) {
  double view[8], *const e = f->extent;
  const double usual[] = {0, 0, 8, usual_height};
  const int count = f->extent_count ? f->extent_count : burl_view(program, view), has_view = count == 2 || count == 4;
  if (!f->extent_count) memcpy(e, has_view ? view : usual, sizeof f->extent);
  if (count == 2 && !is_curve) return usage_error("--extent takes x0,y0,x1,y1 in two dimensions");
  if (count == 2) e[2] = e[1], e[1] = e[3] = 0;
  if (e[0] == e[2] || (!is_curve && e[1] == e[3])) return usage_error("--extent: there is nothing within it");
  return DONE;
}

void figure_fit(const figure *f, int side, int size[2]) {
  const double along = fabs(f->extent[2] - f->extent[0]), down = fabs(f->extent[3] - f->extent[1]);
  size[0] = (int)fmax(8, round(side * fmin(1, along / down)));
  size[1] = (int)fmax(8, round(side * fmin(1, down / along)));
}

int figure_scale(const figure *f) { return is_svg(f) ? 1 : 2; }

burl_grid figure_grid(const figure *f, int columns, int rows) {
  burl_grid grid = {.size = {columns, rows}, .time = f->time};
  for (int a = 0; a < 2; a++) {
    grid.step[a] = (f->extent[2 + a] - f->extent[a]) / (double)grid.size[a];
    grid.origin[a] = f->extent[a] + 0.5 * grid.step[a];
  }
  return grid;
}

void figure_colours(const float *samples, size_t count, int channels, const double range[2], unsigned char *rgba) {
  for (size_t i = 0; i < count; i++)
    for (int c = 0; c < 4; c++) {
      const float value = samples[i * (size_t)channels + (size_t)(c < channels ? c : 0)];
      const double share = c == 3 && channels < 4 ? !isnan(value) : ((double)value - range[0]) / (range[1] - range[0]);
      rgba[4 * i + (size_t)c] = (unsigned char)lround(255 * fmin(1, fmax(0, share)));
    }
}

/* ---- Files ---------------------------------------------------------------------------------------- */

static int save(const char *path, const void *bytes, size_t length) {
  image_error error = {""};
  return image_save_bytes(path, bytes, length, &error) == 0 ? DONE : fail("%s", error.text);
}

static int save_converted(const figure *f, const char *svg, size_t length) {
  char name[] = "burl-draw", format[8];
  snprintf(format, sizeof format, "%s", endings[image_ending_among(f->output, endings, ENDINGS)] + 1);
  second_output made = {NULL, 0};
  int code = second_convert((char *[]){name, format, NULL}, svg, length, &made);
  if (!code) code = save(f->output, made.bytes, made.length);
  free(made.bytes);
  return code;
}

int figure_write(const figure *f, plot_page *page) {
  size_t length = 0;
  char *const svg = page ? plot_close(page, &length) : NULL;
  if (!svg) return fail("%s: %s", f->output, strerror(ENOMEM));
  const int code = is_svg(f) ? save(f->output, svg, length) : save_converted(f, svg, length);
  free(svg);
  return code;
}
