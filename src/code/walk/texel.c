/* Images as samplers: the place of a point in the image, and what the target's sampler has there.  The sampler blends
 * four samples linearly and goes on with the image.  All else is arithmetic on the place: nearest samples, edges that
 * are held, mirrored ones.  So one texture serves all calls of an image. */
#include "code/walk/scope.h"
#include "program/picture.h"

/* One axis: how many samples there are, where the first one's outer edge is, and how wide all are together. */
typedef struct {
  double count, edge, width;
} image_axis;

static image_axis image_axis_of(const burl__picture *p, int a) {
  const burl_field *const f = &p->image->field;
  const double step = burl__picture_step(p, a), count = (double)f->size[a];
  return (image_axis){count, burl__has_size(p) ? 0 : f->origin[a] - 0.5 * step, step * count};
}

static int own(burl__module *m, burl__own_function function, int count, const int *arguments) {
  return burl__value_at(m, VALUE_OWN, burl__kind_of(KIND_REAL), (int)function, count, arguments);
}

static int one_less(burl__module *m, int value) { return burl__binary(m, VALUE_MINUS, burl__real(m, 1), value); }

/* A coordinate as a share of the image's width, 0 at its first sample's outer edge and 1 at its last one's. */
static int share_of(burl__code_walk *w, int at, image_axis of, int is_turned) {
  burl__module *const m = w->m;
  const int from_edge = of.edge == 0 ? at : burl__binary(m, VALUE_MINUS, at, burl__real(m, of.edge));
  const int share = burl__binary(m, VALUE_TIMES, from_edge, burl__real(m, 1 / of.width));
  return is_turned ? one_less(m, share) : share;
}

/* There and back: 0 to 1 to 0 over two widths. */
static int mirrored(burl__module *m, int share) {
  const int half = burl__binary(m, VALUE_TIMES, share, burl__real(m, 0.5));
  const int turn = burl__binary(m, VALUE_MINUS, half, burl__unary(m, VALUE_FLOOR, half));
  const int from_middle =
      burl__binary(m, VALUE_MINUS, burl__binary(m, VALUE_TIMES, turn, burl__real(m, 2)), burl__real(m, 1));
  return one_less(m, burl__unary(m, VALUE_SIZE, from_middle));
}

/* The share as the sampler is to have it. */
static int wrapped(burl__module *m, const burl__picture *p, image_axis of, int share) {
  if (p->wrap == BURL__WRAP_MIRROR) share = mirrored(m, share);
  if (p->read == BURL__READ_NEAREST) {
    const int sample = burl__unary(m, VALUE_FLOOR, burl__binary(m, VALUE_TIMES, share, burl__real(m, of.count)));
    share = burl__binary(m, VALUE_TIMES, burl__binary(m, VALUE_PLUS, sample, burl__real(m, 0.5)),
                         burl__real(m, 1 / of.count));
  }
  if (p->wrap == BURL__WRAP_REPEAT) return share;
  return own(m, OWN_CLAMP, 3, (const int[]){share, burl__real(m, 0.5 / of.count), burl__real(m, 1 - 0.5 / of.count)});
}

static int is_within(burl__module *m, int share) {
  return burl__binary(m, VALUE_AND, burl__binary(m, VALUE_LESS_EQUAL, burl__real(m, 0), share),
                      burl__binary(m, VALUE_LESS_EQUAL, share, burl__real(m, 1)));
}

static int image_uniform(burl__code_walk *w, const burl__picture *p) {
  for (int i = 0; i < w->task->image_count; i++) {
    if (w->task->images[i] != p->image) continue;
    const burl_field *const f = &p->image->field;
    const burl__uniform u = {
        .name = w->task->image_names[i], .image = p->image->name, .size = {(int)f->size[0], (int)f->size[1]}};
    return burl__add_uniform(w->m, &u);
  }
  return -1;
}

/* Where textures have a grey and an opacity, the second is the fourth. */
static int component_of(const burl__picture *p) {
  return p->channel == 1 && burl__channels_of(&p->image->field) == 2 ? 3 : p->channel;
}

burl__held burl__picture_of_node(burl__code_walk *w, burl__code_scope *s, int node) {
  burl__module *const m = w->m;
  const burl__picture *const p = burl__walk_node(w, node)->setup;
  int share[2], at[2];
  if (p->order[0] + p->order[1] > 0) return burl__as_value(burl__module_misread(m, "slopes of an image"));
  const int uniform = image_uniform(w, p);
  for (int a = 0; a < 2; a++) {
    const int place = burl__convert_to(m, burl__real_at(w, s, burl__walk_argument(w, node, a)), KIND_REAL);
    const int is_turned = a && burl__has_size(p) && burl__walk_node(w, burl__walk_argument(w, node, 2))->value != 0;
    const image_axis of = image_axis_of(p, a);
    share[a] = share_of(w, place, of, is_turned != (a && w->task->images_are_flipped));
    at[a] = wrapped(m, p, of, share[a]);
  }
  if (uniform < 0 || at[0] < 0 || at[1] < 0) return burl__as_value(BURL__NO_VALUE);
  const int place = burl__make(m, burl__vector_of(KIND_REAL, 2), at);
  const int texel = burl__value_at(m, VALUE_SAMPLE, burl__vector_of(KIND_REAL, 4), uniform, 1, &place);
  const int value = burl__part(m, burl__name_value(m, texel, "texel"), component_of(p));
  if (p->wrap != BURL__WRAP_NONE) return burl__as_value(value);
  const int holds = burl__binary(m, VALUE_AND, is_within(m, share[0]), is_within(m, share[1]));
  return burl__as_value(burl__pick(m, holds, value, burl__real(m, NAN)));
}
