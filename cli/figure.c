/* Figures as files: .svg as it is drawn, .png and .pdf by burl-draw. */
#include "figure.h"

#include "cli.h"

#include <stdlib.h>
#include <string.h>

static int save(const char *path, const void *bytes, size_t length) {
  image_error error = {""};
  return image_save_bytes(path, bytes, length, &error) == 0 ? DONE : fail("%s", error.text);
}

int figure_check(const char *path, plot_theme *theme) {
  static const char *const endings[] = {".svg", ".png", ".pdf"};
  const char *const ending = path ? strrchr(path, '.') : NULL;
  if (!path) return usage_error("no file to write: -o FILE.svg, .png or .pdf");
  for (int i = 0; i < 3; i++) {
    if (!ending || strcmp(ending, endings[i]) != 0) continue;
    if (i > 0 && *theme == PLOT_AUTO) *theme = PLOT_LIGHT;
    return DONE;
  }
  return usage_error("-o %s: a figure is .svg, .png or .pdf", path);
}

int figure_save(const char *path, const char *svg, size_t length) {
  const char *const ending = strrchr(path, '.');
  if (strcmp(ending, ".svg") == 0) return save(path, svg, length);
  char name[] = "burl-draw", format[8];
  snprintf(format, sizeof format, "%s", ending + 1);
  second_output made = {NULL, 0};
  int code = second_convert((char *[]){name, format, NULL}, svg, length, &made);
  if (!code) code = save(path, made.bytes, made.length);
  free(made.bytes);
  return code;
}
