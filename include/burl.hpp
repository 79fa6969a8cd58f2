/* burl in C++11: programs that free themselves, results in vectors, errors as exceptions.  burl.h is the manual; its
 * structs are used as they are.
 *
 *     burl::program clouds("fbm(perlin(), octaves: 8)");
 *     burl_grid grid = burl::make_grid({512, 512}, {0, 0}, {1.0 / 64, 1.0 / 64});
 *     std::vector<float> heights = clouds.grid(grid);      // heights[512*y + x], in clouds.bounds()
 *
 * What goes wrong throws burl::error, but for memory, std::bad_alloc.  A program moves; clone() copies.  Its const
 * members may be called by any number of threads at once, the others need it alone. */
#ifndef BURL_HPP
#define BURL_HPP

#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <exception>
#include <functional>
#include <initializer_list>
#include <memory>
#include <new>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "burl.h"

namespace burl {

/* ---- Errors -------------------------------------------------------------------------------------- */

/* What went wrong and where, as burl_error has it; what() has all of it: "1:15: no option 'octave' in fbm: did you mean
 * 'octaves'?". */
class error : public std::runtime_error {
public:
  explicit error(const burl_error &from) : std::runtime_error(text_of(from)), info_(from) {}

  /* An error of the wrapper's own, or one that the library gives a status for and no more. */
  error(burl_status status, const std::string &message) : error(made(status, message)) {}

  burl_status status() const noexcept { return info_.status; }
  int line() const noexcept { return info_.line; } /* from 1; 0: no place */
  int column() const noexcept { return info_.column; }
  int length() const noexcept { return info_.length; }
  const char *message() const noexcept { return info_.message; }
  const char *hint() const noexcept { return info_.hint; }
  const char *file() const noexcept { return info_.file; } /* the imported file of the place; "": the recipe */

private:
  static std::string text_of(const burl_error &from) {
    std::string text;
    if (*from.file) text = from.file + std::string(":");
    if (from.line > 0) text += std::to_string(from.line) + ":" + std::to_string(from.column) + ": ";
    text += from.message;
    return *from.hint ? text + ": " + from.hint : text;
  }

  static burl_error made(burl_status status, const std::string &message) {
    burl_error info = burl_error();
    info.status = status;
    message.copy(info.message, sizeof info.message - 1);
    return info;
  }

  burl_error info_;
};

namespace detail {

[[noreturn]] inline void fail(burl_status status, const burl_error *info) {
  if (status == BURL_MEMORY) throw std::bad_alloc();
  if (info && info->status == status) throw error(*info);
  throw error(status, burl_status_text(status));
}

inline void check(burl_status status, const burl_error *info = nullptr) {
  if (status != BURL_OK) fail(status, info);
}

/* Structs may change with the second number of the version. */
inline void check_version() {
  const std::string library = burl_version(), header = BURL_VERSION;
  if (library.substr(0, library.rfind('.')) == header.substr(0, header.rfind('.'))) return;
  throw error(BURL_ARGUMENT, "the library that is linked is burl " + library + ", and burl.hpp is of burl " + header);
}

/* What burl_grid.progress calls, and what that throws, which must not go through C. */
struct watch {
  const std::function<bool(double)> &goes_on;
  std::exception_ptr thrown;

  static int report(void *user, double done) {
    watch *self = static_cast<watch *>(user);
    try {
      return !self->goes_on(done);
    } catch (...) {
      self->thrown = std::current_exception();
      return 1;
    }
  }
};

/* What burl_code_options.write calls. */
struct written {
  std::string text;
  std::exception_ptr thrown;

  static void append(void *user, const char *piece, std::size_t length) {
    written *self = static_cast<written *>(user);
    try {
      self->text.append(piece, length);
    } catch (...) { self->thrown = std::current_exception(); }
  }
};

}  // namespace detail

/* ---- Arguments ----------------------------------------------------------------------------------- */

/* A grid of as many axes as are given: samples, where sample 0 lies, and from one to the next. */
inline burl_grid make_grid(std::initializer_list<std::int64_t> size, std::initializer_list<double> origin,
                           std::initializer_list<double> step) {
  if (size.size() > 4 || origin.size() > 4 || step.size() > 4) throw error(BURL_ARGUMENT, "a grid has 1 to 4 axes");
  burl_grid grid = burl_grid();
  std::size_t axis = 0;
  for (std::int64_t n : size) grid.size[axis++] = n;
  axis = 0;
  for (double x : origin) grid.origin[axis++] = x;
  axis = 0;
  for (double x : step) grid.step[axis++] = x;
  return grid;
}

/* The seed that a text stands for. */
inline std::uint64_t seed_of(const std::string &text) { return burl_seed_of_text(text.c_str()); }

/* ---- Programs ------------------------------------------------------------------------------------ */

class program {
public:
  /* Compiles a recipe for so many dimensions. */
  explicit program(const std::string &recipe, int dims = 2) : program(recipe, with_dims(dims)) {}

  /* The same with options; struct_size may be 0. */
  program(const std::string &recipe, burl_options options) : raw_(nullptr, burl_free) {
    detail::check_version();
    options.struct_size = sizeof options;
    burl_error info;
    raw_.reset(burl_compile_with(recipe.data(), recipe.size(), &options, &info));
    if (!raw_) detail::fail(info.status, &info);
  }

  /* An independent copy with the same seed, knobs and images. */
  program clone() const {
    program copy(burl_clone(get()));
    if (!copy.raw_) throw std::bad_alloc();
    return copy;
  }

  /* For what C has beside: burl_inspect.h, and burl.h without exceptions. */
  burl_program *get() const noexcept { return raw_.get(); }

  int dims() const noexcept { return burl_dims(get()); }
  int channels() const noexcept { return burl_channels(get()); }
  bool needs_whole_grid() const noexcept { return burl_needs_whole_grid(get()) != 0; }
  burl_range bounds(int channel = 0) const noexcept { return burl_bounds(get(), channel); }

  /* x0, y0, ..., x1, y1, ...; empty where the recipe names none. */
  std::vector<double> view() const {
    double corners[8];
    return std::vector<double>(corners, corners + burl_view(get(), corners));
  }

  /* The names in what these return belong to the program and live until it is changed. */
  std::vector<burl_param> params() const { return listed<burl_param>(burl_param_count(get()), burl_param_at); }
  std::vector<burl_result> results() const { return listed<burl_result>(burl_result_count(get()), burl_result_at); }
  std::vector<const char *> images() const {
    std::vector<const char *> names;
    for (int i = 0; const char *name = burl_image_name(get(), i); i++) names.push_back(name);
    return names;
  }

  /* ---- What changes it; where it throws, the program is as before ---- */

  void set(const std::string &knob, double value) {
    burl_error info;
    detail::check(burl_set(get(), knob.c_str(), value, &info), &info);
  }

  void seed(std::uint64_t seed) {
    burl_error info;
    detail::check(burl_seed_with(get(), seed, &info), &info);
  }

  /* The samples stay the caller's, and where they are until the program is freed or the image has others. */
  void set_image(const std::string &name, const burl_field &field) {
    burl_error info;
    detail::check(burl_set_image_with(get(), name.c_str(), &field, &info), &info);
  }

  /* ---- Sampling ---- */

  /* float[l][k][j][i][channels] of a packed grid. */
  std::vector<float> grid(const burl_grid &grid) const {
    std::vector<float> out(count(grid));
    sample(grid, out.data());
    return out;
  }

  /* Fills out, which has room for it: grid.stride counts. */
  void sample(const burl_grid &grid, float *out) const {
    const burl_status status = burl_sample_grid(get(), &grid, out);
    burl_error info = burl_error();
    if (status == BURL_ARGUMENT) burl_check_grid(get(), &grid, &info);
    detail::check(status, &info);
  }

  /* The same; goes_on is told now and then, on this thread, what is done from 0 to 1, and stops by false: an error with
   * BURL_CANCELLED. */
  void sample(burl_grid grid, float *out, const std::function<bool(double)> &goes_on) const {
    detail::watch watch = {goes_on, nullptr};
    grid.progress = detail::watch::report;
    grid.user = &watch;
    try {
      sample(grid, out);
    } catch (const error &) {
      if (watch.thrown) std::rethrow_exception(watch.thrown);
      throw;
    }
  }

  /* How many floats a packed grid has; throws where it isn't one for the program. */
  std::size_t count(const burl_grid &grid) const {
    burl_error info;
    detail::check(burl_check_grid(get(), &grid, &info), &info);
    const std::size_t most = SIZE_MAX / sizeof(float);
    std::size_t n = static_cast<std::size_t>(channels());
    for (std::int64_t size : grid.size) {
      if (size > 1 && static_cast<std::uint64_t>(size) > most / n) throw std::bad_alloc();
      if (size > 1) n *= static_cast<std::size_t>(size);
    }
    return n;
  }

  /* float[points][channels] of a vector of coordinates for each dimension, all of the same length; time: one each, or
   * none. */
  std::vector<float> points(const std::vector<std::vector<double>> &coords, const std::vector<double> &time = {},
                            double footprint = 0) const {
    if (coords.size() != static_cast<std::size_t>(dims())) {
      throw error(BURL_ARGUMENT, "the recipe's points have " + std::to_string(dims()) + " coordinates, not " +
                                     std::to_string(coords.size()));
    }
    burl_points points = burl_points();
    points.count = coords[0].size();
    for (std::size_t axis = 0; axis < coords.size(); axis++) {
      check_length(points.count, coords[axis]);
      points.coord[axis] = coords[axis].data();
    }
    if (!time.empty()) check_length(points.count, time);
    points.time = time.empty() ? nullptr : time.data();
    points.footprint = footprint;
    std::vector<float> out(points.count * static_cast<std::size_t>(channels()));
    if (points.count > 0) sample(points, out.data());
    return out;
  }

  /* Fills out[count][channels]. */
  void sample(const burl_points &points, float *out) const {
    burl_error info;
    detail::check(burl_check_points(get(), &points, &info), &info);
    detail::check(burl_sample_points(get(), &points, out));
  }

  /* ---- Bounds ---- */

  /* [boxes][channels]. */
  std::vector<burl_range> bounds_over(const std::vector<burl_box> &boxes) const {
    for (std::size_t i = 0; i < boxes.size(); i++) check_box(boxes[i], i);
    std::vector<burl_range> out(boxes.size() * static_cast<std::size_t>(channels()));
    detail::check(burl_bounds_over(get(), boxes.data(), boxes.size(), out.data()));
    return out;
  }

  /* 1, -1 or 0 for each block: above the level, not above it, neither is proven. */
  std::vector<signed char> blocks(const burl_grid &grid, const std::array<std::int64_t, 4> &block, double level) const {
    count(grid);
    std::size_t n = 1;
    for (std::size_t axis = 0; axis < 4; axis++) {
      const std::int64_t size = grid.size[axis] > 1 ? grid.size[axis] : 1;
      const std::int64_t side = block[axis];
      if (side < 0 || std::isnan(level) || grid.samples > 1) {
        throw error(BURL_ARGUMENT, "a level is a number, a block's side is not negative, and samples is 0 or 1: " +
                                       std::to_string(level) + ", " + std::to_string(side) + ", " +
                                       std::to_string(grid.samples));
      }
      if (side > 0) n *= static_cast<std::size_t>(size / side + (size % side != 0));
    }
    std::vector<signed char> out(n);
    detail::check(burl_blocks_of(get(), &grid, block.data(), level, out.data()));
    return out;
  }

  /* ---- Source text ---- */

  /* struct_size, write and user may be 0. */
  std::string code(burl_code_options options) const {
    detail::written written;
    options.struct_size = sizeof options;
    options.write = detail::written::append;
    options.user = &written;
    burl_error info;
    detail::check(burl_code(get(), &options, &info), &info);
    if (written.thrown) std::rethrow_exception(written.thrown);
    return written.text;
  }

  std::vector<std::uint32_t> code_keys(burl_code_options options, std::uint64_t seed) const {
    options.struct_size = sizeof options;
    std::size_t n = 0;
    detail::check(burl_code_keys(get(), &options, seed, nullptr, 0, &n));
    std::vector<std::uint32_t> keys(n);
    detail::check(burl_code_keys(get(), &options, seed, keys.data(), n, &n));
    return keys;
  }

private:
  explicit program(burl_program *raw) : raw_(raw, burl_free) {}

  static burl_options with_dims(int dims) {
    burl_options options = burl_options();
    options.dims = dims;
    return options;
  }

  template <class T> std::vector<T> listed(int count, T (*at)(const burl_program *, int)) const {
    std::vector<T> all;
    for (int i = 0; i < count; i++) all.push_back(at(get(), i));
    return all;
  }

  static void check_length(std::size_t count, const std::vector<double> &other) {
    if (other.size() == count) return;
    throw error(BURL_ARGUMENT, "all coordinates are as many: there are " + std::to_string(count) + " and " +
                                   std::to_string(other.size()));
  }

  void check_box(const burl_box &box, std::size_t number) const {
    for (int axis = 0; axis <= dims(); axis++) {
      const bool is_time = axis == dims();
      const double lo = is_time ? box.t0 : box.lo[axis], hi = is_time ? box.t1 : box.hi[axis];
      if (std::isfinite(lo) && std::isfinite(hi) && lo <= hi) continue;
      throw error(BURL_ARGUMENT, "a box goes from a finite number to one that isn't less; number " +
                                     std::to_string(number) + " has " + "xyzwt"[is_time ? 4 : axis] + " from " +
                                     std::to_string(lo) + " to " + std::to_string(hi));
    }
  }

  std::unique_ptr<burl_program, void (*)(burl_program *)> raw_;
};

}  // namespace burl

#endif
