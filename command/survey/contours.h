/* Contours: the lines along which a function of the plane has given values.  Nothing here prints. */
#ifndef BURL_SURVEY_CONTOURS_H
#define BURL_SURVEY_CONTOURS_H

#include <stdint.h>

/* A place in the grid, in steps from its first node. */
typedef struct {
  double x, y;
} survey_place;

/* What contours are of: its values at the nodes of a grid, float[ny][nx], and at any place between. */
typedef struct {
  int nx, ny;         /* together fewer than 2^30 nodes */
  const float *value; /* NaN: the function has none there, and contours end */
  /* The values at that many places, into `values`.  Returns 0, or what survey_contours() is to return.  NULL: between
   * two nodes the value changes linearly. */
  int (*sample)(void *user, const survey_place *places, int64_t count, float *values);
  void *user;
} survey_plain;

/* A contour; where it is closed, its last point repeats its first. */
typedef struct {
  int64_t first, count; /* of its points */
  int level;            /* the number of its level */
} survey_contour;

typedef struct {
  survey_contour *lines;
  survey_place *points;
  int64_t count, point_count;
} survey_contour_set;

/* Finds the contours of levels that rise.  Each point lies on a side of a cell, between nodes one of which is below the
 * level and the other isn't, within 1e-6 of the side's length from where the function passes the level.  A cell whose
 * corners are above and below in turn is divided by the value at its centre.  What isn't below the level is at the left
 * of a line, where y grows upwards.  Lines don't cross, of one level or of several; a grid that shares a side with
 * another has the same points on it.  Returns 0; -1: out of memory; or what `sample` returned.  set: to be freed by
 * survey_free_contours either way. */
int survey_contours(const survey_plain *plain, const double *levels, int count, survey_contour_set *set);
void survey_free_contours(survey_contour_set *set);

#endif
