/* The lines of values.c, by burl.hpp. */
#include "burl.hpp"

#include <cstdio>
#include <cstring>

enum { NX = 64, NY = 48 };

static void print_hash(const char *name, const void *data, std::size_t size) {
  const unsigned char *bytes = static_cast<const unsigned char *>(data);
  std::uint64_t hash = 0xCBF29CE484222325u;
  for (std::size_t i = 0; i < size; i++) hash = (hash ^ bytes[i]) * 0x100000001B3u;
  std::printf("%s %016llx\n", name, static_cast<unsigned long long>(hash));
}

template <class T> static void print(const char *name, const std::vector<T> &data) {
  print_hash(name, data.data(), data.size() * sizeof(T));
}

template <class F> static void print_error(const char *name, F wrong) {
  try {
    wrong();
    std::printf("%s: no error\n", name);
  } catch (const burl::error &e) {
    std::printf("%s: %s %d:%d:%d %s|%s\n", name, burl_status_name(e.status()), e.line(), e.column(), e.length(),
                e.message(), e.hint());
  }
}

static const burl_grid plain = burl::make_grid({NX, NY}, {0.5, -3}, {1.0 / 64, 1.0 / 32});

static void grids() {
  const burl::program clouds("fbm(perlin(), octaves: 8)");
  print("grid", clouds.grid(plain));
  burl_grid grid = plain;
  grid.first[0] = 1000, grid.first[1] = -7, grid.size[0] = 5, grid.size[1] = 3;
  print("tile", clouds.grid(grid));
  grid.samples = 3, grid.threads = 1;
  print("samples", clouds.grid(grid));
  print("points", clouds.points({{0.5, 3.25, -1e9}, {1, 2, 0.125}}));
  print("blocks", clouds.blocks(plain, {{8, 8, 0, 0}}, 0.2));
  print("bounds", std::vector<double>{clouds.bounds().lo, clouds.bounds().hi});
  burl_box near = burl_box(), far = burl_box();
  near.hi[0] = 0.25, near.hi[1] = 0.125;
  far.lo[0] = 7, far.lo[1] = -2, far.hi[0] = 7.5, far.hi[1] = -1, far.t0 = 1, far.t1 = 2;
  const std::vector<burl_range> over = clouds.bounds_over({near, far});
  print("bounds over", std::vector<double>{over[0].lo, over[0].hi, over[1].lo, over[1].hi});

  const burl::program four("view -1, -2, 3, 4\nrgb(perlin(x, y, z, w), t, 0.5)", 4);
  burl_grid deep = burl::make_grid({4, 3, 2, 2}, {}, {0.3, 0.3, 0.3, 0.3});
  deep.time = 0.75;
  print("four dimensions", four.grid(deep));
  print("view", four.view());
}

static void knobs() {
  burl::program sea("param waves = 0.5 [0, 1] \"Höhe\"\nparam free = 3\nwaves*simplex(x, y, t) + free");
  sea.set("waves", 0.8);
  sea.seed(burl::seed_of("a text"));
  for (const burl_param &one : sea.params()) {
    std::printf("knob %s \"%s\"\n", one.name, one.text);
    print("knob", std::vector<double>{one.value, one.lo, one.hi});
  }
  print("knobs", sea.grid(plain));
  print("times", sea.points({{0.5, 3.25}, {1, 2}}, {0, 7}));
  print_error("a knob outside its range", [&] { sea.set("waves", 1.5); });
  print_error("no such knob", [&] { sea.set("wave", 1); });
}

static void images() {
  std::vector<float> heights(NX * NY), picture(12);
  for (int i = 0; i < NX * NY; i++) heights[static_cast<std::size_t>(i)] = static_cast<float>(i * 37 % 101);
  for (int i = 0; i < 12; i++) picture[static_cast<std::size_t>(i)] = static_cast<float>(i) / 12;
  burl::program drained("flow(breach(image(\"dem\")))");
  burl_field field = burl_field();
  field.data = heights.data(), field.size[0] = NX, field.size[1] = NY;
  drained.set_image("dem", field);
  std::printf("image %s\n", drained.images()[0]);
  print("heights", drained.grid(plain));
  print_error("no such image", [&] { drained.set_image("den", field); });
  field.step[0] = 30;
  print_error("half a step", [&] { drained.set_image("dem", field); });

  burl::program floor("tile(image(\"wood\", give: rgb, size: 2, wrap: repeat), 4)");
  burl_field wood = burl_field();
  wood.data = picture.data(), wood.size[0] = 2, wood.size[1] = 2, wood.channels = 3, wood.is_linear = 1;
  floor.set_image("wood", wood);
  print("picture", floor.grid(plain));
}

static void results() {
  burl_options options = burl_options();
  options.result = "height, normals";
  const burl::program both("height = perlin()\nnormals = normal(height)\nheight", options);
  for (const burl_result &one : both.results()) std::printf("result %s %d %d\n", one.name, one.first, one.channels);
  print("results", both.grid(plain));
  burl_options slope = burl_options();
  slope.derivative_by = 1, slope.octave_begin = 1, slope.octave_end = 3;
  print("derivative", burl::program("fbm(perlin(), octaves: 8)", slope).grid(plain));
}

static void code() {
  const burl::program noise("fbm(perlin(), octaves: 4)");
  burl_code_options options = burl_code_options();
  options.target = "wgsl", options.prefix = "sky", options.uniforms = "seed";
  const std::string text = noise.code(options);
  print_hash("code", text.data(), text.size());
  print("keys", noise.code_keys(options, 12345678901234567890u));
  options.target = "basic";
  print_error("no such target", [&] { noise.code(options); });
}

static void mistakes() {
  print_error("an option", [] { burl::program("1 +\n  fbm(perlin(), octave: 8)"); });
  print_error("a coordinate", [] { burl::program("perlin(x, y, z)"); });
  print_error("no recipe", [] { burl::program(""); });
  print_error("dimensions", [] { burl::program("perlin()", 5); });
  const burl::program noise("perlin()");
  burl_grid grid = plain;
  grid.threads = -1;
  print_error("threads", [&] { noise.grid(grid); });
  burl_grid deep = plain;
  deep.size[2] = 4;
  print_error("an axis", [&] { noise.grid(deep); });
}

int main() {
  grids();
  knobs();
  images();
  results();
  code();
  mistakes();
  print("single", std::vector<float>{burl_perlin1(7, 0.3), burl_perlin4(7, 0.3, 1.7, -2.2, 9.1),
                                     burl_value2(7, 0.3, 1.7), burl_white3(7, 0.3, 1.7, -2.2),
                                     burl_simplex2(7, 0.3, 1.7), burl_fbm3(7, 0.3, 1.7, -2.2, 5, 0.5f, 2)});
  std::printf("version %s %d\n", burl_version(), burl_output_version());
}
