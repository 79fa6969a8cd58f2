/* A material as the files that a program reads: which of its maps go into which pictures, under which names, and the
 * file that the program opens.  programs.c has the list; blender.c, godot.c and gltf.c write what is opened. */
#ifndef BURL_MATERIAL_H
#define BURL_MATERIAL_H

#include <stdio.h>

enum { MATERIAL_MOST_FILES = 10, MATERIAL_MOST_LAYERS = 16 };

/* The maps that a recipe may give, as bits. */
enum {
  MAP_HEIGHT = 1,
  MAP_ALBEDO = 2,
  MAP_ROUGHNESS = 4,
  MAP_METALLIC = 8,
  MAP_OCCLUSION = 16,
  MAP_EMISSION = 32,
  MAP_OPACITY = 64,
  MAP_NORMAL = 128
};

/* The bit of a map's name; 0: it is none's. */
unsigned material_map_bit(const char *name);

/* A picture of a set. */
typedef struct {
  const char *map;            /* of the recipe's parts material.… */
  const char *before, *after; /* what stands around the material's name in the file's */
  int depth;                  /* bits of a channel, where nothing else is wanted */
  unsigned needs, lacks;      /* it is made where the recipe gives one of these maps at least, and none of those */
} material_picture;

/* What the files that are opened tell of a set. */
typedef struct {
  const char *folder; /* as -o names it, with its slash */
  const char *name;   /* of the material */
  double size, depth; /* metres: the width; between the heights 0 and 1 */
  double ratio;       /* the height of the pictures over their width */
  const char *ending; /* of the pictures' names, behind a dot */
  unsigned given;     /* maps, as bits */
  int layers;         /* how many the recipe has, by name: */
  const char *layer[MATERIAL_MOST_LAYERS];
  const struct material_program *program;
} material_set;

typedef struct material_program {
  const char *name;
  material_picture pictures[MATERIAL_MOST_FILES]; /* the last has no map */
  const char *before_layers, *after_layers; /* what stands around the material's name in the files of its layers */
  int layers_in_one;                        /* how many of them are the channels of one: 4, 1, or 0: it has none */
  const char *opened;                       /* the ending of the file that it opens; NULL: it has none */
  int (*write)(const material_set *set, FILE *to);                /* 0, or one of errno's numbers */
  void (*tell)(const material_set *set, char *text, size_t room); /* what is to be set there */
} material_program;

#define MATERIAL_PROGRAMS "blender unity unreal godot gltf"

/* The program of that name; NULL: there is none. */
const material_program *material_program_named(const char *name);

/* Whether the set has this picture; the first that has the map, by the map's name, NULL: none. */
int material_has(const material_set *set, const material_picture *picture);
const material_picture *material_picture_of(const material_set *set, const char *map);

/* How many pictures the layers take; the part of the recipe that the i-th is, and the name of its file, as snprintf. */
int material_layer_count(const material_set *set);
int material_layer_part(const material_set *set, int i, char *to, size_t room);
int material_layer_file(const material_set *set, int i, char *to, size_t room);

/* The file's name, without a folder; returns its length, as snprintf does. */
int material_file_name(const material_set *set, const material_picture *picture, char *to, size_t room);

int material_write_blender(const material_set *set, FILE *to);
int material_write_godot(const material_set *set, FILE *to);
int material_write_gltf(const material_set *set, FILE *to);

#endif
