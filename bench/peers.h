/* What burl is measured beside.  Most are behind one kind of call: a point in, its noise out.  naive.c is ours; stb.c
 * and libnoise.cpp each call the library that they are named for.  FastNoise2 takes grids and arrays of points. */
#ifndef BENCH_PEERS_H
#define BENCH_PEERS_H

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef double peer_noise(double x, double y, double z);

/* One of a library's noises, by the name that bench/run uses: "perlin", "fbm8". */
typedef struct {
  const char *name;
  peer_noise *noise;
} peer_case;

/* Once, before naive_perlin. */
void naive_begin(void);
double naive_perlin(double x, double y, double z);

/* Ended by a name of NULL; empty where the library is not installed. */
extern const peer_case stb_cases[];
extern const peer_case libnoise_cases[];

/* A noise of FastNoise2 by the name that bench/run uses, limited to an instruction set ("": the best there is).  NULL
 * where there is no such noise, or FastNoise2 is not installed. */
typedef struct peer_generator peer_generator;
peer_generator *fastnoise2_open(const char *name, const char *isa);
void fastnoise2_close(peer_generator *generator);
/* Grids of two axes have size[2] 0; points in two dimensions at[2] NULL. */
void fastnoise2_grid(const peer_generator *generator, float *out, const double origin[3], const int64_t size[3],
                     double step);
void fastnoise2_points(const peer_generator *generator, float *out, int64_t count, const float *const at[3]);

/* A world of bench/worlds, filled at a step from 0 on: out[z][y][x]. */
typedef struct {
  const char *name;
  void (*fill)(float *out, const int64_t size[3], double step);
} peer_world;

/* Ended by a name of NULL; empty where the library is not installed. */
extern const peer_world fastnoise2_worlds[];
extern const peer_world fastnoiselite_worlds[];

#ifdef __cplusplus
}
#endif

#endif
