/* Samples of noises: their calls, and what is read of them. */
#include "code/walk/scope.h"

/* ---- By the nearest point ------------------------------------------------------------------------- */

/* The fields of the edge as if it were a point: the way across it, and how far it is. */
static void find_edge(burl__code_walk *w, const burl__noise *points, const burl__noise_call *call,
                      const burl__noise_use *use, int fields[BURL__NEAR_FIELDS]) {
  const int with_slopes = use->has_slopes;
  const burl__asked asked = {.what = with_slopes ? ASKED_EDGE_SLOPES : ASKED_EDGE, .has_id = use->has_id};
  const int edge = burl__call_noise_function(w, points, asked, call);
  for (int a = 0; a < points->dims && with_slopes; a++) fields[a] = burl__part(w->m, edge, a);
  fields[3] = with_slopes ? burl__part(w->m, edge, points->dims) : edge;
}

static burl__held sample_nearest(burl__code_walk *w, const burl__noise *noise, const burl__noise_call *call,
                                 int with_slopes) {
  const burl__noise points = burl__points_of(noise);
  const burl__noise_use *const use = burl__use_of(w, noise);
  burl__held h = burl__as_value(BURL__NO_VALUE);
  int fields[BURL__NEAR_FIELDS], leaves[BURL__MOST_LEAVES];
  if (!use) return h;
  const burl__asked asked = {.what = ASKED_NEAREST, .has_id = use->has_id};
  burl__noise_call with_near = *call;
  with_near.near = burl__call_noise_function(w, &points, asked, call);
  if (with_near.near < 0) return h;
  burl__fields_of_near(w, &points, use->has_id, with_near.near, fields);
  if (noise->give == GIVE_EDGE) find_edge(w, &points, &with_near, use, fields);
  const burl__settings settings = burl__settings_of_call(w, noise, call);
  const burl__code_argument a[] = {{.what = ARGUMENT_SETTINGS, .settings = &settings},
                                   burl__value_argument(burl__int_literal(w->m, with_slopes)),
                                   burl__value_argument(fields[0]),
                                   burl__value_argument(fields[1]),
                                   burl__value_argument(fields[2]),
                                   burl__value_argument(fields[3]),
                                   burl__value_argument(fields[4])};
  burl__evaluate_here(w->e);
  if (w->m->failed || burl__evaluate_call(w->e, -1, "lean_given", a, 7, leaves) != 5) return h;
  h.value = burl__name_value(w->m, leaves[4], burl__name_of_noise(noise));
  for (int i = 0; i < 5; i++) h.slope[i] = i < 4 && with_slopes ? leaves[i] : BURL__NO_VALUE;
  return h;
}

/* ---- Samples -------------------------------------------------------------------------------------- */

/* The value alone. */
static int value_of_noise(burl__code_walk *w, const burl__noise *noise, const burl__noise_call *call) {
  const burl__noise_use *const use = burl__is_of_nearest(w, noise) ? burl__use_of(w, noise) : NULL;
  if (use && use->is_near) return sample_nearest(w, noise, call, 0).value;
  if (burl__is_value_of_slopes(w, noise)) {
    const int slopes = burl__call_noise_function(w, noise, (burl__asked){.what = ASKED_SLOPES}, call);
    return burl__name_value(w->m, burl__part(w->m, slopes, burl__slopes_of_noise(noise)), burl__name_of_noise(noise));
  }
  const burl__asked asked = {.what = burl__is_of_distances(w, noise) ? ASKED_DISTANCE : ASKED_VALUE};
  return burl__call_noise_function(w, noise, asked, call);
}

int burl__call_noise(burl__code_walk *w, const burl__noise *noise, int at, const int own[3]) {
  return value_of_noise(w, noise, &(burl__noise_call){.at = at, .own = own});
}

/* Of a noise at a coordinate where no noise has a value, which is known: 0. */
static burl__held no_sample(burl__code_walk *w) {
  const int zero = burl__real(w->m, 0);
  burl__held h = burl__as_value(zero);
  for (int i = 0; i < 5; i++) h.slope[i] = zero;
  return h;
}

burl__held burl__sample_node(burl__code_walk *w, burl__code_scope *s, int node) {
  const burl__node *const n = burl__walk_node(w, node);
  const burl__noise *const noise = n->setup;
  const int dims = noise->dims, wanted = w->slopes[node];
  for (int a = 0; a < dims; a++)
    if (burl__is_nowhere(w, burl__coordinate_of_noise(w->task->view, node, a))) return no_sample(w);
  burl__noise_call call = {.at = burl__point_of_noise(w, s, node)};
  for (int i = 0; i < noise->varies; i++) call.extras[i] = burl__real_at(w, s, burl__walk_argument(w, node, dims + i));
  call.key = w->task->has_keys ? burl__add_keys(w, (const uint32_t[]){noise->low, noise->high}, 2) : 0;
  burl__held h = burl__as_value(BURL__NO_VALUE);
  for (int i = 0; i < 5; i++) h.slope[i] = BURL__NO_VALUE;
  if ((wanted & 15) && burl__is_of_nearest(w, noise)) {
    h = sample_nearest(w, noise, &call, 1);
  } else if (wanted & 15) {
    const int slopes = burl__call_noise_function(w, noise, (burl__asked){.what = ASKED_SLOPES}, &call);
    const int count = burl__slopes_of_noise(noise);
    for (int i = 0; i < count; i++) h.slope[i] = burl__part(w->m, slopes, i);
    if (count < 4) h.value = burl__part(w->m, slopes, count);
  }
  if (wanted & 1 << BURL__BY_JITTER)
    h.slope[BURL__BY_JITTER] = burl__call_noise_function(w, noise, (burl__asked){.what = ASKED_BY_JITTER}, &call);
  if (h.value < 0 && burl__is_bend(n->op))
    h.value = burl__call_noise_function(w, noise, (burl__asked){ASKED_BEND, burl__axes_of_bend(n), 0}, &call);
  if (h.value < 0) h.value = value_of_noise(w, noise, &call);
  return h;
}
