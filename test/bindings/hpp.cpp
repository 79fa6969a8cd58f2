/* What burl.hpp does that the lines of values.cpp don't show.  The last line counts. */
#include "burl.hpp"

#include <cstdio>
#include <functional>
#include <thread>

static int passed, failed;

static void is(bool good, const char *what) {
  good ? passed++ : failed++;
  if (!good) std::printf("not so: %s\n", what);
}
#define IS(condition) is(condition, #condition)

static std::string said(const std::function<void()> &wrong) {
  try {
    wrong();
  } catch (const burl::error &e) { return e.what(); }
  return "nothing";
}

static const burl_grid grid = burl::make_grid({512, 512}, {0, 0}, {1.0 / 64, 1.0 / 64});

static void owners() {
  burl::program one("param k = 1\nk*perlin()");
  one.set("k", 2);
  burl::program other = one.clone();
  other.set("k", 3);
  IS(one.params()[0].value == 2 && other.params()[0].value == 3);
  burl::program moved = std::move(one);
  IS(!one.get() && moved.params()[0].value == 2);
  one = std::move(other);
  IS(one.params()[0].value == 3);
  static_assert(!std::is_copy_constructible<burl::program>::value, "clone() copies");
  static_assert(std::is_nothrow_move_constructible<burl::program>::value, "so vectors move programs");
}

static void progress() {
  const burl::program clouds("fbm(perlin(), octaves: 8)");
  std::vector<float> out(512 * 512, 7);
  std::vector<double> told;
  clouds.sample(grid, out.data(), [&](double done) { return told.push_back(done), true; });
  IS(told.front() == 0 && told.back() == 1);
  IS(out == clouds.grid(grid));
  out.assign(out.size(), 7);
  try {
    clouds.sample(grid, out.data(), [](double) { return false; });
    IS(false);
  } catch (const burl::error &e) { IS(e.status() == BURL_CANCELLED); }
  IS(out.back() == 7);
  try {
    clouds.sample(grid, out.data(), [](double) -> bool { throw std::out_of_range("no"); });
    IS(false);
  } catch (const std::out_of_range &e) { IS(std::string(e.what()) == "no"); }
}

static void mistakes() {
  const burl::program noise("perlin()");
  IS(said([] { burl::program("1 +\n  fbm(perlin(), octave: 8)"); }) ==
     "2:17: no option 'octave' in fbm: did you mean 'octaves'?");
  IS(said([&] { noise.points({{0}}); }) == "the recipe's points have 2 coordinates, not 1");
  IS(said([&] { noise.points({{0}, {0, 1}}); }) == "all coordinates are as many: there are 1 and 2");
  IS(said([&] { noise.points({{0}, {0}}, {1, 2}); }) == "all coordinates are as many: there are 1 and 2");
  IS(noise.points({{}, {}}).empty());
  burl_box box = burl_box();
  box.lo[1] = 2, box.hi[1] = 1;
  IS(said([&] {
       noise.bounds_over({burl_box(), box});
     }).find("number 1 has y from 2.000000 to 1.000000") != std::string::npos);
  IS(said([&] { noise.blocks(grid, {{8, -8, 0, 0}}, 0); }).find("a block's side is not negative") != std::string::npos);
  IS(said([] { burl::make_grid({1, 1, 1, 1, 1}, {}, {}); }) == "a grid has 1 to 4 axes");
  IS(said([] { burl::program("image(\"a\")").grid(grid); }) != "nothing");
  burl_grid wrong = grid;
  wrong.step[1] = std::nan("");
  std::vector<float> out(512 * 512, 7);
  IS(said([&] { noise.sample(wrong, out.data()); }) == "step[1] is a finite number, not nan");
  try {
    noise.grid(burl::make_grid({1 << 26, 1 << 26}, {0, 0}, {1, 1}));
    IS(false);
  } catch (const std::exception &e) {  // bad_alloc, or length_error where the vector knows that it is too long
    IS(!dynamic_cast<const burl::error *>(&e));
  }
}

static void threads() {
  const burl::program clouds("fbm(perlin(), octaves: 8)");
  const std::vector<float> whole = clouds.grid(grid);
  std::vector<float> parts(whole.size());
  std::vector<std::thread> all;
  for (int n = 0; n < 4; n++) {
    all.emplace_back([&, n] {
      burl_grid tile = grid;
      tile.first[1] = 128 * n, tile.size[1] = 128, tile.threads = 1;
      clouds.sample(tile, &parts[static_cast<std::size_t>(n) * 128 * 512]);
    });
  }
  for (std::thread &one : all) one.join();
  IS(parts == whole);
}

int main() {
  owners();
  progress();
  mistakes();
  threads();
  std::printf("%d passed, %d failed\n", passed, failed);
  return failed > 0;
}
