/* The files of a mesh: itself, and what is beside it. */
#ifndef BURL_OBJECTS_MESH_FILES_H
#define BURL_OBJECTS_MESH_FILES_H

#include "cli/render.h"
#include "mesh/mesh.h"

#define MESH_FILES ".glb, .gltf, .obj, .stl or .ply"

/* Whether the path is called as one of these; whether that has pictures; whether it has several corners in one place
 * where light falls differently, which printers don't take. */
int mesh_file_is_known(const char *path);
int mesh_file_has_pictures(const char *path);
int mesh_file_has_creases(const char *path);

/* Writes the mesh under that name; beside a .gltf its numbers in a .bin, beside that or .obj the pictures.  DONE, or a
 * code after a message, and then there is none of these. */
int mesh_file_write(const char *path, const mesh *m, mesh_material material);

#endif
