/* The rays of trace.h. */
#include "lit/trace.h"

/* A ray's way over the material, in pieces on which the place is a parabola of the distance, nearly: three places say
 * which, and those between take little. */
typedef struct {
  const shape *shape;
  const texture *texture;
  const ray *ray;
  float begin, length, end; /* of the piece, and where the way ends */
  float coarser;            /* how long a piece may be for its distance, in any case */
  place at, by, bend;       /* at + (by + bend k) k, k: the share of the piece */
} way;

static void take_piece(way *w, float begin) {
  const shape *const s = w->shape;
  const vector from = v_along(w->ray->from, w->ray->to, begin);
  w->begin = begin;
  w->length = most(least(most(shape_piece(s, from), w->coarser * begin), w->end - begin), 1e-6f);
  const place a = shape_place(s, from), b = shape_place(s, v_along(from, w->ray->to, 0.5f * w->length)),
              c = shape_place(s, v_along(from, w->ray->to, w->length));
  w->at = a;
  w->by = (place){4 * b.u - 3 * a.u - c.u, 4 * b.v - 3 * a.v - c.v, 4 * b.above - 3 * a.above - c.above};
  w->bend = (place){2 * (a.u + c.u) - 4 * b.u, 2 * (a.v + c.v) - 4 * b.v, 2 * (a.above + c.above) - 4 * b.above};
}

static way way_of(const shape *s, const texture *t, const ray *r, float begin, float end, float coarser) {
  way w = {.shape = s, .texture = t, .ray = r, .end = end, .coarser = coarser};
  take_piece(&w, begin);
  return w;
}

/* How high the way is above the displaced surface; distances grow from call to call, but by halves of a step. */
static float gap_at(way *w, float distance) {
  if (distance > w->begin + w->length && w->begin + w->length < w->end) take_piece(w, distance);
  const float k = (distance - w->begin) / w->length;
  const float u = w->at.u + k * (w->by.u + k * w->bend.u), v = w->at.v + k * (w->by.v + k * w->bend.v);
  const float above = w->at.above + k * (w->by.above + k * w->bend.above);
  return above - within(texture_height(w->texture, u, v), w->shape->low, w->shape->top);
}

/* The distance between two, above and below the surface, at which the ray meets it: by the chord, and by halves where
 * that gains little (as Dowell and Jarratt's Illinois algorithm does, 1971). */
static float refine(way *w, float above, float below, float gap, float under) {
  float at = below;
  for (int i = 0; i < 4; i++) {
    at = above + (below - above) * gap / (gap - under);
    const float here = gap_at(w, at);
    if (here > 0) {
      above = at;
      gap = here;
      under *= 0.5f;
    } else {
      below = at;
      under = here;
      gap *= 0.5f;
    }
  }
  return at;
}

int trace_hit(const shape *s, const texture *t, const ray *r, vector *point) {
  float begin, end, before = 0;
  int is_solid;
  if (!shape_span(s, r, &begin, &end, &is_solid)) return 0;
  way w = way_of(s, t, r, begin, end, 0);
  const int steps = (int)within(0.6f * (end - begin) * (float)t->columns, 4, 160);
  const float pace = (end - begin) / (float)steps;
  float at = begin;
  for (int i = 0; i <= steps; i++, at = begin + pace * (float)i) {
    const float gap = gap_at(&w, at);
    if (gap <= 0) {
      if (i > 0) at = refine(&w, at - pace, at, before, gap);
      *point = v_along(r->from, r->to, at);
      return 1;
    }
    before = gap;
  }
  *point = v_along(r->from, r->to, end);
  return is_solid;
}

/* The lamp is hidden as far as the narrowest gap, seen from the point, is smaller than its radius (Quilez, Soft shadows
 * in raymarched signed distance fields, 2010); strides grow with the distance, as what they may miss is seen as small
 * from there, and with the gap. */
float trace_lamp(const shape *s, const texture *t, const ray *towards, float radius) {
  enum { STEPS = 64 };
  const float sample = 1 / (float)t->columns, end = shape_exit(s, towards);
  float open = 1, at = sample;
  if (at >= end) return 1;
  way w = way_of(s, t, towards, 0, end, 0.35f);
  for (int i = 0; i < STEPS && at < end; i++) {
    const float gap = gap_at(&w, at);
    open = least(open, gap / (at * radius));
    if (open <= -1) return 0;
    at += most(most(sample, 0.25f * at), 0.8f * gap);
  }
  return 0.25f * (1 + open) * (1 + open) * (2 - open);
}
