/* The languages that code is printed in: what differs between them, as tables. */
#ifndef BURL_CODE_LANGUAGE_DIALECT_H
#define BURL_CODE_LANGUAGE_DIALECT_H

#include "code/module/value.h"

typedef enum {
  MAKE_BY_NAME,     /* vec2(a, b) */
  MAKE_BY_CAST,     /* (float2)(a, b) */
  MAKE_BY_FUNCTION, /* make_float2(a, b) */
  MAKE_BY_LITERAL   /* (burl_float2){a, b} */
} burl__make_style;

typedef enum {
  RECORD_BY_NAME,    /* burl_place(a, b) */
  RECORD_BY_BRACES,  /* burl_place{a, b} */
  RECORD_BY_LITERAL, /* (burl_place){a, b} */
  RECORD_BY_FUNCTION /* burl_make_place(a, b), which is printed with it */
} burl__record_style;

/* How all components of a vector are converted at once. */
typedef enum {
  CONVERTS_NONE,       /* they are converted one by one */
  CONVERTS_BY_NAME,    /* uvec2(cell) */
  CONVERTS_BY_FUNCTION /* convert_uint2(cell) */
} burl__vector_conversion;

/* How products are kept from being fused with the sums that they are part of. */
typedef enum {
  FUSED_BY_NONE,   /* the language, a pragma or a compiler's option sees to it */
  FUSED_PRECISE,   /* variables are `precise` */
  FUSED_FUNCTIONS, /* __fmul_rn(a, b) */
  FUSED_BARRIER    /* a helper, on demand */
} burl__fusing;

typedef struct {
  const char *name;
  const char *types[KIND_RECORD][4]; /* by base and number of components; NULL: none */
  const char *real_suffix, *wide_suffix;
  burl__make_style make;
  burl__record_style record;
  burl__fusing fusing;
  int casts_by_name; /* float(a) instead of (float)a */
  burl__vector_conversion converts_vectors;
  int has_wide;         /* doubles */
  int passes_uniforms;  /* functions get them in a struct, as there are no variables of the whole text */
  int is_precise_alone; /* whether `precise` holds for the last operation of an expression alone (in glslang's HLSL) */
  int is_wgsl;
  const char *bits, *from_bits, *low_bits; /* formats of one argument; NULL: a helper */
  /* Formats of the helpers' texts, which take the prefix; NULL: none.  from_bits_helper also makes infinities and NaN
   * where the language has no literals of them. */
  const char *bits_helper, *from_bits_helper, *low_bits_helper;
  const char *round; /* to the nearest whole number, of two the even one; NULL: sums are kept as they are written */
  const char *root, *wide_root, *floor, *wide_floor, *size, *wide_size;
  const char *own[OWN_COUNT];
  const char *sample;           /* an image's @ at a place %; NULL: there are no images */
  const char *function, *table; /* in front of a function, of a constant array */
  const char *small_table; /* of a short one that drivers would copy at every look-up, if it were constant; or NULL */
  const char *opening, *closing; /* lines at the top and at the end, or NULL */
} burl__dialect;

typedef enum {
  TARGET_GLSL,
  TARGET_GLSLES,
  TARGET_WGSL,
  TARGET_HLSL,
  TARGET_MSL,
  TARGET_OPENCL,
  TARGET_CUDA,
  TARGET_C,
  TARGET_COUNT
} burl__target;

extern const burl__dialect burl__dialects[TARGET_COUNT];

#endif
