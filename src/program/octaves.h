/* Octaves of a call's first argument, for the builders of fractals: what the options that all fractals have say, each
 * octave's value and how it fades where their number is automatic. */
#ifndef BURL_PROGRAM_OCTAVES_H
#define BURL_PROGRAM_OCTAVES_H

#include "program/build.h"
#include "program/spacing.h"

typedef struct {
  int count, automatic, normalise, same_seed;
  int is_one;    /* whether there is one octave, whatever knobs are */
  int is_listed; /* whether the call gives the amplitudes */
  double last;   /* the weight of the last octave, in (0, 1]: below 1 if their number is fractional */
  double frequency[BURL__MOST_OCTAVES];
  int gain;                                 /* a node */
  int amplitude[BURL__MOST_OCTAVES], total; /* nodes: gain^i or what the call gives, and Σ of their sizes */
  burl__spacer *spacer;                     /* if automatic */
} burl__octaves;

/* An octave: its value, as float; and, of an automatic number of them, how it fades. */
typedef struct {
  int value;
  burl__fade fade;
} burl__octave;

/* Reads the call's options; 0 with the error filled. */
int burl__open_octaves(burl__call_site *site, burl__octaves *o);

/* Octave i; its value is BURL__NONE where that failed.  by: where from its point it is moved, a node for each
 * coordinate; NULL: not at all.  v: NULL, or becomes the coordinates by which its value can be differentiated. */
burl__octave burl__octave_at(burl__call_site *site, const burl__octaves *o, int i, const int *by, burl__variables *v);
/* How octave i fades; no spacing: it doesn't. */
burl__fade burl__octave_fade(burl__call_site *site, const burl__octaves *o, int i);
/* The partial derivatives by these coordinates of a value that is computed from an octave's; 0 with the error
 * filled. */
int burl__octave_slopes(burl__call_site *site, const burl__variables *v, int value, int slope[4]);

/* Whether octaves: auto leaves out an octave whatever the spacing, as its amplitude is negligible. */
int burl__octave_is_negligible(const burl__graph *graph, const burl__octaves *o, int i);
/* Whether burl_options asks for an octave. */
int burl__octave_is_wanted(const burl__call_site *site, int i);

/* sum + part; with automatic octaves as much of the part as the grid's spacing shows of its octave. */
int burl__add_faded(burl__graph *graph, int sum, int part, burl__fade fade);
/* The sum of what is shown of automatic octaves, whose bounds depend on the gates, with the bounds widened by those of
 * the sum of all. */
int burl__widen_by_all(burl__graph *graph, int shown, int all);

#endif
