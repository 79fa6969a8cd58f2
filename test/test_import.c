/* Imports: what a file brings, where its errors are, how far a name may lead, and the one text that contains all. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "burl_inspect.h"
#include "counter.h"

#define COUNT(array) ((int)(sizeof(array) / sizeof *(array)))

/* ---- A folder -------------------------------------------------------------------------------------- */

enum { MOST_FILES = 20 };

typedef struct {
  counter count; /* first, as options.allocate has the same user */
  const char *files[MOST_FILES][2];
  int reads;
} folder;

static burl_status read_file(void *user, const char *name, burl_file *out) {
  folder *const f = user;
  f->reads++;
  for (int i = 0; i < MOST_FILES && f->files[i][0]; i++) {
    if (strcmp(f->files[i][0], name) != 0) continue;
    out->length = strlen(f->files[i][1]);
    out->text = counter_allocate(&f->count, NULL, out->length + 1);
    if (!out->text) return BURL_MEMORY;
    memcpy(out->text, f->files[i][1], out->length);
    return BURL_OK;
  }
  snprintf(out->reason, sizeof out->reason, "it isn't there");
  return BURL_FILE;
}

static burl_program *compile_in(folder *f, const char *text, burl_error *error) {
  const burl_options options = {.struct_size = sizeof options,
                                .allocate = counter_allocate,
                                .user = f,
                                .read = f->files[0][0] ? read_file : NULL};
  return burl_compile_with(text, strlen(text), &options, error);
}

/* At (3, 4). */
static double sample(const burl_program *program) {
  const double at[] = {3, 4};
  float out;
  const burl_points point = {.count = 1, .coord = {&at[0], &at[1]}};
  assert_int_equal(burl_sample_points(program, &point, &out), BURL_OK);
  return (double)out;
}

/* The value of a recipe, which its text with all that it imports must have, too, where nothing can be read, and so must
 * a clone and an answer. */
static double value_in(folder *f, const char *text) {
  burl_error error;
  burl_program *const program = compile_in(f, text, &error);
  if (!program) fail_msg("%s\n%s:%d:%d: %s; %s", text, error.file, error.line, error.column, error.message, error.hint);
  const double value = sample(program);
  const int reads = f->reads;
  burl_program *const clone = burl_clone(program), *const same = burl_compile(burl_source(program), 2, &error);
  if (!same) fail_msg("%s\n%s:%d: %s", burl_source(program), error.file, error.line, error.message);
  burl_program *const asked = burl_ask(program, "1 + result", &error);
  if (!asked) fail_msg("%s\n%s:%d: %s", burl_source(program), error.file, error.line, error.message);
  assert_true(sample(clone) == value && sample(same) == value && sample(asked) == value + 1);
  assert_string_equal(burl_source(same), burl_source(program));
  assert_int_equal(f->reads, reads);
  burl_free(asked);
  burl_free(same);
  burl_free(clone);
  burl_free(program);
  assert_int_equal(f->count.live, 0);
  return value;
}

/* ---- What is brought --------------------------------------------------------------------------------- */

static const folder usual = {
    .count = {.fail_at = -1},
    .files = {
        {"wood.burl", "param scale = 2 [1, 9]\ngrain = scale*x\n_own(a) = grain\nplanks(a) = a + _own(a)\n"},
        {"stone.burl", "grain = 100*y\nblocks(a) = 7*a\npi = 3\ngrain // shown when rendered alone"},
        {"parts/door.burl", "import \"hinge.burl\"\nimport \"deep/lock.burl\" as lock\ndoor = hinge + lock.key(1)"},
        {"parts/hinge.burl", "\xEF\xBB\xBFhinge = 10\r\nview 0, 0, 1, 1\r\n"},
        {"parts/deep/lock.burl", "param turn = 1\nkey(a) = a*turn"},
        {"empty.burl", ""},
        {"bare.burl", "// nothing\n"},
        {"grown.burl", "perlin() = 5\nabs(a) = 6\nx1 = 1\nfile1 = 2"}}};

static void test_values(void **unused) {
  (void)unused;
  static const struct {
    const char *text;
    double value;
  } rows[] = {
      {"import \"wood.burl\"\ngrain", 6},
      {"import \"wood.burl\"\nscale + grain", 8},
      {"import \"wood.burl\" as wood\nwood.grain + wood.scale + wood.planks(y)", 18},
      {"grain = 1\nimport \"wood.burl\"\ngrain", 1},                /* its own comes first */
      {"a = grain\nimport \"wood.burl\"\ngrain = 1\na + grain", 7}, /* from its definition on */
      {"planks(a) = 2\nimport \"wood.burl\"\nplanks(1)", 2},
      {"param grain = 4\nimport \"wood.burl\"\ngrain", 4},
      {"f(grain) = grain\nimport \"wood.burl\"\nf(9)", 9},
      {"import \"stone.burl\"\npi", 3}, /* what is brought hides what is built in */
      {"import \"grown.burl\"\nabs(-1) + perlin()", 11},
      {"import \"grown.burl\" as g\nabs(-1) + g.abs(-1)", 7},
      {"import \"stone.burl\"\ngrain", 400}, /* its result is not brought */
      {"import \"wood.burl\" as a\nimport \"stone.burl\" as b\na.grain + b.grain", 406},
      {"import \"wood.burl\" as a\nimport \"wood.burl\" as b\na.grain + b.grain", 12},
      {"import \"wood.burl\"\nimport \"wood.burl\"\ngrain", 6},
      {"import \"wood.burl\"\nimport \"stone.burl\"\nplanks(1) + blocks(1)", 14}, /* `grain` of both isn't used */
      {"import \"parts/door.burl\"\ndoor", 11},
      {"import \"parts/door.burl\" as d\nimport \"parts/hinge.burl\"\nd.door + hinge", 21},
      {"import \"empty.burl\"\nimport \"bare.burl\"\nx", 3},
      {"\xEF\xBB\xBF// CRLF\r\nimport \"wood.burl\"\r\nimport burl/shapes as s\r\ngrain + s.circle(1)\r\n", 10},
      {"import burl/shapes\ncircle(1)", 4},
      {"import burl/waves\nimport burl/patterns\nwave(0.25, sine) + wave(x, saw) + checker(x, y)", 1},
      {"import burl/shapes // a comment\n\nimport burl/waves as waves // another\nwaves.wave(0, waves.square)", 1},
      {"import \"wood.burl\"\n(grain +\n 1)", 7},
      /* Old recipes have these words as names. */
      {"import = 5\nimport", 5},
      {"import = 5\nimport + 1", 6},
      {"import(a) = a\nimport(4)", 4},
      {"file = 5\nfile", 5},
      {"file = 5\nfile\n", 5},
      {"as = 1\nimport = 2\nburl = 3\nimport - burl/as", -1},
      /* A recipe that carries what it imports. */
      {"import \"q.burl\"\nq\nfile \"q.burl\"\nq = 8", 8},
      {"import \"q.burl\"\nq\n\nfile \"r.burl\"\nr = 2\n\nfile \"q.burl\"\nimport \"r.burl\"\nq = 8*r // \"file\"\n0\n",
       16},
      {"import burl/shapes\ncircle(1)\nfile burl/shapes \r\ncircle(r) = -r\n", -1},
      {"x\nfile \"never.burl\"\n= = =", 3},
  };
  for (int i = 0; i < COUNT(rows); i++) {
    folder f = usual;
    const double value = value_in(&f, rows[i].text);
    if (value != rows[i].value) fail_msg("%s\nis %g, not %g", rows[i].text, value, rows[i].value);
  }
}

static void test_knobs(void **unused) {
  (void)unused;
  folder f = usual;
  burl_error error;
  burl_program *const program =
      compile_in(&f, "import \"parts/door.burl\" as d\nparam k = 1\nimport \"wood.burl\"\nk*d.door + scale", &error);
  assert_non_null(program);
  static const char *const names[] = {"d.lock.turn", "k", "scale"};
  assert_int_equal(burl_param_count(program), 3);
  for (int i = 0; i < 3; i++) assert_string_equal(burl_param_at(program, i).name, names[i]);
  assert_true(sample(program) == 13);
  assert_int_equal(burl_set(program, "d.lock.turn", 5, &error), BURL_OK);
  assert_true(sample(program) == 17);
  burl_program *const clone = burl_clone(program), *const asked = burl_ask(program, "d.door", NULL);
  assert_true(sample(clone) == 17 && sample(asked) == 15);
  assert_int_equal(burl_set(program, "scale", 10, &error), BURL_ARGUMENT);
  assert_int_equal(burl_set(program, "turn", 10, &error), BURL_ARGUMENT);
  assert_int_equal(burl_part_count(program), 0); /* the recipe's own alone */
  assert_int_equal(burl_note_count(program), 0);
  burl_free(asked);
  burl_free(clone);
  burl_free(program);
}

/* A recipe without imports is its own text, whatever it is. */
static void check_part(const burl_program *program, const char *file, const char *text) {
  const char *const source = burl_source(program);
  size_t length = 0;
  const char *const part = burl_source_of(source, strlen(source), file, &length);
  assert_int_equal(part != NULL, text != NULL);
  if (!text) return;
  assert_int_equal(length, strlen(text));
  assert_memory_equal(part, text, length);
}

static void test_source(void **unused) {
  (void)unused;
  static const char *const texts[] = {"x", "\xEF\xBB\xBFx\r\n\r\n// end", "import = 1\nimport"};
  for (int i = 0; i < COUNT(texts); i++) {
    burl_program *const program = burl_compile(texts[i], 2, NULL);
    assert_string_equal(burl_source(program), texts[i]);
    burl_free(program);
  }
  folder f = usual;
  burl_program *const program = compile_in(&f, "import \"parts/hinge.burl\"\nimport \"empty.burl\"\nhinge", NULL);
  assert_string_equal(burl_source(program),
                      "import \"parts/hinge.burl\"\nimport \"empty.burl\"\nhinge\n"
                      "file \"parts/hinge.burl\"\n\xEF\xBB\xBFhinge = 10\r\nview 0, 0, 1, 1\r\nfile \"empty.burl\"\n");
  check_part(program, NULL, "import \"parts/hinge.burl\"\nimport \"empty.burl\"\nhinge\n");
  check_part(program, "parts/hinge.burl", "\xEF\xBB\xBFhinge = 10\r\nview 0, 0, 1, 1\r\n");
  check_part(program, "empty.burl", "");
  check_part(program, "hinge.burl", NULL);
  assert_string_equal(burl_import_at(program, 0), "parts/hinge.burl");
  assert_string_equal(burl_import_at(program, 1), "empty.burl");
  assert_null(burl_import_at(program, 2));
  assert_null(burl_import_at(program, -1));
  double view[8];
  assert_int_equal(burl_view(program, view), 0);
  burl_free(program);
  assert_null(burl_source(NULL));
  assert_null(burl_import_at(NULL, 0));
  size_t length;
  assert_null(burl_source_of(NULL, 0, NULL, &length));
  assert_null(burl_source_of("x", 1, "x.burl", NULL));
}

/* ---- Errors -------------------------------------------------------------------------------------------- */

static void check_error(folder *f, const char *text, burl_status status, const char *file, int line, int column,
                        const char *words) {
  burl_error error;
  burl_program *const program = compile_in(f, text, &error);
  if (program) fail_msg("%s\ncompiles", text);
  if (error.status != status || strcmp(error.file, file) != 0 || error.line != line || error.column != column ||
      !strstr(error.message, words))
    fail_msg("%s\n%d %s:%d:%d: %s; %s", text, error.status, error.file, error.line, error.column, error.message,
             error.hint);
  assert_int_equal(f->count.live, 0);
}

static void test_errors(void **unused) {
  (void)unused;
  static const folder wrong = {.count = {.fail_at = -1},
                               .files = {{"name.burl", "\n\xEF\xBB\xBF"},
                                         {"unknown.burl", "// \n\nf(a) = a\nb = g + 1\n"},
                                         {"end.burl", "a = 1 +\n"},
                                         {"open.burl", "\na = (1\nb = 2"},
                                         {"bytes.burl", "a = 1\nb = \xff"},
                                         {"twice.burl", "a = 1\n\na = 2"},
                                         {"later.burl", "a = b\n\nb = 2"},
                                         {"self.burl", "import \"self.burl\""},
                                         {"ring/one.burl", "// \nimport \"two.burl\""},
                                         {"ring/two.burl", "import \"one.burl\""},
                                         {"up.burl", "a = 1\nimport \"../x.burl\""},
                                         {"knob.burl", "param k = 1\nparam m = 2 [3, 4]"},
                                         {"knobs.burl", "param k = 1"},
                                         {"grow.burl", "f(n) = fbm(perlin(), octaves: n)"},
                                         {"names.burl", "a = 1\nc(u) = 1\n_own = 3"},
                                         {"more.burl", "a = 2\nc(u) = 2"}}};
  static const struct {
    const char *text;
    burl_status status;
    const char *file;
    int line, column;
    const char *words;
  } rows[] = {
      {"\nimport \"name.burl\"\n1", BURL_RECIPE, "name.burl", 2, 1, "means nothing"},
      {"import \"unknown.burl\"\n1", BURL_RECIPE, "unknown.burl", 4, 5, "'g'"},
      {"import \"knobs.burl\"\nimport \"unknown.burl\" as u\n1", BURL_RECIPE, "unknown.burl", 4, 5, "'g'"},
      {"import \"end.burl\"\n1", BURL_RECIPE, "end.burl", 2, 1, "missing"},
      {"import \"open.burl\"\n1", BURL_RECIPE, "open.burl", 3, 1, "')'"},
      {"import \"bytes.burl\"\n1", BURL_RECIPE, "bytes.burl", 2, 5, "UTF-8"},
      {"import \"twice.burl\"\n1", BURL_RECIPE, "twice.burl", 3, 1, "on line 1"},
      {"\n\n\nimport \"later.burl\"\n1", BURL_RECIPE, "later.burl", 1, 5, "on line 3"},
      {"import \"self.burl\"\n1", BURL_RECIPE, "self.burl", 1, 8, "imports itself"},
      {"import \"ring/one.burl\"\n1", BURL_RECIPE, "ring/two.burl", 1, 8, "ring/one.burl"},
      {"import \"up.burl\"\n1", BURL_RECIPE, "up.burl", 2, 8, "'../x.burl'"},
      {"import \"knob.burl\"\n1", BURL_RECIPE, "knob.burl", 2, 7, "outside its range"},
      {"param k = 1\nimport \"knobs.burl\"\nk", BURL_RECIPE, "knobs.burl", 1, 7, "second knob 'k'"},
      {"import \"knobs.burl\"\nparam k = 1\nk", BURL_RECIPE, "", 2, 7, "second knob 'k'"},
      {"import \"grow.burl\"\nf(x)", BURL_RECIPE, "grow.burl", 1, 31, ""},
      {"import \"names.burl\"\nimport \"more.burl\"\na", BURL_RECIPE, "", 3, 1,
       "names.burl, in line 1, and by more.burl"},
      {"import \"names.burl\"\nimport \"more.burl\"\nc(1)", BURL_RECIPE, "", 3, 1, "more.burl, in line 2"},
      {"import \"names.burl\" as n\nn.b", BURL_RECIPE, "", 2, 1, "'n.b'"},
      {"import \"names.burl\" as n\nm.a", BURL_RECIPE, "", 2, 1, "'m.a'"},
      {"import \"names.burl\"\n_own", BURL_RECIPE, "", 2, 1, "'_own'"},
      {"import \"names.burl\" as n\na", BURL_RECIPE, "", 2, 1, "'a'"},
      {"import \"names.burl\" as n\nn.c(1, 2)", BURL_RECIPE, "", 2, 1, "n.c takes 1 argument"},
      {"import \"names.burl\" as x\n1", BURL_RECIPE, "", 1, 24, "reserved"},
      {"import \"names.burl\" as a.b\n1", BURL_RECIPE, "", 1, 24, "'.'"},
      {"import \"names.burl\" n\n1", BURL_RECIPE, "", 1, 21, "end of the line"},
      {"a.b = 1\na.b", BURL_RECIPE, "", 1, 1, "'.'"},
      {"import \"names.burl\"\n", BURL_RECIPE, "", 2, 1, "no result"},
      {"import \"gone.burl\"\n1", BURL_FILE, "", 1, 8, "gone.burl: it isn't there"},
      {"import burl/gone\n1", BURL_FILE, "", 1, 8, "burl/gone"},
      {"import wood\n1", BURL_RECIPE, "", 1, 8, "quotes"},
      {"import wood.burl\n1", BURL_RECIPE, "", 1, 8, "quotes"},
      {"import other/wood\n1", BURL_RECIPE, "", 1, 8, "quotes"},
      {"1\nimport \"names.burl\"", BURL_RECIPE, "", 1, 1, "not the last line"},
      {"import \"s.burl\"\ns\nfile \"s.burl\"\n\ns = 1 1", BURL_RECIPE, "s.burl", 2, 7, "end of the line"},
  };
  for (int i = 0; i < COUNT(rows); i++) {
    folder f = wrong;
    check_error(&f, rows[i].text, rows[i].status, rows[i].file, rows[i].line, rows[i].column, rows[i].words);
  }
}

/* What is said of a name with a dot that means nothing. */
/* A name that is shown in part ends with a whole character. */
static void test_long_names(void **unused) {
  (void)unused;
  for (int first = 0; first < 2; first++) {
    char text[256] = "import \"";
    burl_error error;
    strcat(text, first ? "a" : "");
    for (int i = 0; i < 70; i++) strcat(text, "\xC3\xA9");
    strcat(text, "\"\n1");
    assert_null(burl_compile_with(text, strlen(text), NULL, &error));
    const char *const quote = strstr(error.message, "' can't be imported");
    assert_non_null(quote);
    assert_int_equal((unsigned char)quote[-1], 0xA9);
  }
}

static void test_hints(void **unused) {
  (void)unused;
  static const char *const rows[][2] = {
      {"n.c", "it is a function, called with ( )"},
      {"n.a(1)", "it is a name, used without ( )"},
      {"n.ac", "did you mean 'n.a'?"},
      {"n._own", "names that begin with '_' stay in their file"},
      {"n.c(1, 2)", "it is defined as c(u)"},
      {"n", "it is a file's name here, before a dot: n.…"},
      {"n.nothing", "names.burl does not define it"},
      {"n.nothing(1)", "names.burl does not define it"},
      {"m.a", "an import gives the name before the dot: import \"…\" as m"},
  };
  for (int i = 0; i < COUNT(rows); i++) {
    folder f = {.count = {.fail_at = -1}, .files = {{"names.burl", "a = 1\nc(u) = 1\n_own = 3"}}};
    char text[128];
    burl_error error;
    snprintf(text, sizeof text, "import \"names.burl\" as n\n%s", rows[i][0]);
    assert_null(compile_in(&f, text, &error));
    if (strcmp(error.hint, rows[i][1]) != 0) fail_msg("%s: %s", text, error.hint);
  }
}

/* An error that a knob's new value makes in an imported file. */
static void test_later_errors(void **unused) {
  (void)unused;
  folder f = {.count = {.fail_at = -1}, .files = {{"sum.burl", "\n\nparam n = 3\nsum() = fbm(perlin(), octaves: n)"}}};
  burl_error error;
  burl_program *const program = compile_in(&f, "import \"sum.burl\" as s\ns.sum()", &error);
  assert_int_equal(burl_set(program, "s.n", 40, &error), BURL_RECIPE);
  assert_string_equal(error.file, "sum.burl");
  assert_int_equal(error.line, 4);
  assert_int_equal(burl_set(program, "s.n", 4, &error), BURL_OK);
  assert_null(burl_ask(program, "1 +\nq", &error));
  assert_string_equal(error.file, "");
  assert_int_equal(error.line, 2);
  burl_free(program);
}

static void test_names(void **unused) {
  (void)unused;
  static const char *const names[] = {"../x.burl", "a/../x.burl", "/x.burl",   "./x.burl",           "a/./x.burl",
                                      "a//x.burl", "x.burl/",     ".x.burl",   "a/.x.burl",          "a\\x.burl",
                                      "c:x.burl",  "x",           "x.txt",     "x.burl.txt",         ".burl",
                                      "",          " x.burl",     "a /x.burl", "a./x.burl",          "x?.burl",
                                      "x*.burl",   "x\t.burl",    "\x7F.burl", "http://host/x.burl", "a/ x.burl"};
  for (int i = 0; i < COUNT(names); i++) {
    char text[128];
    folder f = usual;
    snprintf(text, sizeof text, "import \"%s\"\n1", names[i]);
    check_error(&f, text, BURL_RECIPE, "", 1, 8, "can't be imported");
    assert_int_equal(f.reads, 0);
  }
  folder f = usual;
  check_error(&f, "import \"0123456789012345678901234567890123456789012345678901234567.burl\"\n1", BURL_FILE, "", 1, 8,
              "");
  check_error(&f, "import \"01234567890123456789012345678901234567890123456789012345678.burl\"\n1", BURL_LIMIT, "", 1,
              8, "63 bytes");
  folder none = {.count = {.fail_at = -1}};
  check_error(&none, "import \"wood.burl\"\n1", BURL_FILE, "", 1, 8, "can't import files");
  assert_true(value_in(&none, "import burl/shapes\ncircle(2)") == 3);
}

/* ---- Limits ------------------------------------------------------------------------------------------ */

static void test_limits(void **unused) {
  (void)unused;
  static char names[17][8], text[17 * 24 + 16];
  folder f = {.count = {.fail_at = -1}};
  size_t length = 0;
  for (int i = 0; i < 17; i++) {
    snprintf(names[i], sizeof names[i], "%c.burl", 'a' + i);
    f.files[i][0] = names[i];
    f.files[i][1] = "v = 1";
    length += (size_t)snprintf(text + length, sizeof text - length, "import \"%s\" as %c1\n", names[i], 'a' + i);
    if (i == 15) {
      snprintf(text + length, sizeof text - length, "a1.v + p1.v");
      assert_true(value_in(&f, text) == 2);
    }
  }
  snprintf(text + length, sizeof text - length, "1");
  check_error(&f, text, BURL_LIMIT, "", 17, 8, "16");

  /* Lines of a file that import. */
  static const char line[] = "import \"a.burl\"\n";
  static char lines[33 * sizeof line + 8];
  for (int i = 0; i < 32; i++) strcat(lines, line);
  strcat(lines, "v");
  assert_true(value_in(&f, lines) == 1);
  strcpy(strrchr(lines, 'v'), line);
  check_error(&f, lines, BURL_LIMIT, "", 33, 1, "32 imports");

  /* 1 MiB with what it imports. */
  enum { MOST = 1 << 20 };
  static char large[MOST + 2];
  static const char recipe[] = "import \"l.burl\"\nv\n";
  const size_t room = MOST - (sizeof recipe - 1) - strlen("file \"l.burl\"\n") - 1; /* its last line gets an end */
  memset(large, ' ', sizeof large - 1);
  memcpy(large, "v = 5\n", 6);
  large[room] = '\0';
  folder one = {.count = {.fail_at = -1}, .files = {{"l.burl", large}}};
  burl_program *const program = compile_in(&one, recipe, NULL), *const same =
                                                                    burl_compile(burl_source(program), 2, NULL);
  assert_int_equal(strlen(burl_source(same)), MOST);
  assert_null(burl_ask(program, "1", NULL)); /* there is no room for more */
  burl_free(same);
  burl_free(program);
  large[room] = ' ';
  large[room + 1] = '\0';
  check_error(&one, recipe, BURL_LIMIT, "", 1, 8, "1048576"); /* a byte more */
  large[room + 1] = ' ';
  large[MOST] = '\0';
  check_error(&one, recipe, BURL_LIMIT, "", 1, 8, "1048576");
}

static burl_status read_too_much(void *user, const char *name, burl_file *out) {
  (void)user;
  (void)name;
  out->length = out->most + 1;
  out->text = calloc(out->length, 1);
  return BURL_OK;
}

static burl_status fail_badly(void *user, const char *name, burl_file *out) {
  (void)user;
  out->text = calloc(8, 1);
  memset(out->reason, 'r', sizeof out->reason); /* without an end */
  return name[0] == 'o' ? BURL_OK : BURL_CANCELLED;
}

static burl_status give_nothing(void *user, const char *name, burl_file *out) {
  (void)user;
  (void)name;
  out->length = 3;
  return BURL_OK;
}

/* What a reader may not do is an error all the same. */
static void test_readers(void **unused) {
  (void)unused;
  static const struct {
    burl_status (*read)(void *, const char *, burl_file *);
    const char *text;
    burl_status status;
  } rows[] = {{read_too_much, "import \"a.burl\"\n1", BURL_LIMIT},
              {fail_badly, "import \"a.burl\"\n1", BURL_CANCELLED},
              {give_nothing, "import \"a.burl\"\n1", BURL_FILE}};
  for (int i = 0; i < COUNT(rows); i++) {
    const burl_options options = {.struct_size = sizeof options, .read = rows[i].read};
    burl_error error;
    assert_null(burl_compile_with(rows[i].text, strlen(rows[i].text), &options, &error));
    assert_int_equal(error.status, rows[i].status);
  }
}

static void test_memory(void **unused) {
  (void)unused;
  static const char text[] = "import \"parts/door.burl\" as d\nimport burl/waves\nd.door + wave(0.25, sine)";
  burl_program *program = NULL;
  for (long at = 0; !program; at++) {
    folder f = usual;
    burl_error error;
    f.count.fail_at = at;
    program = compile_in(&f, text, &error);
    if (!program) {
      assert_int_equal(error.status, BURL_MEMORY);
      assert_int_equal(f.count.live, 0);
      continue;
    }
    f.count.fail_at = -1;
    assert_true(sample(program) == 12);
    burl_free(program);
  }
}

/* ---- burl's own library ---------------------------------------------------------------------------------- */

/* Each file compiles, has its name in its first line, and is named in the hint at a function that it has. */
static void test_library(void **unused) {
  (void)unused;
  const char *name;
  int count = 0;
  for (; (name = burl_library_name(count)); count++) {
    char text[64], first[64];
    snprintf(text, sizeof text, "import %s as a\n1", name);
    snprintf(first, sizeof first, "// %s: ", name);
    burl_program *const program = burl_compile(text, 2, NULL);
    assert_non_null(program);
    burl_free(program);
    assert_int_equal(strncmp(burl_library_text(count), first, strlen(first)), 0);
  }
  assert_int_equal(count, 8);
  assert_null(burl_library_text(count));
  assert_null(burl_library_text(-1));
  burl_error error;
  assert_null(burl_compile("circle(1)", 2, &error));
  assert_string_equal(error.hint, "import burl/shapes brings it, in a line above");
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_values),       cmocka_unit_test(test_knobs),  cmocka_unit_test(test_source),
      cmocka_unit_test(test_errors),       cmocka_unit_test(test_hints),  cmocka_unit_test(test_long_names),
      cmocka_unit_test(test_later_errors), cmocka_unit_test(test_names),  cmocka_unit_test(test_limits),
      cmocka_unit_test(test_readers),      cmocka_unit_test(test_memory), cmocka_unit_test(test_library),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
