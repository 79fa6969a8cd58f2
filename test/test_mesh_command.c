/* burl mesh as a process: what its files hold of the recipe, and every way to get it wrong. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "compile.h"
#include "draw.h"
#include "process.h"
#include "scale.h"

#define COUNT(array) ((int)(sizeof(array) / sizeof *(array)))

/* A number of the notes, which follows on a text. */
static double number_before(const char *text, const char *what) {
  const char *at = strstr(text, what);
  assert_non_null(at);
  while (at > text && at[-1] == ' ') at--;
  while (at > text && at[-1] != ' ') at--;
  return atof(at);
}

static double number_behind(const char *text, const char *what) {
  const char *const at = strstr(text, what);
  assert_non_null(at);
  return atof(at + strlen(what));
}

/* Corners lie in the middle of the extent, y upwards in the picture, with the recipe's heights and slopes. */
static void test_corners(void **unused) {
  (void)unused;
  burl_ok("mesh -q -e 'view 10, 20, 14, 22\nx*y' --size 64x32 -o g.obj --error 0.001");
  size_t length;
  char *const text = read_whole("g.obj", &length);
  int corners = 0, normals = 0;
  for (const char *at = text; *at; at += strcspn(at, "\n"), at += *at == '\n') {
    double v[3];
    if (sscanf(at, "v %lf %lf %lf", &v[0], &v[1], &v[2]) == 3) {
      assert_true(fabs(v[0]) <= 2 && fabs(v[1]) <= 1);
      assert_true(fabs((12 + v[0]) * (21 - v[1]) - v[2]) < 1e-4);
      corners++;
    }
    if (sscanf(at, "vn %lf %lf %lf", &v[0], &v[1], &v[2]) == 3) {
      assert_true(fabs(v[0] * v[0] + v[1] * v[1] + v[2] * v[2] - 1) < 1e-6);
      const double along = -v[0] / v[2], across = v[1] / v[2]; /* the slopes by x and y: y and x of a place there */
      assert_true(along >= 20 - 1e-4 && along <= 22 + 1e-4 && across >= 10 - 1e-4 && across <= 14 + 1e-4);
      normals++;
    }
  }
  free(text);
  assert_true(corners > 50 && corners == normals);
}

/* An ending says the format in capitals too, in each command that goes by one. */
static void test_capitals(void **unused) {
  (void)unused;
  burl_ok("mesh -q -e x --size 8x8 -o A.GLB");
  assert_string_equal(shell("head -c 4 A.GLB")->out, "glTF");
  const char *const cube = "mesh -q -e 'max(abs(x), max(abs(y), abs(z)))' --iso 1 --extent=-2,-2,-2,2,2,2 --size 16";
  burl_ok("%s -o C.GLB", cube), burl_ok("%s -o c.glb", cube);
  assert_same_files("C.GLB", "c.glb");
  burl_ok("points -q -e x --radius 1 --extent 0,0,4,4 -o P.PLY");
  assert_string_equal(shell("head -c 3 P.PLY")->out, "ply");
  burl_ok("contours -q -e 'x*y' --extent 0,0,4,4 --interval 2 -o C.SVG");
  burl_ok("contours -q -e 'x*y' --extent 0,0,4,4 --interval 2 -o c.svg");
  assert_int_equal(shell("cmp C.SVG c.svg")->code, 0);
  burl_ok("plot -e 'perlin()' -o F.SVG");
  assert_string_equal(shell("head -c 4 F.SVG")->out, "<svg");
}

/* What a part is called changes nothing, whether its name is long or that of the last line. */
static void test_names(void **unused) {
  (void)unused;
  char name[301] = "", recipe[800];
  memset(name, 'h', sizeof name - 1);
  snprintf(recipe, sizeof recipe, "%s = 3*perlin(x/3, y/3)\n%s", name, name);
  write_whole("long.burl", recipe);
  write_whole("short.burl", "h = 3*perlin(x/3, y/3)\nh");
  burl_ok("mesh -q long.burl --result %s --size 32x32 -o a.obj", name);
  burl_ok("mesh -q short.burl --result h --size 32x32 -o b.obj");
  assert_same_files("a.obj", "b.obj");
  burl_ok("streamlines -q long.burl --result %s -o a.geojson", name);
  write_whole("result.burl", "result = 0*x\nh = x*y\nh");
  const outcome *const o = burl_ok("mesh result.burl --size 32x32 -o g.obj");
  assert_null(strstr(o->err, "everywhere within 0.0625"));
  assert_null(strstr(shell("grep '^vn' g.obj | tail -1")->out, "0 0 1"));
  assert_contains(burl("streamlines result.burl -o s.svg")->err, "a part is called result");
  assert_contains(burl("mesh result.burl --iso 0 -o g.obj")->err, "a part is called result");
  assert_contains(burl_ok("mesh result.burl --size 32x32 --result h -o g.obj")->err, "which is proven");
}

/* A plane takes two triangles a square; what is rough takes many, as few as the error allows. */
static void test_error(void **unused) {
  (void)unused;
  const char *const rough = "mesh -e 'fbm(perlin(), octaves: 4)' --size 128x128 -o g.ply --error %g";
  const double some = number_before(burl_ok("mesh -e 'x + 2*y' --size 64x64 --error 0.01 -o g.ply")->err, "triangles");
  const double few = number_before(burl_ok(rough, 0.1)->err, "triangles");
  const double many = number_before(burl_ok(rough, 0.01)->err, "triangles");
  assert_true(some == 2 && few > 1000 && many > 2 * few);
  assert_contains(burl_ok("mesh -e 'perlin(20*x, 20*y)' --size 32x32 -o g.ply --error 1e-4")->err,
                  "a larger --size has them");
}

/* A cube's worth of ground: 8 by 8, from 1 to 3 high, with a floor 1 below. */
static void test_closed(void **unused) {
  (void)unused;
  const outcome *const o = burl_ok("mesh -e '1 + x/4' --extent 0,0,8,8 --size 32x32 -o g.stl --base 1 --error 0.01");
  assert_contains(o->err, "it is closed, and holds 128 cubic units");
}

/* What is printed is what the triangles of the file hold, and that is the recipe's above the floor. */
static void test_volume(void **unused) {
  (void)unused;
  const outcome *const o = burl_ok("mesh -e '3*sin(x/5)*cos(y/7)' --extent 0,0,60,40 --size 64x64 --base 2 --error 0.05"
                                   " -o g.stl");
  const double printed = number_behind(o->err, "it is closed, and holds ");
  size_t length;
  char *const bytes = read_whole("g.stl", &length);
  double volume = 0, lowest = INFINITY, sum = 0;
  for (size_t t = 0; t < (length - 84) / 50; t++) {
    float c[4][3];
    memcpy(c, bytes + 84 + 50 * t, sizeof c);
    for (int i = 0; i < 3; i++) {
      const int j = (i + 1) % 3, k = (i + 2) % 3;
      volume += (double)c[1][i] * ((double)c[2][j] * (double)c[3][k] - (double)c[2][k] * (double)c[3][j]) / 6;
      lowest = fmin(lowest, (double)c[1 + i][2]);
    }
  }
  for (int i = 0; i < 600 * 400; i++) sum += (3 * sin((i % 600 + 0.5) / 50) * cos((i / 600 + 0.5) / 70) - lowest) / 100;
  assert_true(fabs(lowest + 5) < 0.06);
  assert_true(fabs(volume - printed) <= 1e-5 * printed);
  assert_true(fabs(volume - sum) <= 0.01 * sum);
  free(bytes);
}

/* ---- Between samples ------------------------------------------------------------------------------- */

/* The triangles of a .ply of positions alone, and lists of those in each part of the plane. */
enum { PARTS = 128 };
typedef struct {
  int vertices, triangles;
  const float *position; /* x, y, height, and three numbers of normals */
  const char *faces;     /* of 13 bytes */
  int *next, first[PARTS][PARTS];
  double lo[2], side[2];
} surface;

static void corner_of(const surface *s, int triangle, int i, double to[3]) {
  uint32_t number;
  memcpy(&number, s->faces + 13 * (size_t)triangle + 1 + 4 * i, sizeof number);
  assert_true(number < (uint32_t)s->vertices);
  for (int a = 0; a < 3; a++) to[a] = (double)s->position[6 * number + (unsigned)a];
}

static int part_of(const surface *s, int axis, double at) {
  const int part = (int)((at - s->lo[axis]) / s->side[axis] * PARTS);
  return part < 0 ? 0 : part < PARTS ? part : PARTS - 1;
}

/* A triangle is in the list of each part that its box meets: a node for each of them. */
static int list_triangle(surface *s, int triangle, int *nodes, int count) {
  double lo[2] = {INFINITY, INFINITY}, hi[2] = {-INFINITY, -INFINITY}, corner[3];
  for (int i = 0; i < 3; i++) {
    corner_of(s, triangle, i, corner);
    for (int a = 0; a < 2; a++) lo[a] = fmin(lo[a], corner[a]), hi[a] = fmax(hi[a], corner[a]);
  }
  for (int y = part_of(s, 1, lo[1]); y <= part_of(s, 1, hi[1]); y++)
    for (int x = part_of(s, 0, lo[0]); x <= part_of(s, 0, hi[0]); x++) {
      if (nodes) nodes[2 * count] = triangle, nodes[2 * count + 1] = s->first[y][x], s->first[y][x] = count;
      count++;
    }
  return count;
}

/* The height of the surface there, by the triangle that the place is most within. */
static double height_of(const surface *s, const int *nodes, const double at[2]) {
  double best = -INFINITY, height = NAN;
  for (int n = s->first[part_of(s, 1, at[1])][part_of(s, 0, at[0])]; n >= 0; n = nodes[2 * n + 1]) {
    double c[3][3], weight[3], least = INFINITY, here = 0;
    for (int i = 0; i < 3; i++) corner_of(s, nodes[2 * n], i, c[i]);
    const double area = (c[1][0] - c[0][0]) * (c[2][1] - c[0][1]) - (c[2][0] - c[0][0]) * (c[1][1] - c[0][1]);
    assert_true(area > 0);
    for (int i = 0; i < 3; i++) {
      const double *const j = c[(i + 1) % 3], *const k = c[(i + 2) % 3];
      weight[i] = ((j[0] - at[0]) * (k[1] - at[1]) - (k[0] - at[0]) * (j[1] - at[1])) / area;
      least = fmin(least, weight[i]), here += weight[i] * c[i][2];
    }
    if (least > best) best = least, height = here;
  }
  assert_true(best > -1e-3);
  return height;
}

/* At random points of a view of 64 by 64 the recipe is as near to the mesh as the command says: where that is proven
 * everywhere, else at all but one in a hundred. */
static void check_between(const char *recipe, double error, int is_proven) {
  const outcome *const o = burl_ok("mesh -e '%s' --extent 0,0,64,64 --size 64x64 --error %g -o g.ply", recipe, error);
  const char *const at = strstr(o->err, "everywhere within ");
  assert_int_equal(at != NULL, is_proven);
  const double most = at ? atof(at + strlen("everywhere within ")) : error;
  size_t length;
  char *const bytes = read_whole("g.ply", &length), *const end = strstr(bytes, "end_header\n") + strlen("end_header\n");
  static surface s;
  s = (surface){.vertices = (int)number_behind(bytes, "element vertex "),
                .triangles = (int)number_behind(bytes, "element face "),
                .lo = {-32, -32},
                .side = {64, 64}};
  float *const position = malloc(24 * (size_t)s.vertices);
  memcpy(position, end, 24 * (size_t)s.vertices);
  s.position = position, s.faces = end + 24 * (size_t)s.vertices;
  memset(s.first, -1, sizeof s.first);
  int listed = 0;
  for (int t = 0; t < s.triangles; t++) listed = list_triangle(&s, t, NULL, listed);
  int *const nodes = malloc(2 * sizeof *nodes * (size_t)listed);
  listed = 0;
  for (int t = 0; t < s.triangles; t++) listed = list_triangle(&s, t, nodes, listed);
  burl_program *const program = compile(recipe, 2);
  const int count = most_of_test(1000000, few_of_test(50000));
  int beyond = 0;
  for (int i = 0; i < count; i++) {
    const double place[2] = {draw(-32, 32), draw(-32, 32)};
    const double away = fabs(height_of(&s, nodes, place) - value_in_plane(program, 32 + place[0], 32 - place[1]));
    beyond += !(away <= most + 1e-5);
  }
  if (beyond > (is_proven ? 0 : count / 100))
    fail_msg("%s is beyond %g at %d places of %d", recipe, most, beyond, count);
  burl_free(program);
  free(nodes), free(position), free(bytes);
}

static void test_between(void **unused) {
  (void)unused;
  check_between("5*fbm(perlin(x/20, y/20), octaves: 3)", 0.05, 1);
  check_between("4*simplex(x/9, y/14) + 0.1*x", 0.2, 1);
  check_between("perlin(x, y)", 0.1, 1); /* coarser than the grid of corners can follow */
  check_between("3*sin(x/5)*cos(y/7)", 0.01, 1);
  check_between("5*ridged(perlin(x/20, y/20), octaves: 2)", 0.5, 0);
  check_between("abs(x - 33.3) + y", 0.25, 0);
}

static void test_holes(void **unused) {
  (void)unused;
  const outcome *const o = burl_ok("mesh -e 'length(x - 4, y - 4) < 2 ? 0/0 : x' --size 32x32 -o g.glb");
  assert_contains(o->err, "samples aren't finite numbers: there are holes");
  assert_contains(burl("mesh -e '0/0*x' --size 32x32 -o none.glb")->err, "no height is a number");
  assert_false(exists("none.glb"));
  assert_contains(burl_ok("mesh -e 'log(abs(x - 4))' --size 32x32 -o g.obj")->err, "129 samples aren't finite numbers");
  assert_int_equal(shell("grep -q inf g.obj")->code, 1);
  assert_contains(burl_ok("mesh -e '1e38*x' --size 32x32 -o g.obj")->err, "aren't finite numbers");
  assert_int_equal(shell("grep -q inf g.obj")->code, 1);
}

/* Of closed ground with holes each edge is of two triangles, by the places of its ends, as a slicer sees them. */
static void test_closed_holes(void **unused) {
  (void)unused;
  write_whole("read.py", "import collections, struct\n"
                         "s = open('g.stl', 'rb').read()\n"
                         "count = struct.unpack('<I', s[80:84])[0]\n"
                         "uses = collections.Counter()\n"
                         "for t in range(count):\n"
                         "    c = [s[84 + 50*t + 12*i:][:12] for i in (1, 2, 3)]\n"
                         "    for i in range(3): uses[min(c[i - 1], c[i]), max(c[i - 1], c[i])] += 1\n"
                         "assert len(s) == 84 + 50*count and count > 1000\n"
                         "print(set(uses.values()))\n");
  burl_ok("mesh -q -e 'simplex(2*x, 2*y) > -0.1 ? x : 0/0' --size 64x64 --base 1 -o g.stl");
  assert_string_equal(shell("python3 read.py")->out, "{2}\n");
}

/* Colours of corners, or a picture of powers of 2. */
static void test_colours(void **unused) {
  (void)unused;
  write_whole("r.burl", "view 0, 0, 3, 2\nh = perlin()\nc = rgb(1, 0.5, h)\nc");
  burl_ok("mesh -q r.burl --result h,c -o g.glb --size 64x64");
  assert_contains(shell("strings -n 20 g.glb | head -1")->out, "\"COLOR_0\":2");
  burl_ok("mesh -q r.burl --result h,c -o g.glb --size 64x64 --texture 64");
  assert_contains(shell("strings -n 20 g.glb | head -1")->out, "\"baseColorTexture\"");
  assert_contains(shell("strings -n 20 g.glb | head -1")->out, "\"TEXCOORD_0\":2");
  burl_ok("mesh -q r.burl --result h,c -o g.ply --size 64x64");
  assert_contains(shell("head -12 g.ply | strings")->out, "property uchar red");
}

/* A material's maps.  Its heights are in metres, and here a unit of the view is two of them: corners are at half of
 * what x*y is, and so are slopes.  What a program makes of the picture of normals, beside those of the coarse mesh, is
 * the recipe's; factors are means; a map that is the same all over is no picture. */
static void test_material(void **unused) {
  (void)unused;
  write_whole("m.burl", "view 10, 20, 14, 22\nmaterial height: x*y, albedo: rgb(1, 0.5, unit(sin(x))),"
                        " roughness: 0.25 + 0.5*step(12, x), size: 8, depth: 1");
  write_whole(
      "read.py",
      "import json, math, struct, zlib\n"
      "g = open('m.glb', 'rb').read()\n"
      "length = struct.unpack('<I', g[12:16])[0]\n"
      "j, data = json.loads(g[20:20 + length]), g[28 + length:]\n"
      "def view(i):\n"
      "    v = j['bufferViews'][i]\n"
      "    return data[v['byteOffset']:][:v['byteLength']]\n"
      "def numbers(i):\n"
      "    a = j['accessors'][i]\n"
      "    wide = {'SCALAR': 1, 'VEC2': 2, 'VEC3': 3, 'VEC4': 4}[a['type']]\n"
      "    return list(struct.iter_unpack('<%d%s' % (wide, 'I' if a['componentType'] == 5125 else 'f'),"
      " view(a['bufferView'])))\n"
      "p = j['meshes'][0]['primitives'][0]\n"
      "at, normal, tangent, uv = (numbers(p['attributes'][k]) for k in"
      " ('POSITION', 'NORMAL', 'TANGENT', 'TEXCOORD_0'))\n"
      "corner = [i[0] for i in numbers(p['indices'])]\n"
      "def picture(texture):\n"
      "    png = view(j['images'][j['textures'][texture['index']]['source']]['bufferView'])\n"
      "    w, h = struct.unpack('>II', png[16:24]); k, bits = 8, b''\n"
      "    while k < len(png):\n"
      "        n, kind = struct.unpack('>I4s', png[k:k + 8])\n"
      "        bits += png[k + 8:k + 8 + n]*(kind == b'IDAT'); k += n + 12\n"
      "    bits = zlib.decompress(bits); rows = []\n"
      "    for y in range(h):\n"
      "        line = bytearray(bits[y*(4*w + 1) + 1:(y + 1)*(4*w + 1)]); kind = bits[y*(4*w + 1)]\n"
      "        for i in range(4*w):\n"
      "            a = line[i - 4] if i > 3 else 0; b = rows[-1][i] if y else 0\n"
      "            c = rows[-1][i - 4] if y and i > 3 else 0\n"
      "            d = min((abs(b - c), 0, a), (abs(a - c), 1, b), (abs(a + b - 2*c), 2, c))[2]\n"
      "            line[i] = line[i] + [0, a, b, (a + b)//2, d][kind] & 255\n"
      "        rows.append(line)\n"
      "    return w, h, rows\n"
      "m = j['materials'][0]\n"
      "assert set(m) == {'pbrMetallicRoughness', 'normalTexture'}, m\n"
      "w, h, rows = picture(m['normalTexture'])\n"
      "assert (w, h) == (64, 32)\n"
      "def unit(v): s = math.sqrt(sum(c*c for c in v)); return [c/s for c in v]\n"
      "def cross(a, b): return [a[(i + 1)%3]*b[(i + 2)%3] - a[(i + 2)%3]*b[(i + 1)%3] for i in range(3)]\n"
      "for v, n in zip(at, normal):\n"
      "    x, y = 12 + v[0], 21 + v[2]\n"
      "    assert abs(v[1] - x*y/2) < 1e-4, v\n"
      "    assert all(abs(a - b) < 1e-4 for a, b in zip(n, unit([-y/2, 1, -x/2]))), n\n"
      "seen = 0\n"
      "for t in range(0, len(corner), 3):\n"
      "    q = [uv[c] for c in corner[t:t + 3]]\n"
      "    area = (q[1][0] - q[0][0])*(q[2][1] - q[0][1]) - (q[2][0] - q[0][0])*(q[1][1] - q[0][1])\n"
      "    for y in range(h):\n"
      "        for x in range(w):\n"
      "            u, v = (x + 0.5)/w, (y + 0.5)/h\n"
      "            turn = lambda a, b: (a[0] - u)*(b[1] - v) - (b[0] - u)*(a[1] - v)\n"
      "            s = [turn(q[(i + 1)%3], q[(i + 2)%3])/area for i in range(3)]\n"
      "            if min(s) < 0: continue\n"
      "            mix = lambda of: unit([sum(s[i]*of[corner[t + i]][a] for i in range(3)) for a in range(3)])\n"
      "            n, along = mix(normal), mix(tangent); over = cross(n, along)\n"
      "            number = [2*c/255 - 1 for c in rows[y][4*x:4*x + 3]]\n"
      "            got = unit([number[0]*along[a] + number[1]*over[a] + number[2]*n[a] for a in range(3)])\n"
      "            want = unit([-(20 + 2*v)/2, 1, -(10 + 4*u)/2])\n"
      "            assert sum(a*b for a, b in zip(got, want)) > 0.9998, (x, y, got, want)\n"
      "            seen += 1\n"
      "assert seen >= w*h\n"
      "w, h, rows = picture(m['pbrMetallicRoughness']['metallicRoughnessTexture'])\n"
      "assert [rows[9][4*x + 1] for x in (0, 31, 32, 63)] == [64, 64, 191, 191] and rows[5][2] == 0\n"
      "print('alike')\n");
  const outcome *const o =
      shell("$burl mesh -q m.burl --size 64x32 --error 0.5 --texture 64 -o m.glb && python3 read.py");
  assert_string_equal(o->err, "");
  assert_string_equal(o->out, "alike\n");
  burl_ok("mesh -q m.burl --size 64x32 --error 0.5 -o f.gltf");
  assert_contains(shell("cat f.gltf")->out, "\"metallicFactor\":0,\"roughnessFactor\":0.50");
  assert_contains(shell("cat f.gltf")->out, "\"COLOR_0\"");
  assert_false(exists("f_colour.png"));
  burl_ok("mesh -q m.burl --size 64x32 --error 0.5 --texture 64 -o f.gltf --tiles 1x1");
  assert_true(exists("f_colour.png") && exists("f_orm.png") && exists("f_normal.png") && exists("f.bin"));
  assert_false(exists("f_emission.png"));
  burl_ok("mesh -q m.burl --size 64x32 --error 0.5 --texture 64 -o f.obj");
  assert_contains(shell("cat f.mtl")->out, "map_Kd f_colour.png\nmap_Bump -bm 1 f_normal.png\n");
  burl_ok("mesh -q m.burl --size 64x32 --error 0.5 --base 1 --texture 64 -o c.glb");
  assert_null(strstr(shell("strings -n 20 c.glb | head -1")->out, "TANGENT"));
}

/* Whole-grid functions; the same bytes by one thread. */
static void test_whole_grids(void **unused) {
  (void)unused;
  const char *const call = "mesh -q -e 'erode(100*perlin(x/300, y/300), steps: 3)' --extent 0,0,2000,2000 --size 64x64";
  burl_ok("%s -o a.glb", call), burl_ok("%s -o b.glb --threads 1", call);
  assert_same_files("a.glb", "b.glb");
}

/* The pictures of tiles are parts of one: a bowl fills to the lip at the edge of all, not to that between tiles. */
static void test_tiled_pictures(void **unused) {
  (void)unused;
  write_whole("bowl.burl", "view 0, 0, 64, 32\nh = fill(length(x - 32, y - 16))\nc = h > 15 ? #ffffff : #000000\nh");
  write_whole("white.burl", "view 0, 0, 64, 32\nh = fill(length(x - 32, y - 16))\nc = #ffffff\nh");
  burl_ok("mesh -q bowl.burl --result h,c --size 64x32 --texture 32 --tiles 2x1 -o b{x}.gltf");
  burl_ok("mesh -q white.burl --result h,c --size 64x32 --texture 32 --tiles 2x1 -o w{x}.gltf");
  for (int x = 0; x < 2; x++)
    assert_int_equal(shell("cmp b%d_colour.png w%d_colour.png && cmp b%d.bin w%d.bin", x, x, x, x)->code, 0);
}

/* Tiles meet, in each level of detail; the coarser ones have fewer triangles. */
static void test_tiles(void **unused) {
  (void)unused;
  const outcome *const o =
      burl_ok("mesh -e 'fbm(perlin(), octaves: 4)' --extent 0,0,8,4 --size 128x64 --tiles 2x1 --lods 3"
              " --error 0.05 --skirts 0.2 -o g_{x}_{y}_%%d.obj");
  assert_true(number_before(strstr(o->err, "note: 0: "), "triangles") >
              2 * number_before(strstr(o->err, "note: 2: "), "triangles"));
  assert_int_equal(folder_count(), 6);
  for (int lod = 0; lod < 3; lod++) {
    for (int x = 0; x < 2; x++)
      assert_int_equal(shell("grep '^v ' g_%d_0_%d.obj | awk '$2 == 0' | sort -u > side%d", x, lod, x)->code, 0);
    assert_same_files("side0", "side1");
    assert_true(atoi(shell("wc -l < side0")->out) > 4);
  }
  burl_ok("mesh -q -e 'x < 4 ? 0/0 : y' --tiles 2x1 --size 64x32 -o h_{x}.ply");
  assert_false(exists("h_0.ply"));
  assert_true(exists("h_1.ply"));
}

/* ---- Surfaces -------------------------------------------------------------------------------------- */

/* A ball holds 4.19, and an octant of it an eighth; of its outside the rest of a cube of 4 is solid. */
static void test_iso(void **unused) {
  (void)unused;
  const char *const ball = "mesh -e 'view -2, -2, -2, 2, 2, 2\nlength(x, y, z)' --iso 1 --size 48 -o g.stl";
  assert_true(fabs(number_before(burl_ok("%s", ball)->err, "cubic units") - 4.18879) < 0.03);
  assert_true(fabs(number_before(burl_ok("%s --extent 0,0,0,2,2,2", ball)->err, "cubic units") - 0.5236) < 0.004);
  assert_true(fabs(number_before(burl_ok("%s --inside above", ball)->err, "cubic units") - 59.8112) < 0.03);
  const outcome *const o = burl_ok("mesh -e 'length(x, y, z)' --extent -4,-4,-4,4,4,4 --iso 1 --size 128 -o g.ply");
  assert_contains(o->err, "of 512 boxes of 16 cells a side 8 were sampled");
  assert_contains(burl("mesh -e 'length(x, y, z)' --iso -1 -o none.glb")->err, "nowhere in the extent");
  assert_false(exists("none.glb"));
}

/* Corners as ground has them: from the middle of the extent, y upwards; colours of a second result; and holes. */
static void test_iso_corners(void **unused) {
  (void)unused;
  burl_ok("mesh -q -e 'z - x - 2*y' --extent 0,0,-20,4,2,20 --size 8x4x80 --iso 0 --open -o g.obj");
  size_t length;
  char *const text = read_whole("g.obj", &length);
  int corners = 0;
  for (const char *at = text; *at; at += strcspn(at, "\n"), at += *at == '\n') {
    double v[3];
    if (sscanf(at, "v %lf %lf %lf", &v[0], &v[1], &v[2]) == 3) {
      assert_true(fabs(v[0]) <= 2 && fabs(v[1]) <= 1 && fabs(v[2] - (v[0] + 2) - 2 * (1 - v[1])) < 1e-5);
      corners++;
    }
    if (sscanf(at, "vn %lf %lf %lf", &v[0], &v[1], &v[2]) == 3)
      assert_true(fabs(v[0] + sqrt(1.0 / 6)) < 1e-6 && fabs(v[1] - sqrt(4.0 / 6)) < 1e-6 && v[2] > 0);
  }
  free(text);
  assert_true(corners > 40);
  write_whole("r.burl", "view -2, -2, -2, 2, 2, 2\nh = x < 1 ? length(x, y, z) - 1.5 : 0/0\nc = rgb(1, 0, 0)\nc");
  const outcome *const o = burl_ok("mesh r.burl --result h,c --iso 0 --size 16 -o g.glb");
  assert_contains(o->err, "the recipe isn't a number: there are holes");
  assert_contains(shell("strings -n 20 g.glb | head -1")->out, "\"COLOR_0\":2");
}

/* Any number of threads gives the same bytes; the sides of a periodic recipe are the same. */
static void test_iso_same(void **unused) {
  (void)unused;
  const char *const call = "mesh -q -e 'tile(perlin(), 4, 4, 4) + 0.1' --extent 0,0,0,4,4,4 --iso 0 --open"
                           " --size 24";
  burl_ok("%s -o a.obj --threads 1", call), burl_ok("%s -o b.obj --threads 3", call);
  assert_same_files("a.obj", "b.obj");
  for (int side = 0; side < 2; side++)
    shell("grep '^v ' a.obj | awk '$2 == %d {print $3, $4}' | sort > side%d", 4 * side - 2, side);
  assert_same_files("side0", "side1");
  assert_true(atoi(shell("wc -l < side0")->out) > 10);
}

static void test_refused(void **unused) {
  (void)unused;
  static const refused_call calls[] = {
      {"-e 'x'", 2, "where to?"},
      {"-e 'x' -o g.png", 2, "g.png is not called .glb, .gltf, .obj, .stl or .ply"},
      {"-e 'x' -o g.ply --texture 64", 2, "--texture is of .glb, .gltf and .obj"},
      {"-e 'x' -o g.glb --texture 64", 2, "has no colour"},
      {"-e 'rgb(x, y, 0)' -o g.glb", 1, "no result that is a number"},
      {"-e 'x' -o g.glb --error 0", 2, "--error"},
      {"-e 'x' -o g.glb --base -1", 2, "--base"},
      {"-e 'x' -o g.glb --size 1000000x2", 2, "--size: at most 262144 steps"},
      {"-e 'x' -o g.glb --size 100000x100000", 2, "at most 2^31 samples"},
      {"-e 'x' -o g.glb --size 8x8x8", 2, "ground has two axes"},
      {"-e 'x' -o nowhere/g.glb", 1, "nowhere/g.glb"},
      {"-e 'x' -o g.glb --tiles 2x2", 2, "tiles along x would have the same name"},
      {"-e 'x' -o g_{x}.glb --tiles 2x2", 2, "tiles along y would have the same name"},
      {"-e 'x' -o g.glb --tiles 2", 2, "--tiles has 1 axes"},
      {"-e 'x' -o g.glb --lods 3", 2, "all --lods would have this name"},
      {"-e 'x' -o g.glb --base 1 --skirts 1", 2, "take one"},
      {"-e 'x' -o g.glb --extent 0,0,1e39,1", 2, "--extent: corners are within 1e38 of 0, not at 1e+39"},
      {"-e 'z' -o g.glb --iso 0 --extent=0,0,-1e300,1,1,1", 2, "corners are within 1e38"},
      {"-e 'z' -o g.glb --open", 2, "--open is of a surface, and --iso isn't given"},
      {"-e 'z' -o g.glb --inside above", 2, "--inside is of a surface"},
      {"-e 'z' -o g.glb --iso 0 --inside out", 2, "is neither below nor above"},
      {"-e 'z' -o g.glb --iso 0 --base 2", 2, "--base is for heights"},
      {"-e 'z' -o g.glb --iso 0 --error 2", 2, "--error is for heights"},
      {"-e 'z' -o g.glb --iso 0 --size 8x8", 2, "this has 2 axes"},
      {"-e 'z' -o g.glb --iso 0 --size 5000", 2, "at most 4096 cells"},
      {"-e 'z' -o g.glb --iso 0 --extent 0,0,0,1,1,0", 2, "along z it is 0 long"},
      {"-e 'rgb(x, y, z)' -o g.glb --iso 0", 1, "no result that is a number"},
      {"-e 'fill(z)' -o g.glb --iso 0", 1, "this takes a grid of two dimensions"},
  };
  check_refused("mesh", calls, COUNT(calls));
}

int main(void) {
#define TEST(name) cmocka_unit_test_setup_teardown(name, folder_begin, folder_end)
  const struct CMUnitTest tests[] = {TEST(test_corners),      TEST(test_names),   TEST(test_capitals),
                                     TEST(test_error),        TEST(test_closed),  TEST(test_holes),
                                     TEST(test_closed_holes), TEST(test_colours), TEST(test_whole_grids),
                                     TEST(test_tiles),        TEST(test_iso),     TEST(test_iso_corners),
                                     TEST(test_iso_same),     TEST(test_refused), TEST(test_material),
                                     TEST(test_between),      TEST(test_volume),  TEST(test_tiled_pictures)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
