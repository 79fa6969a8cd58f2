/* Words that no name in a text can be. */
#include "code/language/reserved.h"

#include <string.h>

/* Words of all the languages, with a blank on either side. */
static const char reserved[] =
    " abs acos active alias alignas alignof all alpha and any array as asin asm assert atan atan2 atomic_uint"
    " attribute auto become binding bitcast bitand bitor block blend bool break buffer bvec2 bvec3 bvec4 case cast"
    " catch ceil cell_ centroid char class clamp clip coherent column_major common compile const const_cast constant"
    " constexpr continue cos cosh cross cull decltype default degrees delete demote deref determinant device"
    " diagnostic dimension discard distance dmat2 do dot double dvec2 dvec3 dvec4 dynamic_cast elementwise else enable"
    " enum exp exp2 explicit export extern external fabs fallthrough false filter finally fixed flat float float2"
    " float3 float4 floor fma fn for fract fragment friend from fvec2 fvec3 fvec4 global goto half half2 highp hvec2"
    " if image in inline inout input int int2 int3 int4 interface inverse invariant isinf isnan iterator ivec2 ivec3"
    " ivec4 kernel layout length let lerp line lineadj linear lit local log log2 long loop lowp main mat2 mat3 mat4"
    " matrix max mediump meta metal min mix mod modf module move mut mutable namespace near new nil noise noinline"
    " noperspective normalize not null nullptr of operator or out output override packed partition patch pass"
    " pixelfragment point pow precise precision priv private protected ptr pub public radians readonly record ref"
    " reflect refract register reinterpret_cast require resource restrict return round row_major sample sampler"
    " saturate select self sets shader shared short sign signed sin sinh sizeof smooth smoothstep snorm sqrt stage"
    " state stateblock static std step string struct subroutine super switch tan tanh target technique template"
    " texture this thread threadgroup throw trait transpose triangle triangleadj true trunc try type typedef typeid"
    " typename typeof uint uint2 uint3 uint4 uniform union unless unorm unorm4 unsafe unsigned use using uvec2 uvec3"
    " uvec4 var varying vec vec2 vec3 vec4 vector vertex virtual void volatile wgsl where while with workgroup"
    " writeonly xor yield f16 f32 f64 i32 u32 i64 u64 bf16 j0 j1 jn y0 y1 yn gamma index div time signal remove rename"
    " rand exit height_scale ground_place acosf asfloat asinf asuint as_float as_type as_uint as_ulong atan2f atanf"
    " bool2 bool3 bool4 convert_float2 convert_float3 convert_float4 convert_int2 convert_int3 convert_int4"
    " convert_uint2 convert_uint3 convert_uint4 cosf double2 double3 double4 expf fabsf floatBitsToUint floorf int32_t"
    " logf make_double2 make_double3 make_double4 make_float2 make_float3 make_float4 make_int2 make_int3 make_int4"
    " make_uint2 make_uint3 make_uint4 memcpy powf sinf sqrtf tanf uchar uint32_t uint64_t uintBitsToFloat ulong"
    " unpackDouble2x32 ushort vec2f vec2i vec2u vec3f vec3i vec3u vec4f vec4i vec4u"
    " ";

int burl__has_word(const char *words, const char *word) {
  const size_t length = strlen(word);
  for (const char *at = strstr(words, word); at; at = strstr(at + 1, word))
    if (at[-1] == ' ' && at[length] == ' ') return 1;
  return 0;
}

/* All in capitals, as macros and Godot's constants are: PI, TIME, E.  Names that were given a number behind "_" to tell
 * them apart are hardly ever macros. */
static int is_macro(const char *name) {
  const char *const last = strrchr(name, '_');
  const int is_numbered = last && last[1] && last[1 + strspn(last + 1, "0123456789")] == '\0';
  return (name[1] || name[0] == 'E') && !is_numbered && name[strcspn(name, "abcdefghijklmnopqrstuvwxyz")] == '\0';
}

int burl__is_reserved(const char *name) { return is_macro(name) || burl__has_word(reserved, name); }
