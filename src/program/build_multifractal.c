/* Builders of multifractals: each octave is as strong as those before it leave it, so that fractals are rough in some
 * places and smooth in others.
 *
 * Source: F. K. Musgrave, "Methods for realistic landscape imaging", 1993, and in D. S. Ebert et al., "Texturing and
 * modeling: a procedural approach", 1994. */
#include "program/octaves.h"

/* ---- Sums --------------------------------------------------------------------------------------- */

/* The height of the octaves so far, and the weight of the next one: the height itself
 * (heterogeneous), or the product of the signals so far, clamped to at most 1 (hybrid). */
typedef struct {
  int height, weight;
} relief;

static relief next_relief(burl__graph *g, relief so_far, int signal, int first, int hybrid) {
  if (first) return (relief){signal, signal};
  const int by = hybrid ? burl__make2(g, OP_min_f, so_far.weight, burl__literal(g, 1.0)) : so_far.height;
  const int part = burl__make2(g, OP_multiply_f, signal, by);
  return (relief){burl__make2(g, OP_add_f, so_far.height, part), part};
}

/* The relief with as much of the next one as the grid's spacing shows; the weight of what follows is the next one's
 * as soon as there is any of it. */
static relief fade_relief(burl__graph *g, relief so_far, relief next, burl__fade fade) {
  if (!fade.spacing) return next;
  const int part =
      burl__make2(g, OP_multiply_f, burl__make2(g, OP_subtract_f, next.height, so_far.height), fade.weight);
  const int faded = burl__make2(g, OP_add_f, so_far.height, part);
  return (relief){burl__gate(g, so_far.height, next.height, faded, fade.spacing),
                  burl__gate(g, so_far.weight, next.weight, next.weight, fade.spacing)};
}

static burl__value pile_octaves(burl__call_site *site, const burl__octaves *o, int hybrid) {
  burl__graph *const g = site->graph;
  const int offset = burl__option_varying(site, "offset");
  relief shown = {BURL__NONE, BURL__NONE}, all = shown;
  for (int i = 0; i < o->count; i++) {
    const burl__octave e = burl__octave_at(site, o, i, NULL, NULL);
    const int signal = burl__make2(g, OP_multiply_f, burl__make2(g, OP_add_f, e.value, offset), o->amplitude[i]);
    if (signal < 0) return burl__failed();
    all = next_relief(g, all, signal, i == 0, hybrid);
    if (burl__octave_is_negligible(g, o, i)) continue;
    shown = fade_relief(g, shown, next_relief(g, shown, signal, i == 0, hybrid), e.fade);
  }
  const int height = burl__widen_by_all(g, shown.height, all.height);
  return burl__number(o->normalise ? burl__make2(g, OP_divide_f, height, o->total) : height);
}

static burl__value pile(burl__call_site *site, int hybrid) {
  burl__octaves o;
  return burl__open_octaves(site, &o) ? pile_octaves(site, &o, hybrid) : burl__failed();
}

burl__value burl__build_hybrid(burl__call_site *site) { return pile(site, 1); }
burl__value burl__build_hetero(burl__call_site *site) { return pile(site, 0); }

/* ---- A product ---------------------------------------------------------------------------------- */

/* offset + a·e, where the octave is shown; what it fades to is offset alone. */
static int factor_of(burl__graph *g, int offset, int part, burl__fade fade) {
  const int whole = burl__make2(g, OP_add_f, part, offset);
  if (!fade.spacing) return whole;
  const int faded = burl__make2(g, OP_add_f, burl__make2(g, OP_multiply_f, part, fade.weight), offset);
  return burl__gate(g, offset, whole, faded, fade.spacing);
}

/* Π (offset + aᵢ·eᵢ), divided by Π (|offset| + |aᵢ|) if it is normalised. */
burl__value burl__build_multifractal(burl__call_site *site) {
  burl__graph *const g = site->graph;
  burl__octaves o;
  if (!burl__open_octaves(site, &o)) return burl__failed();
  const int offset = burl__option_varying(site, "offset"), size = burl__make1(g, OP_abs_f, offset);
  int product = BURL__NONE, most = BURL__NONE;
  for (int i = 0; i < o.count; i++) {
    const burl__octave e = burl__octave_at(site, &o, i, NULL, NULL);
    const int part = burl__make2(g, OP_multiply_f, e.value, o.amplitude[i]);
    const int is_shown = !burl__octave_is_negligible(g, &o, i);
    const int factor = is_shown ? factor_of(g, offset, part, e.fade) : offset;
    const int peak = burl__make2(g, OP_add_f, size, burl__make1(g, OP_abs_f, o.amplitude[i]));
    product = i == 0 ? factor : burl__make2(g, OP_multiply_f, product, factor);
    most = i == 0 ? peak : burl__make2(g, OP_multiply_f, most, peak);
    if (part < 0 || product < 0 || most < 0) return burl__failed();
  }
  return burl__number(o.normalise ? burl__make2(g, OP_divide_f, product, most) : product);
}
