/* burl render --like: the size, place and coordinate system of a file of heights, so that the picture's samples lie
 * on the file's.  The picture's first row is the northernmost, whichever the file's is. */
#include "cli/render.h"

/* Whether the file says where it lies. */
static int has_place(const heights *h) { return h->step[0] != 0; }

/* The file's own samples, as origin and step: their coordinates come out as the file's do. */
static void take_samples(const heights *h, geometry *g) {
  const int is_northward = h->step[1] > 0;
  g->origin_count = g->step_count = 2;
  g->origin[0] = h->origin[0];
  g->origin[1] = is_northward ? h->origin[1] + (double)(h->size[1] - 1) * h->step[1] : h->origin[1];
  g->step[0] = h->step[0];
  g->step[1] = is_northward ? -h->step[1] : h->step[1];
  g->edge_given = 0; /* it makes no difference */
}

/* The file's extent, for samples of another number: the outer edges of its samples, or the middles of the
 * outermost, on which those of --edge shared lie. */
static void take_extent(const heights *h, geometry *g) {
  const double margin = g->edge == EDGE_SHARED ? 0 : 0.5;
  for (int a = 0; a < 2; a++) {
    const double first = h->origin[a] - margin * h->step[a];
    const double last = h->origin[a] + ((double)(h->size[a] - 1) + margin) * h->step[a];
    const int is_turned = a == 1 && h->step[1] > 0;
    g->extent[a] = is_turned ? last : first;
    g->extent[2 + a] = is_turned ? first : last;
  }
  g->extent_count = 4;
}

void like_place(rendering *r) {
  geometry *const g = &r->settings.geometry;
  if (!r->like || !has_place(&r->likeness)) return;
  if (r->like_size) take_samples(&r->likeness, g);
  else take_extent(&r->likeness, g);
}

int like_take(rendering *r) {
  settings *const m = &r->settings;
  geometry *const g = &m->geometry;
  image_error error;
  const heights_wish wish = {.crs = m->crs, .look = 1};
  if (!r->like) return DONE;
  if (g->extent_count || g->origin_count || g->step_count)
    return usage_error("--like says where the picture lies, as --extent, --origin and --step do: take one");
  if (g->size_given && g->axes != 2) return usage_error("--like: heights have two axes, --size has %d", g->axes);
  if (heights_read(r->like, &wish, &r->likeness, &error) != 0) return fail("%s", error.text);
  if (!has_place(&r->likeness))
    note("--like: %s doesn't say where it lies%s", r->like,
         g->size_given ? ", and --size is given: it makes no difference" : ": its size alone is taken");
  r->like_size = !g->size_given;
  if (r->like_size) {
    g->size_given = 1;
    g->axes = 2;
    for (int a = 0; a < 2; a++) g->size[a] = r->likeness.size[a];
  }
  if (!m->crs && r->format && r->format->is_map) m->crs = r->likeness.crs;
  r->recipe.crs = r->likeness.crs;
  like_place(r);
  return DONE;
}
