/* The surfaces of shape.h. */
#include "lit/shape.h"

/* ---- angles ---------------------------------------------------------------------------------- */

/* The angle of a direction, in turns from the x axis, within 10^-6. */
static float turns(float y, float x) {
  const float ax = x < 0 ? -x : x, ay = y < 0 ? -y : y, high = most(ax, ay), a = least(ax, ay) / most(high, 1e-30f);
  const float b = a * a;
  const float series =
      0.99997726f + b * (-0.33262347f + b * (0.19354346f + b * (-0.11643287f + b * (0.05265332f + b * -0.01172120f))));
  float t = a * series / 6.28318531f;
  t = ay > ax ? 0.25f - t : t;
  t = x < 0 ? 0.5f - t : t;
  return y < 0 ? -t : t;
}

/* A wave that repeats after 1, like a sine of that many turns. */
static float wave(float turn) {
  const float a = turn - whole(turn) - 0.5f, ramp = a < 0 ? -0.5f - a : 0.5f - a; /* -1/2 to 1/2, 0 at both ends */
  const float b = least(ramp < 0 ? -ramp : ramp, 0.5f - (ramp < 0 ? -ramp : ramp)) * 6.28318531f, c = b * b;
  const float sine = b * (1 - c / 6 * (1 - c / 20 * (1 - c / 42)));
  return a < 0 ? sine : -sine;
}

/* ---- the cloth ------------------------------------------------------------------------------- */

/* A sheet that hangs in folds from an apex above the picture: a cone, whose height above a plane is its distance down
 * from the apex times a function of x over that distance.  A cone unrolls onto a plane, so that the map lies on it
 * undistorted. */
static const float folds_wide = 2, apex = 2.2f; /* the greatest x over the distance; repeats from the middle up */

static float fold(float q) {
  const float bent = q + 0.06f * wave(1.3f * q + 0.2f);
  return 0.04f * wave(2.6f * bent + 0.05f) + 0.014f * wave(6.1f * bent + 0.35f) + 0.035f * wave(1.1f * q + 0.62f);
}

/* Unrolls the cone: the angle turns by the arc of the unit vectors along which its lines run. */
static void unroll(shape *s) {
  vector before = v_of(0, 0, 0), along = v_of(0, 1, 0); /* along: cosine and sine of the angle */
  for (int k = 0; k <= SHAPE_FOLDS; k++) {
    const float pace = 2 * folds_wide / SHAPE_FOLDS, q = pace * (float)k - folds_wide;
    const float rise = fold(q), slope = (fold(q + 0.5f * pace) - fold(q - 0.5f * pace)) / pace;
    const float length = sqrtf(1 + q * q + rise * rise);
    const vector now = v_scale(v_of(q, 1, rise), 1 / length), chord = v_sub(now, before);
    const float half = k ? 0.5f * sqrtf(v_dot(chord, chord)) : 0; /* the sine of half the angle */
    const float sine = 2 * half * sqrtf(1 - half * half), cosine = 1 - 2 * half * half;
    along = v_of(along.x * cosine + along.y * sine, along.y * cosine - along.x * sine, 0);
    before = now;
    s->folds[k].rise = rise;
    s->folds[k].slope = slope;
    s->folds[k].across = length * along.x;
    s->folds[k].down = length * along.y;
  }
}

/* Turns the sheet so that its middle hangs straight. */
static void straighten(shape *s) {
  const float x = s->folds[SHAPE_FOLDS / 2].across, y = s->folds[SHAPE_FOLDS / 2].down, k = 1 / sqrtf(x * x + y * y);
  for (int i = 0; i <= SHAPE_FOLDS; i++) {
    const float across = s->folds[i].across, down = s->folds[i].down;
    s->folds[i].across = k * (across * y - down * x);
    s->folds[i].down = k * (across * x + down * y);
  }
}

typedef struct {
  float below, q, rise, slope, across, down;
} fold_place;

static fold_place fold_at(const shape *s, vector p) {
  const float below = most(apex - p.y, 0.01f), q = p.x / below;
  const float at = within((q + folds_wide) * (SHAPE_FOLDS / (2 * folds_wide)), 0, SHAPE_FOLDS);
  const int i = (int)least(at, SHAPE_FOLDS - 1);
  const float k = at - (float)i;
  return (fold_place){.below = below,
                      .q = q,
                      .rise = between(s->folds[i].rise, s->folds[i + 1].rise, k),
                      .slope = between(s->folds[i].slope, s->folds[i + 1].slope, k),
                      .across = between(s->folds[i].across, s->folds[i + 1].across, k),
                      .down = between(s->folds[i].down, s->folds[i + 1].down, k)};
}

static vector fold_normal(const fold_place *f) { return v_of(-f->slope, f->rise - f->q * f->slope, 1); }

static place cloth_place(const shape *s, vector p) {
  const fold_place f = fold_at(s, p);
  const vector n = fold_normal(&f);
  return (place){
      .u = f.below * f.across, .v = f.below * f.down / s->high, .above = (p.z - f.below * f.rise) / sqrtf(v_dot(n, n))};
}

static frame cloth_frame(const shape *s, vector p) {
  const fold_place f = fold_at(s, p);
  const vector out = v_unit(fold_normal(&f)), line = v_unit(v_of(f.q, -1, f.rise)), across = v_cross(out, line);
  const float k = 1 / sqrtf(f.across * f.across + f.down * f.down), sine = k * f.across, cosine = k * f.down;
  return (frame){.right = v_add(v_scale(line, sine), v_scale(across, cosine)),
                 .down = v_sub(v_scale(line, cosine), v_scale(across, sine)),
                 .out = out,
                 .pressed = 1};
}

/* The distance, from `begin` to `end`, at which a ray reaches the greatest displacement, 0 where it doesn't: strides
 * are as long as what is nearest. */
static int reach_cloth(const shape *s, const ray *r, float *begin, float end) {
  enum { STEPS = 48 };
  const float near_enough = 1e-4f;
  for (int i = 0; i < STEPS && *begin <= end; i++) {
    const float gap = cloth_place(s, v_along(r->from, r->to, *begin)).above - s->top;
    if (gap <= near_enough) return 1;
    *begin += 0.9f * gap;
  }
  return *begin <= end;
}

/* ---- opening --------------------------------------------------------------------------------- */

static void look(shape *s, vector eye, vector at, float half) {
  s->eye = eye;
  s->ahead = v_unit(v_sub(at, eye));
  s->right = v_scale(v_unit(v_cross(s->ahead, v_of(0, 1, 0))), half);
  s->up = v_cross(s->right, s->ahead);
}

static void open_ball(shape *s) {
  s->radius = 4 / 6.28318531f; /* four repeats around */
  const float limit = 0.4f * s->radius;
  s->low = most(s->low, -limit);
  s->top = least(s->top, limit);
  const float whole = s->radius + s->top, distance = 5 * whole;
  look(s, v_of(0, 0, distance), v_of(0, 0, 0), 1.12f * whole / sqrtf(distance * distance - whole * whole));
  s->lamp = v_unit(v_of(-0.55f, 0.62f, 0.56f));
}

static void open_cloth(shape *s) {
  unroll(s);
  straighten(s);
  s->crest = s->top * 1.5f;
  s->trough = s->low * 1.5f;
  const float below = apex + 1.2f; /* as far below as the picture shows */
  for (int k = 0; k <= SHAPE_FOLDS; k++) {
    s->crest = most(s->crest, below * s->folds[k].rise + 1.5f * s->top);
    s->trough = least(s->trough, below * s->folds[k].rise + 1.5f * s->low);
  }
  look(s, v_of(0, 0, 5), v_of(0, 0, 0), 0.2f);
  s->lamp = v_unit(v_of(-0.62f, 0.5f, 0.6f));
}

void shape_open(shape *s, lit_shape kind, float high, float low, float top) {
  *s = (shape){.kind = kind, .high = high, .low = low, .top = top};
  if (kind == LIT_BALL) open_ball(s);
  if (kind == LIT_CLOTH) open_cloth(s);
  if (kind != LIT_PLANE) return;
  look(s, v_of(0, 3, 2.6f), v_of(0, 0, -0.05f), 0.25f);
  s->lamp = v_unit(v_of(-0.62f, 0.6f, -0.4f));
}

/* ---- what all have --------------------------------------------------------------------------- */

ray shape_ray(const shape *s, float x, float y) {
  return (ray){s->eye, v_unit(v_along(v_along(s->ahead, s->right, x), s->up, y))};
}

static place ball_place(const shape *s, vector p) {
  const float across2 = p.x * p.x + p.z * p.z;
  return (place){.u = 4 * turns(p.x, p.z),
                 .v = (0.5f - 2 * turns(p.y, sqrtf(across2))) * s->radius * 3.14159265f / s->high,
                 .above = sqrtf(across2 + p.y * p.y) - s->radius};
}

place shape_place(const shape *s, vector p) {
  if (s->kind == LIT_BALL) return ball_place(s, p);
  if (s->kind == LIT_CLOTH) return cloth_place(s, p);
  return (place){.u = p.x, .v = p.z / s->high, .above = p.y};
}

float shape_piece(const shape *s, vector p) {
  if (s->kind == LIT_PLANE) return 1e6f;
  if (s->kind == LIT_CLOTH) return 0.08f;
  return most(0.15f * sqrtf(p.x * p.x + p.z * p.z), 0.01f * s->radius);
}

frame shape_frame(const shape *s, vector p) {
  if (s->kind == LIT_CLOTH) return cloth_frame(s, p);
  if (s->kind == LIT_PLANE) return (frame){v_of(1, 0, 0), v_of(0, 0, 1), v_of(0, 1, 0), 1};
  const vector out = v_unit(p);
  const float across = most(sqrtf(out.x * out.x + out.z * out.z), 1e-4f);
  const vector right = v_of(out.z / across, 0, -out.x / across);
  return (frame){.right = right, .down = v_cross(right, out), .out = out, .pressed = most(across, 0.05f)};
}

/* The distances at which a ray is in a ball around the origin; 0 where there are none. */
static int ball_span(const ray *r, float radius, float *begin, float *end) {
  const float b = v_dot(r->from, r->to);
  const vector nearest = v_along(r->from, r->to, -b); /* of the line to the centre */
  const float c = radius * radius - v_dot(nearest, nearest);
  if (c <= 0) return 0;
  *begin = -b - sqrtf(c);
  *end = -b + sqrtf(c);
  return 1;
}

/* The distances at which a coordinate that begins at `from` and changes by `by` is between two limits. */
static int slab_span(float from, float by, float low, float top, float *begin, float *end) {
  if (by > -1e-5f) return 0;
  *begin = most((top - from) / by, 0);
  *end = (low - from) / by;
  return *begin < *end || low == top;
}

int shape_span(const shape *s, const ray *r, float *begin, float *end, int *is_solid) {
  float inner_begin, inner_end;
  *is_solid = 1;
  if (s->kind == LIT_PLANE) return slab_span(r->from.y, r->to.y, s->low, s->top, begin, end);
  if (s->kind == LIT_CLOTH) {
    if (!slab_span(r->from.z, r->to.z, s->trough, s->crest, begin, end)) return 0;
    if (!reach_cloth(s, r, begin, *end)) return 0;
    const vector out = cloth_frame(s, v_along(r->from, r->to, *begin)).out;
    *end = *begin + 1.3f * (s->top - s->low) / most(-v_dot(out, r->to), 0.15f);
    return 1;
  }
  if (!ball_span(r, s->radius + s->top, begin, end)) return 0;
  *is_solid = ball_span(r, s->radius + s->low, &inner_begin, &inner_end);
  if (*is_solid) *end = inner_begin;
  return 1;
}

float shape_exit(const shape *s, const ray *r) {
  float begin, end;
  if (s->kind == LIT_PLANE) return r->to.y > 1e-5f ? (s->top - r->from.y) / r->to.y : 0;
  if (s->kind == LIT_CLOTH) return r->to.z > 1e-5f ? (s->crest - r->from.z) / r->to.z : 0;
  return ball_span(r, s->radius + s->top, &begin, &end) ? end : 0;
}
