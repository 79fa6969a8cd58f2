/* See pixels.h. */
#include "pixels.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <png.h>
#include <stdlib.h>
#include <string.h>

/* ---- From the page -------------------------------------------------------------------------------- */

static int digit(char c) {
  static const char digits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  const char *const at = memchr(digits, c, 64);
  return at ? (int)(at - digits) : -1;
}

/* Base64 until the first character that is none of its digits. */
static unsigned char *decode(const char *text, size_t *length) {
  unsigned char *const bytes = malloc(strlen(text));
  unsigned word = 0;
  int bits = 0;
  assert_non_null(bytes);
  *length = 0;
  for (; digit(*text) >= 0; text++) {
    word = word << 6 | (unsigned)digit(*text);
    bits += 6;
    if (bits < 8) continue;
    bits -= 8;
    bytes[(*length)++] = (unsigned char)(word >> bits);
  }
  return bytes;
}

static void read_png(pixels *p, const char *base64) {
  png_image image = {.version = PNG_IMAGE_VERSION};
  size_t length;
  unsigned char *const bytes = decode(base64, &length);
  assert_true(png_image_begin_read_from_memory(&image, bytes, length));
  image.format = PNG_FORMAT_RGBA;
  p->columns = (int)image.width, p->rows = (int)image.height;
  p->rgba = malloc(PNG_IMAGE_SIZE(image));
  assert_non_null(p->rgba);
  assert_true(png_image_finish_read(&image, NULL, p->rgba, 0, NULL));
  free(bytes);
}

pixels pixels_of(const char *svg, int index) {
  static const char *const sides[4] = {" x=\"", " y=\"", " width=\"", " height=\""};
  pixels p = {{0}, 0, 0, NULL};
  const char *at = strstr(svg, "<image ");
  while (at && index-- > 0) at = strstr(at + 1, "<image ");
  if (!at) fail_msg("there are too few pictures");
  for (int i = 0; i < 4; i++) p.box[i] = strtod(strstr(at, sides[i]) + strlen(sides[i]), NULL);
  read_png(&p, strstr(at, "base64,") + strlen("base64,"));
  return p;
}

void pixels_free(pixels *p) { free(p->rgba); }

const unsigned char *pixels_at(const pixels *p, int column, int row) {
  assert_true(column >= 0 && column < p->columns && row >= 0 && row < p->rows);
  return p->rgba + 4 * (row * p->columns + column);
}

const unsigned char *pixels_under(const pixels *p, double x, double y) {
  return pixels_at(p, (int)floor((x - p->box[0]) / p->box[2] * p->columns),
                   (int)floor((y - p->box[1]) / p->box[3] * p->rows));
}

double pixels_grey(const pixels *p, int column, int row) { return pixels_at(p, column, row)[0]; }

/* ---- What is measured ----------------------------------------------------------------------------- */

double pixels_roughness(const pixels *p) {
  enum { REACH = 4 };
  double bent = 0, sum = 0, squares = 0;
  for (int j = 0; j < p->rows; j++)
    for (int i = REACH; i < p->columns - REACH; i++) {
      const double grey = pixels_grey(p, i, j);
      bent += fabs(grey - (pixels_grey(p, i - REACH, j) + pixels_grey(p, i + REACH, j)) / 2);
      sum += grey, squares += grey * grey;
    }
  const double count = p->rows * (p->columns - 2.0 * REACH), mean = sum / count;
  return bent / count / sqrt(squares / count - mean * mean + 1e-9);
}

/* How much the greys are bent across the edge before a column, over three pixels on either side. */
static double bend(const pixels *p, int column) {
  double sum = 0;
  for (int j = 0; j < p->rows; j++) {
    const double left = pixels_grey(p, column - 1, j) - pixels_grey(p, column - 4, j);
    const double right = pixels_grey(p, column + 3, j) - pixels_grey(p, column, j);
    if (fabs(left) < 128 && fabs(right) < 128) sum += fabs(right - left);
  }
  return sum / p->rows;
}

double pixels_creases(const pixels *p, double every) {
  double on = 0, between = 0;
  int count = 0;
  for (double at = every; at + every + 4 < p->columns; at += every, count++) {
    on += bend(p, (int)lround(at));
    for (int quarter = 1; quarter < 4; quarter++) between += bend(p, (int)lround(at + every * quarter / 4)) / 3;
  }
  assert_true(count > 0);
  return on / between;
}

double pixels_difference(const pixels *a, const pixels *b) {
  const int count = 4 * a->columns * a->rows;
  double sum = 0;
  assert_true(a->columns == b->columns && a->rows == b->rows);
  for (int i = 0; i < count; i++) sum += abs(a->rgba[i] - b->rgba[i]);
  return sum / count;
}
