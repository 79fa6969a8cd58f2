/* Floats as whole numbers that rise with them: what sorts and counts floats by their digits does so with these. */
#ifndef BURL_BASE_ORDER_H
#define BURL_BASE_ORDER_H

#include <stdint.h>
#include <string.h>

static inline uint32_t burl__key_of_float(float value) {
  uint32_t bits;
  memcpy(&bits, &value, sizeof bits);
  return bits >> 31 ? ~bits : bits | 0x80000000u;
}

static inline float burl__float_of_key(uint32_t key) {
  const uint32_t bits = key >> 31 ? key & 0x7FFFFFFFu : ~key;
  float value;
  memcpy(&value, &bits, sizeof value);
  return value;
}

#endif
