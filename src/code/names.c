/* The names of names.h. */
#include "code/names.h"

#include <stdio.h>
#include <string.h>

#include "code/dialect.h"

/* ---- What languages have -------------------------------------------------------------------------- */

/* Words of all the languages, with a blank on either side. */
static const char reserved[] =
    " abs acos active alias alignas alignof all alpha and any array as asin asm assert atan atan2 atomic_uint "
    "attribute "
    "auto become binding bitcast bitand bitor block blend bool break buffer bvec2 bvec3 bvec4 case cast catch ceil "
    "cell_ "
    "centroid char class clamp clip coherent column_major common compile const const_cast constant constexpr continue "
    "cos cosh cross cull decltype default degrees delete demote deref determinant device diagnostic dimension discard "
    "distance dmat2 do dot double dvec2 dvec3 dvec4 dynamic_cast elementwise else enable enum exp exp2 explicit export "
    "extern external fabs fallthrough false filter finally fixed flat float float2 float3 float4 floor fma fn for "
    "fract "
    "fragment friend from fvec2 fvec3 fvec4 global goto half half2 highp hvec2 if image in inline inout input int int2 "
    "int3 int4 interface inverse invariant isinf isnan iterator ivec2 ivec3 ivec4 kernel layout length let lerp line "
    "lineadj linear lit local log log2 long loop lowp main mat2 mat3 mat4 matrix max mediump meta metal min mix mod "
    "modf module move mut mutable namespace near new nil noise noinline noperspective normalize not null nullptr of "
    "operator or out output override packed partition patch pass pixelfragment point pow precise precision priv "
    "private "
    "protected ptr pub public radians readonly record ref reflect refract register reinterpret_cast require resource "
    "restrict return round row_major sample sampler saturate select self sets shader shared short sign signed sin sinh "
    "sizeof smooth smoothstep snorm sqrt stage state stateblock static std step string struct subroutine super switch "
    "tan tanh target technique template texture this thread threadgroup throw trait transpose triangle triangleadj "
    "true "
    "trunc try type typedef typeid typename typeof uint uint2 uint3 uint4 uniform union unless unorm unorm4 unsafe "
    "unsigned use using uvec2 uvec3 uvec4 var varying vec vec2 vec3 vec4 vector vertex virtual void volatile wgsl "
    "where "
    "while with workgroup writeonly xor yield f16 f32 f64 i32 u32 i64 u64 bf16 j0 j1 jn y0 y1 yn gamma index div time "
    "signal remove rename rand exit height_scale ground_place "
    "acosf asfloat asinf asuint as_float as_type as_uint as_ulong atan2f atanf bool2 bool3 bool4 convert_float2 "
    "convert_float3 convert_float4 convert_int2 convert_int3 convert_int4 convert_uint2 convert_uint3 convert_uint4 "
    "cosf double2 double3 double4 expf fabsf floatBitsToUint floorf int32_t logf make_double2 make_double3 "
    "make_double4 make_float2 make_float3 make_float4 make_int2 make_int3 make_int4 make_uint2 make_uint3 make_uint4 "
    "memcpy powf sinf sqrtf tanf uchar uint32_t uint64_t uintBitsToFloat ulong unpackDouble2x32 ushort vec2f vec2i "
    "vec2u vec3f vec3i vec3u vec4f vec4i vec4u ";

/* Whether a list of words has this one. */
static int has_word(const char *words, const char *word) {
  const size_t length = strlen(word);
  for (const char *at = strstr(words, word); at; at = strstr(at + 1, word))
    if (at[-1] == ' ' && at[length] == ' ') return 1;
  return 0;
}

/* All in capitals, as macros and Godot's constants are (PI, TIME, E); with a number behind "_", as names get that are told apart, hardly any. */
static int is_macro(const char *name) {
  const char *const last = strrchr(name, '_');
  const int is_numbered = last && last[1] && last[1 + strspn(last + 1, "0123456789")] == '\0';
  return (name[1] || name[0] == 'E') && !is_numbered && name[strcspn(name, "abcdefghijklmnopqrstuvwxyz")] == '\0';
}

int burl__is_reserved(const char *name) { return is_macro(name) || has_word(reserved, name); }

/* ---- What texts have ------------------------------------------------------------------------------ */

int burl__is_front_name(const char *name) {
  return has_word(" cell p d t uniforms keys zero exact bits from_bits low_bits ", name);
}

void burl__plain_name(const char *name, char to[BURL__NAME_ROOM]) {
  size_t length = 0;
  for (; *name && length < BURL__NAME_ROOM - 16; name++)
    if (*name != '_' || (length > 0 && to[length - 1] != '_')) to[length++] = *name;
  if (length > 0 && to[length - 1] == '_') length--;
  to[length] = '\0';
  if (length == 0) strcpy(to, "part");
}

/* C's vectors are types of the text, in which other languages have them too. */
static int is_vector(const char *name) {
  for (int base = 0; base < KIND_RECORD; base++)
    for (int i = 1; i < 4; i++) {
      const char *const type = burl__dialects[TARGET_C].types[base][i];
      if (type && *type == '@' && strcmp(type + 1, name) == 0) return 1;
    }
  return 0;
}

/* Whether anything but a function has the name, of so many records and tables. */
static int is_taken(const burl__module *m, const char *name, size_t records, size_t tables) {
  const char *const made = strncmp(name, "make_", 5) == 0 ? name + 5 : name;
  if (burl__is_front_name(name) || is_vector(name) || has_word(" float cell_float text INCLUDED ", name)) return 1;
  for (size_t i = 0; i < m->uniform_count; i++) {
    const char *const uniform = m->uniforms[i].name;
    if (strcmp(uniform, name) == 0 || (strncmp(uniform, "make_", 5) == 0 && strcmp(uniform + 5, name) == 0)) return 1;
  }
  for (size_t i = 0; i < records; i++)
    if (strcmp(m->records[i].name, name) == 0 || strcmp(m->records[i].name, made) == 0) return 1;
  for (size_t i = 0; i < tables; i++)
    if (strcmp(m->tables[i].name, name) == 0) return 1;
  return 0;
}

int burl__is_declared(const burl__module *m, const char *name) {
  return is_taken(m, name, m->record_count, m->table_count);
}

/* The name, or one like it that is free; numbers begin behind those that as many of the name would have. */
static const char *free_name(burl__module *m, const char *wish, size_t records, size_t tables) {
  char name[BURL__NAME_ROOM];
  snprintf(name, sizeof name, "%.80s", wish);
  for (unsigned i = 1 + (unsigned)(tables ? tables : records); is_taken(m, name, records, tables); i++)
    snprintf(name, sizeof name, "%.80s_%u", wish, i < 2 ? 2 : i);
  const char *const kept = strcmp(name, wish) == 0 ? wish : burl__arena_text(m->arena, name, strlen(name));
  if (!kept) m->failed = 1;
  return kept ? kept : wish;
}

void burl__name_records_and_tables(burl__module *m) {
  for (size_t i = 0; i < m->record_count; i++) m->records[i].name = free_name(m, m->records[i].name, i, 0);
  for (size_t i = 0; i < m->table_count; i++) m->tables[i].name = free_name(m, m->tables[i].name, m->record_count, i);
}

/* ---- Knobs ---------------------------------------------------------------------------------------- */

static int is_among(const char *const *names, int count, const char *name) {
  for (int i = 0; i < count; i++)
    if (names[i] && strcmp(names[i], name) == 0) return 1;
  return 0;
}

/* A knob's name as far as it can stay. */
static int is_kept(const char *given, const char *plain) {
  return strcmp(given, plain) == 0 && !burl__is_reserved(plain) && !burl__is_front_name(plain);
}

const char **burl__knob_names(const char *const *given, int count, burl__arena *arena) {
  const char **const names = burl__arena_take(arena, (size_t)(count + 1) * sizeof *names);
  char plain[BURL__NAME_ROOM], name[BURL__NAME_ROOM + 16];
  for (int i = 0; names && i < count; i++) {
    burl__plain_name(given[i], plain);
    names[i] = is_kept(given[i], plain) ? given[i] : NULL;
  }
  for (int i = 0; names && i < count; i++) {
    if (names[i]) continue;
    burl__plain_name(given[i], plain);
    snprintf(name, sizeof name, "%s_knob", plain);
    for (int k = 2; is_among(names, count, name); k++) snprintf(name, sizeof name, "%s_knob%d", plain, k);
    if (!(names[i] = burl__arena_text(arena, name, strlen(name)))) return NULL;
  }
  return names;
}
