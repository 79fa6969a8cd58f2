/* Reading figures: the paths of an SVG page of plot/page.h. */
#ifndef BURL_TEST_SVG_H
#define BURL_TEST_SVG_H

enum { SVG_MOST_POINTS = 4096 };

typedef struct {
  double x[SVG_MOST_POINTS], y[SVG_MOST_POINTS];
  int count;
} svg_path;

/* The path number `index`, from 0, of a class, in absolute coordinates; the test fails where there is none. */
svg_path svg_path_of(const char *svg, const char *class_name, int index);

/* What the path says at a pixel x. */
double svg_height_at(const svg_path *p, double x);

/* The number at the beginning of a label, whose minus sign is a true one. */
double svg_number(const char *text);

#endif
