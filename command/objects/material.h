/* What ground looks like: the maps of a recipe's material, or the colour that it gives, as pictures or as means. */
#ifndef BURL_OBJECTS_MATERIAL_H
#define BURL_OBJECTS_MATERIAL_H

#include "objects/ground.h"

/* Where a recipe that declares a material with a height says no other results by --result: compiles it again, for its
 * height and the maps of it.  DONE, or a code after a message. */
int ground_take_material(rendering *r, int with_normal);

/* Means over all samples of the source, which are computed; no pictures. */
mesh_material ground_material(const source *from);

/* The pictures of a part of which that mesh is made, as files of .png in the material, whose sides are powers of 2; to
 * be freed by ground_free_pictures either way.  DONE, or a code after a message. */
int ground_pictures(const ground_part *p, const mesh *made, mesh_material *to);
void ground_free_pictures(mesh_material *material);

#endif
