/* Images that are stretched over the whole grid, and images whose gaps are filled. */
#ifndef BURL_RUN_FILL_IMAGE_H
#define BURL_RUN_FILL_IMAGE_H

#include "program/field.h"
#include "run/stage.h"

/* An image() of no place, read over the stage's grid into out.  BURL_FILE where it isn't known, BURL_MEMORY. */
burl_status burl__run_image(const burl__stage *stage, const burl__field_setup *setup, float *out);

/* The bytes that this takes meanwhile. */
size_t burl__image_bytes(const burl__field_setup *setup);

/* A copy of a channel's samples whose gaps are filled, within their range; NULL: out of memory. */
const float *burl__filled_image(const burl_field *image, int channel, burl__arena *arena);

#endif
