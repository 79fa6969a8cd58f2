/* burl merge: the shards of a plan as archives or files, whose bytes don't depend on how the work was cut. */
#include "planet/merge.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

typedef struct {
  const char *output, *only;
  int as_cog, as_mbtiles;
} merge_options;

static const option_entry options[] = {
    ROW(.name = "output", .letter = 'o', .value = "FILE", .words = FILES, TEXT(merge_options, output),
        .help = "FILE.pmtiles, FILE.mbtiles, of tiles as files 'tiles/{z}/{x}/{y}.png', of a raster FILE.vrt",
        .more = "{layer} in it stands for the layer's name, {face} for the number of a cube's face"),
    ROW(.name = "cog", FLAG(merge_options, as_cog),
        .more = "a .vrt, whatever FILE ends in: one raster of those of the shards"),
    ROW(.name = "mbtiles", FLAG(merge_options, as_mbtiles), .more = "an .mbtiles, whatever FILE ends in"),
    ROW(.name = "layer", .value = "NAME", TEXT(merge_options, only), .help = "that layer alone"),
    HELP_OPTION,
    {0},
};

const manual manual_merge = {
    .usage = "FOLDER -o FILE [option]...",
    .about =
        "Makes of the shards of a plan an archive of each layer; where a shard is missing or damaged it says which, "
        "makes none, and exits with 75.",
    .options = options,
    .example = "burl merge planet -o planet.pmtiles",
    .operand = FILES,
};

/* Whether all shards are there; names the first few that are missing. */
static int check_shards(const planet *p, int layer) {
  enum { SAID = 5 };
  const uint64_t count = p->plan.shards + (uint64_t)plan_has_second(&p->plan);
  uint64_t missing = 0;
  for (uint64_t shard = 0; shard < count; shard++) {
    const shard_state state = planet_look(p, layer, shard);
    if (state != SHARD_DONE && missing++ < SAID) planet_bad_shard(p, layer, shard, shard_state_texts[state]);
  }
  if (missing > SAID) fail("and %" PRIu64 " more are missing", missing - SAID);
  return missing ? TRY_AGAIN : DONE;
}

/* ---- The output ---------------------------------------------------------------------------------- */

typedef int merge_kind(const merge_job *job);

/* What the output is to be; NULL after a message. */
static merge_kind *kind_of(const planet *p, const merge_options *o) {
  const int is_raster = p->plan.format == PLAN_TIF, faces = plan_faces(&p->plan);
  const char *const dot = strrchr(o->output, '.'), *const ending = dot ? dot : "";
  const int is_folder = strstr(o->output, "{z}") && strstr(o->output, "{x}") && strstr(o->output, "{y}");
  const int is_vrt = o->as_cog || strcasecmp(ending, ".vrt") == 0,
            is_mbtiles = o->as_mbtiles || strcasecmp(ending, ".mbtiles") == 0;
  const int is_png = strcasecmp(ending, ".png") == 0, is_webp = strcasecmp(ending, ".webp") == 0;
  const int is_pmtiles = !is_vrt && !is_mbtiles && strcasecmp(ending, ".pmtiles") == 0;
  if (is_raster && !is_vrt) usage_error("-o: '%s' does not end in .vrt, and the plan is of a raster", o->output);
  else if (is_vrt && !is_raster) usage_error("-o: a raster is made of a plan of one: burl plan --format tif");
  else if (is_raster) return merge_raster;
  else if (is_folder && p->plan.map == MAP_cube && !strstr(o->output, "{face}"))
    usage_error("-o: a cube has six faces: put {face} into the name");
  else if (is_folder && (is_png || is_webp) && is_webp != (p->plan.format == PLAN_WEBP))
    usage_error("-o: the plan's tiles are .%s: '%s'", plan_format_names[p->plan.format], o->output);
  else if (is_folder) return merge_folder;
  else if ((is_pmtiles || is_mbtiles) && faces > 1)
    usage_error(
        "-o: such an archive is of a map of one square, and this one has %d: 'tiles/%s{z}/{x}/{y}.%s' makes files",
        faces, p->plan.map == MAP_cube ? "{face}/" : "", plan_format_names[p->plan.format]);
  else if (is_mbtiles && p->plan.map != MAP_web)
    usage_error("-o: an .mbtiles is of web maps, and this map is a %s", map_names[p->plan.map]);
  else if (is_mbtiles) return merge_mbtiles;
  else if (is_pmtiles) return merge_pmtiles;
  else usage_error("-o: '%s' ends neither in .pmtiles nor .mbtiles, and has no {z}, {x} and {y}", o->output);
  return NULL;
}

/* The output's name with the layer's in it, to be freed; NULL: out of memory. */
static char *name_of(const char *pattern, const char *layer) {
  static const char word[] = "{layer}";
  char *const name = malloc((strlen(pattern) / strlen(word) + 1) * PLAN_NAME + strlen(pattern) + 1), *to = name;
  for (const char *at = pattern; name && *at;)
    if (strncmp(at, word, strlen(word)) == 0) {
      to += sprintf(to, "%s", layer);
      at += strlen(word);
    } else {
      *to++ = *at++;
    }
  if (name) *to = '\0';
  return name;
}

static int merge_layer(const planet *p, int layer, const char *pattern, merge_kind *kind) {
  char *const name = name_of(pattern, p->plan.layers[layer].name);
  int code = name ? check_shards(p, layer) : fail("not enough memory");
  if (!code) code = kind(&(merge_job){p, layer, name});
  free(name);
  return code;
}

static int merge_layers(const planet *p, const merge_options *o) {
  merge_kind *const kind = kind_of(p, o);
  int merged = 0, code = DONE;
  if (!kind) return USAGE;
  if (!o->only && p->plan.layer_count > 1 && !strstr(o->output, "{layer}"))
    return usage_error("-o: there are %d layers: put {layer} into the name, or take one by --layer",
                       p->plan.layer_count);
  for (int l = 0; !code && l < p->plan.layer_count; l++) {
    if (o->only && strcmp(o->only, p->plan.layers[l].name) != 0) continue;
    code = merge_layer(p, l, o->output, kind);
    merged++;
  }
  return code || merged ? code : usage_error("--layer: the plan has no layer '%s'", o->only);
}

/* ---- The command --------------------------------------------------------------------------------- */

int command_merge(int argc, char **argv) {
  merge_options o = {0};
  planet p;
  int code = options_read(argc, argv, options, &o);
  if (code) return code;
  if (argc - optind != 1) return usage_error("it takes one folder, that of a plan");
  if (!o.output) return usage_error("no file: -o names what is made");
  if (strcmp(o.output, "-") == 0) return usage_error("-o: an archive can't go to standard output");
  code = planet_open(&p, argv[optind]);
  if (!code) code = merge_layers(&p, &o);
  planet_close(&p);
  return code;
}
