/* The figures of the five articles that burl follows, each drawn from recipes of its own. */
#ifndef BURL_FIGURES_FIGURES_H
#define BURL_FIGURES_FIGURES_H

#include "plot/page.h"

typedef struct {
  const char *name;                     /* of its file, without .svg */
  const char *title;                    /* a few words */
  const char *caption;                  /* what it shows, and what to look at */
  const char *own;                      /* the command that draws the like of any recipe; NULL: there is none */
  plot_page *(*draw)(plot_theme theme); /* NULL: out of memory */
} figures_row;

typedef struct {
  const char *name; /* a word, which stands for all of its figures */
  const char *title;
  const char *source; /* author, title, year, as far as they are known */
  const figures_row *rows;
  int count;
} figures_article;

enum { FIGURES_ARTICLES = 5 };

extern const figures_article figures_perlin, figures_lines, figures_terrain, figures_elias, figures_wood;
extern const figures_article *const figures_articles[FIGURES_ARTICLES];

#endif
