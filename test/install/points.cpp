// points.c in C++, by points instead of a grid; and a function of each other header.
#include <burl.h>
#include <burl_classic.h>
#include <burl_inspect.h>

#include <cstdio>
#include <cstring>
#include <memory>
#include <vector>

int main() {
  burl_error error;
  const std::unique_ptr<burl_program, decltype(&burl_free)> program(
      burl_compile("fbm(perlin(), octaves: 8)", 2, &error), burl_free);
  if (!program) return std::fprintf(stderr, "%s\n", error.message), 1;
  if (burl_classic_fade(0.5) != 0.5) return std::fprintf(stderr, "burl_classic.h is wrong\n"), 1;

  const char *const function = burl_function_at(program.get(), 0);
  if (!function || std::strcmp(function, "perlin") != 0) return std::fprintf(stderr, "burl_inspect.h is wrong\n"), 1;

  std::vector<double> x, y;
  for (int n = 0; n < 8; n++) {
    x.push_back(-1.25 + n % 4 * 0.75);
    y.push_back(0.5 + n / 4 * 0.25);
  }
  std::vector<float> value(x.size());
  burl_points points = {};
  points.count = x.size();
  points.coord[0] = x.data();
  points.coord[1] = y.data();
  const burl_status status = burl_sample_points(program.get(), &points, value.data());
  if (status != BURL_OK) return std::fprintf(stderr, "%s\n", burl_status_text(status)), 1;

  std::printf("x,y,value\n");
  for (std::size_t n = 0; n < x.size(); n++) std::printf("%g,%g,%.9g\n", x[n], y[n], static_cast<double>(value[n]));
}
