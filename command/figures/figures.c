/* The articles in the order of the story that they tell. */
#include "figures/figures.h"

const figures_article *const figures_articles[FIGURES_ARTICLES] = {&figures_perlin, &figures_lines, &figures_terrain,
                                                                   &figures_elias, &figures_wood};
