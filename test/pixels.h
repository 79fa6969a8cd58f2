/* Reading figures: the pictures in an SVG page, as pixels. */
#ifndef BURL_TEST_PIXELS_H
#define BURL_TEST_PIXELS_H

typedef struct {
  double box[4]; /* x, y, width, height on the page */
  int columns, rows;
  unsigned char *rgba;
} pixels;

/* The picture number `index`, from 0, whose pixels pixels_free() frees; the test fails where there is none. */
pixels pixels_of(const char *svg, int index);
void pixels_free(pixels *p);

/* The four channels of a pixel; of that below a point of the page. */
const unsigned char *pixels_at(const pixels *p, int column, int row);
const unsigned char *pixels_under(const pixels *p, double x, double y);
/* The red channel, which is the height in a picture of greys. */
double pixels_grey(const pixels *p, int column, int row);

/* How much a grey differs from the mean of those four columns to either side, on the average, beside how far all greys
 * lie apart. */
double pixels_roughness(const pixels *p);

/* How much stronger a picture is bent across columns whose left edge is a multiple of `every` pixels than it is between
 * them, on the average.  Jumps of more than half the greys don't count. */
double pixels_creases(const pixels *p, double every);

/* The mean of |a - b| over all channels, of pictures of one size. */
double pixels_difference(const pixels *a, const pixels *b);

#endif
