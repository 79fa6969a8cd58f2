/* What reading a channel of an image takes beside its samples: gaps that are filled, and levels for samples that are
 * far apart (L. Williams, "Pyramidal parametrics", 1983). */
#ifndef BURL_RUN_PYRAMID_H
#define BURL_RUN_PYRAMID_H

#include "base/memory.h"
#include "kernel/kernel.h"
#include "program/picture.h"

/* Makes what reading a picture takes, once: levels, and all of an image of the program's own, are kept with that; what
 * is filled of the caller's, who may write into it, is in the arena, in front of the list *made.  BURL_MEMORY. */
burl_status burl__prepare(const burl__picture *picture, const burl__kernels *kernels, burl__arena *arena,
                          burl__prepared **made);

/* What has been made of it; NULL: it takes nothing. */
const burl__prepared *burl__prepared_of(const burl__picture *picture, burl__prepared *made);

#endif
