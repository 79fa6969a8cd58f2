/* image(): heights of a file, or of the caller's, read at the places of a grid. */
#ifndef BURL_RUN_FILL_IMAGE_H
#define BURL_RUN_FILL_IMAGE_H

#include "program/field.h"
#include "run/stage.h"

/* BURL_FILE where the image isn't known, BURL_MEMORY. */
burl_status burl__run_image(const burl__stage *stage, const burl__field_setup *setup, float *out);

/* The bytes that it needs meanwhile. */
size_t burl__image_bytes(const burl__field_setup *setup);

#endif
