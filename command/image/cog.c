/* A raster's rows go into a plain GeoTIFF first, from which GDAL makes the optimised one: its overviews come
 * before its rows. */
#include "image/cog.h"

#include "image/gdal_loaded.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#if defined BURL_GDAL

enum { CACHE = 1 << 26 /* bytes that GDAL keeps */ };
#define PLAN_KEYWORD "burl_plan"
static const char seal_before[] = "<Item name=\"" IMAGE_SEAL "\">";
static const image_mark seal_mark = {seal_before, sizeof seal_before - 1};

struct cog {
  image_file file;
  char *path, *rows_name, *made_name; /* rows_name: of the plain file; made_name: of the optimised one */
  cog_about about;
  GDALDatasetH rows;
  int64_t put;
};

const char *cog_version(void) { return gdal_load_error() ? "none" : gdal.GDALVersionInfo("VERSION_NUM"); }

/* Why GDAL failed last. */
static const char *last_reason(void) {
  const char *const said = gdal.CPLGetLastErrorMsg();
  return *said ? said : errno ? strerror(errno) : "it can't be written";
}

static int failed(const char *path, image_error *error) {
  snprintf(error->text, sizeof error->text, "%.200s: %.250s", path, last_reason());
  return -1;
}

/* ---- The rows ------------------------------------------------------------------------------------ */

static GDALDatasetH create_rows(const char *name, const cog_about *about) {
  const char *const options[] = {"TILED=YES",        "BLOCKXSIZE=512",   "BLOCKYSIZE=512",
                                 "BIGTIFF=IF_SAFER", "INTERLEAVE=PIXEL", NULL};
  const double transform[6] = {about->corner[0], about->step[0], 0, about->corner[1], 0, about->step[1]};
  const GDALDatasetH file =
      gdal.GDALCreate(gdal.GDALGetDriverByName("GTiff"), name, (int)about->size[0], (int)about->size[1],
                      about->channels, about->is_bytes ? GDT_Byte : GDT_Float32, (char **)(uintptr_t)options);
  char *const crs = about->crs ? gdal_crs_definition(about->crs) : NULL;
  int is_set = file && gdal.GDALSetGeoTransform(file, (double *)(uintptr_t)transform) == CE_None &&
               gdal.GDALSetMetadataItem(file, PLAN_KEYWORD, about->plan, NULL) == CE_None &&
               gdal.GDALSetMetadataItem(file, IMAGE_SEAL, IMAGE_NO_SEAL, NULL) == CE_None;
  if (is_set && about->crs) is_set = crs && gdal.GDALSetProjection(file, crs) == CE_None;
  if (crs) gdal.VSIFree(crs);
  if (is_set || !file) return file;
  gdal.GDALClose(file);
  return NULL;
}

static char *name_beside(const char *name, const char *ending) {
  char *const to = malloc(strlen(name) + strlen(ending) + 1);
  if (to) sprintf(to, "%s%s", name, ending);
  return to;
}

static void free_all(cog *c) {
  if (c->rows) gdal.GDALClose(c->rows);
  if (c->rows_name) unlink(c->rows_name);
  if (c->made_name) unlink(c->made_name);
  image_abandon(&c->file);
  free(c->rows_name);
  free(c->made_name);
  free(c->path);
  free(c);
}

cog *cog_open(const char *path, const cog_about *about, image_error *error) {
  const char *const missing = gdal_load_error();
  cog *const c = missing ? NULL : calloc(1, sizeof *c);
  if (!c || !(c->path = strdup(path))) {
    snprintf(error->text, sizeof error->text, "%s", missing ? missing : strerror(ENOMEM));
    free(c);
    return NULL;
  }
  c->about = *about;
  int code = image_begin_bytes(&c->file, c->path, error);
  if (!code) {
    c->rows_name = name_beside(c->file.temporary[0].name, ".rows");
    c->made_name = name_beside(c->file.temporary[0].name, ".cog");
    gdal.GDALSetCacheMax64(CACHE);
    gdal.CPLErrorReset();
    errno = 0;
    c->rows = c->rows_name && c->made_name ? create_rows(c->rows_name, about) : NULL;
    if (!c->rows) code = failed(path, error);
  }
  if (!code) return c;
  free_all(c);
  return NULL;
}

/* Between the file and samples, [rows][columns][channels]. */
static CPLErr transfer(GDALDatasetH file, GDALRWFlag direction, const cog_about *about, int64_t first, int64_t rows,
                       void *samples) {
  const int columns = (int)about->size[0], sample = about->is_bytes ? 1 : 4, pixel = sample * about->channels;
  return gdal.GDALDatasetRasterIO(file, direction, 0, (int)first, columns, (int)rows, samples, columns, (int)rows,
                                  about->is_bytes ? GDT_Byte : GDT_Float32, about->channels, NULL, pixel,
                                  pixel * columns, sample);
}

int cog_put(cog *c, const void *samples, int64_t rows, image_error *error) {
  gdal.CPLErrorReset();
  errno = 0;
  if (transfer(c->rows, GF_Write, &c->about, c->put, rows, (void *)(uintptr_t)samples) != CE_None)
    return failed(c->path, error);
  c->put += rows;
  return 0;
}

/* ---- The file ------------------------------------------------------------------------------------ */

/* Whether both files have the same samples: GDAL doesn't say of everything that it could not be written. */
static int are_equal(const cog_about *about, GDALDatasetH a, GDALDatasetH b) {
  enum { ROWS = 16 };
  const size_t row = (size_t)about->size[0] * (size_t)about->channels * (about->is_bytes ? 1 : 4);
  unsigned char *const of_a = malloc(row * ROWS), *const of_b = malloc(row * ROWS);
  int are = of_a && of_b;
  for (int64_t j = 0; are && j < about->size[1]; j += ROWS) {
    const int64_t rows = about->size[1] - j < ROWS ? about->size[1] - j : ROWS;
    are = transfer(a, GF_Read, about, j, rows, of_a) == CE_None &&
          transfer(b, GF_Read, about, j, rows, of_b) == CE_None && memcmp(of_a, of_b, row * (size_t)rows) == 0;
  }
  free(of_a);
  free(of_b);
  return are;
}

static int make(cog *c) {
  const char *const options[] = {"COMPRESS=DEFLATE",
                                 "PREDICTOR=YES",
                                 "BLOCKSIZE=512",
                                 "RESAMPLING=AVERAGE",
                                 "BIGTIFF=IF_SAFER",
                                 "NUM_THREADS=1",
                                 NULL};
  gdal.GDALRegister_COG();
  const GDALDatasetH made = gdal.GDALCreateCopy(gdal.GDALGetDriverByName("COG"), c->made_name, c->rows, 0,
                                                (char **)(uintptr_t)options, NULL, NULL);
  if (!made) return -1;
  gdal.GDALClose(made);
  const GDALDatasetH again = gdal_open_tif(c->made_name);
  const int is_whole = again && are_equal(&c->about, c->rows, again);
  if (again) gdal.GDALClose(again);
  return is_whole && image_seal(c->made_name, &seal_mark) == 0 ? 0 : -1;
}

static int copy_file(const char *from, FILE *to) {
  char block[1 << 16];
  FILE *const stream = fopen(from, "rb");
  int is_whole = stream != NULL;
  for (size_t got; is_whole && (got = fread(block, 1, sizeof block, stream)) > 0;)
    is_whole = fwrite(block, 1, got, to) == got;
  is_whole = is_whole && !ferror(stream);
  if (stream) fclose(stream);
  return is_whole ? 0 : -1;
}

int cog_close(cog *c, image_error *error) {
  int code = 0;
  gdal.CPLErrorReset();
  errno = 0;
  if (make(c) != 0 || copy_file(c->made_name, c->file.temporary[0].stream) != 0) code = failed(c->path, error);
  if (!code) code = image_finish_stream(&c->file, NULL, error);
  free_all(c);
  return code;
}

void cog_abandon(cog *c) { free_all(c); }

/* ---- Files that are there ------------------------------------------------------------------------ */

int cog_is_whole(const char *path, const cog_about *about) {
  if (gdal_load_error() || !image_is_sealed(path, &seal_mark)) return 0;
  const GDALDatasetH file = gdal_open_tif(path);
  double t[6];
  if (!file) return 0;
  const char *const plan = gdal.GDALGetMetadataItem(file, PLAN_KEYWORD, NULL);
  const int is_it = plan && strcmp(plan, about->plan) == 0 && gdal.GDALGetRasterXSize(file) == about->size[0] &&
                    gdal.GDALGetRasterYSize(file) == about->size[1] && gdal.GDALGetGeoTransform(file, t) == CE_None &&
                    t[0] == about->corner[0] && t[3] == about->corner[1];
  gdal.GDALClose(file);
  return is_it;
}

int cog_join(const char *path, const char *const *files, int count, image_error *error) {
  int misused = 0;
  const char *const missing = gdal_load_error();
  if (missing) return snprintf(error->text, sizeof error->text, "%s", missing), -1;
  gdal.GDALRegister_VRT();
  gdal.CPLErrorReset();
  errno = 0;
  const GDALDatasetH joined = gdal.GDALBuildVRT(path, count, NULL, files, NULL, &misused);
  if (joined) gdal.GDALClose(joined);
  if (joined && !*gdal.CPLGetLastErrorMsg()) return 0;
  snprintf(error->text, sizeof error->text, "%s", last_reason());
  return -1;
}

#else

struct cog {
  int none;
};

const char *cog_version(void) { return "none"; }

static int no_gdal(image_error *error) {
  snprintf(error->text, sizeof error->text, "a .tif needs GDAL, without which this burl was built");
  return -1;
}

cog *cog_open(const char *path, const cog_about *about, image_error *error) {
  (void)path, (void)about;
  no_gdal(error);
  return NULL;
}

int cog_put(cog *c, const void *samples, int64_t rows, image_error *error) {
  (void)c, (void)samples, (void)rows;
  return no_gdal(error);
}

int cog_close(cog *c, image_error *error) {
  (void)c;
  return no_gdal(error);
}

void cog_abandon(cog *c) { (void)c; }

int cog_is_whole(const char *path, const cog_about *about) {
  (void)path, (void)about;
  return 0;
}

int cog_join(const char *path, const char *const *files, int count, image_error *error) {
  (void)path, (void)files, (void)count;
  return no_gdal(error);
}

#endif
