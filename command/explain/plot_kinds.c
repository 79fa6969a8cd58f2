/* The figures that burl plot draws: what each is called, what it takes, and who draws it. */
#include <string.h>

#include "explain/plot.h"

enum { SEVERAL = 1, LINES = 2, TABLES = 4, POINTS = 8 };

const plot_figure plot_kinds[PLOT_KINDS] = {
    [PLOT_RECIPE] = {"", plot_recipe, SEVERAL | LINES | TABLES, {320, 320}, 8},
    [PLOT_OCTAVES] = {"octaves", plot_octaves, LINES | TABLES, {320, 400}, 8},
    [PLOT_LATTICE] = {"lattice", plot_lattice, POINTS, {640, 540}, 8},
    [PLOT_DERIVATIVE] = {"derivative", plot_derivative, LINES | TABLES, {400, 400}, 8},
    [PLOT_HISTOGRAM] = {"histogram", plot_histogram, TABLES, {400, 240}, 64},
    [PLOT_SPECTRUM] = {"spectrum", plot_spectrum, SEVERAL | TABLES, {400, 240}, 32},
    [PLOT_AUTOCORRELATION] = {"autocorrelation", plot_autocorrelation, SEVERAL | TABLES, {400, 240}, 32},
};

int plot_choose_kind(void *job, char *name) {
  plot_job *const j = job;
  for (int kind = PLOT_RECIPE + 1; kind < PLOT_KINDS; kind++)
    if (strcmp(name, plot_kinds[kind].name) == 0) return j->kind = (plot_kind)kind, DONE;
  return usage_error("--parts is one of " PARTS_LIST ", not '%s'", name);
}

int plot_check_kind(const plot_job *j) {
  const plot_figure *const f = &plot_kinds[j->kind];
  if (j->count > 1 && !(f->takes & SEVERAL)) return usage_error("--parts %s is of one recipe", f->name);
  if (j->line_count && !(f->takes & LINES)) return usage_error("--parts %s has no --line", f->name);
  if (j->data && !(f->takes & TABLES)) return usage_error("--parts %s has no --data", f->name);
  if (j->point_count && !(f->takes & POINTS)) return usage_error("--at is the point of --parts lattice");
  if (j->size[0] == 0 || (j->size[0] >= f->least[0] && j->size[1] >= f->least[1])) return DONE;
  return usage_error("--size: this figure takes %dx%d at least", f->least[0], f->least[1]);
}

/* Statistics are of more than a usual picture shows, unless the recipe or an option says what it shows. */
int plot_place(plot_job *j) {
  enum { ALONG_X = 64 }; /* times as many units of a curve, as there are no others beside it */
  double view[8];
  const double cells = plot_kinds[j->kind].cells, side = j->is_curve ? ALONG_X * cells : cells;
  const double wide[4] = {0, 0, side, side};
  const burl_program *const program = j->recipes[0].program;
  if (cells > 8 && j->figure.extent_count == 0 && burl_view(program, view) == 0) {
    memcpy(j->figure.extent, wide, sizeof wide);
    j->figure.extent_count = 4;
  }
  return figure_place(&j->figure, program, 4, j->is_curve);
}
