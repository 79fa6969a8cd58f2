/* Sizes of paper, and how a drawing lies on it. */
#include "pen/pen.h"

#include <math.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>

typedef struct {
  const char *name;
  double size[2];
} paper;

/* ISO 216, and ANSI/ASME Y14.1's A, B and legal. */
static const paper papers[] = {{"a6", {105, 148}},         {"a5", {148, 210}},         {"a4", {210, 297}},
                               {"a3", {297, 420}},         {"a2", {420, 594}},         {"a1", {594, 841}},
                               {"a0", {841, 1189}},        {"letter", {215.9, 279.4}}, {"legal", {215.9, 355.6}},
                               {"tabloid", {279.4, 431.8}}};

int pen_paper(const char *name, double size[2]) {
  int end = 0;
  for (const paper *p = papers; p < papers + sizeof papers / sizeof *papers; p++)
    if (strcasecmp(p->name, name) == 0) {
      memcpy(size, p->size, sizeof p->size);
      return 0;
    }
  if (sscanf(name, "%lfx%lf%n", &size[0], &size[1], &end) != 2) return -1;
  if (name[end] && strcmp(name + end, "mm") != 0) return -1;
  return size[0] >= 1 && size[1] >= 1 && size[0] <= 1e4 && size[1] <= 1e4 ? 0 : -1;
}

pen_frame pen_frame_of(double width, double height, const double page[2], double margin) {
  const double scale = fmin((page[0] - 2 * margin) / width, (page[1] - 2 * margin) / height);
  return (pen_frame){scale, 0.5 * (page[0] - scale * width), 0.5 * (page[1] - scale * height)};
}
