/* What burl is measured beside, all behind one kind of call: a point in, its noise out.  naive.c is
 * ours; stb.c and libnoise.cpp each call the library that they are named for. */
#ifndef BENCH_PEERS_H
#define BENCH_PEERS_H

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

#ifdef __cplusplus
}
#endif

#endif
