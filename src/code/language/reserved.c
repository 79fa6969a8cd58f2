/* Words that no name in a text can be. */
#include "code/language/reserved.h"

#include <string.h>

/* By language, those that are in none above it; with a blank on either side. */
static const char *const reserved[] = {
    /* C, to C23. */
    " alignas alignof asm auto bool break case char const constexpr continue default do double else enum extern"
    " false float for goto if inline int long nullptr register restrict return short signed sizeof static"
    " static_assert struct switch thread_local true typedef typeof typeof_unqual union unsigned void volatile"
    " while"
    " ",
    /* Macros of C's compilers, and of headers that may stand above a text. */
    " alloca assert complex errno far fpclassify hppa hpux I i386 imaginary interface isfinite isgreater"
    " isgreaterequal isinf isless islessequal islessgreater isnan isnormal issubnormal isunordered iszero"
    " L_ctermid L_cuserid L_tmpnam linux M_PI_2 M_PI_4 M_SQRT1_2 m68k math_errhandling mips near noreturn"
    " offsetof P_tmpdir signbit"
    " signgam small sparc stderr stdin stdout strdupa strndupa sun unix unreachable vax"
    " ",
    /* C++, to C++26. */
    " and and_eq atomic_cancel atomic_commit atomic_noexcept bitand bitor catch char16_t char32_t char8_t class"
    " co_await co_return co_yield compl concept const_cast consteval constinit contract_assert decltype delete"
    " dynamic_cast explicit export final friend import module mutable namespace new noexcept not not_eq operator"
    " or or_eq override private protected public reflexpr reinterpret_cast requires static_cast synchronized"
    " template this throw try typeid typename using virtual wchar_t xor xor_eq"
    " ",
    /* OpenCL C. */
    " as_float as_int as_uint as_ulong bool2 bool3 bool4 char16 char2 char3 char4 char8 clk_event_t constant"
    " convert_float2 convert_float3 convert_float4 convert_int2 convert_int3 convert_int4 convert_uint2"
    " convert_uint3 convert_uint4 double16 double2 double3 double4 double8 event_t float16 float2 float3 float4"
    " float8 generic global half half16 half2 half3 half4 half8 image1d_array_t image1d_buffer_t image1d_t"
    " image2d_array_depth_t image2d_array_t image2d_depth_t image2d_msaa_t image2d_t image3d_t int16 int2 int3"
    " int4 int8 intptr_t kernel local long16 long2 long3 long4 long8 ndrange_t pipe ptrdiff_t quad queue_t"
    " read_only read_write reserve_id_t sampler_t short16 short2 short3 short4 short8 size_t uchar uchar16 uchar2"
    " uchar3 uchar4 uchar8 uint uint16 uint2 uint3 uint4 uint8 uintptr_t ulong ulong16 ulong2 ulong3 ulong4 ulong8"
    " uniform ushort ushort16 ushort2 ushort3 ushort4 ushort8 vec_step write_only"
    " ",
    /* CUDA. */
    " blockDim blockIdx char1 dim3 double1 float1 gridDim int1 long1 longlong1 longlong2 longlong3 longlong4"
    " make_double2 make_double3 make_double4 make_float2 make_float3 make_float4 make_int2 make_int3 make_int4"
    " make_uint2 make_uint3 make_uint4 short1 threadIdx uchar1 uint1 ulong1 ulonglong1 ulonglong2 ulonglong3"
    " ulonglong4 ushort1 warpSize"
    " ",
    /* Metal. */
    " array as_type atomic_int atomic_uint bfloat buffer depth2d depth2d_array depth2d_ms depthcube"
    " depthcube_array device float2x2 float2x3 float2x4 float3x2 float3x3 float3x4 float4x2 float4x3 float4x4"
    " fragment half2x2 half2x3 half2x4 half3x2 half3x3 half3x4 half4x2 half4x3 half4x4 imageblock matrix metal"
    " packed_float2 packed_float3 packed_float4 packed_half2 packed_half3 packed_half4 packed_int2 packed_int3"
    " packed_int4 packed_uint2 packed_uint3 packed_uint4 patch sample sampler texture1d texture1d_array texture2d"
    " texture2d_array texture2d_ms texture3d texture_buffer texturecube texturecube_array thread threadgroup"
    " threadgroup_imageblock vec vertex"
    " ",
    /* GLSL, to 4.6 and ES 3.2. */
    " active attribute bvec2 bvec3 bvec4 cast centroid coherent common demote discard dmat2 dmat2x2 dmat2x3"
    " dmat2x4 dmat3 dmat3x2 dmat3x3 dmat3x4 dmat4 dmat4x2 dmat4x3 dmat4x4 dvec2 dvec3 dvec4 external filter fixed"
    " flat floatBitsToUint fvec2 fvec3 fvec4 highp hvec2 hvec3 hvec4 iimage1D iimage2D iimage3D iimageCube image1D"
    " image2D image2DArray image3D imageBuffer imageCube imageCubeArray in inout input invariant isampler1D"
    " isampler2D isampler2DArray isampler3D isamplerCube isubpassInput ivec2 ivec3 ivec4 layout lowp main mat2"
    " mat2x2 mat2x3 mat2x4 mat3 mat3x2 mat3x3 mat3x4 mat4 mat4x2 mat4x3 mat4x4 mediump noinline noperspective out"
    " output partition precise precision readonly resource roundEven sampler1D sampler1DArray sampler1DShadow"
    " sampler2D sampler2DArray sampler2DArrayShadow sampler2DMS sampler2DMSArray sampler2DRect sampler2DRectShadow"
    " sampler2DShadow sampler3D sampler3DRect samplerBuffer samplerCube samplerCubeArray samplerCubeShadow"
    " samplerExternalOES samplerShadow shared smooth subpassInput subroutine superp terminateInvocation texture1D"
    " texture2D texture3D textureCube uimage1D uimage2D uimage3D uimageCube uintBitsToFloat unpackDouble2x32"
    " usampler1D usampler2D usampler2DArray usampler3D usamplerCube usubpassInput uvec2 uvec3 uvec4 varying vec2"
    " vec3 vec4 writeonly"
    " ",
    /* Godot. */
    " filter_linear filter_nearest group_uniforms hint_enum hint_normal hint_range instance instance_index"
    " render_mode repeat_enable shader_type source_color stencil_mode"
    " ",
    /* HLSL. */
    " AppendStructuredBuffer asfloat asint asm_fragment asuint BlendState bool1 bool1x1 bool1x2 bool1x3 bool1x4"
    " bool2x1 bool2x2 bool2x3 bool2x4 bool3x1 bool3x2 bool3x3 bool3x4 bool4x1 bool4x2 bool4x3 bool4x4 Buffer"
    " ByteAddressBuffer cbuffer column_major compile compile_fragment CompileShader ComputeShader"
    " ConsumeStructuredBuffer decl DepthStencilState DepthStencilView DomainShader double1x1 double1x2 double1x3"
    " double1x4 double2x1 double2x2 double2x3 double2x4 double3x1 double3x2 double3x3 double3x4 double4x1"
    " double4x2 double4x3 double4x4 dword float16_t float1x1 float1x2 float1x3 float1x4 float2x1 float32_t"
    " float3x1 float4x1 float64_t fxgroup GeometryShader globallycoherent groupshared half1 half1x1 half1x2"
    " half1x3 half1x4 half2x1 half3x1 half4x1 Hullshader InputPatch int16_t int1x1 int1x2 int1x3 int1x4 int2x1"
    " int2x2 int2x3 int2x4 int3x1 int3x2 int3x3 int3x4 int4x1 int4x2 int4x3 int4x4 int64_t lerp line lineadj"
    " linear LineStream min10float min12int min16float min16float1 min16float2 min16float3 min16float4 min16int"
    " min16uint nointerpolation OutputPatch packoffset pass pixelfragment PixelShader point PointStream"
    " RasterizerState real RenderTargetView row_major RWBuffer RWByteAddressBuffer RWStructuredBuffer RWTexture1D"
    " RWTexture2D RWTexture3D sampler_state SamplerComparisonState samplerCUBE SamplerState saturate snorm"
    " stateblock stateblock_state string StructuredBuffer tbuffer technique technique10 technique11 texture"
    " Texture1D Texture1DArray Texture2D Texture2DArray Texture2DMS Texture3D TextureCube TextureCubeArray"
    " triangle triangleadj TriangleStream uint16_t uint1x1 uint1x2 uint1x3 uint1x4 uint2x1 uint2x2 uint2x3 uint2x4"
    " uint3x1 uint3x2 uint3x3 uint3x4 uint4x1 uint4x2 uint4x3 uint4x4 uint64_t unorm unorm4 vector vertexfragment"
    " VertexShader"
    " ",
    /* WGSL, and words that it keeps for later. */
    " abstract alias as async atomic await become bf16 binding_array bitcast const_assert continuing crate"
    " debugger demote_to_helper diagnostic enable extends f16 f32 f64 fallthrough finally fn from get handle i16"
    " i32 i64 i8 impl implements instanceof let loop macro macro_rules mat mat2x2f mat2x2h mat2x3f mat2x3h mat2x4f"
    " mat2x4h mat3x2f mat3x2h mat3x3f mat3x3h mat3x4f mat3x4h mat4x2f mat4x2h mat4x3f mat4x3h mat4x4f mat4x4h"
    " match meta mod move mut nil non_coherent noncoherent null of package premerge priv ptr pub ref regardless"
    " require sampler_comparison select Self self set std super target texture_1d texture_2d texture_3d trait type"
    " u16 u32 u64 u8 unless unsafe unsized use var vec2f vec2h vec2i vec2u vec3f vec3h vec3i vec3u vec4f vec4h"
    " vec4i vec4u wgsl where with yield"
    " ",
    /* Functions that texts call, or that compilers warn of, and names of what stands around texts. */
    " abs acos acosf all alpha any asin asinf atan atan2 atan2f atanf binding blend block ceil clamp clip cos cosf"
    " cosh cross cull degrees deref determinant dimension distance div dot elementwise exit exp exp2 expf fabs"
    " fabsf floor floorf fma fract gamma ground_place height_scale image index int32_t inverse iterator j0 j1 jn"
    " length lit log log2 logf max memcpy min mix modf noise normalize packed pow powf radians rand record reflect"
    " refract remove rename round sets shader sign signal sin sinf sinh smoothstep sqrt sqrtf stage state step tan"
    " tanf tanh time transpose trunc uint32_t workgroup y0 y1 yn"
    " ",
};

int burl__has_word(const char *words, const char *word) {
  const size_t length = strlen(word);
  for (const char *at = strstr(words, word); at; at = strstr(at + 1, word))
    if (at[-1] == ' ' && at[length] == ' ') return 1;
  return 0;
}

/* All in capitals, as macros and Godot's constants are: PI, TIME, E; or as <math.h> has them: M_PIf.  Names that were
 * given a number behind "_" to tell them apart are hardly ever macros. */
static int is_macro(const char *name) {
  const char *const last = strrchr(name, '_');
  if (last && last[1] && last[1 + strspn(last + 1, "0123456789")] == '\0') return 0;
  if (strncmp(name, "M_", 2) == 0) return 1;
  return (name[1] || name[0] == 'E') && name[strcspn(name, "abcdefghijklmnopqrstuvwxyz")] == '\0';
}

int burl__is_reserved(const char *name) {
  if (is_macro(name)) return 1;
  for (size_t i = 0; i < sizeof reserved / sizeof *reserved; i++)
    if (burl__has_word(reserved[i], name)) return 1;
  return 0;
}
