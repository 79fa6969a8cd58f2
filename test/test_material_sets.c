/* burl render -o FOLDER/ --for PROGRAM: which files there are, that each has the samples of the result that it stands
 * for, at the depth and with the tags that the program reads, and that what it opens names them; what is refused and
 * noted. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "process.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define COUNT(list) ((int)(sizeof(list) / sizeof *(list)))

static const char whole[] = "view 0, 0, 4, 2\n"
                            "n(s) = tile(0.5 + 0.4*perlin(seed: s), 2)\n"
                            "material height: n(1), albedo: rgb(n(2), n(3), n(4)), roughness: n(5), metallic: n(6),\n"
                            "  occlusion: n(7), emission: rgb(n(8), 0, 1), opacity: n(9), size: 1.5, depth: 0.02\n";
static const char plain[] = "view 0, 0, 2, 2\nmaterial height: tile(0.5 + 0.4*perlin(), 2)\n";

/* A picture of a set. */
typedef struct {
  const char *program, *file, *map;
  int depth, is_colour;
} picture;

static const picture pictures[] = {
    {"blender", "rock_albedo.png", "albedo", 8, 1},
    {"blender", "rock_roughness.png", "roughness", 8, 0},
    {"blender", "rock_metallic.png", "metallic", 8, 0},
    {"blender", "rock_occlusion.png", "occlusion", 8, 0},
    {"blender", "rock_emission.png", "emission", 8, 1},
    {"blender", "rock_opacity.png", "opacity", 8, 0},
    {"blender", "rock_normal.png", "normal_up", 16, 0},
    {"blender", "rock_height.png", "height", 16, 0},
    {"unity", "rock_Albedo.png", "albedo_opacity", 8, 1},
    {"unity", "rock_MaskMap.png", "mask", 8, 0},
    {"unity", "rock_Emission.png", "emission", 8, 1},
    {"unity", "rock_Normal.png", "normal_up", 16, 0},
    {"unity", "rock_Height.png", "height", 16, 0},
    {"unreal", "T_rock_BC.png", "albedo", 8, 1},
    {"unreal", "T_rock_ORM.png", "orm", 8, 0},
    {"unreal", "T_rock_E.png", "emission", 8, 1},
    {"unreal", "T_rock_O.png", "opacity", 8, 0},
    {"unreal", "T_rock_N.png", "normal", 8, 0},
    {"unreal", "T_rock_H.png", "height", 16, 0},
    {"godot", "rock_albedo.png", "albedo_opacity", 8, 1},
    {"godot", "rock_orm.png", "orm", 8, 0},
    {"godot", "rock_emission.png", "emission", 8, 1},
    {"godot", "rock_normal.png", "normal_up", 8, 0},
    {"godot", "rock_height.png", "height", 8, 0},
    {"gltf", "rock_albedo.png", "albedo_opacity", 8, 1},
    {"gltf", "rock_orm.png", "orm", 8, 0},
    {"gltf", "rock_emission.png", "emission", 8, 1},
    {"gltf", "rock_normal.png", "normal_up", 8, 0},
};

static const struct {
  const char *program, *opened;
} programs[] = {
    {"blender", "rock.py"}, {"unity", NULL}, {"unreal", NULL}, {"godot", "rock.tres"}, {"gltf", "rock.gltf"}};

static const char *in_folder(const picture *p) {
  static char path[200];
  snprintf(path, sizeof path, "%s/%s", p->program, p->file);
  return path;
}

/* Makes a set for each program, in folders of their names. */
static void make_sets(const char *text, const char *options) {
  write_whole("rock.burl", text);
  for (int i = 0; i < COUNT(programs); i++)
    burl_ok("render rock.burl %s --for %s -o %s/", options, programs[i].program, programs[i].program);
}

/* Whether a file's bytes have a chunk of that type. */
static int has_chunk(const char *path, const char *type) {
  size_t length, at = 8;
  char *const bytes = read_whole(path, &length);
  int found = 0;
  while (!found && at + 12 <= length) {
    const unsigned char *const b = (const unsigned char *)bytes + at;
    found = memcmp(b + 4, type, 4) == 0;
    at += 12 + ((size_t)b[0] << 24 | (size_t)b[1] << 16 | (size_t)b[2] << 8 | b[3]);
  }
  free(bytes);
  return found;
}

/* ---- the pictures ---------------------------------------------------------------------------------- */

/* The rendered part alone has the same bytes, but for the text that says how it was made; .npy of both has no text. */
static void files_are_the_maps(void **state) {
  (void)state;
  make_sets(whole, "--size 96");
  for (int i = 0; i < COUNT(pictures); i++) {
    const picture *const p = &pictures[i];
    burl_ok("render rock.burl --result material.%s --size 96x48 --depth %d --range 0,1 -o alone.png", p->map, p->depth);
    if (shell("cmp alone.png %s", in_folder(p))->code) fail_msg("%s isn't material.%s", in_folder(p), p->map);
    if (has_chunk(in_folder(p), "sRGB") != p->is_colour) fail_msg("%s: its sRGB chunk", in_folder(p));
  }
}

static void there_are_no_others(void **state) {
  (void)state;
  make_sets(whole, "--size 8");
  for (int i = 0; i < COUNT(programs); i++) {
    int wanted = programs[i].opened != NULL;
    for (int k = 0; k < COUNT(pictures); k++) wanted += strcmp(pictures[k].program, programs[i].program) == 0;
    const outcome *const o = shell("ls -A %s | wc -l", programs[i].program);
    assert_int_equal(strtol(o->out, NULL, 10), wanted);
  }
}

/* Of a material of heights alone there are a height and a normal; glTF has no heights. */
static void only_what_is_given(void **state) {
  static const int files[] = {3, 2, 2, 3, 2};
  (void)state;
  make_sets(plain, "--size 8");
  for (int i = 0; i < COUNT(programs); i++)
    assert_int_equal(strtol(shell("ls -A %s | wc -l", programs[i].program)->out, NULL, 10), files[i]);
}

static void depth_is_chosen(void **state) {
  (void)state;
  write_whole("rock.burl", whole);
  burl_ok("render rock.burl --size 8 --depth 16 --for gltf -o a/");
  burl_ok("render rock.burl --size 8 --depth 8 --for blender -o b/");
  assert_contains(shell("file a/rock_orm.png")->out, "16-bit");
  assert_contains(shell("file b/rock_height.png")->out, "8-bit");
}

static void made_again(void **state) {
  (void)state;
  make_sets(whole, "--size 24");
  for (int i = 0; i < COUNT(pictures); i++) {
    burl_ok("render %s -o again.png", in_folder(&pictures[i]));
    assert_same_files("again.png", in_folder(&pictures[i]));
  }
}

/* ---- what is opened -------------------------------------------------------------------------------- */

/* Each picture of the set is named in the file, and each that is named is there. */
static void opened_files_name_pictures(void **state) {
  (void)state;
  make_sets(whole, "--size 8");
  for (int i = 0; i < COUNT(programs); i++) {
    char path[200];
    if (!programs[i].opened) continue;
    snprintf(path, sizeof path, "%s/%s", programs[i].program, programs[i].opened);
    char *const text = read_whole(path, NULL);
    for (int k = 0; k < COUNT(pictures); k++)
      if (strcmp(pictures[k].program, programs[i].program) == 0) assert_contains(text, pictures[k].file);
    const outcome *const o = shell("for f in $(grep -o 'rock_[a-z]*[.]png' %s); do test -f %s/$f || echo $f; done",
                                   path, programs[i].program);
    assert_string_equal(o->out, "");
    free(text);
  }
}

/* Reads the shapes of a glTF file: its numbers are within the bounds that it states, normals and tangents are at right
 * angles and of length 1, triangles face outwards, pictures have their first row on top and tangents lead along their
 * rows. */
static const char check_gltf[] =
    "import base64, json, struct\n"
    "g = json.load(open('gltf/rock.gltf'))\n"
    "b = base64.b64decode(g['buffers'][0]['uri'].split(',')[1])\n"
    "assert len(b) == g['buffers'][0]['byteLength']\n"
    "for m in g['meshes']:\n"
    "    a = {k: g['accessors'][i] for k, i in m['primitives'][0]['attributes'].items()}\n"
    "    def values(k, n, c=3):\n"
    "        v = g['bufferViews'][a[k]['bufferView']]\n"
    "        return struct.unpack_from(f'<{c}f', b, v['byteOffset'] + a[k].get('byteOffset', 0) + n*v['byteStride'])\n"
    "    for n in range(a['POSITION']['count']):\n"
    "        p, u, t = values('POSITION', n), values('NORMAL', n), values('TANGENT', n, 4)\n"
    "        assert all(lo <= x <= hi for lo, x, hi in zip(a['POSITION']['min'], p, a['POSITION']['max']))\n"
    "        assert abs(sum(x*x for x in u) - 1) < 1e-5 and abs(sum(x*x for x in t[:3]) - 1) < 1e-5\n"
    "        assert abs(sum(x*y for x, y in zip(u, t))) < 1e-5 and t[3] == 1\n"
    "        assert (values('TEXCOORD_0', n, 2)[1] == 0) == (p[1] == a['POSITION']['max'][1])\n"
    "    i = g['accessors'][m['primitives'][0]['indices']]\n"
    "    v = g['bufferViews'][i['bufferView']]\n"
    "    c = struct.unpack_from(f'<{i[\"count\"]}H', b, v['byteOffset'])\n"
    "    assert max(c) == a['POSITION']['count'] - 1 and len(c) % 3 == 0\n"
    "    for k in range(0, len(c), 3):\n"
    "        p, q, r = (values('POSITION', n) for n in c[k:k + 3])\n"
    "        n = [sum(x) for x in zip(*(values('NORMAL', m) for m in c[k:k + 3]))]\n"
    "        e, f = [y - x for x, y in zip(p, q)], [y - x for x, y in zip(p, r)]\n"
    "        cross = [e[1]*f[2] - e[2]*f[1], e[2]*f[0] - e[0]*f[2], e[0]*f[1] - e[1]*f[0]]\n"
    "        assert sum(x*y for x, y in zip(cross, n)) >= -1e-9, 'it faces inwards'\n"
    "        t, (u, _), (v, _) = values('TANGENT', c[k], 4), *(values('TEXCOORD_0', c[k + i], 2) for i in (2, 0))\n"
    "        du = u - v\n"
    "        if c[k + 2] == c[k] + 1:\n"
    "            assert du > 0 and sum(x*y for x, y in zip(t, f)) >= -1e-9\n";

/* Each texture of Godot's material is the picture of that name, and its relief has the depth that the material has. */
static const char check_tres[] =
    "import re\n"
    "text = open('godot/rock.tres').read()\n"
    "files = dict(re.findall(r'path=\"(.*?)\" id=\"(.*?)\"', text))\n"
    "used = dict(re.findall(r'(\\w+)_texture = ExtResource\\(\"(.*?)\"\\)', text))\n"
    "files = {number: name for name, number in files.items()}\n"
    "assert {kind: files[number] for kind, number in used.items()} == {\n"
    "    'albedo': 'rock_albedo.png', 'orm': 'rock_orm.png', 'emission': 'rock_emission.png',\n"
    "    'normal': 'rock_normal.png', 'heightmap': 'rock_height.png'}, used\n"
    "assert abs(float(re.search(r'heightmap_scale = (.*)', text)[1]) - 100*0.02/1.5) < 1e-4\n"
    "assert 'normal_enabled = true' in text and 'emission_enabled = true' in text and 'transparency = 4' in text\n";

static void opened_files_are_read(void **state) {
  (void)state;
  make_sets(whole, "--size 8");
  assert_int_equal(shell("python3 -c \"compile(open('blender/rock.py').read(), 'rock.py', 'exec')\"")->code, 0);
  write_whole("check.py", check_gltf);
  const outcome *o = shell("python3 check.py");
  if (o->code) fail_msg("%s", o->err);
  write_whole("check.py", check_tres);
  o = shell("python3 check.py");
  if (o->code) fail_msg("%s", o->err);
}

/* No name of a file gets into what is opened as more than a name. */
static void names_are_plain(void **state) {
  (void)state;
  write_whole("a'b\"c; d.burl", plain);
  burl_ok("render \"a'b\\\"c; d.burl\" --size 8 --for blender -o out/");
  assert_true(exists("out/a_b_c__d.py"));
  assert_true(exists("out/a_b_c__d_height.png"));
  burl_ok("render -e 'material height: x/8' --size 8 --for godot -o out/");
  assert_true(exists("out/material.tres"));
}

/* ---- series, refusals, notes ------------------------------------------------------------------------ */

static void one_folder_a_seed(void **state) {
  (void)state;
  write_whole("rock.burl", plain);
  burl_ok("render rock.burl --size 8 --seeds 3..4 --for blender -o s_%%d/");
  assert_true(exists("s_3/rock.py") && exists("s_4/rock.py") && exists("s_4/rock_height.png"));
  assert_false(are_same("s_3/rock_height.png", "s_4/rock_height.png"));
}

static void refusals(void **state) {
  static const refused_call calls[] = {
      {"rock.burl -o rock/", 2, "blender unity unreal godot gltf"},
      {"rock.burl --for blender -o rock.png", 2, "-o rock/"},
      {"rock.burl --for unity -o rock.png", 2, "a folder, -o rock/"},
      {"rock.burl --for unity -o rock", 2, "a folder, rock/, gets the maps"},
      {"rock.burl --for gltf --format exr -o rock/", 2, "are .png"},
      {"-e 'material height: x, albedo: rgba(#fff, 1)' --for gltf -o rock/", 1, "opacity:"},
      {"rock.burl --for terrain3d -o rock/", 2, "has no materials"},
      {"rock.burl --for maya -o rock/", 2, "no program 'maya'"},
      {"rock.burl --for gltf --result h -o rock/", 2, "all maps"},
      {"rock.burl --for gltf --frames 3 -o rock/", 2, "no frames"},
      {"rock.burl --for gltf --seeds 1..2 -o rock/", 2, "rock_%03d"},
      {"-e 'perlin()' --for gltf -o rock/", 1, "declares no material"},
      {"-e 'material size: 2, depth: 1\nx' --for gltf -o rock/", 1, "declares no map for gltf"},
      {"-e 'material height: #fff' --for gltf -o rock/", 1, "one number, not a colour"},
      {"-e 'material albedo: x' --for gltf -o rock/", 1, "a colour"},
  };
  (void)state;
  write_whole("rock.burl", plain);
  check_refused("render", calls, COUNT(calls));
}

static void notes(void **state) {
  (void)state;
  assert_contains(burl_ok("render -e 'view 0, 0, 4, 4\nmaterial height: perlin()' --for gltf --size 32 -o a/")->err,
                  "material.height may show a seam: no period along x is known; tile(e, 4)");
  assert_contains(
      burl_ok("render -e 'view 0, 0, 4, 4\nmaterial height: tile(unit(perlin()), 3)' --for gltf --size 32 -o a/")->err,
      "material.height shows a seam: along x the picture is 4 wide, and it repeats after 3");
  assert_contains(
      burl_ok("render -e 'view 0, 0, 4, 4\nmaterial height: 0.5, roughness: tile(3*perlin(), 4)' --for blender"
              " --size 32 -o a/")
          ->err,
      "material.roughness runs from");
  assert_contains(burl_ok("render -e 'material height: 0.5, metallic: 0.5' --for gltf --size 8 -o a/")->err,
                  "metallic is 0.5 all over");
  assert_string_equal(
      burl_ok("render -e 'view 0, 0, 2, 2\nmaterial height: tile(unit(perlin()), 2)' --for gltf --size 16"
              " -q -o a/")
          ->err,
      "");
}

static void layers_are_written(void **state) {
  static const char text[] = "view 0, 0, 4, 4\nn(s) = tile(unit(perlin(seed: s)), 4)\n"
                             "layers grass: n(1), rock: n(2), snow: n(3), sand: n(4), scree: n(5)\nx\n";
  (void)state;
  write_whole("rock.burl", text);
  for (int i = 0; i < COUNT(programs); i++)
    shell("\"$burl\" render rock.burl --size 40 --for %s -o %s/", programs[i].program, programs[i].program);
  burl_ok("render rock.burl --size 40x40 --result layers._splat0 -o alone.png");
  assert_same_files("alone.png", "unity/rock_Splat0.png");
  assert_same_files("alone.png", "godot/rock_splat0.png");
  assert_true(exists("godot/rock_splat1.png") && !exists("godot/rock_splat2.png"));
  burl_ok("render rock.burl --size 40x40 --result layers.scree --range 0,1 -o alone.png");
  assert_same_files("alone.png", "unreal/T_rock_L_scree.png");
  assert_same_files("alone.png", "blender/rock_layer_scree.png");
  assert_false(exists("gltf/rock.gltf"));
  assert_contains(burl_ok("render rock.burl --size 8 --for unity -o again/")->err, "the layers' sum runs from");
  assert_int_equal(burl("render -e 'layers a: x, b: #fff\nx' --for unity -o again/")->code, 1);
}

static void info_tells(void **state) {
  (void)state;
  write_whole("rock.burl", whole);
  assert_contains(burl_ok("info rock.burl")->out, "1.5 m wide, its heights 0 and 1 are 0.02 m apart");
  assert_contains(burl_ok("info rock.burl --json")->out, "\"material\"");
}

int main(void) {
#define TEST(name) cmocka_unit_test_setup_teardown(name, folder_begin, folder_end)
  const struct CMUnitTest tests[] = {
      TEST(files_are_the_maps),
      TEST(there_are_no_others),
      TEST(only_what_is_given),
      TEST(depth_is_chosen),
      TEST(made_again),
      TEST(opened_files_name_pictures),
      TEST(opened_files_are_read),
      TEST(names_are_plain),
      TEST(one_folder_a_seed),
      TEST(refusals),
      TEST(notes),
      TEST(info_tells),
      TEST(layers_are_written),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
