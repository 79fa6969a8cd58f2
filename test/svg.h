/* Reading figures: what stands in an SVG page of plot/page.h.  Where there is no such thing, the test fails. */
#ifndef BURL_TEST_SVG_H
#define BURL_TEST_SVG_H

enum { SVG_MOST_POINTS = 4096 };

typedef struct {
  double x[SVG_MOST_POINTS], y[SVG_MOST_POINTS];
  int count;
} svg_path;

/* The path number `index`, from 0, of a class ("": of any), in absolute coordinates; and how many there are. */
svg_path svg_path_of(const char *svg, const char *class_name, int index);
int svg_path_count(const char *svg, const char *class_name);

/* What the path says at a pixel x. */
double svg_height_at(const svg_path *p, double x);

typedef struct {
  double from[2], to[2];
} svg_arrow;

/* The arrow number `index` of a class, in a text where all paths of the class belong to arrows. */
svg_arrow svg_arrow_of(const char *svg, const char *class_name, int index);

typedef struct {
  double x, y, radius;
} svg_circle;

svg_circle svg_circle_of(const char *svg, int index);

typedef struct {
  double x, y, size;
  char anchor; /* s, m or e: start, middle or end */
  char text[256];
} svg_label;

/* The label number `index`; and the first one that begins so. */
svg_label svg_label_of(const char *svg, int index);
svg_label svg_label_with(const char *svg, const char *beginning);

/* The number at the beginning of a label, whose minus sign is a true one. */
double svg_number(const char *text);

/* An axis, from two of its labels: those number `index` and the next one, below (x) or beside (y). */
typedef struct {
  double zero, unit; /* pixels: where 0 lies, and from there to 1 */
} svg_axis;

svg_axis svg_axis_x(const char *svg, int index);
svg_axis svg_axis_y(const char *svg, int index);
double svg_value(svg_axis axis, double pixel);

/* How often a text occurs in the page, as "<circle " does; all of the group of this name, to be freed. */
int svg_count(const char *svg, const char *part);
char *svg_group(const char *svg, const char *name);

#endif
