/* Meshes: triangles of ground, closed ones for printers, and files of them.  Nothing here prints, and nothing but the C
 * library is needed. */
#ifndef BURL_MESH_H
#define BURL_MESH_H

#include <stddef.h>
#include <stdint.h>

/* Triangles, whose corners follow one another against the clock for who looks at their front.  In x, y and height; the
 * other arrays may be NULL. */
typedef struct {
  int64_t vertex_count, triangle_count;
  float (*position)[3];
  float (*normal)[3];
  float (*place)[2];  /* in a picture, each coordinate from 0 to 1, rows from the first one on */
  float (*colour)[3]; /* sRGB, from 0 to 1 */
  uint32_t (*triangle)[3];
} mesh;

void mesh_free(mesh *m);

/* ---- ground.c ------------------------------------------------------------------------------------ */

/* Heights on a grid, float[rows][columns]; NaN is a hole.  Corners of triangles lie on every `unit`-th of its nodes, a
 * power of 2, from the first on; columns and rows are one more than a multiple of twice that. */
typedef struct {
  int columns, rows, unit;
  const float *height;
  int square; /* the side of the largest squares that are halved, a power of 2; 0: as large as columns and rows allow */
} mesh_heights;

/* The nodes at which the ground's triangles have their corners. */
typedef struct {
  int64_t node_count, triangle_count;
  int64_t *node;           /* the number in the grid of each */
  uint32_t (*triangle)[3]; /* numbers in `node`; against the clock where y grows upwards */
  double deviation;        /* the greatest of any sample from its triangle */
  int64_t beyond;          /* samples that deviate by more than the error, as `unit` is too coarse */
  int64_t holes;           /* samples that aren't numbers */
  int square, across;      /* the side of the squares that are halved, and how many there are along columns */
  int64_t *begin;          /* the first triangle of each square, row by row, and behind them how many there are */
} mesh_ground;

/* Triangles that no sample of the grid is farther from than `error`, upwards and downwards, as far as `unit` allows: a
 * right-triangulated irregular network (W. Evans, D. Kirkpatrick, G. Townsend, "Right-triangulated irregular
 * networks", 2001).  It is without cracks, and depends on neither order nor threads.  Returns 0; -1: out of memory.
 * To be freed by mesh_ground_free either way. */
int mesh_of_heights(const mesh_heights *from, double error, mesh_ground *ground);
void mesh_ground_free(mesh_ground *ground);

/* The triangles between two nodes, by columns and rows, which are corners of squares: neighbours have the same corners
 * on the side that they share.  As above; a part has no parts. */
int mesh_ground_part(const mesh_ground *all, const int first[2], const int last[2], mesh_ground *part);

/* ---- solid.c ------------------------------------------------------------------------------------- */

/* Closes ground by walls along its edges and a floor at this height, below all of it: each edge is then of two
 * triangles.  Where ground touches itself in a corner alone, as between two holes, its triangles there are left out;
 * none may be left.  Normals are lost.  Returns 0; -1: out of memory, and the mesh is still open. */
int mesh_close(mesh *m, float floor);

/* Hangs walls from its edges, this deep, that look as the ground beside them does: seen from above they close the gaps
 * between neighbours of other errors.  As above, but for normals, which stay. */
int mesh_hang(mesh *m, float depth);

/* What a closed mesh holds, in cubic units. */
double mesh_volume(const mesh *m);

/* ---- crease.c -------------------------------------------------------------------------------------- */

/* Makes several corners of one that lies on a crease, each with a normal of its own, so that light falls differently
 * on both sides of it.  Returns 0; -1: out of memory, and the mesh is to be freed. */
int mesh_crease(mesh *m);

/* ---- bake.c ---------------------------------------------------------------------------------------- */

/* A picture: the bytes of a .png, and the name of its file; NULL: it is within a file of glTF. */
typedef struct {
  const void *bytes;
  size_t length; /* 0: there is none */
  const char *name;
} mesh_picture;

/* The pictures that a surface may have: its colour; occlusion, roughness and metallic as red, green and blue; normals
 * as they are beside those of corners, +y up; the light that it sends out. */
enum { MESH_COLOUR, MESH_ORM, MESH_NORMAL, MESH_EMISSION, MESH_PICTURES };

/* What a mesh looks like, by the mean where there is no picture.  Colours are light, not sRGB. */
typedef struct {
  mesh_picture picture[MESH_PICTURES];
  double colour[3]; /* unless corners have colours */
  double roughness, metallic, emission[3];
  int has_occlusion; /* in its picture */
} mesh_material;

/* The light of sRGB's number, as glTF has colours that are no pictures (IEC 61966-2-1). */
double mesh_light_of(float colour);

/* What is along x on a surface with this normal: beside it, normal times tangent is y, which is up in a picture. */
void mesh_tangent(const float normal[3], float tangent[3]);

/* The normals of corners as they are between these, in the middle of each pixel of a picture, float[rows][columns][3]:
 * straight up where there is no triangle. */
void mesh_normals_between(const mesh *m, int columns, int rows, float (*to)[3]);

/* A normal as a picture's number beside another one: its parts along the tangent, across and along that one. */
void mesh_normal_beside(const float other[3], const float normal[3], float to[3]);

/* ---- files.c, glb.c: the bytes of a file, to be freed, and their number; NULL: out of memory ---------- */

char *mesh_ply(const mesh *m,
               size_t *length); /* little-endian, with normals and colours of 8 bits where there are any */
char *mesh_stl(const mesh *m, size_t *length); /* binary */

/* Wavefront's; materials: the name of the file of mesh_mtl(), whose pictures have names; NULL: there is none. */
char *mesh_obj(const mesh *m, const char *materials, size_t *length);
char *mesh_mtl(const mesh_material *material, size_t *length);

/* glTF 2.0 in one file, y upwards, whose numbers and pictures take so many bytes: at most MESH_MOST_GLB, as its lengths
 * have 32 bits. */
#define MESH_MOST_GLB 0xFFFF0000u
size_t mesh_glb_bytes(const mesh *m, const mesh_material *material);
char *mesh_glb(const mesh *m, const mesh_material *material, size_t *length);

/* The same as text, beside which lie the pictures and its numbers, mesh_gltf_numbers(), in a file of this name. */
char *mesh_gltf(const mesh *m, const mesh_material *material, const char *numbers, size_t *length);
char *mesh_gltf_numbers(const mesh *m, const mesh_material *material, size_t *length);

/* ---- points.c ------------------------------------------------------------------------------------ */

/* Points at which something is to stand: a tree, a stone.  Layer by layer. */
typedef struct {
  int64_t count;
  const double (*position)[3]; /* x, y and height */
  const uint32_t *id;          /* below 2^24 */
  const int *layer;            /* from 0 on, ascending */
  int layer_count;
  const double *radius; /* of each layer: what is as wide doesn't meet */
  int column_count;
  const char *const *column; /* the names of further numbers, */
  const float *values;       /* and these: float[count][column_count] */
  int size, turn;            /* columns of how large, and how far turned, in degrees; -1: there is none */
  int as_extension;          /* of glTF: an extension's arrays, not a node each */
} mesh_points;

/* Vertices without faces, with all numbers as properties, little-endian. */
char *mesh_points_ply(const mesh_points *p, size_t *length);

/* glTF 2.0 in one file, y upwards: a node for each layer that has points, with a pyramid as its mesh, for another to
 * take its place; below it a node for each point, with its numbers as extras, or all by EXT_mesh_gpu_instancing. */
char *mesh_points_glb(const mesh_points *p, size_t *length);

#endif
