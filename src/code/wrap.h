/* The programs that text can be pasted into, complete: what stands around its functions there. */
#ifndef BURL_CODE_WRAP_H
#define BURL_CODE_WRAP_H

#include "code/language/dialect.h"
#include "code/print/text.h"

typedef struct burl__front burl__front;

typedef struct {
  const char *name;
  burl__target target;
  const char *zero; /* what the zero of barriers is there; NULL: a uniform */
  int has_uniforms; /* of one's own */
  int takes_knobs;  /* whether its functions take the open knobs' values */
  int is_within;    /* whether the functions stand in a struct */
  int is_godot;     /* whether it is in Godot's language, which is not all of the target's */
  int flips_images; /* whether it loads images with their last lines first */
  int has_slopes;   /* whether a number comes with its slopes along x and y */
  void (*before)(const burl__front *front, burl__text *text); /* behind the comment on top */
  void (*after)(const burl__front *front, burl__text *text);
} burl__wrapper;

/* NULL: there is none of this name; *similar is one that is near, or NULL. */
const burl__wrapper *burl__find_wrapper(const char *name, const char **similar);
/* Names of wrappers, for messages. */
#define BURL__WRAPPERS "shadertoy, godot, godot-spatial, unity, three, p5 or unreal"

#endif
