/* Heights brought by GDAL from their coordinate system to the one that is wished for. */
#include "image/gdal_loaded.h"
#include "image/heights.h"

#if defined BURL_GDAL

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* How far off the straight lines may be that stand for the exact way from system to system, in samples. */
static const double straight = 0.01;

/* Sets where a dataset lies. */
static int set_place(GDALDatasetH set, const heights *h, const char *crs) {
  double t[6] = {h->origin[0] - 0.5 * h->step[0], h->step[0], 0, h->origin[1] - 0.5 * h->step[1], 0, h->step[1]};
  char *const wkt = gdal_crs_definition(crs);
  const int is_set = wkt && gdal.GDALSetGeoTransform(set, t) == CE_None && gdal.GDALSetProjection(set, wkt) == CE_None;
  if (wkt) gdal.VSIFree(wkt);
  return is_set ? 0 : -1;
}

/* Heights in memory as a dataset of GDAL's, which uses their memory; without, where they have none.  NULL: it can't
 * be made. */
static GDALDatasetH dataset_of(const heights *h, const char *crs) {
  char at[40], pointer[64];
  const GDALDriverH driver = gdal.GDALGetDriverByName("MEM");
  const GDALDatasetH set = gdal.GDALCreate(driver, "", (int)h->size[0], (int)h->size[1], 0, GDT_Float32, NULL);
  snprintf(at, sizeof at, "%p", (void *)h->data);
  snprintf(pointer, sizeof pointer, "DATAPOINTER=%s%s", strncmp(at, "0x", 2) == 0 ? "" : "0x", at);
  char *options[] = {pointer, NULL};
  int failed = !set || set_place(set, h, crs) != 0;
  if (!failed && h->data)
    failed = gdal.GDALAddBand(set, GDT_Float32, options) != CE_None ||
             gdal.GDALSetRasterNoDataValue(gdal.GDALGetRasterBand(set, 1), NAN) != CE_None;
  if (failed && set) gdal.GDALClose(set);
  return failed ? NULL : set;
}

/* Chooses size and place in the other system, with samples as far apart as they are. */
static int suggest_grid(heights_reading *r, GDALDatasetH from, const char *crs, heights *to) {
  double t[6];
  int width, height;
  char *const wkt = gdal_crs_definition(crs);
  void *const way = wkt ? gdal.GDALCreateGenImgProjTransformer(from, NULL, NULL, wkt, FALSE, 0, 0) : NULL;
  const int is_chosen =
      way && gdal.GDALSuggestedWarpOutput(from, gdal.GDALGenImgProjTransform, way, t, &width, &height) == CE_None;
  if (way) gdal.GDALDestroyGenImgProjTransformer(way);
  if (wkt) gdal.VSIFree(wkt);
  if (!is_chosen || !(t[1] > 0) || !(t[5] < 0)) return heights_fail(r, "--crs %s has no place for it", crs);
  *to = (heights){.size = {width, height},
                  .origin = {t[0] + 0.5 * t[1], t[3] + 0.5 * t[5]},
                  .step = {t[1], t[5]},
                  .crs = strdup(crs)};
  return to->crs ? 0 : heights_fail(r, "out of memory");
}

/* Puts the other grid in place of the heights', and fills it from them. */
static int move(heights_reading *r, GDALDatasetH from, const char *crs, heights *to) {
  heights_reading other = *r;
  other.to = to;
  other.system = NULL;
  const int code = heights_allocate(&other);
  if (code) return code;
  for (int64_t i = 0; i < to->size[0] * to->size[1]; i++) to->data[i] = NAN;
  const GDALDatasetH set = dataset_of(to, crs);
  const int is_moved =
      set && gdal.GDALReprojectImage(from, NULL, set, NULL, GRA_Cubic, 0, straight, NULL, NULL, NULL) == CE_None;
  if (set) gdal.GDALClose(set);
  return is_moved ? 0 : heights_fail(r, "can't be brought to %s: %s", crs, gdal.CPLGetLastErrorMsg());
}

static int reproject(heights_reading *r, const char *crs) {
  heights to = {0};
  const GDALDatasetH from = dataset_of(r->to, r->system);
  int code = from ? suggest_grid(r, from, crs, &to) : heights_fail(r, "out of memory");
  if (!code) code = move(r, from, crs, &to);
  if (from) gdal.GDALClose(from);
  if (code < 0) heights_free(&to);
  if (code < 0) return code;
  heights_free(r->to);
  *r->to = to;
  return code;
}

int heights_settle(heights_reading *r) {
  if (heights_is_to_move(r) && heights_channels(r->to) > 1)
    return heights_fail(r, "is in colour and in another coordinate system; gdalwarp -t_srs %s brings it there",
                        r->wish->crs);
  if (heights_is_to_move(r)) return reproject(r, r->wish->crs);
  if (r->to->step[0] == 0 || !r->system || heights_crs_kind(r->system) != CRS_PROJECTED) return 0;
  r->to->crs = r->system;
  r->system = NULL;
  return 0;
}

#else

int heights_settle(heights_reading *r) { return (void)r, 0; }

#endif
