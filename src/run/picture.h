/* Images, and lines, that are read as functions of the point. */
#ifndef BURL_RUN_PICTURE_H
#define BURL_RUN_PICTURE_H

#include "program/picture.h"
#include "run/stage.h"
#include "run/worker.h"

/* What a call that samples has of the images that it reads. */
typedef struct {
  const burl__stage *stage; /* NULL: there are no whole-grid functions */
  burl__prepared *made;     /* of the caller's images */
} burl__pictures;

/* Prepares the images that a schedule's steps read, in the arena.  BURL_FILE where one isn't known, BURL_MEMORY. */
burl_status burl__pictures_open(burl__pictures *pictures, const burl_program *program, const burl__schedule *schedule,
                                burl__arena *arena);

/* burl__special_step, user: a burl__pictures.  Reads an image, or lines, at the step's points. */
void burl__pictures_read(void *user, const burl__step *step, const burl__call *call, int groups);

#endif
