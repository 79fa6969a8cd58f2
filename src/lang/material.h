/* What a line `material …` declares: the maps that it may give, and in burl's own language those that follow from them.
 * Each is a part of the recipe, material.height and so on, in this order behind those that the line gives. */
#ifndef BURL_LANG_MATERIAL_H
#define BURL_LANG_MATERIAL_H

typedef struct {
  const char *name, *standard; /* standard: what it is where the line doesn't give it */
  int is_packed;               /* whether it only puts others together: no line gives it */
} burl__map;

/* Lengths are metres: size that of the view's width, depth the distance between the heights 0 and 1; width is how wide
 * the view is in the recipe's own units.  mask is Unity's: metallic, occlusion, detail and smoothness; orm is what
 * glTF, Unreal and Godot read: occlusion, roughness and metallic. */
static const burl__map burl__maps[] = {
    {"size", "1", 0},
    {"depth", "0.05*material.size", 0},
    {"height", "0", 0},
    {"albedo", "#808080", 0},
    {"roughness", "0.5", 0},
    {"metallic", "0", 0},
    {"occlusion", "1", 0},
    {"emission", "#000000", 0},
    {"opacity", "1", 0},
    {"normal", "normal(material.height, strength: material.depth*material.width/material.size)", 0},
    {"normal_up",
     "data(channel(material.normal, give: r), 1 - channel(material.normal, give: g), "
     "channel(material.normal, give: b))",
     1},
    {"albedo_opacity", "rgba(material.albedo, material.opacity)", 1},
    {"orm", "data(material.occlusion, material.roughness, material.metallic)", 1},
    {"mask", "data(material.metallic, material.occlusion, 0, 1 - material.roughness)", 1},
};
/* What others call these. */
static const struct {
  const char *name, *here;
} burl__map_names[] = {
    {"color", "albedo"},
    {"colour", "albedo"},
    {"base_color", "albedo"},
    {"basecolor", "albedo"},
    {"diffuse", "albedo"},
    {"ao", "occlusion"},
    {"alpha", "opacity"},
    {"metalness", "metallic"},
    {"displacement", "height"},
    {"bump", "height"},
    {"emissive", "emission"},
    {"smoothness", "roughness: 1 - e"},
    {"glossiness", "roughness: 1 - e"},
};
enum { BURL__MAP_NAMES = sizeof burl__map_names / sizeof *burl__map_names };
enum { BURL__MAPS = sizeof burl__maps / sizeof *burl__maps };

#endif
