/* From linear light to what a screen shows, and back. */
#ifndef BURL_LIT_TONE_H
#define BURL_LIT_TONE_H

#include "lit/vector.h"

/* The transfer function of sRGB (IEC 61966-2-1) and its inverse, of [0, 1]; what is outside is clamped. */
float tone_encode(float linear);
float tone_decode(float encoded);

/* The curve that compresses highlights into [0, 1) and leaves the colours of what is lit evenly as they are: PBR
 * Neutral (Khronos, 2024). */
vector tone_neutral(vector light);

#endif
