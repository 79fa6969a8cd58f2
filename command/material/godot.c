/* Godot's material: an ORMMaterial3D as a text resource, of Godot 4. */
#include "material/material.h"

#include <errno.h>

typedef struct {
  const char *map, *property, *more; /* more: the lines that go with the texture */
} slot;

static const slot slots[] = {
    {"albedo", "albedo_texture", ""},
    {"albedo_opacity", "albedo_texture", "transparency = 4\n"},
    {"orm", "orm_texture", ""},
    {"emission", "emission_texture", "emission_enabled = true\n"},
    {"normal_up", "normal_texture", "normal_enabled = true\n"},
    {"height", "heightmap_texture", "heightmap_enabled = true\nheightmap_deep_parallax = true\n"},
};
enum { SLOTS = sizeof slots / sizeof *slots };

int material_write_godot(const material_set *s, FILE *to) {
  int count = 0;
  for (int i = 0; i < SLOTS; i++) count += material_picture_of(s, slots[i].map) != NULL;
  fprintf(to, "[gd_resource type=\"ORMMaterial3D\" load_steps=%d format=3]\n\n", count + 1);
  for (int i = 0, id = 0; i < SLOTS; i++) {
    char file[300];
    const material_picture *const picture = material_picture_of(s, slots[i].map);
    if (!picture) continue;
    material_file_name(s, picture, file, sizeof file);
    fprintf(to, "[ext_resource type=\"Texture2D\" path=\"%s\" id=\"%d\"]\n", file, ++id);
  }
  fprintf(to, "\n[resource]\nresource_name = \"%s\"\n", s->name);
  if (!(s->given & MAP_ALBEDO)) fputs("albedo_color = Color(0.5, 0.5, 0.5, 1)\n", to);
  for (int i = 0, id = 0; i < SLOTS; i++)
    if (material_picture_of(s, slots[i].map))
      fprintf(to, "%s%s = ExtResource(\"%d\")\n", slots[i].more, slots[i].property, ++id);
  /* Its scale is in hundredths of a repeat. */
  if (s->given & MAP_HEIGHT) fprintf(to, "heightmap_scale = %.6g\n", 100 * s->depth / s->size);
  return ferror(to) ? EIO : 0;
}
