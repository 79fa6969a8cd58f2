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
#include <unistd.h>

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
    "EXTENSION[\"PROJ4\",\"+proj=vgridshift +grids=f\"]",
    "EXTENSION[\"PROJ4\",\"+proj=hgridshift +grids=@f\"]",
    "EXTENSION[\"PROJ4\",\"+proj=gridshift +grids=f\"]",
    "EXTENSION[\"PROJ4\",\"+proj=xyzgridshift +grids=f\"]",
    "EXTENSION[\"PROJ4\",\"+proj=tinshift +file=f\"]",
    "EXTENSION[\"PROJ4\",\"+proj=pipeline +step +proj=vgridshift +grids=f +step +inv +init=f:x\"]",
    "EXTENSION[\"PROJ4\",\"+proj=merc +catalog=f\"]",
    "EXTENSION[\"PROJ4\",\"+proj=merc +nadgrids=@f\"]",
    "EXTENSION[\"PROJ4\",\"+proj=merc +nadgrids=@null,f\"]",
    "EXTENSION[\"PROJ4\",\"+proj=merc +a=+init=f:x\"]",
    "EXTENSION[\"PROJ4\",\"+proj=merc +k=1+init=f:x\"]",
    "EXTENSION[\"PROJ4\",\"init=f:x\"]",
    "EXTENSION[\"PROJ4\",\"f:x\"]",
    "EXTENSION[\"PROJ4\",\"+no_defs\",\"+init=f:x\"]",
    "EXTENSION[\"PROJ4\",\"+no_defs\",PARAMETERFILE[\"x\",\"f\"]]",
    "EXTENSION[\"x\",\"+init=f:x\"]",
    "EXTENSION[\"+init=f:x\"]",
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
    "PARAMETERFILE [ \"Geoid (height correction) model file\" , \"f\" ]",
    "PARAMETERFILE[\"x\",\"f\",ID[\"EPSG\",8656]]",
    "GEOIDMODEL[\"f\"]",
    "GEOIDMODEL[\"x\",\"f\",ID[\"EPSG\",9627]]",
    "VELOCITYGRID[\"f\"]",
    "MODEL[\"f\"]",
    "ABRIDGEDTRANSFORMATION[\"x\",METHOD[\"NTv2\"]]",
    "BOUNDCRS[SOURCECRS[\"f\"]]",
    "BOUNDCRS[SOURCECRS[GEOGCRS[\"x\"]],TARGETCRS[GEOGCRS[\"y\"]],ABRIDGEDTRANSFORMATION[PARAMETERFILE[\"z\",\"f\"]]]",
    "SOURCECRS[GEOGCRS[\"x\",PARAMETERFILE[\"y\",\"f\"]]]",
    "TARGETCRS[GEOGCRS[\"x\",EXTENSION[\"PROJ4\",\"+init=f:x\"]]]",
    "INTERPOLATIONCRS[VERTCRS[\"f\"]]",
    "DERIVINGCONVERSION[\"x\",METHOD[\"NTv2\"],PARAMETERFILE[\"y\",\"f\"]]",
    "CONVERSION[\"x\",METHOD[\"NTv2\"],PARAMETERFILE[\"y\",\"f\"]]",
    "CONCATENATEDOPERATION[\"x\",STEP[CONVERSION[\"y\",METHOD[\"PROJ f\"]]]]",
    "POINTMOTIONOPERATION[\"x\",PARAMETERFILE[\"y\",\"f\"]]",
    "VERTCRS[\"x\",VDATUM[\"y\"],GEOIDMODEL[\"f\"]]",
    "VERT_CS[\"x\",VERT_DATUM[\"y\",2005,EXTENSION[\"PROJ4_GRIDS\",\"f\"]]]",
    "COMPD_CS[\"x\",GEOGCS[\"y\",EXTENSION[\"PROJ4\",\"+init=f:x\"]]]",
    "COORDINATEOPERATION[\"x\",METHOD[\"PROJ-based operation method: +proj=pipeline\"]]",
    "METHOD[\"PROJ hgridshift\",PARAMETER[\"x\",1]]",
    "METHOD[\"proj-based operation method: +init=f\"]",
    "PROJECTION[\"PROJ +nadgrids=f\"]",
    "PARAMETER[\"x +nadgrids=f\",1]",
    "PARAMETER[\"x=f\",1]",
    "INCLUDE[\"f\"]",
    "f",
    "NORTHf"};

/* How its letters are: as they are, small, large, small and large by turns. */
typedef enum { AS_IT_IS, LOWER, UPPER, MIXED, CASES } letter_case;

static void in_case(const char *text, letter_case letters, char *to) {
  for (int i = 0; (*to = *text); i++, to++, text++)
    if (letters != AS_IT_IS)
      *to = (char)(letters == UPPER || (letters == MIXED && i % 2) ? toupper((unsigned char)*text)
                                                                   : tolower((unsigned char)*text));
}

/* Where in a system the text is: within it, its geographic one, its datum, as itself, or within a vertical datum, an
 * axis, a conversion or a unit. */
enum { PLACES = 9 };

static void put_in_place(const char *part, int place, char *text, size_t room) {
  char more[600];
  snprintf(more, sizeof more, ",%s", part);
  switch (place) {
  case 3: snprintf(text, room, "%s", part); return;
  case 4:
    snprintf(text, room, "COMPD_CS[\"x\"," WGS84 ",VERT_CS[\"y\",VERT_DATUM[\"z\",2005%s]]]", "", "", more);
    return;
  case 5: snprintf(text, room, "COMPOUNDCRS[\"x\"," WGS84 ",VERTCRS[\"y\",VDATUM[\"z\"]%s]]", "", "", more); return;
  case 6: snprintf(text, room, "GEOGCRS[\"x\",CS[ellipsoidal,2],AXIS[\"lat\",north,ORDER[1]%s]]", more); return;
  case 7: snprintf(text, room, "PROJCRS[\"x\",CONVERSION[\"y\",METHOD[\"Mercator (variant A)\"]%s]]", more); return;
  case 8: snprintf(text, room, "GEOGCS[\"x\",UNIT[\"degree\",0.0174532925199433%s]]", more); return;
  default:
    snprintf(text, room, UTM, place == 2 ? more : "", place == 1 ? more : "", "Transverse_Mercator", "central_meridian",
             place == 0 ? more : "");
  }
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

static void check_hostile(const char *text) {
  char *const passed = wkt_rewritten(text);
  if (passed) fail_msg("%s\n  is passed on as %s", text, passed);
  assert_false(heights_is_crs(text));
  assert_int_equal(heights_crs_kind(text), CRS_UNKNOWN);
}

static void test_no_file_is_opened(void **state) {
  (void)state;
  assert_int_equal(mkfifo("f", 0600), 0);
  for (int i = 0; i < COUNT(hostile); i++)
    for (int letters = 0; letters < CASES; letters++) {
      char part[512], text[2048];
      in_case(hostile[i], (letter_case)letters, part);
      for (int place = 0; place < PLACES; place++) {
        put_in_place(part, place, text, sizeof text);
        check_hostile(text);
      }
      put_in_place(part, 0, text, sizeof text);
      if (letters == AS_IT_IS) check_picture(text);
    }
  check_picture(UTM);
}

/* In what is left out, such a text is left out, too, or the whole is refused. */
static void test_nothing_is_left_of_remarks(void **state) {
  (void)state;
  static const char *const around[] = {"REMARK[\"x\",%s]", "USAGE[SCOPE[\"x\"],%s]", "ID[\"EPSG\",1,%s]",
                                       "AUTHORITY[\"EPSG\",\"1\",%s]", "AREA[%s]"};
  char plain[1024];
  put_in_place("REMARK[\"x\"]", 0, plain, sizeof plain);
  char *const expected = wkt_rewritten(plain);
  assert_non_null(expected);
  for (int i = 0; i < COUNT(hostile); i++)
    for (int k = 0; k < COUNT(around); k++) {
      char part[512], text[2048];
      snprintf(part, sizeof part, around[k], hostile[i]);
      put_in_place(part, 0, text, sizeof text);
      char *const passed = wkt_rewritten(text);
      if (passed && strcmp(passed, expected) != 0) fail_msg("%s\n  is passed on as %s", text, passed);
      free(passed);
    }
  free(expected);
}

/* Strings in which no file is expected are passed on, and open none: names of the FIFO by its whole path, and what
 * would be nodes of its own for a reader that ends the string elsewhere. */
static void test_names_open_nothing(void **state) {
  (void)state;
  static const char *const names[] = {"%s",
                                      "file:%s",
                                      "+init=%s:x",
                                      "PROJ4 +nadgrids=%s",
                                      "@%s",
                                      "%s:4326",
                                      "urn:ogc:def:crs:%s::1",
                                      "x\"\",EXTENSION[\"\"PROJ4\"\",\"\"+init=%s:x\"\"],\"\"y",
                                      "x\\\"\",EXTENSION[\\\"\"PROJ4\\\"\",\\\"\"+init=%s:x\\\"\"],\\\"\"y",
                                      "x\u201d],EXTENSION[\u201cPROJ4\u201d,\u201c+init=%s:x\u201d],y[\u201c"};
  static const char *const systems[] = {
      "GEOGCS[\"%1$s\",DATUM[\"%1$s\",SPHEROID[\"%1$s\",6378137,298.257223563]],PRIMEM[\"%1$s\",0],"
      "UNIT[\"%1$s\",0.0174532925199433],AXIS[\"%1$s\",EAST],AUTHORITY[\"%1$s\",\"%1$s\"]]",
      "COMPD_CS[\"%1$s\",GEOGCS[\"x\",DATUM[\"y\",SPHEROID[\"z\",6378137,298]],PRIMEM[\"w\",0],UNIT[\"degree\",1]],"
      "VERT_CS[\"%1$s\",VERT_DATUM[\"%1$s\",2005],UNIT[\"%1$s\",1],AXIS[\"%1$s\",UP]]]",
      "GEOGCRS[\"%1$s\",ENSEMBLE[\"%1$s\",MEMBER[\"%1$s\"],ELLIPSOID[\"%1$s\",6378137,298],ENSEMBLEACCURACY[2]],"
      "CS[ellipsoidal,2],AXIS[\"%1$s\",north],AXIS[\"%1$s\",east],ANGLEUNIT[\"%1$s\",1],ID[\"%1$s\",1]]",
      "PROJCS[\"%1$s\",GEOGCS[\"%1$s\",DATUM[\"%1$s\",SPHEROID[\"z\",6378137,298]],PRIMEM[\"w\",0],"
      "UNIT[\"degree\",1]],PROJECTION[\"Transverse_Mercator\"],PARAMETER[\"central_meridian\",9],UNIT[\"%1$s\",1],"
      "REMARK[\"%1$s\"]]",
      "PROJCS[\"x\",GEOGCS[\"y\",DATUM[\"z\",SPHEROID[\"z\",6378137,298]],PRIMEM[\"w\",0],UNIT[\"degree\",1]],"
      "PROJECTION[\"Mercator_1SP\"],PARAMETER[\"Latitude and longitude difference file\",\"%1$s\"],UNIT[\"m\",1]]"};
  char folder[1024], file[1100], name[1400], text[16384];
  assert_int_equal(mkfifo("f", 0600), 0);
  assert_non_null(getcwd(folder, sizeof folder));
  snprintf(file, sizeof file, "%s/f", folder);
  alarm(60);
  int passed = 0;
  for (int i = 0; i < COUNT(names); i++)
    for (int k = 0; k < COUNT(systems); k++) {
      double unit;
      snprintf(name, sizeof name, names[i], file);
      snprintf(text, sizeof text, systems[k], name);
      passed += heights_is_crs(text);
      (void)heights_crs_kind(text);
      (void)heights_same_crs(text, "EPSG:4326");
      free(heights_name_crs(text, &unit));
    }
  alarm(0);
  assert_int_equal(passed, COUNT(names) * COUNT(systems));
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
      cmocka_unit_test(test_rewriting),   IN_FOLDER(test_systems_of_maps),
      IN_FOLDER(test_no_file_is_opened),  cmocka_unit_test(test_nothing_is_left_of_remarks),
      IN_FOLDER(test_names_open_nothing), cmocka_unit_test(test_damaged_texts),
      IN_FOLDER(test_texts_of_geotiffs),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
