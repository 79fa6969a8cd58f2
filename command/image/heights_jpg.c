/* Pictures from JPEG, grey ones as heights from 0 to 1: what libjpeg makes of them. */
#include "image/heights.h"

#include <jpeglib.h>
#include <setjmp.h>
#include <stdlib.h>

/* Scans of a progressive picture, each of which takes as long as the whole: more are made to take long. */
enum { MOST_SCANS = 200 };

/* The picture while it is read: what has to outlive a longjmp is here. */
typedef struct {
  struct jpeg_decompress_struct jpeg;
  struct jpeg_error_mgr errors;
  struct jpeg_progress_mgr progress;
  jmp_buf wrong;
  heights_reading *reading;
  unsigned char *bytes; /* of a line */
  int code;
} jpg_reading;

static void on_error(j_common_ptr jpeg) {
  jpg_reading *const p = jpeg->client_data;
  longjmp(p->wrong, 1);
}
/* A warning says that the file is damaged; libjpeg would go on with what it guesses. */
static void on_message(j_common_ptr jpeg, int level) {
  if (level < 0) on_error(jpeg);
}
static void on_text(j_common_ptr jpeg) { (void)jpeg; }

static void on_progress(j_common_ptr jpeg) {
  if (((j_decompress_ptr)jpeg)->input_scan_number > MOST_SCANS) on_error(jpeg);
}

static int take_head(jpg_reading *p) {
  heights_reading *const r = p->reading;
  const int is_grey = p->jpeg.jpeg_color_space == JCS_GRAYSCALE;
  if (p->jpeg.jpeg_color_space == JCS_CMYK || p->jpeg.jpeg_color_space == JCS_YCCK)
    return heights_fail(r, "is in CMYK, the colours of a printer; convert -colorspace sRGB makes them a screen's");
  *r->to = (heights){.size = {(int64_t)p->jpeg.image_width, (int64_t)p->jpeg.image_height}};
  p->jpeg.out_color_space = is_grey ? JCS_GRAYSCALE : JCS_RGB;
  return heights_take_channels(r, is_grey ? 1 : 3);
}

static void read_lines(jpg_reading *p) {
  const int64_t height = p->reading->to->size[1];
  const size_t count = (size_t)p->reading->to->size[0] * (size_t)heights_channels(p->reading->to);
  float *to = p->reading->to->data;
  for (int64_t line = 0; !p->code && line < height; line++, to += count) {
    JSAMPROW row = p->bytes;
    (void)jpeg_read_scanlines(&p->jpeg, &row, 1);
    for (size_t i = 0; i < count; i++) to[i] = (float)(p->bytes[i] / 255.0);
    p->code = heights_lines_read(p->reading, line + 1);
  }
}

static void read_picture(jpg_reading *p) {
  jpeg_stdio_src(&p->jpeg, p->reading->file);
  (void)jpeg_read_header(&p->jpeg, TRUE);
  p->code = take_head(p);
  if (!p->code) p->code = heights_allocate(p->reading); /* before libjpeg takes memory for the picture */
  if (p->code) return;
  p->bytes = calloc((size_t)p->reading->to->size[0], 3);
  if (!p->bytes) p->code = heights_fail(p->reading, "out of memory");
  if (p->code) return;
  (void)jpeg_start_decompress(&p->jpeg);
  read_lines(p);
  if (!p->code) (void)jpeg_finish_decompress(&p->jpeg);
}

int heights_jpg(heights_reading *r) {
  jpg_reading *const p = calloc(1, sizeof *p);
  if (!p) return heights_fail(r, "out of memory");
  p->reading = r;
  p->jpeg.err = jpeg_std_error(&p->errors);
  p->errors.error_exit = on_error;
  p->errors.emit_message = on_message;
  p->errors.output_message = on_text;
  p->progress.progress_monitor = on_progress;
  p->jpeg.client_data = p;
  if (setjmp(p->wrong)) {
    p->code = heights_fail(r, "isn't a JPEG, or is damaged");
  } else {
    jpeg_create_decompress(&p->jpeg);
    p->jpeg.client_data = p; /* which that has cleared */
    p->jpeg.progress = &p->progress;
    read_picture(p);
  }
  jpeg_destroy_decompress(&p->jpeg);
  const int code = p->code;
  free(p->bytes);
  free(p);
  return code;
}

int heights_jpeg(heights_reading *r) { return heights_jpg(r); }
