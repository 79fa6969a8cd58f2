/* Runs OpenCL C on the first device of the first platform that has one (job.h).  A text defines
 * `__kernel void run(__global const uint *rows, __global uint *values)`. */
#define CL_TARGET_OPENCL_VERSION 120
#include "job.h"

#include <CL/cl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_PLATFORMS = 8 };

static cl_device_id device;
static cl_context context;
static cl_command_queue queue;

static int find_device(void) {
  cl_platform_id platforms[MOST_PLATFORMS];
  cl_uint count = 0;
  if (clGetPlatformIDs(MOST_PLATFORMS, platforms, &count) != CL_SUCCESS) return 0;
  for (cl_uint i = 0; i < count && i < MOST_PLATFORMS; i++) {
    if (clGetDeviceIDs(platforms[i], CL_DEVICE_TYPE_ALL, 1, &device, NULL) == CL_SUCCESS) return 1;
  }
  return 0;
}

int device_open(char name[LONGEST_NAME + 1]) {
  cl_int error;
  if (!find_device()) return job_fail(NULL, "there is no OpenCL device");
  clGetDeviceInfo(device, CL_DEVICE_NAME, LONGEST_NAME, name, NULL);
  context = clCreateContext(NULL, 1, &device, NULL, NULL, &error);
  if (!context) return job_fail(NULL, "clCreateContext gave %d", error);
  queue = clCreateCommandQueue(context, device, 0, &error);
  return queue ? 1 : job_fail(NULL, "clCreateCommandQueue gave %d", error);
}

static int fail_with_log(const job *j, cl_program program, cl_int error) {
  size_t size = 0;
  clGetProgramBuildInfo(program, device, CL_PROGRAM_BUILD_LOG, 0, NULL, &size);
  char *const log = calloc(1, size + 1);
  if (log) clGetProgramBuildInfo(program, device, CL_PROGRAM_BUILD_LOG, size, log, NULL);
  job_fail(j, "clBuildProgram gave %d\n%s", error, log ? log : "");
  free(log);
  return 0;
}

/* The kernel of the job's text; NULL: it has said why not. */
static cl_kernel build(const job *j) {
  cl_int error;
  const char *const text = j->text;
  const cl_program program = clCreateProgramWithSource(context, 1, (const char **)&text, &j->text_size, &error);
  if (!program) return job_fail(j, "clCreateProgramWithSource gave %d", error), NULL;
  error = clBuildProgram(program, 1, &device, "", NULL, NULL);
  cl_kernel kernel = NULL;
  if (error != CL_SUCCESS) {
    fail_with_log(j, program, error);
  } else {
    kernel = clCreateKernel(program, "run", &error);
    if (!kernel) job_fail(j, "clCreateKernel gave %d", error);
  }
  clReleaseProgram(program);
  return kernel;
}

static int run(job *j, cl_kernel kernel, cl_mem rows, cl_mem values) {
  cl_int error = clSetKernelArg(kernel, 0, sizeof rows, &rows);
  if (error == CL_SUCCESS) error = clSetKernelArg(kernel, 1, sizeof values, &values);
  if (error == CL_SUCCESS) { error = clEnqueueNDRangeKernel(queue, kernel, 1, NULL, &j->count, NULL, 0, NULL, NULL); }
  if (error == CL_SUCCESS) {
    error = clEnqueueReadBuffer(queue, values, CL_TRUE, 0, j->values_size, j->values, 0, NULL, NULL);
  }
  return error == CL_SUCCESS || job_fail(j, "the kernel did not run: %d", error);
}

int device_run(job *j) {
  const cl_kernel kernel = build(j);
  j->built = now();
  if (!kernel) return 0;
  const cl_mem rows = clCreateBuffer(context, CL_MEM_READ_ONLY | CL_MEM_COPY_HOST_PTR, j->rows_size, j->rows, NULL);
  const cl_mem values = clCreateBuffer(context, CL_MEM_WRITE_ONLY, j->values_size, NULL, NULL);
  const int done = rows && values ? run(j, kernel, rows, values) : job_fail(j, "no memory on the device");
  if (rows) clReleaseMemObject(rows);
  if (values) clReleaseMemObject(values);
  clReleaseKernel(kernel);
  return done;
}

void device_close(void) {
  clReleaseCommandQueue(queue);
  clReleaseContext(context);
}
