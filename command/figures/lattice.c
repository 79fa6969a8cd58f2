/* The numbers of lattice.h's figures, as the library has them. */
#include "figures/lattice.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "plot/axis.h"

/* ---- What is shown -------------------------------------------------------------------------------- */

int lattice_take(lattice_figure *f, const burl_program *program) {
  *f = (lattice_figure){.program = program, .lattice = burl_lattice_of(program)};
  if (f->lattice.is_simplex) f->lattice.dims = 0; /* its points lie askew */
  const double usual[4] = {0, 0, f->lattice.dims == 1 ? 8 : 4, 3};
  for (int a = 0; a < f->lattice.dims; a++)
    for (int k = a; k < 4; k += 2) f->extent[k] = (usual[k] - f->lattice.shift[a]) / f->lattice.frequency[a];
  if (f->lattice.dims > 0) lattice_choose_point(f);
  return f->lattice.dims == 1 || (f->lattice.dims == 2 && f->lattice.taps == 2);
}

void lattice_choose_point(lattice_figure *f) {
  static const double usual[2] = {0.62, 0.36};
  for (int a = 0; a < f->lattice.dims; a++) {
    const double middle = (f->extent[a] + f->extent[2 + a]) / 2, half = fabs(f->extent[2 + a] - f->extent[a]) / 2;
    const double cell = ceil(middle * f->lattice.frequency[a] + f->lattice.shift[a]) - 1;
    f->at[a] = (cell + usual[a] - f->lattice.shift[a]) / f->lattice.frequency[a];
    if (fabs(f->at[a] - middle) > half) f->at[a] = middle;
  }
}

void lattice_cells_of(const lattice_figure *f, const double at[2], double cells[2]) {
  for (int a = 0; a < 2; a++) cells[a] = at[a] * f->lattice.frequency[a] + f->lattice.shift[a];
}

void lattice_sample(const lattice_figure *f, plot_page *page, const double *x, const double *y, size_t count,
                    float *to) {
  const burl_points points = {.count = count, .coord = {x, y}};
  for (size_t i = 0; i < count; i++) to[i] = 0;
  if (burl_sample_points(f->program, &points, to) != BURL_OK) plot_fail(page);
}

/* ---- Parts ---------------------------------------------------------------------------------------- */

/* The window of a wavelet at a distance; elsewhere everything is seen as it is. */
static double window_at(const lattice_figure *f, double distance) {
  const double d = fabs(distance);
  if (strcmp(f->lattice.interp, "wavelet") != 0) return 1;
  return d < 1 ? 1 - d * d * (3 - 2 * d) : 0;
}

/* The weight of a lattice point at a distance from it; a wavelet's without its window. */
static double weight_at(const lattice_figure *f, double distance) {
  if (strcmp(f->lattice.interp, "wavelet") == 0) return fmax(0, 1 - fabs(distance));
  return burl_lattice_weight(f->program, distance);
}

lattice_part lattice_part_at(const lattice_figure *f, double i, double j, const double cells[2]) {
  const burl_lattice_point point = burl_lattice_at(f->program, i, j);
  const double dx = cells[0] - i, dy = cells[1] - j;
  lattice_part part = {i, j, weight_at(f, dx), point.value + point.gradient[0] * dx + point.gradient[1] * dy};
  part.height *= window_at(f, dx);
  if (f->lattice.dims == 1) return part;
  part.weight *= weight_at(f, dy);
  part.height *= window_at(f, dy);
  return part;
}

int lattice_parts_at(const lattice_figure *f, const double cells[2], lattice_part parts[LATTICE_MOST_PARTS]) {
  const int taps = f->lattice.taps, rows = f->lattice.dims == 2 ? taps : 1;
  int count = 0;
  for (int b = 0; b < rows; b++)
    for (int a = 0; a < taps && count < LATTICE_MOST_PARTS; a++) {
      const double i = floor(cells[0]) + a + 1 - taps / 2, j = rows > 1 ? floor(cells[1]) + b : 0;
      parts[count++] = lattice_part_at(f, i, j, cells);
    }
  return count;
}

void lattice_part_text(const lattice_part *part, char text[128]) {
  char weight[40], height[40], product[40];
  plot_number(part->weight, 3, weight);
  plot_number(part->height, 3, height);
  plot_number(part->weight * part->height, 3, product);
  snprintf(text, 128, "%s × %s = %s", weight, height, product);
}
