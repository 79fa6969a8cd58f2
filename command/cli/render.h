/* What the files of burl render share: render_options.c has the options, render.c prepares a rendering, motion.c has
 * what frames need, series.c enumerates the pictures, source.c compiles what they are of, picture.c makes one of them,
 * movie.c a file of frames. */
#ifndef BURL_RENDER_H
#define BURL_RENDER_H

#include "cli/cli.h"
#include "material/material.h"

/* What --rivers, --lakes, --sea, --ocean, --river-least and --lake-least say; files in this order. */
enum { SHAPE_FILES = 2 };

typedef struct {
  const char *paths[SHAPE_FILES]; /* NULL: not wanted */
  double sea, least;              /* as in survey/reaches.h */
  int ocean;                      /* 1: all ground at or below the sea's level is sea */
  double lake_least;              /* square metres of a lake at least */
  int sea_given, ocean_given, least_given, lake_least_given;
} shapes_wish;

/* The values of the options.  Without --seeds and --tiles there is one picture. */
typedef struct {
  recipe recipe;
  settings settings;
  int threads; /* 0: all cores */
  const char *output;
  const image_format *format;
  uint64_t first_seed, last_seed;
  int seeds_given;
  int64_t tiles[4];
  int tile_axes; /* 0: not given */
  int resume;
  unsigned at_given; /* a bit for each axis that --at gives */
  int window_given;
  const char *like; /* the file whose size and place the picture has; NULL: none */
  heights likeness; /* what it says, without samples */
  int like_size;    /* whether the size is the file's, too */
  shapes_wish shapes;
  const char *program;                    /* what --for says; NULL: it isn't given */
  material_set set;                       /* its program is NULL where it isn't a material's maps that are made */
  char set_name[104];                     /* the material's name, */
  char layers[MATERIAL_MOST_LAYERS][104]; /* those of its layers, */
  char maps[2400];                        /* and its results; of --lit, too */
  int is_width;                           /* whether --size is the width of its pictures alone */
  message_level level;                    /* as --quiet or --verbose chose it */
  double compiling;                       /* how many seconds compiling the recipe took */
  int coarse; /* only every n-th sample along x and y is computed, and stands for those around it; 0: all are */
} rendering;

/* ---- render.c: what commands that render have in common -------------------------------------------- */

enum {
#define OPTION(id, ...) OPTION_##id,
#include "cli/render_options.def"
#undef OPTION
  RENDER_ROWS
};
extern const option_row render_rows[RENDER_ROWS]; /* render_options.c */

/* An entry of a command whose struct is a rendering or begins with one; and one with the command's own help. */
#define RENDER_OPTION(id) \
  { .row = &render_rows[OPTION_##id] }
#define RENDER_OPTION_AS(id, ...) \
  { .row = &render_rows[OPTION_##id], __VA_ARGS__ }

/* The rows in the order in which a picture's text has them; whether these settings have a value for the text, or one is
 * given; how the options of kinds of their own are remembered. */
const option_row *provenance_row(int i);
int provenance_has(const option_row *o, const settings *m);
extern const option_memory range_memory, target_memory, times_memory, at_memory;

/* What a rendering is without options. */
rendering rendering_usual(void);

/* Loads and compiles the recipe, and chooses the size. */
int rendering_prepare(rendering *r);

/* Frees what rendering_prepare has made. */
void rendering_free(rendering *r);

/* Notes which options make no difference, and detail that is finer than the samples. */
void rendering_note(const rendering *r);

/* The seconds spent on the stages of making pictures, summed over threads; all: from beginning to
 * end of each picture, summed over pictures. */
typedef struct {
  double compiling, sampling, all;
} stages;

/* A recipe compiled with a seed, and the grid of the whole picture; for several pictures, made one
 * after another. */
typedef struct {
  const rendering *rendering;
  recipe recipe;
  burl_grid grid; /* of the whole picture */
  /* All samples of a recipe with whole-grid functions, once a picture needs some; else NULL. */
  float *whole;
  stages *stages; /* the caller's */
} source;

/* ---- source.c -------------------------------------------------------------------------------------- */

/* Opens the source for a seed and a time.  Call source_close even where that fails. */
int source_open(source *s, const rendering *r, uint64_t seed, double time, stages *times);
void source_close(source *s);
/* Computes all samples, into `whole`. */
int source_compute_whole(source *s, progress *bar);

/* How many samples there are; memory for all of them, NULL before.  instead: what the message suggests where that is
 * too much.  DONE, or a code after a message. */
double samples_count(const int64_t size[4]);
int samples_allocate(float **data, const int64_t size[4], int channels, const char *instead);

/* ---- picture.c ------------------------------------------------------------------------------------- */

/* One picture of the source: the names of its files, one for each of the program's results, and which
 * part of the whole it shows. */
typedef struct {
  const char *paths[MOST_RESULTS]; /* NULL: this file is not to be made */
  settings settings;
  int threads;
} part;

/* What has been made of a result: how many files, their samples, and one of the images, without its
 * samples; for range_note(). */
typedef struct {
  int64_t made;
  range_content content;
  image shown;
} made_result;

/* Whether the file of that result exists, is complete, and was made as this picture would be. */
int picture_is_current(const source *s, const part *p, int result);

/* The image, without samples, with this number of channels and of this part of the whole grid. */
image picture_image(const source *s, const part *p, const burl_grid *grid, int channels);

/* Makes the picture's files, and adds them to made[], by result. */
int picture_make(source *s, const part *p, progress *bar, made_result *made);

/* ---- shapes.c: rivers and lakes of the picture's heights --------------------------------------------- */

/* Which of the program's channels are heights: the first result that is a number; -1: none is. */
int heights_channel(const burl_program *program);
/* Their coordinate system, NULL: none is known; whether it has metres: DONE, or FAILED with a message. */
const char *heights_crs(const rendering *r);
int heights_check_metres(const char *name, const char *crs);

/* The coordinates of the samples of the source's grid along x and y: those of the picture, with a coordinate system
 * those that a .tif has. */
void shapes_axes(const source *from, image_axis axes[2]);

int shapes_are_wanted(const rendering *r);
/* Checks the options about them against the others, and that there are heights. */
int shapes_check(const rendering *r);

/* Their files while the picture is made; initially all 0. */
typedef struct {
  image_file file;
  char *text; /* what it is to have */
  size_t length;
} shapes_file;

typedef struct {
  shapes_file files[SHAPE_FILES];
} shapes_files;

/* Opens the files, before anything is computed; computes what they are to have of the source's `whole`; gives them
 * their names.  Call shapes_close even where one of these fails. */
int shapes_open(shapes_files *s, const rendering *r);
int shapes_draw(shapes_files *s, const source *from);
int shapes_finish(shapes_files *s);
void shapes_close(shapes_files *s);

/* ---- lit.c: --lit ---------------------------------------------------------------------------------- */

/* Checks --lit against the other options, and takes a size of one number for both sides. */
int lit_check(rendering *r);
/* Compiles the recipe for the maps that its material gives; does nothing without the option. */
int lit_prepare(rendering *r);
/* The picture of the material, in place of a series. */
int make_lit(const rendering *r);

/* ---- coarse.c: pictures that are there soon --------------------------------------------------------- */

/* Whether there is a coarse picture, of two axes and not huge. */
int coarse_is_possible(const rendering *r);
/* About how many seconds computing all samples takes, from computing some. */
double coarse_estimate(const rendering *r);
/* Fills the source's `whole` with coarse samples. */
int coarse_compute(source *s);

/* ---- strips.c: samples of several results for several files, computed once ----------------------- */

/* Computes `count` lines of all channels; returns 0, or the reason for a failure, one of errno's
 * numbers. */
typedef int strip_source(void *user, int64_t first, int64_t count, float *to);

/* The strip of lines from which the files' writers, a thread each, take their channels.  When all have
 * taken it the next strip is computed. */
typedef struct {
  strip_source *source;
  void *user;
  int64_t all_lines, line_samples, most_lines; /* of the picture; of a line; of a strip at most */
  int channels, readers;
  pthread_mutex_t lock; /* guards all below */
  pthread_cond_t changed;
  int waiting, reason; /* how many readers wait for the next strip; why there is none any more */
  int64_t first, lines;
  float *samples;
} strips;

/* Copies some of the channels of samples. */
void strips_take(const float *from, int channels, int first, int count, int64_t samples, float *to);

/* Opens the strips for this number of readers, with the fields up to `readers` filled in.  Returns a reason, or 0. */
int strips_open(strips *s);
void strips_close(strips *s);
/* A reader's next part of some channels.  Returns a reason, or 0. */
int strips_read(strips *s, int first_channel, int channels, const image_part *cut, float *to);
/* A reader reads no more: it has read all, or failed for a reason, and then the others fail, too.
 * Returns the reason for which they had failed before, or 0. */
int strips_leave(strips *s, int reason);

/* ---- target.c: --for ------------------------------------------------------------------------- */

/* The target of that name; NULL: there is none. */
const target *target_named(const char *name);
const char *target_name(const target *t);
/* How many samples neighbouring tiles have in common, and whether rows and tiles are from the
 * south. */
int target_overlap(const target *t);
int target_is_upwards(const target *t);
int target_reads(const target *t, const image_format *format);

#define TARGET_NAMES "unreal unity godot terrain3d"
#define PROGRAM_NAMES TARGET_NAMES " blender gltf"

/* Sets what the target asks for and the options leave open, and refuses what contradicts it; does
 * nothing without one.  A target from the picture that is made again is dropped where the new file
 * isn't for it. */
int target_apply(rendering *r);
/* Checks, once the recipe is compiled, channels, sizes and the tiles' names. */
int target_check(const rendering *r);
/* Notes what to type in there.  shown: a picture that was made. */
void target_print(const rendering *r, const image *shown);

/* ---- material.c: --for, of a folder of a material's maps ------------------------------------------- */

/* Whether a path names a folder, by its last letter. */
int is_folder(const char *path);
/* Checks --for and -o against each other, and chooses whether a set is made. */
int material_options(rendering *r);
int makes_material(const rendering *r);
/* Finds the compiled recipe's maps, and compiles it for those that the program reads; does nothing without one. */
int material_prepare(rendering *r);
/* Whether a result of that name is a map that is no colour. */
int material_is_data(const char *result);
/* The name of a result's file, without its folder, as snprintf; its picture's depth. */
int material_path(const rendering *r, int result, char *to, size_t room);
void material_shape(const rendering *r, int result, image *picture);
/* Writes the file that the program opens into the folder.  shown: one of the pictures. */
int material_open(const rendering *r, const char *folder, const image *shown);
/* Notes what is to be set there, and what maps don't hold. */
void material_note(const rendering *r, const made_result *made);

/* ---- like.c: --like ------------------------------------------------------------------------------ */

/* Reads what the file says, and sets size, place and system by it.  The place once more, when it is known how an
 * extent is filled. */
int like_take(rendering *r);
void like_place(rendering *r);

/* ---- motion.c: --times, --frames, --fps and --most-frames ------------------------------------ */

/* What the options leave open: a second of t at 25 frames a second. */
#define USUAL_MOTION \
  { .end = 1, .fps = 25, .most = 10000 }

/* Reads "A..B" into a rendering; the text is split in place. */
int motion_set_times(void *to, char *text);

/* Checks the options about frames against the others, and chooses what they leave open. */
int motion_settle(rendering *r);
/* Whether one file is to hold all frames. */
int is_movie(const rendering *r);

/* ---- series.c -------------------------------------------------------------------------------------- */

/* Every picture of the rendering. */
int make_series(rendering *r);
/* Checks the options of ranges; notes options for which the format has no place. */
int series_check_ranges(const rendering *r);
void series_note_unused(const rendering *r);

/* The file that holds all frames. */
int make_movie(rendering *r);

#endif
