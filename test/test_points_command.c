/* burl points as a process: its files say the same, layers keep their distances, extents meet, and every way to get it
 * wrong. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "process.h"

#define COUNT(array) ((int)(sizeof(array) / sizeof *(array)))

static const char wood[] = "height = 40*fbm(perlin(x/60, y/60), octaves: 4)\n"
                           "forest = levels(fbm(perlin(x/30, y/30), octaves: 3), -0.3, 0.3)\n"
                           "tree = scatter(radius: 4, give: id)\n"
                           "size = 0.7 + 0.6*hash(tree, 2)\n"
                           "turn = 360*hash(tree, 3)\n"
                           "height\n";

/* burl sample has the values, and scatter() is 0 there. */
static void test_values(void **unused) {
  (void)unused;
  write_whole("wood.burl", wood);
  assert_int_equal(shell("$burl points -q wood.burl --radius 4 --with height,size --extent 0,0,99,80 --seed 7 -o w.csv"
                         " && head -1 w.csv | grep -qx x,y,layer,id,height,size")
                       ->code,
                   0);
  const outcome *const o = shell(
      "cut -d, -f1,2 w.csv > xy.csv;"
      " $burl sample wood.burl --seed 7 --result height,size xy.csv > v.csv && cut -d, -f1,2,5,6 w.csv | cmp - v.csv &&"
      " $burl sample -e 'scatter(radius: 4)' --seed 7 xy.csv | awk -F, 'NR > 1 && $3 > 0.001'; wc -l < xy.csv");
  assert_int_equal(o->code, 0);
  const int count = atoi(o->out);
  assert_true(count > 250 && count < 330);
}

/* Extents side by side have all points of both, each once; threads and an extent that goes the other way matter not. */
static void test_extents(void **unused) {
  (void)unused;
  assert_int_equal(
      shell("points() { $burl points -q -e 'perlin(x/9, y/9)' --radius 2,1 --keep result,result \"$@\""
            " -o p.csv && tail -n +2 p.csv | sort; };"
            " points --extent 0,0,60,50 --threads 1 > whole;"
            " { points --extent 0,0,23,50; points --extent 23,0,60,50 --threads 3; } | sort | cmp - whole &&"
            " points --extent 60,50,0,0 | cmp - whole && test $(wc -l < whole) -gt 100")
          ->code,
      0);
}

/* No point of a layer is nearer to one of another than half the sum of their radii, and the first is as it is alone. */
static void test_layers(void **unused) {
  (void)unused;
  const outcome *const o = shell(
      "$burl points -q -e 0 --radius 5,2,0.9 --extent 0,0,50,50 -o p.csv &&"
      " awk -F, 'BEGIN {n = 0} NR > 1 {x[n] = $1; y[n] = $2; l[n] = $3; r[n++] = $3 == 1 ? 5 : $3 == 2 ? 2 : 0.9}"
      " END {for (i = 0; i < n; i++) for (j = 0; j < i; j++)"
      " if ((x[i]-x[j])^2 + (y[i]-y[j])^2 < ((r[i]+r[j])/2)^2 - 1e-9) print i, j; for (k = 1; k < 4; k++) {c = 0;"
      " for (i = 0; i < n; i++) c += l[i] == k; if (c < 40) print c}}' p.csv &&"
      " $burl points -q -e 0 --radius 5 --extent 0,0,50,50 -o q.csv && grep ',1,' p.csv > first; tail -n +2 q.csv |"
      " cmp - first");
  assert_int_equal(o->code, 0);
  assert_string_equal(o->out, "");
}

/* Radii that vary: points of a layer are apart by the larger, those of two by half the sum; extents side by side have
 * all points of both. */
static void test_radii(void **unused) {
  (void)unused;
  write_whole("w.burl", "r = clamp(3 + 5*perlin(x/9, y/9), 1, 6)\ns = 0.4*r\nx\n");
  const outcome *const o =
      shell("p() { $burl points -q w.burl --radius 'r,clamp(s,0.5,2),0.7' --with r,s \"$@\" -o p.csv; };"
            " p --extent 0,0,60,50 &&"
            " awk -F, 'BEGIN {n = 0} NR > 1 {x[n] = $1; y[n] = $2; l[n] = $3; r[n++] = $3 == 1 ? $5 : $3 == 2 ?"
            " ($6 < 0.5 ? 0.5 : $6 > 2 ? 2 : $6) : 0.7} END {for (i = 0; i < n; i++) for (j = 0; j < i; j++) {"
            " d = l[i] == l[j] ? (r[i] > r[j] ? r[i] : r[j]) : (r[i]+r[j])/2;"
            " if ((x[i]-x[j])^2 + (y[i]-y[j])^2 < d^2*0.99999) print i, j;} for (k = 1; k < 4; k++) {c = 0;"
            " for (i = 0; i < n; i++) c += l[i] == k; if (c < 40) print k, c}}' p.csv;"
            " tail -n +2 p.csv | sort > whole;"
            " { p --extent 0,0,23,50; tail -n +2 p.csv; p --extent 23,0,60,50 --threads 3; tail -n +2 p.csv; } |"
            " sort | cmp - whole; $burl points -q w.burl --radius '10/4' --extent 0,0,50,50 -o p.csv;"
            " $burl points -q w.burl --radius 2.5 --extent 0,0,50,50 -o q.csv; cmp p.csv q.csv");
  assert_string_equal(o->out, "");
  assert_int_equal(o->code, 0);
}

/* Tiles have all points of the whole, each once, and those of the extent that they are; whichever way that goes. */
static void test_tiles(void **unused) {
  (void)unused;
  write_whole("w.burl", "r = clamp(3 + 5*perlin(x/9, y/9), 1, 6)\nx\n");
  static const char *const extents[] = {"0,0,60,48", "60,48,0,0", "-31.7,5.1,22.9,90.3", "0,48,60,0"};
  for (int k = 0; k < (int)(sizeof extents / sizeof *extents); k++) {
    char line[1600];
    snprintf(line, sizeof line,
             "p() { $burl points -q w.burl --radius r,0.7 --keep result,r --with r \"$@\"; };"
             " p --extent=%s -o w.csv; tail -n +2 w.csv | sort > whole;"
             " p --extent=%s --tiles 4x3 -o t_{x}_{y}.csv; ls t_* | wc -l;"
             " for f in t_*; do tail -n +2 $f; done | sort | cmp - whole && wc -l < whole; rm -f t_*",
             extents[k], extents[k]);
    const outcome *const o = shell("%s", line);
    int files, count;
    assert_int_equal(sscanf(o->out, "%d %d", &files, &count), 2);
    assert_int_equal(files, 12);
    assert_true(count > 500);
  }
  const outcome *const o =
      shell("p() { $burl points -q w.burl --radius r,0.7 --with r \"$@\"; };"
            " p --extent 0,0,60,48 --tiles 4x3 -o t_{x}_{y}.csv; p --extent 15,16,30,32 -o a.csv; cmp a.csv t_1_1.csv;"
            " p --extent 60,48,0,0 --tiles 4x3 -o u_{x}_{y}.csv; cmp t_0_0.csv u_3_2.csv; cmp t_3_1.csv u_0_1.csv;"
            " p --extent 0,0,60,48 --tiles 1x1 -o v_{x}_{y}.ply; p --extent 0,0,60,48 -o v.ply; cmp v.ply v_0_0.ply;"
            " p --extent 0,0,60,48 --tiles 9x9 -o g_{x}_{y}.glb; ls g_*.glb | wc -l");
  assert_string_equal(o->out, "81\n");
}

/* Those that stay are as many as `keep` says, of a condition those for which it holds. */
static void test_keep(void **unused) {
  (void)unused;
  const outcome *const o =
      shell("p() { $burl points -q r.burl --radius 1 --keep k --with h --extent 0,0,100,100 -o k.csv &&"
            " tail -n +2 k.csv | awk -F, '$5 <= 0 && bad == 1 {print}' bad=$1 | wc -l && tail -n +2 k.csv | wc -l; };"
            " echo 'h = perlin(x/9, y/9)\nk = 0.25\nh' > r.burl; p 0;"
            " echo 'h = perlin(x/9, y/9)\nk = h > 0\nh' > r.burl; p 1;"
            " echo 'h = x\nk = log(0-1-abs(x))\nh' > r.burl; p 0");
  int none[3], count[3];
  assert_int_equal(sscanf(o->out, "%d %d %d %d %d %d", &none[0], &count[0], &none[1], &count[1], &none[2], &count[2]),
                   6);
  assert_true(count[0] > 1300 && count[0] < 1700); /* of 5,960 */
  assert_int_equal(none[1], 0);
  assert_true(count[1] > 2000 && count[1] < 4000);
  assert_int_equal(count[2], 0); /* not a number */
}

/* What is between the samples of a whole grid. */
static void test_whole_grid(void **unused) {
  (void)unused;
  assert_int_equal(
      shell("$burl points -q -e 'blur(x, radius: 1)' --radius 1 --extent 0,0,64,64 --size 128x128 -o p.csv &&"
            " awk -F, 'NR > 1 && $1 > 4 && $1 < 60 && ($1 - $5)^2 > 1e-4' p.csv")
          ->code,
      0);
  assert_string_equal(shell("awk -F, 'NR > 1 && $1 > 4 && $1 < 60 && ($1 - $5)^2 > 1e-4' p.csv")->out, "");
}

/* The same points in every format. */
static void test_files(void **unused) {
  (void)unused;
  write_whole("wood.burl", wood);
  write_whole(
      "read.py",
      "import csv, json, math, struct, sys\n"
      "rows = list(csv.DictReader(open('w.csv')))\n"
      "shapes = json.load(open('w.geojson'))['features']\n"
      "assert len(shapes) == len(rows) > 100\n"
      "for s, r in zip(shapes, rows):\n"
      "    assert all(abs(a - float(r[k])) < 1e-5 for a, k in zip(s['geometry']['coordinates'], 'xy'))\n"
      "    assert all(s['properties'][k] == float(r[k]) for k in ('layer', 'id', 'height', 'size', 'turn'))\n"
      "ply = open('w.ply', 'rb').read()\n"
      "body = ply[ply.index(b'end_header\\n') + 11:]\n"
      "one = struct.Struct('<3diB3f')\n"
      "assert len(body) == one.size * len(rows)\n"
      "for p, r in zip(one.iter_unpack(body), rows):\n"
      "    assert abs(p[0] + 40 - float(r['x'])) < 1e-9 and abs(30 - p[1] - float(r['y'])) < 1e-9\n"
      "    assert p[3] == int(r['id']) and p[4] == int(r['layer'])\n"
      "    assert p[2] == p[5] and abs(p[6] - float(r['size'])) < 1e-6\n"
      "glb = open('w.glb', 'rb').read()\n"
      "length = struct.unpack('<I', glb[12:16])[0]\n"
      "assert struct.unpack('<4sII', glb[:12]) == (b'glTF', 2, len(glb)) and len(glb) % 4 == 0\n"
      "j, data = json.loads(glb[20:20 + length]), glb[28 + length:]\n"
      "assert len(data) == j['buffers'][0]['byteLength']\n"
      "def numbers(i):\n"
      "    a = j['accessors'][i]; v = j['bufferViews'][a['bufferView']]\n"
      "    wide = {'SCALAR': 1, 'VEC3': 3, 'VEC4': 4}[a['type']]\n"
      "    assert v['byteLength'] == 4*wide*a['count']\n"
      "    kind = 'I' if a['componentType'] == 5125 else 'f'\n"
      "    return list(struct.iter_unpack(f'<{wide}{kind}', data[v['byteOffset']:][:v['byteLength']]))\n"
      "at = 0\n"
      "for n in j['nodes']:\n"
      "    parts = n['extensions']['EXT_mesh_gpu_instancing']['attributes']\n"
      "    columns = {k: numbers(i) for k, i in parts.items()}\n"
      "    assert max(numbers(j['meshes'][n['mesh']]['primitives'][0]['indices']))[0] == 4\n"
      "    for k in range(len(columns['TRANSLATION'])):\n"
      "        t, r = columns['TRANSLATION'][k], rows[at]; at += 1\n"
      "        assert abs(t[0] + 40 - float(r['x'])) < 1e-4 and abs(t[2] + 30 - float(r['y'])) < 1e-4\n"
      "        assert abs(t[1] - float(r['height'])) < 1e-4 and columns['_ID'][k][0] == int(r['id'])\n"
      "        assert abs(columns['SCALE'][k][2] - float(r['size'])) < 1e-5\n"
      "        assert abs(sum(c*c for c in columns['ROTATION'][k]) - 1) < 1e-5\n"
      "assert at == len(rows)\n"
      "glb = open('nodes.glb', 'rb').read()\n"
      "n = json.loads(glb[20:20 + struct.unpack('<I', glb[12:16])[0]])\n"
      "cones = [{'primitives': [{'attributes': {'POSITION': 2*k}, 'indices': 2*k + 1}]} for k in (0, 1)]\n"
      "assert n['meshes'] == cones and not set(n) & {'extensionsUsed', 'extensionsRequired'}\n"
      "assert len(glb[28 + len(glb[20:20 + struct.unpack('<I', glb[12:16])[0]]):]) == n['buffers'][0]['byteLength']\n"
      "layers = [n['nodes'][k] for k in n['scenes'][0]['nodes']]\n"
      "points = [(l, n['nodes'][k]) for l in range(2) for k in layers[l]['children']]\n"
      "assert len(points) == len(rows) == len(n['nodes']) - 2\n"
      "for (l, p), r in zip(points, rows):\n"
      "    t, q = p['translation'], p['rotation']\n"
      "    assert p['mesh'] == l == int(r['layer']) - 1 and layers[l]['name'] == 'layer ' + r['layer']\n"
      "    assert abs(t[0] + 40 - float(r['x'])) < 1e-6 and abs(t[2] + 30 - float(r['y'])) < 1e-6\n"
      "    assert t[1] == float(r['height']) and p['scale'] == 3*[float(r['size'])]\n"
      "    assert abs(2*math.degrees(math.atan2(q[1], q[3])) - float(r['turn'])) < 1e-3 and q[0] == q[2] == 0\n"
      "    assert all(p['extras'][k] == float(r[k]) for k in ('id', 'height', 'size', 'turn'))\n"
      "print('alike')\n");
  const outcome *const o = shell("p() { $burl points -q wood.burl --radius 4,1.5 --with height,size,turn"
                                 " --extent 0,0,80,60 \"$@\" || exit 1; };"
                                 " for f in csv geojson ply; do p -o w.$f; done; p -o w.glb --instances gpu;"
                                 " p -o nodes.glb; p --instances nodes -o again.glb; cmp nodes.glb again.glb;"
                                 " python3 read.py");
  assert_int_equal(o->code, 0);
  assert_string_equal(o->out, "alike\n");
  assert_int_equal(
      shell("$burl points -q -e 'log(x)' --radius 1 --extent=-9,0,9,9 -o w.json && grep -q null w.json")->code, 0);
  const outcome *const left = shell("$burl points -e 'log(x)' --radius 1 --extent=-9,0,9,9 -o w.ply");
  assert_non_null(strstr(left->err, "aren't numbers are left out"));
  assert_int_equal(shell("$burl points -q -e 0 --radius 1000 --extent 1,1,1.1,1.1 -o w.glb && test -s w.glb")->code, 0);
}

/* What tile() has, twice over. */
static void test_period(void **unused) {
  (void)unused;
  const outcome *const o =
      shell("$burl points -q -e 0 --radius 1.4142135623730951 --period 20 --extent 0,0,20,20 -o a.csv &&"
            " $burl points -q -e 0 --radius 1.4142135623730951 --period 20 --extent 20,40,40,60 -o b.csv &&"
            " cut -d, -f3- a.csv | sort > a; cut -d, -f3- b.csv | sort | cmp - a && wc -l < a;"
            " $burl points -e 0 --radius 1 --period 20 -o b.csv");
  assert_true(atoi(o->out) > 90);
  assert_int_equal(o->code, 1);
  assert_non_null(strstr(o->err, "fits"));
}

static void test_refused(void **unused) {
  (void)unused;
  static const refused_call calls[] = {
      {"-e 0 -o a.csv", 2, "--radius 2"},
      {"-e 0 --radius 1", 2, "where to?"},
      {"-e 0 --radius 1 -o a.txt", 2, "not called"},
      {"-e 0 --radius 1 --instances all -o a.glb", 2, "is nodes or gpu"},
      {"-e 0 --radius 0 -o a.csv", 2, "1e-9 to 1e9"},
      {"-e 0 --radius 1,-1 -o a.csv", 2, "1e-9 to 1e9"},
      {"-e 0 --radius 1, -o a.csv", 2, "comma"},
      {"-e 0 --radius ,1 -o a.csv", 2, "empty"},
      {"-e 0 --radius 1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1 -o a.csv", 2, "at most 16"},
      {"-e 0 --radius 1,nothing -o a.csv", 1, "nothing"},
      {"-e x --radius 'rgb(x,1,1)' -o a.csv", 1, "no number"},
      {"-e x --radius 'perlin()' -o a.csv", 1, "clamp(perlin(), 1, 8)"},
      {"-e x --radius 'clamp(x,1,100)' --extent 0,0,9,9 -o a.csv", 1, "at most 64 times"},
      {"-e x --radius 'blur(perlin())' -o a.csv", 1, "whole-grid"},
      {"-e x --radius 'clamp(x,1,3)' --period 2.5 --extent 0,0,9,9 -o a.csv", 1, "period of 2.5"},
      {"-e 0 --radius 1 --tiles 2x2 -o a.csv", 2, "same name"},
      {"-e 0 --radius 1 --tiles 2x2 -o a_{x}.csv", 2, "tiles along y"},
      {"-e 0 --radius 1 --tiles 2x2x2 -o a_{x}_{y}.csv", 2, "points have two"},
      {"-e 0 --radius 1 --tiles 1000x1000 -o a_{x}_{y}.csv", 2, "at most 65536"},
      {"-e 0 --radius 1 --tiles 2x2 -o nowhere/{x}{y}.csv", 1, "nowhere/"},
      {"-e 0 --radius 1 --candidates 5 -o a.csv", 2, "1, 4, 16 or 64"},
      {"-e 0 --radius 1 --period=-5 -o a.csv", 2, "0 or more"},
      {"-e 0 --radius 1 --period 20 -o a.csv", 1, "fits"},
      {"-e 0 --radius 1,2 --keep result -o a.csv", 2, "a part for each"},
      {"-e 0 --radius 1 --keep nothing -o a.csv", 1, "nothing"},
      {"-e 0 --radius 1 --with result, -o a.csv", 2, "comma"},
      {"-e 0 --radius 1 --with result,result -o a.csv", 2, "would be called result"},
      {"-e 'id = 1\nh = 2\nh' --radius 1 --with h,id -o a.csv", 2, "would be called id"},
      {"-e 'h = 2\nH = 3\nh' --radius 1 --with h,H --instances gpu -o a.glb", 2, "would be called h"},
      {"-e 'ID = 2\nID' --radius 1 --with ID --instances gpu -o a.glb", 2, "would be called id"},
      {"-e 'layer = 1\nlayer' --radius 1 --with layer -o a.csv", 2, "would be called layer"},
      {"-e 0 --radius 1 --with ,result -o a.csv", 2, "empty"},
      {"-e 0 --radius 0.0001 --extent 0,0,1000,1000 -o a.csv", 2, "at most 100000000"},
      {"-e 0 --radius 0.01,1000 --extent 0,0,1,1 -o a.csv", 2, "the largest radius first"},
      {"-e 'rgb(x, y, 0)' --radius 1 --keep result -o a.csv", 1, "no number"},
      {"-e 'perlin(x, y, z)' --radius 1 -o a.csv", 1, "3 dimensions"},
      {"-e 0 --radius 1 -o nowhere/a.csv", 1, "nowhere/a.csv"},
  };
  check_refused("points", calls, COUNT(calls));
}

int main(void) {
#define TEST(name) cmocka_unit_test_setup_teardown(name, folder_begin, folder_end)
  const struct CMUnitTest tests[] = {
      TEST(test_values), TEST(test_extents),    TEST(test_layers),  TEST(test_keep),  TEST(test_files),
      TEST(test_period), TEST(test_whole_grid), TEST(test_refused), TEST(test_radii), TEST(test_tiles),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
