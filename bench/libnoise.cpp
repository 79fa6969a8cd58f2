// libnoise by J. Bevins (Debian's libnoise-dev): double, 3D only; the library as Debian built it.
#include "peers.h"

#ifdef BENCH_LIBNOISE
#include <libnoise/noise.h>

// One of libnoise's modules, with the fade that burl has and so many octaves.
template <class Module, int octaves> struct fractal : Module {
  fractal() {
    this->SetNoiseQuality(noise::QUALITY_BEST);
    this->SetOctaveCount(octaves);
  }
};

static const fractal<noise::module::Perlin, 4> four;
static const fractal<noise::module::Perlin, 8> eight;
static const fractal<noise::module::Billow, 8> billows;
static const fractal<noise::module::RidgedMulti, 8> ridges;

static double perlin(double x, double y, double z) {
  return noise::GradientCoherentNoise3D(x, y, z, 0, noise::QUALITY_BEST);
}
static double value(double x, double y, double z) {
  return noise::ValueCoherentNoise3D(x, y, z, 0, noise::QUALITY_BEST);
}
static double fbm4(double x, double y, double z) { return four.GetValue(x, y, z); }
static double fbm8(double x, double y, double z) { return eight.GetValue(x, y, z); }
static double abs8(double x, double y, double z) { return billows.GetValue(x, y, z); }
static double ridged8(double x, double y, double z) { return ridges.GetValue(x, y, z); }

const peer_case libnoise_cases[] = {{"perlin", perlin}, {"value", value},     {"fbm4", fbm4},    {"fbm8", fbm8},
                                    {"abs8", abs8},     {"ridged8", ridged8}, {nullptr, nullptr}};
#else
const peer_case libnoise_cases[] = {{nullptr, nullptr}};
#endif
