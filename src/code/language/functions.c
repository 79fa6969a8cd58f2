/* Functions of the languages, and names that stand around texts: a variable of a text may be called so, as its text
 * calls none of them, but a function may not. */
#include <stddef.h>

#include "code/language/reserved.h"

/* By language, those that aren't reserved (reserved.c) and are in none above; with a blank on either side. */
static const char *const known_functions[] = {
    /* GLSL. */
    " acosh asinh atanh barrier bitCount dFdx dFdy equal faceforward findLSB findMSB floatBitsToInt frexp"
    " ftransform fwidth greaterThan intBitsToFloat inversesqrt ldexp lessThan memoryBarrier noise1 noise2"
    " noise3 noise4 outerProduct texelFetch textureLod textureSize uaddCarry"
    " ",
    /* HLSL. */
    " abort asdouble countbits ddx ddy dst errorf f16tof32 f32tof16 firstbithigh firstbitlow fmod frac log10"
    " mad mainImage msad4 mul printf rcp reversebits rsqrt sincos tex1D tex2D tex3D texCUBE"
    " ",
    /* WGSL. */
    " arrayLength countOneBits dpdx dpdy extractBits faceForward firstLeadingBit firstTrailingBit insertBits"
    " inverseSqrt quantizeToF16 reverseBits"
    " ",
    /* Metal. */
    " absdiff addsat clz copysign cospi ctz dfdx dfdy discard_fragment distance_squared divide exp10"
    " extract_bits fast fdim fmax fmax3 fmedian3 fmin fmin3 hadd insert_bits length_squared mad24 madhi madsat"
    " math max3 median3 min3 mul24 mulhi popcount powr relational reverse_bits rhadd rint rotate sinpi subsat"
    " tanpi"
    " ",
    /* OpenCL. */
    " abs_diff acospi add_sat asinpi atan2pi atanpi bitselect cbrt erf erfc expm1 fast_distance fast_length"
    " fast_normalize hypot ilogb isequal isordered lgamma log1p logb mad_hi mad_sat maxmag mem_fence minmag"
    " mul_hi nan nextafter pown prefetch remainder remquo rootn shuffle shuffle2 sub_sat tgamma upsample vload2"
    " vstore2 wait_group_events"
    " ",
    /* CUDA. */
    " ballot brkpt clock clock64 cospif erfcinv erfcx erfinv fmaxf fminf llabs norm norm3d norm4d normcdf rcbrt"
    " rhypot rnorm sinpif surface trap umul24"
    " ",
    /* C. */
    " accept access alarm asctime atexit atof atoi atol bcmp bcopy bind bsearch bzero calloc cbrtf ceilf"
    " clearerr close connect ctime daemon difftime drem dup fclose feof ferror fflush ffs fgetc fgets fmodf"
    " fopen fork fputc fputs fread free freopen frexpf fscanf fseek ftell fwrite getc getchar getenv gets"
    " gmtime hypotf kill labs ldexpf ldiv link listen llrint llround localtime lrint lround lseek malloc mblen"
    " memchr memcmp memmove memset mktime modff nearbyint nice open pause perror putc putchar puts qsort raise"
    " random read realloc recv rewind rindex roundf scalb scalbn scanf send setbuf significand sleep sprintf"
    " srand sscanf stat strcat strchr strcmp strcpy strlen strncmp strstr strtod strtok sync system tmpfile"
    " tmpnam truncate truncf ungetc wait write"
    " ",
    /* What stands around texts. */
    " at by c colour ground light p place place2 process result start t text to value ",
};

int burl__is_known_function(const char *name) {
  for (size_t i = 0; i < sizeof known_functions / sizeof *known_functions; i++)
    if (burl__has_word(known_functions[i], name)) return 1;
  return 0;
}
