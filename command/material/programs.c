/* The programs for which burl writes sets of maps, each as its own documents have it (docs/materials.md names them). */
#include "material/material.h"

#include <string.h>

enum { ANY_ORM = MAP_ROUGHNESS | MAP_METALLIC | MAP_OCCLUSION, ANY_NORMAL = MAP_HEIGHT | MAP_NORMAL };

static void tell_blender(const material_set *s, char *text, size_t room) {
  snprintf(text, room,
           "blender --python %s%s.py, or Open and Run Script in its text editor, makes the material and a plane of it, "
           "%.4g m wide",
           s->folder, s->name, 2 * s->size);
}

static void tell_unity(const material_set *s, char *text, size_t room) {
  snprintf(text, room,
           "import the _Normal as a normal map, and the _MaskMap and _Height with sRGB off; HDRP's Lit takes "
           "the _MaskMap as it is, URP's as metallic and as occlusion map; height amplitude %.4g cm, one repeat is "
           "%.4g m wide",
           100 * s->depth, s->size);
}

static void tell_unreal(const material_set *s, char *text, size_t room) {
  snprintf(text, room,
           "import _N as Normalmap, and _ORM and _H as Masks with sRGB off; red of _ORM is occlusion, green "
           "roughness, blue metallic; displacement is %.4g cm, one repeat is %.4g cm wide",
           100 * s->depth, 100 * s->size);
}

static void tell_godot(const material_set *s, char *text, size_t room) {
  snprintf(text, room, "copy the folder into the project: %s.tres is the material, of which one repeat is %.4g m wide",
           s->name, s->size);
}

static void tell_gltf(const material_set *s, char *text, size_t room) {
  snprintf(text, room, "%s.gltf has the material on a ball and on a plane of %.4g m, two repeats wide", s->name,
           2 * s->size);
}

static const material_program programs[] = {
    {"blender",
     {{"albedo", "", "_albedo", 8, MAP_ALBEDO, 0},
      {"roughness", "", "_roughness", 8, MAP_ROUGHNESS, 0},
      {"metallic", "", "_metallic", 8, MAP_METALLIC, 0},
      {"occlusion", "", "_occlusion", 8, MAP_OCCLUSION, 0},
      {"emission", "", "_emission", 8, MAP_EMISSION, 0},
      {"opacity", "", "_opacity", 8, MAP_OPACITY, 0},
      {"normal_up", "", "_normal", 16, ANY_NORMAL, 0},
      {"height", "", "_height", 16, MAP_HEIGHT, 0}},
     "",
     "_layer_",
     1,
     "py",
     material_write_blender,
     tell_blender},
    {"unity",
     {{"albedo", "", "_Albedo", 8, MAP_ALBEDO, MAP_OPACITY},
      {"albedo_opacity", "", "_Albedo", 8, MAP_OPACITY, 0},
      {"mask", "", "_MaskMap", 8, ANY_ORM, 0},
      {"emission", "", "_Emission", 8, MAP_EMISSION, 0},
      {"normal_up", "", "_Normal", 16, ANY_NORMAL, 0},
      {"height", "", "_Height", 16, MAP_HEIGHT, 0}},
     "",
     "_Splat",
     4,
     NULL,
     NULL,
     tell_unity},
    {"unreal",
     {{"albedo", "T_", "_BC", 8, MAP_ALBEDO, 0},
      {"orm", "T_", "_ORM", 8, ANY_ORM, 0},
      {"emission", "T_", "_E", 8, MAP_EMISSION, 0},
      {"opacity", "T_", "_O", 8, MAP_OPACITY, 0},
      {"normal", "T_", "_N", 8, ANY_NORMAL, 0},
      {"height", "T_", "_H", 16, MAP_HEIGHT, 0}},
     "T_",
     "_L_",
     1,
     NULL,
     NULL,
     tell_unreal},
    {"godot",
     {{"albedo", "", "_albedo", 8, MAP_ALBEDO, MAP_OPACITY},
      {"albedo_opacity", "", "_albedo", 8, MAP_OPACITY, 0},
      {"orm", "", "_orm", 8, ANY_ORM, 0},
      {"emission", "", "_emission", 8, MAP_EMISSION, 0},
      {"normal_up", "", "_normal", 8, ANY_NORMAL, 0},
      {"height", "", "_height", 8, MAP_HEIGHT, 0}},
     "",
     "_splat",
     4,
     "tres",
     material_write_godot,
     tell_godot},
    {"gltf",
     {{"albedo", "", "_albedo", 8, MAP_ALBEDO, MAP_OPACITY},
      {"albedo_opacity", "", "_albedo", 8, MAP_OPACITY, 0},
      {"orm", "", "_orm", 8, ANY_ORM, 0},
      {"emission", "", "_emission", 8, MAP_EMISSION, 0},
      {"normal_up", "", "_normal", 8, ANY_NORMAL, 0}},
     "",
     "",
     0,
     "gltf",
     material_write_gltf,
     tell_gltf},
};
enum { PROGRAMS = sizeof programs / sizeof *programs };

const material_program *material_program_named(const char *name) {
  for (int i = 0; i < PROGRAMS; i++)
    if (strcmp(programs[i].name, name) == 0) return &programs[i];
  return NULL;
}

unsigned material_map_bit(const char *name) {
  static const char *const names[] = {"height",    "albedo",   "roughness", "metallic",
                                      "occlusion", "emission", "opacity",   "normal"};
  for (unsigned i = 0; i < sizeof names / sizeof *names; i++)
    if (strcmp(names[i], name) == 0) return 1u << i;
  return 0;
}

int material_has(const material_set *set, const material_picture *picture) {
  return (set->given & picture->needs) && !(set->given & picture->lacks);
}

const material_picture *material_picture_of(const material_set *set, const char *map) {
  for (const material_picture *p = set->program->pictures; p->map; p++)
    if (strcmp(p->map, map) == 0 && material_has(set, p)) return p;
  return NULL;
}

int material_file_name(const material_set *set, const material_picture *picture, char *to, size_t room) {
  return snprintf(to, room, "%s%s%s.%s", picture->before, set->name, picture->after, set->ending);
}

int material_layer_count(const material_set *set) {
  const int in_one = set->program->layers_in_one;
  return in_one ? (set->layers + in_one - 1) / in_one : 0;
}

int material_layer_part(const material_set *set, int i, char *to, size_t room) {
  if (set->program->layers_in_one == 1) return snprintf(to, room, "layers.%s", set->layer[i]);
  return snprintf(to, room, "layers._splat%d", i);
}

int material_layer_file(const material_set *set, int i, char *to, size_t room) {
  const material_program *const p = set->program;
  char which[16];
  snprintf(which, sizeof which, "%d", i);
  return snprintf(to, room, "%s%s%s%s.%s", p->before_layers, set->name, p->after_layers,
                  p->layers_in_one == 1 ? set->layer[i] : which, set->ending);
}
