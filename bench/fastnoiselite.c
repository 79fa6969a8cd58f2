/* FastNoiseLite by J. Peck (github.com/Auburn/FastNoiseLite), where CMake finds it: worlds as bench/worlds has them,
 * written by hand as its users do, sample by sample, with what doesn't show left out early. */
#include "peers.h"

#include <math.h>
#include <stddef.h>

#ifdef BENCH_FASTNOISELITE
#define FNL_IMPL
#include <FastNoiseLite.h>

static fnl_state noise(fnl_noise_type type, fnl_fractal_type fractal, int octaves, float frequency, int seed) {
  fnl_state s = fnlCreateState();
  s.seed = seed, s.noise_type = type, s.frequency = frequency;
  s.fractal_type = octaves > 1 ? fractal : FNL_FRACTAL_NONE, s.octaves = octaves;
  return s;
}

static fnl_state fbm(fnl_noise_type type, int octaves, float frequency, int seed) {
  return noise(type, FNL_FRACTAL_FBM, octaves, frequency, seed);
}

static float smoothstep(float a, float b, float x) {
  const float t = fminf(fmaxf((x - a) / (b - a), 0), 1);
  return t * t * (3 - 2 * t);
}

/* ---- Voxels -------------------------------------------------------------------------------------- */

static void caves(float *out, const int64_t size[3], int octaves) {
  fnl_state hills = fbm(FNL_NOISE_OPENSIMPLEX2, 6, 1.0f / 256, 1);
  fnl_state one = fbm(FNL_NOISE_PERLIN, octaves, 1.0f / 40, 2), two = fbm(FNL_NOISE_PERLIN, octaves, 1.0f / 40, 3);
  for (int64_t y = 0; y < size[1]; y++)
    for (int64_t x = 0; x < size[0]; x++) {
      const float h = 128 + 60 * fnlGetNoise2D(&hills, (float)x, (float)y);
      for (int64_t z = 0; z < size[2]; z++) {
        float d = h - (float)z;
        if (d > -5) { /* else the caves, which are -5 and more, don't show */
          const float a = 40 * fabsf(fnlGetNoise3D(&one, (float)x, (float)y, (float)z)) - 5;
          if (a < d) d = fminf(d, a + 40 * fabsf(fnlGetNoise3D(&two, (float)x, (float)y, (float)z)));
        }
        out[(z * size[1] + y) * size[0] + x] = d;
      }
    }
}

static void caves1(float *out, const int64_t size[3], double step) { (void)step, caves(out, size, 1); }
static void caves8(float *out, const int64_t size[3], double step) { (void)step, caves(out, size, 8); }

static void overhangs(float *out, const int64_t size[3], double step) {
  (void)step;
  fnl_state hills = fbm(FNL_NOISE_OPENSIMPLEX2, 6, 1.0f / 256, 1), bulges = fbm(FNL_NOISE_PERLIN, 4, 1.0f / 40, 2);
  fnl_state where = fbm(FNL_NOISE_OPENSIMPLEX2, 3, 1.0f / 512, 4);
  for (int64_t y = 0; y < size[1]; y++)
    for (int64_t x = 0; x < size[0]; x++) {
      const float h = 128 + 60 * fnlGetNoise2D(&hills, (float)x, (float)y);
      const float high = 20 * smoothstep(0, 0.3f, fnlGetNoise2D(&where, (float)x, (float)y));
      for (int64_t z = 0; z < size[2]; z++) {
        float d = h - (float)z;
        if (high > 0) d += high * fnlGetNoise3D(&bulges, (float)x, (float)y, (float)z);
        out[(z * size[1] + y) * size[0] + x] = d;
      }
    }
}

/* ---- Biomes -------------------------------------------------------------------------------------- */

typedef struct {
  fnl_state plain, hills, mount, dunes, cliff, swamp, temp, moist, bend[2];
} land;

static float mix(float a, float b, float v) { return a + (b - a) * v; }

static float hills_and_plain(land *l, float x, float y, float v) {
  const float a = v < 1 ? 0.1f * fnlGetNoise2D(&l->plain, x, y) : 0;
  return v > 0 ? mix(a, 0.4f * fnlGetNoise2D(&l->hills, x, y), v) : a;
}

static float mount_and_dunes(land *l, float x, float y, float v) {
  const float a = v < 1 ? fnlGetNoise2D(&l->mount, x, y) : 0;
  return v > 0 ? mix(a, -0.3f * fnlGetNoise2D(&l->dunes, x, y), v) : a;
}

static float cliff_and_swamp(land *l, float x, float y, float v) {
  float a = 0;
  if (v < 1) {
    const float dx = fnlGetNoise2D(&l->bend[0], x, y), dy = fnlGetNoise2D(&l->bend[1], x, y);
    a = fnlGetNoise2D(&l->cliff, x + dx, y + dy);
  }
  return v > 0 ? mix(a, 0.05f * fnlGetNoise2D(&l->swamp, x, y), v) : a;
}

static float land_at(land *l, float x, float y) {
  const float temp = fnlGetNoise2D(&l->temp, x, y), moist = fnlGetNoise2D(&l->moist, x, y);
  const float warm = smoothstep(-0.05f, 0.05f, temp), wet = smoothstep(-0.05f, 0.05f, moist);
  const float wettest = smoothstep(0.3f, 0.35f, moist);
  float v = 0;
  if (wettest < 1) {
    if (wet < 1) v = hills_and_plain(l, x, y, warm);
    if (wet > 0) v = mix(v, mount_and_dunes(l, x, y, warm), wet);
  }
  return wettest > 0 ? mix(v, cliff_and_swamp(l, x, y, smoothstep(0.2f, 0.3f, temp)), wettest) : v;
}

static void biomes(float *out, const int64_t size[3], double step) {
  const fnl_noise_type simplex = FNL_NOISE_OPENSIMPLEX2, perlin = FNL_NOISE_PERLIN;
  land l = {.plain = fbm(perlin, 8, 1, 1),
            .hills = fbm(simplex, 8, 1, 2),
            .mount = noise(simplex, FNL_FRACTAL_RIDGED, 8, 1, 3),
            .dunes = noise(simplex, FNL_FRACTAL_RIDGED, 8, 1, 4),
            .cliff = fbm(perlin, 8, 1, 5),
            .swamp = fbm(FNL_NOISE_CELLULAR, 4, 1, 6),
            .temp = fbm(simplex, 3, 1.0f / 16, 7),
            .moist = fbm(simplex, 3, 1.0f / 16, 8),
            .bend = {fbm(perlin, 1, 1, 9), fbm(perlin, 1, 1, 10)}};
  for (int64_t j = 0; j < size[1]; j++)
    for (int64_t i = 0; i < size[0]; i++) *out++ = land_at(&l, (float)((double)i * step), (float)((double)j * step));
}

const peer_world fastnoiselite_worlds[] = {
    {"biomes", biomes}, {"caves", caves1}, {"caves8", caves8}, {"overhangs", overhangs}, {NULL, NULL}};
#else
const peer_world fastnoiselite_worlds[] = {{NULL, NULL}};
#endif
