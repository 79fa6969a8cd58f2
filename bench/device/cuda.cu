/* Runs a kernel over a grid by CUDA, for tools/device, which compiles this with TEXT, a file of CUDA with
 * `__global__ void grid(float *to, int width)`:
 *
 *     program WIDTH ROUNDS VALUES
 *
 * VALUES receives the WIDTH * WIDTH floats.  Prints the card's name and, a line each, the seconds that each round took
 * there.  Exits with 2 where there is no card. */
#include TEXT
#include <cstdio>
#include <cstdlib>
#include <vector>

static void check(cudaError_t error, const char *what) {
  if (error == cudaSuccess) return;
  std::fprintf(stderr, "%s: %s\n", what, cudaGetErrorString(error));
  std::exit(1);
}

static double run_once(float *to, int width) {
  const unsigned count = (unsigned)width * (unsigned)width;
  cudaEvent_t start, end;
  float milliseconds = 0;
  cudaEventCreate(&start);
  cudaEventCreate(&end);
  cudaEventRecord(start);
  grid<<<(count + 255) / 256, 256>>>(to, width);
  cudaEventRecord(end);
  check(cudaEventSynchronize(end), "the kernel");
  cudaEventElapsedTime(&milliseconds, start, end);
  return 1e-3 * milliseconds;
}

int main(int argc, char **argv) {
  cudaDeviceProp card;
  float *memory;
  if (argc != 4) return std::fprintf(stderr, "usage: program WIDTH ROUNDS VALUES\n"), 1;
  if (cudaGetDeviceProperties(&card, 0) != cudaSuccess) return std::fprintf(stderr, "there is no card\n"), 2;
  const int width = std::atoi(argv[1]), rounds = std::atoi(argv[2]);
  std::vector<float> values((size_t)width * (size_t)width);
  const size_t size = values.size() * sizeof(float);
  check(cudaMalloc((void **)&memory, size), "cudaMalloc");
  std::printf("%s\n", card.name);
  for (int i = 0; i < rounds; i++) std::printf("%.9f\n", run_once(memory, width));
  check(cudaMemcpy(values.data(), memory, size, cudaMemcpyDeviceToHost), "cudaMemcpy");
  std::FILE *const file = std::fopen(argv[3], "wb");
  const bool is_written = file && std::fwrite(values.data(), 1, size, file) == size;
  return file && std::fclose(file) == 0 && is_written ? 0 : 1;
}
