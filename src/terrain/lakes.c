/* lakes(): how deep the water is that would stand in the hollows of ground, or 1 where there is some; 0 elsewhere. */
#include <math.h>
#include <string.h>

#include "terrain/flood.h"
#include "terrain/process.h"

enum { GIVE, SEA };
enum { DEPTH, MASK }; /* the words of give */

static size_t flood_bytes(const burl__ground *ground, const double *option) {
  (void)option;
  return burl__flood_scratch(ground);
}

static void make_lakes(const burl__process_call *call, const float *heights, float *out) {
  const size_t cells = burl__cells_of(call->ground);
  const int is_mask = call->option[GIVE] == MASK;
  memcpy(out, heights, cells * sizeof *out);
  burl__fill_hollows(call->ground, burl__sea_of(call->option + SEA), call->scratch, out);
  for (size_t i = 0; i < cells; i++) {
    const float depth = out[i] > heights[i] ? out[i] - heights[i] : isnan(heights[i]) ? heights[i] : 0;
    out[i] = is_mask && depth > 0 ? 1 : depth;
  }
}

const burl__process burl__process_lakes = {.make = make_lakes, .scratch = flood_bytes};
