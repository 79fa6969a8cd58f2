/* Prints random recipes for test/shaders/run: of each its dimensions, whether it is calm (without jumps or
 * steep parts), its text and a NUL, with blanks between. */
#include <stdio.h>
#include <string.h>

#include "burl.h"
#include "random_recipe.h"

enum { RECIPES = 120, MOST_COST = 100 };

static int compiles(const recipe *r, int dims) {
  burl_program *const program = burl_compile(r->text, dims, NULL);
  burl_free(program);
  return program != NULL;
}

int main(void) {
  random_begin(23);
  for (int i = 0; i < RECIPES;) {
    static recipe r;
    const recipe_wish wish = {.dims = 1 + (int)random_below(4), .depth = 3, .kind = i % 2 ? RECIPE_CALM : RECIPE_ANY};
    recipe_begin(&r);
    recipe_whole(&r, &wish);
    if (r.cost > MOST_COST || strstr(r.text, "scatter(") || !compiles(&r, wish.dims)) continue; /* it has no code */
    printf("%d %s %s", wish.dims, wish.kind == RECIPE_CALM ? "calm" : "any", r.text);
    putchar('\0');
    i++;
  }
  return 0;
}
