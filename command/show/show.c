/* burl-show: draws a picture in the terminal by chafa.  burl show and burl watch start it, so that burl
 * itself starts without chafa.
 *
 *     burl-show COLUMNS ROWS CELL_WIDTH CELL_HEIGHT BEFORE AFTER
 *
 * reads "WIDTH HEIGHT\n" and WIDTH x HEIGHT pixels of four bytes, red, green, blue and alpha, from standard input.  It
 * prints BEFORE, the picture in COLUMNS x ROWS cells of the given size in pixels, a line's end, and AFTER; nothing
 * where the input ends too early. */
#include <chafa.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct {
  int width, height;
  unsigned char *pixels;
} picture;

enum { MOST_SIDE = 1 << 15 };

/* ---- the picture --------------------------------------------------------------------------------- */

/* Returns 0 where the input isn't a whole picture. */
static int read_picture(picture *p) {
  if (scanf("%d %d", &p->width, &p->height) != 2 || getchar() != '\n') return 0;
  if (p->width < 1 || p->height < 1 || p->width > MOST_SIDE || p->height > MOST_SIDE) return 0;
  const size_t count = (size_t)p->width * (size_t)p->height;
  p->pixels = malloc(4 * count);
  return p->pixels && fread(p->pixels, 4, count, stdin) == count;
}

/* ---- the terminal -------------------------------------------------------------------------------- */

static int can(const ChafaTermInfo *terminal, ChafaTermSeq sequence) {
  return chafa_term_info_have_seq(terminal, sequence);
}

/* What the environment says of the terminal. */
static ChafaTermInfo *detect(void) {
  gchar **const environment = g_get_environ();
  ChafaTermInfo *const terminal = chafa_term_db_detect(chafa_term_db_get_default(), environment);
  g_strfreev(environment);
  return terminal;
}

/* Whether a multiplexer is in between, which takes characters only, whatever the terminal behind it can do. */
static int is_multiplexed(void) {
  const char *const name = getenv("TERM");
  return name && (strncmp(name, "tmux", 4) == 0 || strncmp(name, "screen", 6) == 0);
}

static ChafaPixelMode pixels_of(const ChafaTermInfo *terminal) {
  return is_multiplexed()                                               ? CHAFA_PIXEL_MODE_SYMBOLS
         : can(terminal, CHAFA_TERM_SEQ_BEGIN_KITTY_IMMEDIATE_IMAGE_V1) ? CHAFA_PIXEL_MODE_KITTY
         : can(terminal, CHAFA_TERM_SEQ_BEGIN_ITERM2_IMAGE)             ? CHAFA_PIXEL_MODE_ITERM2
         : can(terminal, CHAFA_TERM_SEQ_BEGIN_SIXELS)                   ? CHAFA_PIXEL_MODE_SIXELS
                                                                        : CHAFA_PIXEL_MODE_SYMBOLS;
}

static ChafaCanvasMode colours_of(const ChafaTermInfo *terminal) {
  return can(terminal, CHAFA_TERM_SEQ_SET_COLOR_FGBG_DIRECT) ? CHAFA_CANVAS_MODE_TRUECOLOR
         : can(terminal, CHAFA_TERM_SEQ_SET_COLOR_FGBG_256)  ? CHAFA_CANVAS_MODE_INDEXED_240
                                                             : CHAFA_CANVAS_MODE_INDEXED_16;
}

static ChafaSymbolMap *half_blocks(void) {
  ChafaSymbolMap *const symbols = chafa_symbol_map_new();
  chafa_symbol_map_add_by_tags(symbols, CHAFA_SYMBOL_TAG_SPACE | CHAFA_SYMBOL_TAG_VHALF | CHAFA_SYMBOL_TAG_SOLID);
  return symbols;
}

/* ---- drawing ------------------------------------------------------------------------------------- */

static ChafaCanvas *canvas_of(const ChafaTermInfo *terminal, const int cells[4]) {
  ChafaCanvasConfig *const config = chafa_canvas_config_new();
  ChafaSymbolMap *const symbols = half_blocks();
  chafa_canvas_config_set_symbol_map(config, symbols);
  chafa_canvas_config_set_canvas_mode(config, colours_of(terminal));
  chafa_canvas_config_set_pixel_mode(config, pixels_of(terminal));
  chafa_canvas_config_set_geometry(config, cells[0], cells[1]);
  chafa_canvas_config_set_cell_geometry(config, cells[2], cells[3]);
  ChafaCanvas *const canvas = chafa_canvas_new(config);
  chafa_symbol_map_unref(symbols);
  chafa_canvas_config_unref(config);
  return canvas;
}

static void draw(const picture *p, const int cells[4], const char *before, const char *after) {
  ChafaTermInfo *const terminal = detect();
  ChafaCanvas *const canvas = canvas_of(terminal, cells);
  chafa_canvas_draw_all_pixels(canvas, CHAFA_PIXEL_RGBA8_UNASSOCIATED, p->pixels, p->width, p->height, 4 * p->width);
  GString *const text = chafa_canvas_print(canvas, terminal);
  fputs(before, stdout);
  fwrite(text->str, 1, text->len, stdout);
  putchar('\n');
  fputs(after, stdout);
  g_string_free(text, TRUE);
  chafa_canvas_unref(canvas);
  chafa_term_info_unref(terminal);
}

int main(int argc, char **argv) {
  picture p = {0};
  int cells[4];
  signal(SIGINT, SIG_IGN); /* a sequence that breaks off would leave the terminal waiting for its end */
  signal(SIGTERM, SIG_IGN);
  signal(SIGHUP, SIG_IGN);
  if (argc != 7) {
    fputs("burl-show is what burl show and burl watch draw with: start these\n", stderr);
    return 2;
  }
  for (int i = 0; i < 4; i++) {
    cells[i] = atoi(argv[1 + i]);
    if (cells[i] < 1 || cells[i] > MOST_SIDE) return 2;
  }
  if (!read_picture(&p)) return 1;
  draw(&p, cells, argv[5], argv[6]);
  free(p.pixels);
  return fflush(stdout) == 0 ? 0 : 1;
}
