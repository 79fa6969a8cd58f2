// FastNoise2 by J. Peck (github.com/Auburn/FastNoise2), where CMake finds it: float, over grids and at points, by the
// instruction set that it is limited to.
#include "peers.h"

#ifdef BENCH_FASTNOISE2
#include <FastNoise/FastNoise.h>

#include <string>

using namespace FastNoise;
using FastSIMD::FeatureSet;

struct peer_generator {
  SmartNode<> node;
};

namespace {

// A cell is 1 wide; FastNoise2's are 100 wide otherwise.
template <class Noise> SmartNode<Noise> noise(FeatureSet set) {
  auto node = New<Noise>(set);
  node->SetScale(1);
  return node;
}

template <class Fractal> SmartNode<> fractal(SmartNode<> of, int octaves, FeatureSet set) {
  auto node = New<Fractal>(set);
  node->SetSource(of);
  node->SetOctaveCount(octaves);
  return node;
}

SmartNode<> cells(FeatureSet set) {
  auto node = noise<CellularDistance>(set);
  node->SetDistanceFunction(DistanceFunction::Euclidean);
  node->SetReturnType(CellularDistance::ReturnType::Index0Sub1);
  return node;
}

SmartNode<> rotated(FeatureSet set) {
  auto node = New<DomainRotate>(set);
  node->SetSource(noise<Perlin>(set));
  node->SetYaw(0.5235988f);
  return node;
}

// The nearest that there is to a warp by two noises: one lattice, whose gradients are the offset's directions.
SmartNode<> warped(FeatureSet set) {
  auto node = noise<DomainWarpGradient>(set);
  node->SetSource(fractal<FractalFBm>(noise<Perlin>(set), 4, set));
  node->SetWarpAmplitude(0.5f);
  return node;
}

SmartNode<> pingpong(FeatureSet set) {
  auto node = New<PingPong>(set);
  node->SetSource(noise<Perlin>(set));
  return fractal<FractalFBm>(node, 8, set);
}

SmartNode<> cubed(FeatureSet set) {
  auto node = New<PowInt>(set);
  node->SetValue(noise<Perlin>(set));
  node->SetPow(3);
  return node;
}

SmartNode<> find(const std::string &name, FeatureSet set) {
  if (name == "perlin") return noise<Perlin>(set);
  if (name == "value") return noise<Value>(set);
  if (name == "simplex") return noise<Simplex>(set);
  if (name == "fbm4") return fractal<FractalFBm>(noise<Perlin>(set), 4, set);
  if (name == "fbm8") return fractal<FractalFBm>(noise<Perlin>(set), 8, set);
  if (name == "fbm8 of value") return fractal<FractalFBm>(noise<Value>(set), 8, set);
  if (name == "fbm5 of simplex") return fractal<FractalFBm>(noise<Simplex>(set), 5, set);
  if (name == "ridged8") return fractal<FractalRidged>(noise<Perlin>(set), 8, set);
  if (name == "pingpong8") return pingpong(set);
  if (name == "cells f2_f1") return cells(set);
  if (name == "rotate") return rotated(set);
  if (name == "warp") return warped(set);
  if (name == "pow") return cubed(set);
  return {};
}

FeatureSet set_of(const std::string &isa) {
  return isa == "sse2" ? FeatureSet::SSE2 : isa == "avx2" ? FeatureSet::AVX2 : FeatureSet::Max;
}

}  // namespace

peer_generator *fastnoise2_open(const char *name, const char *isa) {
  SmartNode<> node = find(name, set_of(isa));
  return node ? new peer_generator{node} : nullptr;
}

void fastnoise2_grid(const peer_generator *g, float *out, const double origin[3], const int64_t size[3], double step) {
  const float at[3] = {(float)origin[0], (float)origin[1], (float)origin[2]}, s = (float)step;
  const int n[3] = {(int)size[0], (int)size[1], (int)size[2]};
  if (n[2] > 0) g->node->GenUniformGrid3D(out, at[0], at[1], at[2], n[0], n[1], n[2], s, s, s, 1);
  else g->node->GenUniformGrid2D(out, at[0], at[1], n[0], n[1], s, s, 1);
}

void fastnoise2_points(const peer_generator *g, float *out, int64_t count, const float *const at[3]) {
  if (at[2]) g->node->GenPositionArray3D(out, (int)count, at[0], at[1], at[2], 0, 0, 0, 1);
  else g->node->GenPositionArray2D(out, (int)count, at[0], at[1], 0, 0, 1);
}

void fastnoise2_close(peer_generator *g) { delete g; }
#else
peer_generator *fastnoise2_open(const char *, const char *) { return nullptr; }
void fastnoise2_grid(const peer_generator *, float *, const double[3], const int64_t[3], double) {}
void fastnoise2_points(const peer_generator *, float *, int64_t, const float *const[3]) {}
void fastnoise2_close(peer_generator *) {}
#endif
