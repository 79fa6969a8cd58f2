/* Where water goes: over ground, from each cell to its neighbours. */
#ifndef BURL_TERRAIN_FLOW_H
#define BURL_TERRAIN_FLOW_H

#include "terrain/rain.h"
#include "terrain/sea.h"

typedef enum {
  BURL__FLOW_AREA,
  BURL__FLOW_DIRECTION,
  BURL__FLOW_ORDER,
  BURL__FLOW_LENGTH,
  BURL__FLOW_SPECIFIC
} burl__flow_give;

/* To the receiver alone (receivers.h); or, areas alone, to all that are lower, by their slopes (T. Freeman,
 * "Calculating catchment area with divergent flow based on a regular grid", 1991, with the power 1.1). */
typedef enum { BURL__ROUTE_D8, BURL__ROUTE_MFD } burl__flow_routing;

typedef struct {
  burl__sea sea; /* where water stays */
  burl__flow_give give;
  burl__flow_routing routing;
  burl__rain rain; /* the weight of each cell's area */
} burl__flow_setup;

/* Into out[ny][nx]: the area in square metres from which water comes, the cell's own with it; the direction in degrees
 * from x to y, −1 where water stays or leaves; Strahler's order (A. Strahler, "Quantitative analysis of watershed
 * geomorphology", 1957), 1 at springs; the metres of the longest way that leads here; the area per metre of the cell's
 * width, for which the root of its own area counts. */
size_t burl__flow_scratch(const burl__ground *ground);
void burl__flow(const burl__ground *ground, const burl__flow_setup *setup, const float *heights, void *scratch,
                float *out);

#endif
