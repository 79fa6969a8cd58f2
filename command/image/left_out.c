/* What stands for the formats whose libraries CMake's options BURL_PNG, BURL_WEBP and so on left out, and which say
 * so. */
#include "image/heights.h"

#define LEFT_OUT_FORMAT(ending, option) \
  const image_format image_##ending = {.name = #ending, .about = "not in this burl", .left_out = option};

#define LEFT_OUT_READER(ending, option)                                                                               \
  int heights_##ending(heights_reading *r) {                                                                          \
    return heights_fail(r, "this burl was built without reading ." #ending ", which CMake's option " option " adds"); \
  }

#if defined BURL_NO_PNG
LEFT_OUT_READER(png, "BURL_PNG")
const char *image_png_left_out(void) { return "BURL_PNG"; }
int image_png_pixels(const unsigned char *file, size_t length, int channels, int side, unsigned char *pixels) {
  (void)file, (void)length, (void)channels, (void)side, (void)pixels;
  return -1;
}
#endif

#if defined BURL_NO_WEBP
LEFT_OUT_FORMAT(webp, "BURL_WEBP")
LEFT_OUT_READER(webp, "BURL_WEBP")
int image_webp_version(void) { return 0; }
int image_webp_pixels(const unsigned char *file, size_t length, int channels, int side, unsigned char *pixels) {
  (void)file, (void)length, (void)channels, (void)side, (void)pixels;
  return -1;
}
#endif

#if defined BURL_NO_EXR
LEFT_OUT_FORMAT(exr, "BURL_EXR")
LEFT_OUT_READER(exr, "BURL_EXR")
#endif

#if defined BURL_NO_JPEG
LEFT_OUT_READER(jpg, "BURL_JPEG")
LEFT_OUT_READER(jpeg, "BURL_JPEG")
#endif

#if defined BURL_NO_QOI
LEFT_OUT_FORMAT(qoi, "BURL_QOI")
#endif

#if !defined BURL_GDAL
LEFT_OUT_FORMAT(tif, "BURL_TIFF")
LEFT_OUT_FORMAT(tiff, "BURL_TIFF")
LEFT_OUT_READER(tif, "BURL_TIFF")
LEFT_OUT_READER(tiff, "BURL_TIFF")
#endif
