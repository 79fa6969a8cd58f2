/* The hashes that were compared: -DAXIS=n and -DCORNER=n choose one; 0 is the one in src/noise.
 * -DGRADIENT=1 takes signs as bits and thirds by comparison. */
#ifndef EXPERIMENT_VARIANT_H
#define EXPERIMENT_VARIANT_H

#include "base/seed.h"
#include "noise/lattice.h"

#ifndef AXIS
#define AXIS 0
#endif
#ifndef CORNER
#define CORNER 0
#endif
#ifndef GRADIENT
#define GRADIENT 0
#endif

LANE uint32_t odd_of_axis(int axis) {
  return axis == 0 ? 0x9E3779B1u : axis == 1 ? 0x85EBCA77u : axis == 2 ? 0xC2B2AE3Du : 0x27D4EB2Fu;
}

LANE uint32_t mix_axis(uint32_t cell, int axis, uint32_t low) {
  uint32_t h = cell * odd_of_axis(axis);
  if (AXIS == 1) { /* one multiplication fewer: one round after the seed */
    h = ((h ^ h >> 15) + low) * 0x7FEB352Du;
    return h ^ h >> 16;
  }
  if (AXIS == 2) { /* the seed added straight to the product */
    h = ((h + low) ^ (h + low) >> 16) * 0x7FEB352Du;
    return h ^ h >> 15;
  }
  if (AXIS == 3) return h + low; /* a line through the 32 bits */
  if (AXIS == 4) {               /* a parabola: h (2h + 1) is one to one */
    h = (h ^ h >> 15) + low;
    h = h * (h + h + 1u);
    return h ^ h >> 16;
  }
  if (AXIS == 5) { /* two rounds after the seed, three multiplications */
    h = ((h ^ h >> 15) + low) * 0x7FEB352Du;
    h = (h ^ h >> 15) * 0x846CA68Bu;
    return h ^ h >> 16;
  }
  if (AXIS == 6) { /* a shift at the end as well */
    h = ((h ^ h >> 15) + low) * 0x7FEB352Du;
    return h ^ h >> 16;
  }
  const burl__noise n = {.low = low}; /* and no high word, which is added apart */
  return hash_axis(&n, axis, cell);
}

/* `odd` finishes the corner of the hash in src/noise; the variants have none. */
LANE uint32_t mix_corner_odd(uint32_t sum, uint32_t odd) { return CORNER == 0 ? hash_corner(sum, odd) : 0u; }

LANE uint32_t mix_corner(uint32_t sum) {
  uint32_t h = sum;
  if (CORNER == 1) return h ^ h >> 16; /* no multiplication */
  if (CORNER == 2) {                   /* no shift before it */
    h *= 0x7FEB352Du;
    return h ^ h >> 15;
  }
  if (CORNER == 3) { /* a line after one shift */
    h = (h ^ h >> 16) * 0x7FEB352Du;
    return h ^ h >> 15;
  }
  if (CORNER == 4) { /* a parabola alone */
    h *= h + h + 1u;
    return h ^ h >> 16;
  }
  if (CORNER == 5) { /* a parabola after one shift */
    h ^= h >> 16;
    h *= h + h + 1u;
    return h ^ h >> 16;
  }
  if (CORNER == 6) { /* two rounds: lowbias32 */
    h = (h ^ h >> 16) * 0x7FEB352Du;
    h = (h ^ h >> 15) * 0x846CA68Bu;
    return h ^ h >> 16;
  }
  if (CORNER == 7) { /* a parabola, mixed down and up again by one more */
    h *= h + h + 1u;
    h = (h ^ h >> 16) * 0x7FEB352Du;
    return h ^ h >> 15;
  }
  if (CORNER == 8) { /* x + (x² | 5), A. Klimov and A. Shamir, 2002 */
    h ^= h >> 16;
    h += h * h | 5u;
    return h ^ h >> 16;
  }
  return hash_corner(h, 1u);
}

/* ---- Default gradients ----------------------------------------------------------------------- */

LANE gradient pick2(uint32_t h) {
  if (GRADIENT == 0) return gradient2(DEFAULT_SET, h, 1);
  const float far = 0.92387953251128676f, near = 0.38268343236508977f;
  const int along = (h >> 30 & 1u) != 0u;
  return (gradient){flip_sign(along ? far : near, h), flip_sign(along ? near : far, h << 2), 0, 0};
}

LANE gradient pick3(uint32_t h) {
  if (GRADIENT == 0) return gradient3(DEFAULT_SET, h, 1);
  const int32_t third = (int32_t)h;
  const int low = third<-715827882, high = third> 715827882;
  const float one = flip_sign(0.52573111211913361f, h << 31), two = flip_sign(0.85065080835203993f, h << 30);
  return (gradient){low ? 0 : high ? one : two, low ? one : high ? two : 0, low ? two : high ? 0 : one, 0};
}

#endif
