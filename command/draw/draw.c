/* burl-draw: an .svg on standard input as .png (two pixels for each of its own) or .pdf on standard output, by librsvg,
 * cairo and pango.
 *
 *     burl-draw png|pdf <figure.svg >figure.png */
#include <cairo-pdf.h>
#include <librsvg/rsvg.h>
#include <pango/pangocairo.h>
#include <stdio.h>
#include <string.h>

enum { SCALE = 2 };

static int fail(const char *what) {
  fprintf(stderr, "burl-draw: %s\n", what);
  return 1;
}

static cairo_status_t write_out(void *unused, const unsigned char *bytes, unsigned length) {
  (void)unused;
  return fwrite(bytes, 1, length, stdout) == length ? CAIRO_STATUS_SUCCESS : CAIRO_STATUS_WRITE_ERROR;
}

/* Without a font each letter would be a box. */
static int has_fonts(void) {
  PangoFontFamily **families = NULL;
  int count = 0;
  pango_font_map_list_families(pango_cairo_font_map_get_default(), &families, &count);
  g_free(families);
  return count > 0;
}

static int draw(RsvgHandle *figure, int is_png) {
  double width = 0, height = 0;
  GError *error = NULL;
  if (!rsvg_handle_get_intrinsic_size_in_pixels(figure, &width, &height)) return fail("the figure has no size");
  cairo_surface_t *const surface =
      is_png ? cairo_image_surface_create(CAIRO_FORMAT_RGB24, (int)(SCALE * width), (int)(SCALE * height))
             : cairo_pdf_surface_create_for_stream(write_out, NULL, 0.75 * width, 0.75 * height); /* points */
  cairo_t *const to = cairo_create(surface);
  cairo_scale(to, is_png ? SCALE : 0.75, is_png ? SCALE : 0.75);
  const RsvgRectangle all = {0, 0, width, height};
  const int is_drawn = rsvg_handle_render_document(figure, to, &all, &error);
  cairo_destroy(to);
  if (!is_png) cairo_surface_finish(surface); /* writes it */
  const cairo_status_t status =
      is_drawn && is_png ? cairo_surface_write_to_png_stream(surface, write_out, NULL) : cairo_surface_status(surface);
  cairo_surface_destroy(surface);
  if (!is_drawn) return fail(error->message);
  return status == CAIRO_STATUS_SUCCESS && fflush(stdout) == 0 ? 0 : fail("the figure could not be written");
}

int main(int argc, char **argv) {
  const int is_png = argc == 2 && strcmp(argv[1], "png") == 0;
  if (!is_png && !(argc == 2 && strcmp(argv[1], "pdf") == 0)) return fail("usage: burl-draw png|pdf <figure.svg");
  if (!has_fonts()) return fail("there is no font: fonts-dejavu-core is one");
  GError *error = NULL;
  GInputStream *const in = g_memory_input_stream_new();
  char block[65536];
  for (size_t length; (length = fread(block, 1, sizeof block, stdin)) > 0;)
    g_memory_input_stream_add_data(G_MEMORY_INPUT_STREAM(in), g_memdup2(block, length), (gssize)length, g_free);
  RsvgHandle *const figure = rsvg_handle_new_from_stream_sync(in, NULL, RSVG_HANDLE_FLAG_UNLIMITED, NULL, &error);
  g_object_unref(in);
  if (!figure) return fail(error->message);
  rsvg_handle_set_dpi(figure, 96);
  const int code = draw(figure, is_png);
  g_object_unref(figure);
  return code;
}
