/* The tables of dialect.h. */
#include "code/dialect.h"

#define OWN_NAMES(suffix)                                                                                   \
  {"exp" suffix, "log" suffix, "pow" suffix, "sin" suffix, "cos" suffix, "tan" suffix, "asin" suffix,       \
   "acos" suffix, "atan" suffix, "atan2" suffix}
#define GLSL_NAMES {"exp", "log", "pow", "sin", "cos", "tan", "asin", "acos", "atan", "atan"}

#define FOUR(a, b, c, d) {a, b, c, d}
#define GLSL_TYPES                                                                                           \
  {[KIND_CHOICE] = FOUR("bool", "bvec2", "bvec3", "bvec4"), [KIND_INT] = FOUR("int", "ivec2", "ivec3", "ivec4"), \
   [KIND_WORD] = FOUR("uint", "uvec2", "uvec3", "uvec4"), [KIND_REAL] = FOUR("float", "vec2", "vec3", "vec4"), \
   [KIND_WIDE] = FOUR("double", "dvec2", "dvec3", "dvec4")}
#define FLOAT4_TYPES(uint)                                                                                   \
  {[KIND_CHOICE] = FOUR("bool", "bool2", "bool3", "bool4"), [KIND_INT] = FOUR("int", "int2", "int3", "int4"), \
   [KIND_WORD] = FOUR(uint, "uint2", "uint3", "uint4"), [KIND_REAL] = FOUR("float", "float2", "float3", "float4"), \
   [KIND_WIDE] = FOUR("double", "double2", "double3", "double4")}

const burl__dialect burl__dialects[TARGET_COUNT] = {
    [TARGET_GLSL] = {.name = "glsl", .types = GLSL_TYPES, .real_suffix = "", .wide_suffix = "LF",
                     .fusing = FUSED_PRECISE, .casts_by_name = 1, .converts_vectors = 1, .has_wide = 1,
                     .bits = "floatBitsToUint(%s)", .from_bits = "uintBitsToFloat(%s)",
                     .low_bits = "unpackDouble2x32(%s).x", .round = "roundEven", .root = "sqrt", .wide_root = "sqrt", .floor = "floor",
                     .wide_floor = "floor", .size = "abs", .wide_size = "abs", .own = GLSL_NAMES, .function = "",
                     .table = "const ", .small_table = ""},
    [TARGET_GLSLES] = {.name = "glsles", .types = GLSL_TYPES, .real_suffix = "", .wide_suffix = "LF",
                       .fusing = FUSED_BARRIER, .casts_by_name = 1, .converts_vectors = 1,
                       .bits = "floatBitsToUint(%s)", .from_bits = "uintBitsToFloat(%s)", .round = "roundEven", .root = "sqrt",
                       .floor = "floor", .size = "abs", .own = GLSL_NAMES, .function = "", .table = "const ",
                       .small_table = ""},
    [TARGET_WGSL] = {.name = "wgsl",
                     .types = {[KIND_CHOICE] = FOUR("bool", "vec2<bool>", "vec3<bool>", "vec4<bool>"),
                               [KIND_INT] = FOUR("i32", "vec2i", "vec3i", "vec4i"),
                               [KIND_WORD] = FOUR("u32", "vec2u", "vec3u", "vec4u"),
                               [KIND_REAL] = FOUR("f32", "vec2f", "vec3f", "vec4f")},
                     .real_suffix = "", .wide_suffix = "", .fusing = FUSED_BARRIER, .casts_by_name = 1,
                     .converts_vectors = 1, .is_wgsl = 1, .bits = "bitcast<u32>(%s)", .from_bits = "bitcast<f32>(%s)",
                     .round = "round", .root = "sqrt", .floor = "floor", .size = "abs",
                     .own = {"exp", "log", "pow", "sin", "cos", "tan", "asin", "acos", "atan", "atan2"},
                     .function = "", .table = "const "},
    [TARGET_HLSL] = {.name = "hlsl", .types = FLOAT4_TYPES("uint"), .real_suffix = "f", .wide_suffix = "L",
                     .record = RECORD_BY_FUNCTION, .fusing = FUSED_PRECISE, .is_precise_alone = 1, .casts_by_name = 1, .converts_vectors = 1,
                     .has_wide = 1, .bits = "asuint(%s)", .from_bits = "asfloat(%s)", .round = "round", .root = "sqrt",
                     .wide_root = "sqrt", .floor = "floor", .wide_floor = "floor", .size = "abs", .wide_size = "abs",
                     .own = OWN_NAMES(""), .function = "", .table = "static const ", .small_table = "static "},
    [TARGET_MSL] = {.name = "msl", .passes_uniforms = 1, .types = FLOAT4_TYPES("uint"), .real_suffix = "f", .wide_suffix = "",
                    .record = RECORD_BY_BRACES, .casts_by_name = 1, .converts_vectors = 1,
                    .bits = "as_type<uint>(%s)", .from_bits = "as_type<float>(%s)", .round = "rint", .root = "sqrt", .floor = "floor",
                    .size = "fabs", .own = OWN_NAMES(""), .function = "inline ", .table = "constant ",
                    .opening = "#include <metal_stdlib>\nusing namespace metal;\n#pragma clang fp contract(off)\n"},
    [TARGET_OPENCL] = {.name = "opencl", .passes_uniforms = 1, .types = FLOAT4_TYPES("uint"), .real_suffix = "f", .wide_suffix = "",
                       .make = MAKE_BY_CAST, .record = RECORD_BY_LITERAL, .converts_vectors = 2, .has_wide = 1,
                       .bits = "as_uint(%s)", .from_bits = "as_float(%s)", .low_bits = "(uint)as_ulong(%s)",
                       .root = "sqrt", .wide_root = "sqrt", .floor = "floor", .wide_floor = "floor", .size = "fabs",
                       .wide_size = "fabs", .own = OWN_NAMES(""), .function = "", .table = "__constant ",
                       .opening = "#pragma OPENCL FP_CONTRACT OFF\n"},
    [TARGET_CUDA] = {.name = "cuda", .passes_uniforms = 1, .types = FLOAT4_TYPES("unsigned int"), .real_suffix = "f", .wide_suffix = "",
                     .make = MAKE_BY_FUNCTION, .record = RECORD_BY_BRACES, .fusing = FUSED_FUNCTIONS, .has_wide = 1,
                     .bits = "__float_as_uint(%s)", .from_bits = "__uint_as_float(%s)",
                     .low_bits = "(unsigned int)__double2loint(%s)", .root = "__fsqrt_rn", .wide_root = "__dsqrt_rn",
                     .floor = "floorf", .wide_floor = "floor", .size = "fabsf", .wide_size = "fabs",
                     .own = OWN_NAMES("f"), .function = "__device__ inline ", .table = "__device__ const "},
    [TARGET_C] = {.name = "c", .passes_uniforms = 1,
                  .types = {[KIND_CHOICE] = FOUR("int", NULL, NULL, NULL),
                            [KIND_INT] = FOUR("int32_t", "@int2", "@int3", "@int4"),
                            [KIND_WORD] = FOUR("uint32_t", "@uint2", "@uint3", "@uint4"),
                            [KIND_REAL] = FOUR("float", "@float2", "@float3", "@float4"),
                            [KIND_WIDE] = FOUR("double", "@double2", "@double3", "@double4")},
                  .real_suffix = "f", .wide_suffix = "", .make = MAKE_BY_LITERAL, .record = RECORD_BY_LITERAL,
                  .has_wide = 1, .root = "sqrtf", .wide_root = "sqrt", .floor = "floorf", .wide_floor = "floor",
                  .size = "fabsf", .wide_size = "fabs", .own = OWN_NAMES("f"), .function = "static inline ",
                  .table = "static const ",
                  .opening = "#include <math.h>\n#include <stdint.h>\n#include <string.h>\n\n"
                             "#if defined(__GNUC__) && !defined(__clang__)\n#pragma GCC push_options\n"
                             "// Where gcc vectorises, it may fuse a product with a sum whatever it is told.\n"
                             "#pragma GCC optimize(\"fp-contract=off,no-tree-slp-vectorize\")\n"
                             "#else\n#pragma STDC FP_CONTRACT OFF\n#endif\n",
                  .closing = "\n#if defined(__GNUC__) && !defined(__clang__)\n#pragma GCC pop_options\n#endif\n"},
};
