/* Heights as integers of the same order, from -infinity to infinity, -0 below 0: comparing these has one result for
 * any order of the heights. */
#ifndef BURL_TERRAIN_ORDER_H
#define BURL_TERRAIN_ORDER_H

#include <math.h>
#include <stdint.h>
#include <string.h>

#define BURL__MISSING INT32_MIN /* of NaN: below all others, and below their complements */

static inline int32_t burl__flipped(int32_t bits) { return bits < 0 ? bits ^ INT32_MAX : bits; }

static inline int32_t burl__order_of(float height) {
  int32_t bits;
  memcpy(&bits, &height, sizeof bits);
  return isnan(height) ? BURL__MISSING : burl__flipped(bits);
}

static inline float burl__height_of(int32_t order) {
  const int32_t bits = burl__flipped(order);
  float height;
  memcpy(&height, &bits, sizeof height);
  return order == BURL__MISSING ? NAN : height;
}

#endif
