/* burl plot --parts lattice: which recipe and which point of it; figures/lattice.h draws. */
#include <math.h>
#include <string.h>

#include "explain/plot.h"
#include "figures/lattice.h"

/* Where the recipe is one noise on a lattice that can be drawn. */
static int take_lattice(const plot_job *j, lattice_figure *f) {
  const recipe *const r = &j->recipes[0];
  if (lattice_take(f, r->program)) return DONE;
  if (f->lattice.dims == 0)
    return fail("%s: --parts lattice is of a single perlin() or value() in one or two dimensions", r->name);
  return fail("%s: a sample of it is made of %d lattice points, too many to draw: --dims 1 has %d", r->name,
              f->lattice.taps * f->lattice.taps, f->lattice.taps);
}

static int take_point(const plot_job *j, lattice_figure *f) {
  const int dims = f->lattice.dims;
  if (j->point_count != dims) return usage_error(dims == 1 ? "--at takes X of a curve" : "--at takes X,Y");
  for (int a = 0; a < dims; a++) {
    const double middle = (f->extent[a] + f->extent[2 + a]) / 2, half = fabs(f->extent[2 + a] - f->extent[a]) / 2;
    if (!(fabs(j->point[a] - middle) <= half)) return usage_error("--at: the point is not within what is shown");
    f->at[a] = j->point[a];
  }
  return DONE;
}

int plot_lattice(plot_job *j) {
  double view[8];
  char title[TITLE_ROOM];
  lattice_figure f;
  int code = take_lattice(j, &f);
  if (code) return code;
  if (j->figure.extent_count > 0 || burl_view(j->recipes[0].program, view) > 0) {
    memcpy(f.extent, j->figure.extent, sizeof f.extent);
    lattice_choose_point(&f);
  }
  if (j->point_count > 0) code = take_point(j, &f);
  if (code) return code;
  memcpy(f.size, j->size, sizeof f.size);
  recipe_title(&j->recipes[0], title);
  const plot_theme theme = j->figure.theme;
  return figure_write(&j->figure,
                      f.lattice.dims == 1 ? lattice_line_page(&f, title, theme) : lattice_plane_page(&f, title, theme));
}
