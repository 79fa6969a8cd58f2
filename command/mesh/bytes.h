/* What the files of meshes and points are written with: little-endian numbers, text in memory, glTF in one file. */
#ifndef BURL_MESH_BYTES_H
#define BURL_MESH_BYTES_H

#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

void mesh_put_whole(FILE *to, uint32_t value, int bytes);
void mesh_put_float(FILE *to, float value);
void mesh_put_double(FILE *to, double value);

/* Writes something. */
typedef void mesh_put(FILE *to, const void *of);

/* What is written, to be freed, and its length; NULL: out of memory. */
char *mesh_written(mesh_put *put, const void *of, size_t *length);

/* The bytes of a .glb: its JSON, and a buffer of so many bytes, 0: there is none; as above. */
char *mesh_glb_written(mesh_put *text, mesh_put *buffer, const void *of, size_t buffer_length, size_t *length);

#endif
