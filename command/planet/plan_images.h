/* The images that a plan's recipe reads, as they lie in its folder. */
#ifndef BURL_PLANET_PLAN_IMAGES_H
#define BURL_PLANET_PLAN_IMAGES_H

#include "planet/planet.h"

/* Copies what the program reads into the folder, and says in the plan what there is.  DONE, or FAILED after a
 * message. */
int plan_take_images(planet *p, const char *folder);

#endif
