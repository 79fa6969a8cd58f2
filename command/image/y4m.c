/* YUV4MPEG2: frames as they are, for a program that compresses them.  Every pixel has its own colour (4:4:4), so that
 * sizes may be odd; values are of BT.601 and run from 16 to 235, which readers take for granted. */
#include "image/image.h"
#include "image/moving.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

static int begin(image_movie *m) {
  unsigned frames = (unsigned)lround(1000 * m->fps), seconds = 1000;
  for (unsigned prime = 2; prime <= 5; prime += 3)
    while (frames % prime == 0 && seconds % prime == 0) frames /= prime, seconds /= prime;
  const int printed = fprintf(m->stream, "YUV4MPEG2 W%d H%d F%u:%u Ip A1:1 C444 XCOLORRANGE=LIMITED\n", m->width,
                              m->height, frames, seconds);
  return printed < 0 ? errno ? errno : EIO : 0;
}

/* A weighted sum of red, green and blue, above the value of none of them. */
static unsigned char mix(const unsigned char *rgb, const double weights[3], double none) {
  const double sum = weights[0] * rgb[0] + weights[1] * rgb[1] + weights[2] * rgb[2];
  return (unsigned char)(none + sum / 255 + 0.5);
}

static void set_planes(const image_movie *m, const unsigned char *pixels, unsigned char *planes) {
  static const double luma[3] = {65.481, 128.553, 24.966}, blue[3] = {-37.797, -74.203, 112},
                      red[3] = {112, -93.786, -18.214};
  const size_t count = (size_t)m->width * (size_t)m->height;
  for (size_t i = 0; i < count; i++) {
    const unsigned char *const from = pixels + i * (size_t)m->channels;
    const unsigned char rgb[3] = {from[0], from[m->channels == 3], from[m->channels == 3 ? 2 : 0]};
    planes[i] = mix(rgb, luma, 16);
    planes[count + i] = mix(rgb, blue, 128);
    planes[2 * count + i] = mix(rgb, red, 128);
  }
}

static int encode(const image_movie *m, int64_t number, const unsigned char *pixels, image_frame *frame) {
  static const char head[] = "FRAME\n";
  (void)number;
  frame->length = sizeof head - 1 + 3 * (size_t)m->width * (size_t)m->height;
  frame->bytes = malloc(frame->length);
  if (!frame->bytes) return ENOMEM;
  memcpy(frame->bytes, head, sizeof head - 1);
  set_planes(m, pixels, frame->bytes + sizeof head - 1);
  return 0;
}

static const image_moving moving = {.most_fps = 1000, .begin = begin, .encode = encode};

const image_format image_y4m = {
    .name = "y4m",
    .about = "frames of 8 bits, not compressed, for a program that makes a video",
    .most_axes = 2,
    .channels = IMAGE_GREY | IMAGE_RGB,
    .kind = IMAGE_INTEGERS,
    .depths = 8,
    .provenance_storage = IMAGE_BESIDE,
    .most_side = 65535,
    .moving = &moving,
};
