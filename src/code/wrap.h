/* The programs that text can be pasted into, complete: what stands around its functions there. */
#ifndef BURL_CODE_WRAP_H
#define BURL_CODE_WRAP_H

#include "code/language/dialect.h"
#include "code/print/text.h"

typedef struct burl__front burl__front;

typedef void burl__write_wrapper(const burl__front *front, burl__text *text);

typedef struct {
  const char *name;
  burl__target target;
  const char *zero;            /* what the zero of barriers is there; NULL: a uniform */
  int has_uniforms;            /* of one's own */
  int takes_knobs;             /* whether its functions take the open knobs' values */
  int is_within;               /* whether the functions stand in a struct */
  int is_godot;                /* whether it is in Godot's language, which is not all of the target's */
  int flips_images;            /* whether it loads images with their last lines first */
  int has_slopes;              /* whether a number comes with its slopes along x and y */
  burl__write_wrapper *before; /* behind the comment on top */
  burl__write_wrapper *after;
} burl__wrapper;

/* Of wrap_godot.c, wrap_hlsl.c and wrap_web.c. */
burl__write_wrapper burl__before_canvas_item, burl__after_canvas_item, burl__before_spatial, burl__after_spatial,
    burl__before_unity, burl__after_unity, burl__before_three, burl__after_three, burl__before_p5, burl__after_p5,
    burl__before_unreal, burl__after_unreal, burl__after_shadertoy;

/* NULL: there is none of this name; *similar is one that is near, or NULL. */
const burl__wrapper *burl__find_wrapper(const char *name, const char **similar);
/* Names of wrappers, for messages. */
#define BURL__WRAPPERS "shadertoy, godot, godot-spatial, unity, three, p5 or unreal"

#endif
