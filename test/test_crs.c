/* Coordinate systems from strangers: what of well-known text GDAL and PROJ get to see, and that no file that a text
 * names is opened: all of them name a FIFO, which would never answer. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "burl.h"
#include "image/heights.h"
#include "image/wkt.h"
#include "process.h"

#define COUNT(list) ((int)(sizeof(list) / sizeof *(list)))

static void make_files(void) {
  const outcome *const o = shell("/usr/bin/python3 " BURL_SOURCE_DIR "/test/geotiffs.py");
  if (o->code != 0) fail_msg("%s", o->err);
}

#define WGS84                                                                                                   \
  "GEOGCS[\"WGS 84\",DATUM[\"WGS_1984\",SPHEROID[\"WGS 84\",6378137,298.257223563]%s],PRIMEM[\"Greenwich\",0]," \
  "UNIT[\"degree\",0.0174532925199433]%s]"
#define UTM "PROJCS[\"x\"," WGS84 ",PROJECTION[\"%s\"],PARAMETER[\"%s\",9],UNIT[\"metre\",1]%s]"

/* ---- what is understood -------------------------------------------------------------------------- */

static void check_rewritten(const char *text, const char *expected) {
  char *const made = wkt_rewritten(text);
  if (!made || strcmp(made, expected) != 0) fail_msg("%s\n  became %s", text, made ? made : "nothing");
  free(made);
}

static void test_rewriting(void **state) {
  (void)state;
  check_rewritten(" geogcs ( \"a \"\"b\"\"\" , Datum[\"d\", SPHEROID [\"s\",1 ,-2.5e+3]] )\n",
                  "GEOGCS[\"a \"\"b\"\"\",DATUM[\"d\",SPHEROID[\"s\",1,-2.5e+3]]]");
  check_rewritten("GEOGCRS[\"a\",CS[ellipsoidal,2],AXIS[\"lat\",north,ORDER[1]],USAGE[SCOPE[\"x\"],AREA[\"y\"]],"
                  "ID[\"EPSG\",4326,URI[\"urn:x\"]]]",
                  "GEOGCRS[\"a\",CS[ellipsoidal,2],AXIS[\"lat\",north,ORDER[1]]]");
  check_rewritten(
      "PROJCS[\"a\",EXTENSION[\"PROJ4\",\"+proj=merc +a=6378137 +b=6378137 +lat_ts=0 +lon_0=0 +x_0=0 +y_0=0 "
      "+k=1 +units=m +nadgrids=@null +wktext +no_defs\"],AUTHORITY[\"EPSG\",\"3857\"]]",
      "PROJCS[\"a\",EXTENSION[\"PROJ4\",\"+proj=merc +a=6378137 +b=6378137 +lat_ts=0 +lon_0=0 +x_0=0 +y_0=0 "
      "+k=1 +units=m +nadgrids=@null +wktext +no_defs\"]]");
  assert_int_equal(wkt_epsg("PROJCS[\"a\",GEOGCS[\"b\",AUTHORITY[\"EPSG\",\"4326\"]],AUTHORITY[\"EPSG\",\"3857\"]]"),
                   3857);
  assert_int_equal(wkt_epsg("PROJCRS[\"a\",ID[\"EPSG\",32632]]"), 32632);
  assert_int_equal(wkt_epsg("PROJCS[\"a\",AUTHORITY[\"ESRI\",\"54009\"]]"), 0);
  assert_int_equal(wkt_epsg("PROJCS[\"a\",GEOGCS[\"b\",AUTHORITY[\"EPSG\",\"4326\"]]]"), 0);
}

/* What GDAL writes is among what is understood, and keeps its meaning: lines of a number and of the system's text. */
static void test_systems_of_maps(void **state) {
  (void)state;
  make_files();
  char *const lines = read_whole("systems.txt", NULL), *rest;
  int count = 0;
  assert_int_equal(heights_crs_kind("EPSG:4326"), CRS_DEGREES); /* which loads GDAL */
  for (char *line = strtok_r(lines, "\n", &rest); line; line = strtok_r(NULL, "\n", &rest), count++) {
    double unit;
    char *const wkt = strchr(line, ' ') + 1;
    wkt[-1] = '\0';
    char *const name = heights_name_crs(wkt, &unit);
    if (!heights_is_crs(wkt) || strcmp(name, line) != 0) fail_msg("%s is read as %s\n%s", line, name, wkt);
    free(name);
  }
  assert_int_equal(count, 78);
  free(lines);
}

/* ---- what isn't ---------------------------------------------------------------------------------- */

/* Texts that name the file f, in which every %s is one of the ways to do so. */
static const char *const hostile[] = {
    "EXTENSION[\"PROJ4\",\"+init=f:x\"]",
    "EXTENSION[\"PROJ4\",\"+proj=longlat +init=f:x +type=crs\"]",
    "EXTENSION[\"PROJ4\",\"+proj=merc +nadgrids=f\"]",
    "EXTENSION[\"PROJ4\",\"+proj=merc +file=f\"]",
    "EXTENSION[\"PROJ4\",\"+proj=deformation +xy_grids=f +z_grids=f\"]",
    "EXTENSION[\"PROJ4\",\"+proj=defmodel +model=f\"]",
    "EXTENSION[\"PROJ4\",\"+proj=longlat +geoidgrids=f\"]",
    "EXTENSION[\"PROJ4\",\"+proj=merc +nadgrids=@null +nadgrids=f\"]",
    "EXTENSION[\"PROJ4\",\"+proj=merc\t+nadgrids=f\"]",
    "EXTENSION[\"PROJ4\",\"proj=merc nadgrids=f\"]",
    "EXTENSION[\"PROJ4\",\"+proj=merc +a=1\"\"+nadgrids=f\"]",
    "EXTENSION[\"PROJ4_GRIDS\",\"f\"]",
    "EXTENSION[(\"PROJ4\",\"+init=f:x\")]",
    "EXTENSION(\"PROJ4\",\"+init=f:x\")",
    "EXTENSION [ \"PROJ4\" , \"+init=f:x\" ]",
    "\"\"EXTENSION[\"PROJ4\",\"+init=f:x\"]",
    "EXTENSION[\"PROJ4\",EXTENSION[\"PROJ4\",\"+init=f:x\"]]",
    "PARAMETERFILE[\"Latitude and longitude difference file\",\"f\"]",
    "PARAMETERFILE(\"x\",\"f\")",
    "GEOIDMODEL[\"f\"]",
    "VELOCITYGRID[\"f\"]",
    "MODEL[\"f\"]",
    "ABRIDGEDTRANSFORMATION[\"x\",METHOD[\"NTv2\"]]",
    "BOUNDCRS[SOURCECRS[\"f\"]]",
    "COORDINATEOPERATION[\"x\",METHOD[\"PROJ-based operation method: +proj=pipeline\"]]",
    "METHOD[\"PROJ hgridshift\",PARAMETER[\"x\",1]]",
    "METHOD[\"proj-based operation method: +init=f\"]",
    "PROJECTION[\"PROJ +nadgrids=f\"]",
    "PARAMETER[\"x +nadgrids=f\",1]",
    "PARAMETER[\"x=f\",1]",
    "INCLUDE[\"f\"]",
    "f",
    "NORTHf"};

static void in_case(const char *text, int upper, char *to) {
  for (; *text; text++) *to++ = (char)(upper ? toupper((unsigned char)*text) : tolower((unsigned char)*text));
  *to = '\0';
}

/* The text, in quotation marks, as JSON has it. */
static void quote(const char *text, char *to) {
  for (*to++ = '"'; *text; text++) {
    if (*text == '\t') *to++ = '\\', *to++ = 't';
    else if (*text == '"' || *text == '\\') *to++ = '\\', *to++ = *text;
    else *to++ = *text;
  }
  *to++ = '"', *to = '\0';
}

/* A picture that was made, it says, in such a system. */
static void check_picture(const char *crs) {
  char quoted[2400], text[3600];
  quote(crs, quoted);
  write_whole("a.r16", "ab");
  snprintf(
      text, sizeof text,
      "{\"made\": {\"burl\": \"0.1.0\", \"output_version\": %d, \"recipe\": \"x\", \"seed\": \"0\", \"knobs\": {}, "
      "\"time\": 0.0, \"size\": [1, 1], \"extent\": [0.0, 0.0, 1.0, 1.0], \"edge\": \"cell\", \"crs\": %s},\n"
      " \"samples\": {\"begin\": 0, \"bytes\": 2, \"crc32\": \"9e83486d\"}}\n",
      burl_output_version(), quoted);
  write_whole("a.r16.json", text);
  const outcome *const o = shell("timeout 20 $burl render a.r16 -o b.tif");
  if (o->code != 1 || !strstr(o->err, "crs")) fail_msg("%s: status %d, %s", crs, o->code, o->err);
}

static void test_no_file_is_opened(void **state) {
  (void)state;
  assert_int_equal(mkfifo("f", 0600), 0);
  for (int i = 0; i < COUNT(hostile); i++)
    for (int place = 0; place < 5; place++)
      for (int letters = 0; letters < 3; letters++) {
        char part[256], more[300], text[2048];
        if (letters < 2) in_case(hostile[i], letters, part);
        else snprintf(part, sizeof part, "%s", hostile[i]);
        snprintf(more, sizeof more, ",%s", part);
        snprintf(text, sizeof text, UTM, place == 0 ? more : "", place == 1 ? more : "", "Transverse_Mercator",
                 "central_meridian", place == 2 ? more : "");
        if (place == 3) snprintf(text, sizeof text, "%s", part);
        if (place == 4)
          snprintf(text, sizeof text, "COMPD_CS[\"x\"," WGS84 ",VERT_CS[\"y\",VERT_DATUM[\"z\",2005%s]]]", "", "",
                   more);
        char *const passed = wkt_rewritten(text);
        if (passed) fail_msg("%s\n  is passed on as %s", text, passed);
        assert_false(heights_is_crs(text));
        assert_int_equal(heights_crs_kind(text), CRS_UNKNOWN);
        if (place == 2 && letters == 2) check_picture(text);
      }
  check_picture(UTM);
}

/* A system may be hidden from no reader: by depth, by length, by what stands behind it. */
static void test_damaged_texts(void **state) {
  (void)state;
  static const char *const texts[] = {"",
                                      "[",
                                      "PROJCS",
                                      "PROJCS[",
                                      "PROJCS[\"x\"",
                                      "PROJCS[\"x\"]]",
                                      "PROJCS[\"x\"] f",
                                      "PROJCS[\"x\",]",
                                      "PROJCS[,]",
                                      "PROJCS[\"x]",
                                      "PROJCS[\"x\"\"]",
                                      "PROJCS[1e]",
                                      "PROJCS[0x10]",
                                      "PROJCS[nan]",
                                      "PROJCS[\"\n\"]",
                                      "PROJCS[\u201cx\u201d]"};
  for (int i = 0; i < COUNT(texts); i++)
    if (heights_is_crs(texts[i])) fail_msg("%s", texts[i]);
  char *const deep = malloc(40000), *to = deep;
  for (int i = 0; i < 5000; i++) to += sprintf(to, "PROJCS[");
  assert_false(heights_is_crs(deep));
  memset(deep, ' ', 39999), deep[39999] = '\0';
  memcpy(deep, "PROJCS[\"x\"]", 11);
  assert_false(heights_is_crs(deep));
  free(deep);
}

/* ---- GeoTIFF ------------------------------------------------------------------------------------- */

static void test_texts_of_geotiffs(void **state) {
  (void)state;
  make_files();
  assert_int_equal(mkfifo("f", 0600), 0);
  static const char *const taken[] = {"esri.tif", "esri_motorola.tif"};
  for (int i = 0; i < COUNT(taken); i++) {
    heights h;
    image_error error;
    const heights_wish wish = {.look = 1};
    if (heights_read(taken[i], &wish, &h, &error) != 0) fail_msg("%s", error.text);
    assert_non_null(h.crs);
    assert_non_null(strstr(h.crs, "Transverse_Mercator"));
    heights_free(&h);
  }
  static const char *const refused[] = {"esri_init.tif", "esri_big.tif", "esri_case.tif", "esri_cut.tif",
                                        "esri_after.tif"};
  for (int i = 0; i < COUNT(refused); i++) {
    const outcome *const o = shell("timeout 20 $burl render -e x --like %s -o b.tif", refused[i]);
    assert_int_equal(o->code, 1);
    assert_contains(o->err, "its coordinate system isn't one that can be read without opening other files");
  }
}

int main(void) {
#define IN_FOLDER(test) cmocka_unit_test_setup_teardown(test, folder_begin, folder_end)
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_rewriting),     IN_FOLDER(test_systems_of_maps),   IN_FOLDER(test_no_file_is_opened),
      cmocka_unit_test(test_damaged_texts), IN_FOLDER(test_texts_of_geotiffs),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
