/* Single noises with nothing to compile: the kernels on one group of lanes, set up as the compiler
 * sets up perlin(seed: s), value(seed: s) and white(seed: s). */
#include <stdalign.h>

#include "base/fpu.h"
#include "program/noise_setup.h"

static float single(int op, uint64_t seed, int dims, const double *at) {
  burl__noise noise;
  alignas(64) double coordinate[4][BURL__LANES];
  alignas(64) float value[BURL__LANES];
  const burl__fpu fpu = burl__fpu_open();
  burl__noise_standard(&noise, op, dims, seed);
  burl__call call = {.to = value, .setup = &noise, .lines = 1, .output = {.scalar = 1.0f}};
  for (int axis = 0; axis < dims; axis++) {
    for (int i = 0; i < BURL__LANES; i++) coordinate[axis][i] = at[axis];
    call.from[axis] = coordinate[axis];
  }
  burl__base_kernels()->run[op](&call, 1);
  burl__fpu_close(fpu);
  return value[0];
}

float burl_perlin1(uint64_t seed, double x) {
  return single(OP_perlin, seed, 1, (const double[]){x});
}
float burl_perlin2(uint64_t seed, double x, double y) {
  return single(OP_perlin, seed, 2, (const double[]){x, y});
}
float burl_perlin3(uint64_t seed, double x, double y, double z) {
  return single(OP_perlin, seed, 3, (const double[]){x, y, z});
}
float burl_perlin4(uint64_t seed, double x, double y, double z, double w) {
  return single(OP_perlin, seed, 4, (const double[]){x, y, z, w});
}
float burl_value1(uint64_t seed, double x) {
  return single(OP_value, seed, 1, (const double[]){x});
}
float burl_value2(uint64_t seed, double x, double y) {
  return single(OP_value, seed, 2, (const double[]){x, y});
}
float burl_value3(uint64_t seed, double x, double y, double z) {
  return single(OP_value, seed, 3, (const double[]){x, y, z});
}
float burl_value4(uint64_t seed, double x, double y, double z, double w) {
  return single(OP_value, seed, 4, (const double[]){x, y, z, w});
}
float burl_white1(uint64_t seed, double x) {
  return single(OP_white, seed, 1, (const double[]){x});
}
float burl_white2(uint64_t seed, double x, double y) {
  return single(OP_white, seed, 2, (const double[]){x, y});
}
float burl_white3(uint64_t seed, double x, double y, double z) {
  return single(OP_white, seed, 3, (const double[]){x, y, z});
}
float burl_white4(uint64_t seed, double x, double y, double z, double w) {
  return single(OP_white, seed, 4, (const double[]){x, y, z, w});
}
