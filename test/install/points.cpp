// points.c in C++, by points instead of a grid; and a function of each other header.
#include <burl.hpp>
#include <burl_classic.h>
#include <burl_inspect.h>

#include <cstdio>
#include <cstring>
#include <vector>

int main() {
  const burl::program program("fbm(perlin(), octaves: 8)");
  if (burl_classic_fade(0.5) != 0.5) return std::fprintf(stderr, "burl_classic.h is wrong\n"), 1;

  const char *const function = burl_function_at(program.get(), 0);
  if (!function || std::strcmp(function, "perlin") != 0) return std::fprintf(stderr, "burl_inspect.h is wrong\n"), 1;

  std::vector<double> x, y;
  for (int n = 0; n < 8; n++) {
    x.push_back(-1.25 + n % 4 * 0.75);
    y.push_back(0.5 + n / 4 * 0.25);
  }
  const std::vector<float> value = program.points({x, y});

  std::printf("x,y,value\n");
  for (std::size_t n = 0; n < x.size(); n++) std::printf("%g,%g,%.9g\n", x[n], y[n], static_cast<double>(value[n]));
}
