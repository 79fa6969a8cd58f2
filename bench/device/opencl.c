/* Runs a kernel over a grid by OpenCL, for tools/device:
 *
 *     opencl TEXT WIDTH ROUNDS VALUES
 *
 * TEXT is OpenCL C with `__kernel void grid(__global float *to, int width)`; VALUES receives the WIDTH * WIDTH floats.
 * Prints the device's name and, a line each, the seconds that each round took there.  Exits with 2 where there is no
 * device, with 1 where the text does not compile or run. */
#define CL_TARGET_OPENCL_VERSION 120
#include <CL/cl.h>
#include <stdio.h>
#include <stdlib.h>

enum { MOST_PLATFORMS = 8, MOST_TEXT = 1 << 24 };

static _Noreturn void stop(int code, const char *what, int error) {
  fprintf(stderr, "%s: %d\n", what, error);
  exit(code);
}

static void check(cl_int error, const char *what) {
  if (error != CL_SUCCESS) stop(1, what, error);
}

/* A card before a processor. */
static cl_device_id find_device(void) {
  cl_platform_id platforms[MOST_PLATFORMS];
  cl_uint count = 0;
  cl_device_id device;
  if (clGetPlatformIDs(MOST_PLATFORMS, platforms, &count) != CL_SUCCESS) count = 0;
  for (int any = 0; any < 2; any++)
    for (cl_uint i = 0; i < count && i < MOST_PLATFORMS; i++)
      if (clGetDeviceIDs(platforms[i], any ? CL_DEVICE_TYPE_ALL : CL_DEVICE_TYPE_GPU, 1, &device, NULL) == CL_SUCCESS)
        return device;
  stop(2, "there is no OpenCL device", 0);
}

static char *read_text(const char *name) {
  FILE *const file = fopen(name, "rb");
  char *const text = calloc(1, MOST_TEXT + 1);
  if (!file || !text || fread(text, 1, MOST_TEXT, file) == 0) stop(1, name, 0);
  fclose(file);
  return text;
}

static cl_kernel build(cl_context context, cl_device_id device, const char *name) {
  char *const text = read_text(name);
  cl_int error;
  const cl_program program = clCreateProgramWithSource(context, 1, (const char **)&text, NULL, &error);
  check(error, "clCreateProgramWithSource");
  if (clBuildProgram(program, 1, &device, "-cl-fp32-correctly-rounded-divide-sqrt", NULL, NULL) != CL_SUCCESS) {
    static char log[1 << 16];
    clGetProgramBuildInfo(program, device, CL_PROGRAM_BUILD_LOG, sizeof log - 1, log, NULL);
    stop(1, log, 0);
  }
  const cl_kernel kernel = clCreateKernel(program, "grid", &error);
  check(error, "clCreateKernel");
  free(text);
  return kernel;
}

static double run_once(cl_command_queue queue, cl_kernel kernel, size_t count) {
  cl_event done;
  cl_ulong start, end;
  check(clEnqueueNDRangeKernel(queue, kernel, 1, NULL, &count, NULL, 0, NULL, &done), "clEnqueueNDRangeKernel");
  check(clWaitForEvents(1, &done), "clWaitForEvents");
  clGetEventProfilingInfo(done, CL_PROFILING_COMMAND_START, sizeof start, &start, NULL);
  clGetEventProfilingInfo(done, CL_PROFILING_COMMAND_END, sizeof end, &end, NULL);
  clReleaseEvent(done);
  return 1e-9 * (double)(end - start);
}

int main(int argc, char **argv) {
  if (argc != 5) stop(1, "usage: opencl TEXT WIDTH ROUNDS VALUES", argc);
  const cl_int width = atoi(argv[2]), rounds = atoi(argv[3]);
  const size_t count = (size_t)width * (size_t)width;
  char name[256] = "";
  cl_int error;
  cl_device_id device = find_device();
  const cl_context context = clCreateContext(NULL, 1, &device, NULL, NULL, &error);
  check(error, "clCreateContext");
  const cl_command_queue queue = clCreateCommandQueue(context, device, CL_QUEUE_PROFILING_ENABLE, &error);
  check(error, "clCreateCommandQueue");
  const cl_kernel kernel = build(context, device, argv[1]);
  const cl_mem memory = clCreateBuffer(context, CL_MEM_WRITE_ONLY, count * sizeof(float), NULL, &error);
  check(error, "clCreateBuffer");
  check(clSetKernelArg(kernel, 0, sizeof memory, &memory), "clSetKernelArg");
  check(clSetKernelArg(kernel, 1, sizeof width, &width), "clSetKernelArg");
  clGetDeviceInfo(device, CL_DEVICE_NAME, sizeof name - 1, name, NULL);
  printf("%s\n", name);
  for (int i = 0; i < rounds; i++) printf("%.9f\n", run_once(queue, kernel, count));

  float *const values = malloc(count * sizeof *values);
  FILE *const file = fopen(argv[4], "wb");
  if (!values || !file) stop(1, argv[4], 0);
  check(clEnqueueReadBuffer(queue, memory, CL_TRUE, 0, count * sizeof *values, values, 0, NULL, NULL),
        "clEnqueueReadBuffer");
  const int is_written = fwrite(values, sizeof *values, count, file) == count;
  return fclose(file) == 0 && is_written ? 0 : 1;
}
