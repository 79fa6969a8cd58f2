/* The list of wrap.h. */
#include "code/wrap.h"

#include <string.h>

#include "base/similar.h"

static const burl__wrapper wrappers[] = {
    {.name = "shadertoy",
     .target = TARGET_GLSLES,
     .zero = "uint(min(iFrame, 0))",
     .flips_images = 1,
     .after = burl__after_shadertoy},
    {.name = "godot",
     .target = TARGET_GLSLES,
     .has_uniforms = 1,
     .is_godot = 1,
     .before = burl__before_canvas_item,
     .after = burl__after_canvas_item},
    {.name = "godot-spatial",
     .target = TARGET_GLSLES,
     .has_uniforms = 1,
     .is_godot = 1,
     .has_slopes = 1,
     .before = burl__before_spatial,
     .after = burl__after_spatial},
    {.name = "unity",
     .target = TARGET_HLSL,
     .has_uniforms = 1,
     .takes_knobs = 1,
     .flips_images = 1,
     .before = burl__before_unity,
     .after = burl__after_unity},
    {.name = "three",
     .target = TARGET_GLSLES,
     .has_uniforms = 1,
     .flips_images = 1,
     .before = burl__before_three,
     .after = burl__after_three},
    {.name = "p5", .target = TARGET_GLSLES, .has_uniforms = 1, .before = burl__before_p5, .after = burl__after_p5},
    {.name = "unreal",
     .target = TARGET_HLSL,
     .is_within = 1,
     .before = burl__before_unreal,
     .after = burl__after_unreal},
};

const burl__wrapper *burl__find_wrapper(const char *name, const char **similar) {
  burl__similar best = {NULL, 0};
  for (size_t i = 0; i < sizeof wrappers / sizeof *wrappers; i++) {
    if (strcmp(wrappers[i].name, name) == 0) return &wrappers[i];
    burl__similar_try(&best, name, wrappers[i].name);
  }
  *similar = best.nearest;
  return NULL;
}
