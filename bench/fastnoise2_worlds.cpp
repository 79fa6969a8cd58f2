// The worlds of bench/worlds by FastNoise2, where CMake finds it: graphs of its nodes, whole, as it has no early outs;
// what is made of heights and caves is a loop over its arrays.
#include "peers.h"

#ifdef BENCH_FASTNOISE2
#include <FastNoise/FastNoise.h>

#include <algorithm>
#include <cmath>
#include <vector>

using namespace FastNoise;

namespace {

template <class Noise> SmartNode<> noise(float cell, int seed) {
  auto node = New<Noise>();
  node->SetScale(cell);
  node->SetSeedOffset(seed);
  return node;
}

template <class Fractal> SmartNode<> fractal(SmartNode<> of, int octaves) {
  auto node = New<Fractal>();
  node->SetSource(of);
  node->SetOctaveCount(octaves);
  return node;
}

SmartNode<> times(SmartNode<> of, float factor) {
  auto node = New<Multiply>();
  node->SetLHS(of);
  node->SetRHS(factor);
  return node;
}

SmartNode<> mix(SmartNode<> a, SmartNode<> b, SmartNode<> by, float lo, float hi) {
  auto node = New<Fade>();
  node->SetA(a);
  node->SetB(b);
  node->SetFade(by);
  node->SetFadeMin(lo);
  node->SetFadeMax(hi);
  node->SetInterpolation(Fade::Interpolation::Hermite);
  return node;
}

SmartNode<> bent(SmartNode<> of) {
  auto node = New<DomainWarpGradient>();
  node->SetScale(1);
  node->SetSource(of);
  node->SetWarpAmplitude(1);
  return node;
}

SmartNode<> cellular() {
  auto node = New<CellularDistance>();
  node->SetScale(1);
  node->SetDistanceFunction(DistanceFunction::Euclidean);
  return node;
}

void biomes(float *out, const int64_t size[3], double step) {
  const SmartNode<> temp = fractal<FractalFBm>(noise<Simplex>(16, 7), 3);
  const SmartNode<> moist = fractal<FractalFBm>(noise<Simplex>(16, 8), 3);
  const SmartNode<> plain = times(fractal<FractalFBm>(noise<Perlin>(1, 1), 8), 0.1f);
  const SmartNode<> hills = times(fractal<FractalFBm>(noise<Simplex>(1, 2), 8), 0.4f);
  const SmartNode<> mount = fractal<FractalRidged>(noise<Simplex>(1, 3), 8);
  const SmartNode<> dunes = times(fractal<FractalRidged>(noise<Simplex>(1, 4), 8), -0.3f);
  const SmartNode<> cliff = bent(fractal<FractalFBm>(noise<Perlin>(1, 5), 8));
  const SmartNode<> swamp = times(fractal<FractalFBm>(cellular(), 4), 0.05f);
  const SmartNode<> a = mix(plain, hills, temp, -0.05f, 0.05f), b = mix(mount, dunes, temp, -0.05f, 0.05f);
  const SmartNode<> c = mix(cliff, swamp, temp, 0.2f, 0.3f);
  const SmartNode<> all = mix(mix(a, b, moist, -0.05f, 0.05f), c, moist, 0.3f, 0.35f);
  const float s = (float)step;
  all->GenUniformGrid2D(out, 0, 0, (int)size[0], (int)size[1], s, s, 1);
}

// Heights over the plane, and a noise of the volume.
struct layers {
  std::vector<float> height, volume;
};

void fill_plane(std::vector<float> &plane, const int64_t size[3], float cell, int octaves, int seed) {
  const SmartNode<> hills = fractal<FractalFBm>(noise<Simplex>(cell, seed), octaves);
  plane.resize((size_t)(size[0] * size[1]));
  hills->GenUniformGrid2D(plane.data(), 0, 0, (int)size[0], (int)size[1], 1, 1, 1);
}

void fill_volume(std::vector<float> &volume, const int64_t size[3], int octaves, int seed) {
  SmartNode<> caves = noise<Perlin>(40, seed);
  if (octaves > 1) caves = fractal<FractalFBm>(caves, octaves);
  volume.resize((size_t)(size[0] * size[1] * size[2]));
  caves->GenUniformGrid3D(volume.data(), 0, 0, 0, (int)size[0], (int)size[1], (int)size[2], 1, 1, 1, 1);
}

void caves(float *out, const int64_t size[3], int octaves) {
  layers of;
  std::vector<float> other;
  fill_plane(of.height, size, 256, 6, 1);
  fill_volume(of.volume, size, octaves, 2);
  fill_volume(other, size, octaves, 3);
  const size_t plane = of.height.size();
  for (size_t z = 0; z < (size_t)size[2]; z++)
    for (size_t i = 0; i < plane; i++) {
      const size_t at = z * plane + i;
      const float cave = 40 * (std::fabs(of.volume[at]) + std::fabs(other[at])) - 5;
      out[at] = std::min(128 + 60 * of.height[i] - (float)z, cave);
    }
}

void caves1(float *out, const int64_t size[3], double) { caves(out, size, 1); }
void caves8(float *out, const int64_t size[3], double) { caves(out, size, 8); }

void overhangs(float *out, const int64_t size[3], double) {
  layers of;
  std::vector<float> where;
  fill_plane(of.height, size, 256, 6, 1);
  fill_plane(where, size, 512, 3, 4);
  fill_volume(of.volume, size, 4, 2);
  const size_t plane = of.height.size();
  for (size_t i = 0; i < plane; i++) {
    const float h = 128 + 60 * of.height[i], t = std::clamp(where[i] / 0.3f, 0.0f, 1.0f);
    const float high = 20 * t * t * (3 - 2 * t);
    for (size_t z = 0; z < (size_t)size[2]; z++) out[z * plane + i] = h - (float)z + high * of.volume[z * plane + i];
  }
}

}  // namespace

const peer_world fastnoise2_worlds[] = {
    {"biomes", biomes}, {"caves", caves1}, {"caves8", caves8}, {"overhangs", overhangs}, {nullptr, nullptr}};
#else
const peer_world fastnoise2_worlds[] = {{nullptr, nullptr}};
#endif
