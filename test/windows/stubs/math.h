#pragma once
double sqrt(double), floor(double), ceil(double), fabs(double), pow(double, double), exp(double), log(double);
double sin(double), cos(double), tan(double), atan(double), atan2(double, double), asin(double), acos(double);
double fmod(double, double), trunc(double), rint(double), round(double), nearbyint(double), ldexp(double, int);
double frexp(double, int *), log2(double), exp2(double), hypot(double, double), cbrt(double), nextafter(double, double);
double fmin(double, double), fmax(double, double), copysign(double, double), scalbn(double, int),
    modf(double, double *);
double log10(double), sinh(double), cosh(double), tanh(double), expm1(double), log1p(double),
    fma(double, double, double);
float sqrtf(float), floorf(float), ceilf(float), fabsf(float), fmodf(float, float), powf(float, float), truncf(float);
float rintf(float), roundf(float), nextafterf(float, float), fminf(float, float), fmaxf(float, float);
float copysignf(float, float), ldexpf(float, int), cosf(float), sinf(float), expf(float), logf(float), exp2f(float);
float nearbyintf(float), fmaf(float, float, float);
long lround(double), lrint(double);
long long llround(double), llrint(double);
#define INFINITY __builtin_inff()
#define NAN __builtin_nanf("")
#define HUGE_VAL __builtin_inf()
#define isnan(x) __builtin_isnan(x)
#define isfinite(x) __builtin_isfinite(x)
#define isinf(x) __builtin_isinf(x)
#define signbit(x) __builtin_signbit(x)
