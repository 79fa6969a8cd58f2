/* Heights and pictures from PNG of up to 16 bits: from 0, black, to 1, white; heights of the range from which burl
 * wrote the picture, where it says so. */
#include "image/heights.h"
#include "json/json.h"

#include <png.h>
#include <setjmp.h>
#include <stdlib.h>
#include <string.h>

static void on_error(png_structp png, png_const_charp text) {
  (void)text;
  png_longjmp(png, 1);
}
static void on_warning(png_structp png, png_const_charp text) { (void)png, (void)text; }

/* The picture while it is read: what has to outlive a longjmp is here. */
typedef struct {
  heights_reading *reading;
  png_structp png;
  png_infop info;
  unsigned char *bytes; /* of 8 bits, or 16 with the high byte first */
  int depth, channels;
  int64_t line; /* the one that is read next */
  int code;
} png_reading;

/* A palette becomes colours, and a transparent colour opacity; grey without colours wished has none. */
static int take_head(png_reading *p) {
  heights_reading *const r = p->reading;
  const int type = png_get_color_type(p->png, p->info), is_colour = type & PNG_COLOR_MASK_COLOR;
  const int has_key = is_colour && png_get_valid(p->png, p->info, PNG_INFO_tRNS);
  const int has_opacity = r->wish->colours && (type & PNG_COLOR_MASK_ALPHA || has_key);
  *r->to = (heights){
      .size = {(int64_t)png_get_image_width(p->png, p->info), (int64_t)png_get_image_height(p->png, p->info)}};
  p->channels = (is_colour ? 3 : 1) + has_opacity;
  if (heights_take_channels(r, p->channels)) return -1;
  if (png_get_bit_depth(p->png, p->info) < 8 && !is_colour) png_set_expand_gray_1_2_4_to_8(p->png);
  if (is_colour) png_set_palette_to_rgb(p->png);
  if (has_key) png_set_tRNS_to_alpha(p->png);
  if (type & PNG_COLOR_MASK_ALPHA && !has_opacity) png_set_strip_alpha(p->png);
  p->depth = png_get_bit_depth(p->png, p->info) == 16 ? 16 : 8;
  return 0;
}

static size_t line_bytes(const png_reading *p) {
  return (size_t)p->reading->to->size[0] * (size_t)p->channels * (size_t)(p->depth / 8);
}

static void put_line(const png_reading *p, const unsigned char *bytes, int64_t line, const heights_range *range) {
  const double full = p->depth == 16 ? 65535 : 255, height = range->hi - range->lo;
  const int64_t count = p->reading->to->size[0] * p->channels;
  float *const to = p->reading->to->data + line * count;
  for (int64_t i = 0; i < count; i++) {
    const unsigned v = p->depth == 16 ? (unsigned)bytes[2 * i] << 8 | bytes[2 * i + 1] : bytes[i];
    to[i] = (float)(p->channels == 1 ? range->lo + height * v / full : v / full);
  }
}

/* Reads one line after another. */
static void read_lines(png_reading *p, const heights_range *range) {
  for (; !p->code && p->line < p->reading->to->size[1]; p->line++) {
    png_read_row(p->png, p->bytes, NULL);
    put_line(p, p->bytes, p->line, range);
    p->code = heights_lines_read(p->reading, p->line + 1);
  }
}

/* Reads an interlaced picture, which is complete after the last pass only. */
static void read_passes(png_reading *p, int passes, const heights_range *range) {
  const int64_t height = p->reading->to->size[1];
  for (int pass = 0; pass < passes; pass++)
    for (p->line = 0; p->line < height; p->line++)
      png_read_row(p->png, p->bytes + (size_t)p->line * line_bytes(p), NULL);
  for (int64_t j = 0; j < height; j++) put_line(p, p->bytes + (size_t)j * line_bytes(p), j, range);
}

static void read_picture(png_reading *p, const heights_range *range) {
  png_init_io(p->png, p->reading->file);
  png_set_user_limits(p->png, PNG_UINT_31_MAX, PNG_UINT_31_MAX);
  /* Texts, profiles and the like, which may take gigabytes when they are unpacked, are skipped. */
  png_set_keep_unknown_chunks(p->png, PNG_HANDLE_CHUNK_NEVER, NULL, -1);
  png_read_info(p->png, p->info);
  p->code = take_head(p);
  if (!p->code) p->code = heights_check_size(p->reading); /* before libpng takes memory for lines */
  if (p->code) return;
  const int passes = png_set_interlace_handling(p->png);
  png_read_update_info(p->png, p->info);
  p->code = heights_allocate(p->reading);
  if (p->code) return;
  p->bytes = calloc(passes > 1 ? (size_t)p->reading->to->size[1] : 1, line_bytes(p));
  if (!p->bytes) p->code = heights_fail(p->reading, "out of memory");
  else if (passes > 1) read_passes(p, passes, range);
  else read_lines(p, range);
  if (!p->code) png_read_end(p->png, NULL);
}

/* The values of black and white. */
static heights_range range_of(const char *path) {
  heights_range range = {0, 1};
  char *const text = image_png.provenance(path);
  json_t *const made = text ? json_read(NULL, text) : NULL;
  if (!heights_made_range(made, &range)) range = (heights_range){0, 1};
  json_decref(made);
  free(text);
  return range;
}

static int fail_damaged(const png_reading *p) {
  if (p->reading->to->data)
    return heights_fail_at(p->reading, p->line < p->reading->to->size[1] ? p->line : p->line - 1);
  return heights_fail(p->reading, "isn't a PNG, or is damaged");
}

int heights_png(heights_reading *r) {
  const heights_range range = range_of(r->path);
  png_reading *const p = calloc(1, sizeof *p);
  if (!p) return heights_fail(r, "out of memory");
  p->reading = r;
  p->png = png_create_read_struct(PNG_LIBPNG_VER_STRING, NULL, on_error, on_warning);
  if (p->png) p->info = png_create_info_struct(p->png);
  if (!p->info) p->code = heights_fail(r, "out of memory");
  else if (setjmp(png_jmpbuf(p->png))) p->code = fail_damaged(p);
  else read_picture(p, &range);
  png_destroy_read_struct(&p->png, &p->info, NULL);
  const int code = p->code;
  free(p->bytes);
  free(p);
  return code;
}

int image_png_pixels(const unsigned char *file, size_t length, int channels, int side, unsigned char *pixels) {
  png_image about = {.version = PNG_IMAGE_VERSION};
  int done = png_image_begin_read_from_memory(&about, file, length) && about.width == (unsigned)side &&
             about.height == (unsigned)side;
  about.format = channels == 4 ? PNG_FORMAT_RGBA : PNG_FORMAT_RGB;
  done = done && png_image_finish_read(&about, NULL, pixels, 0, NULL);
  png_image_free(&about);
  return done ? 0 : -1;
}

const char *image_png_left_out(void) { return NULL; }
