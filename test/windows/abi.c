/* With Microsoft's ABI and without its C library, which can't be had here: a program that calls
 * burl.dll by burl.lib, with structs in and out, and ends with 0 where all is right. */
#include <burl.h>
#include <burl_classic.h>
#include <burl_inspect.h>

int _fltused; /* what Microsoft's compiler wants of a library where there are floating-point numbers */

__declspec(dllimport) void __stdcall ExitProcess(unsigned code);

void start(void) {
  static float value[2][4];
  static burl_error error;
  burl_program *const program = burl_compile("param k = 2 [1, 3]\nk*perlin()", 2, &error);
  if (!program) ExitProcess(1);
  static const burl_grid grid = {.size = {4, 2}, .origin = {-1.25, 0.5}, .step = {0.75, 0.25}};
  if (burl_sample_grid(program, &grid, &value[0][0]) != BURL_OK) ExitProcess(2);
  if (value[1][2] != 2.0f * burl_perlin2(0, 0.25, 0.75)) ExitProcess(3);
  const burl_range range = burl_bounds(program, 0);
  const burl_param knob = burl_param_at(program, 0);
  if (range.lo != -2.0 || range.hi != 2.0 || knob.value != 2.0 || knob.hi != 3.0) ExitProcess(4);
  if (burl_set(program, "k", 4.0, &error) != BURL_ARGUMENT || error.status != BURL_ARGUMENT) ExitProcess(5);
  burl_free(program);
  ExitProcess(0);
}
