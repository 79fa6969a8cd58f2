/* stb_perlin by S. Barrett (Debian's libstb-dev): float, 3D only, the 2002 table. */
#include "peers.h"

#include <stddef.h>

#ifdef BENCH_STB
#define STB_PERLIN_IMPLEMENTATION
#include <stb/stb_perlin.h>

static double perlin(double x, double y, double z) { return stb_perlin_noise3((float)x, (float)y, (float)z, 0, 0, 0); }
static double fbm4(double x, double y, double z) {
  return stb_perlin_fbm_noise3((float)x, (float)y, (float)z, 2.0f, 0.5f, 4);
}
static double fbm8(double x, double y, double z) {
  return stb_perlin_fbm_noise3((float)x, (float)y, (float)z, 2.0f, 0.5f, 8);
}
static double abs8(double x, double y, double z) {
  return stb_perlin_turbulence_noise3((float)x, (float)y, (float)z, 2.0f, 0.5f, 8);
}
static double ridged8(double x, double y, double z) {
  return stb_perlin_ridge_noise3((float)x, (float)y, (float)z, 2.0f, 0.5f, 1.0f, 8);
}

const peer_case stb_cases[] = {{"perlin", perlin}, {"fbm4", fbm4},       {"fbm8", fbm8},
                               {"abs8", abs8},     {"ridged8", ridged8}, {NULL, NULL}};
#else
const peer_case stb_cases[] = {{NULL, NULL}};
#endif
