/* Against burl.dll: its threads are those of Windows' pool, whoever calls; what is asked to stop stops. */
#include <burl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <windows.h>

#include <tlhelp32.h>

enum { SIDE = 512, CALLERS = 6 };
static const char recipe[] = "fbm(perlin(), octaves: 8)";
static burl_program *program;
static float one[SIDE * SIDE];

static void check(int is_true, const char *what) {
  if (is_true) return;
  fprintf(stderr, "pool: not so: %s\n", what);
  exit(1);
}

static burl_grid grid_of(int threads) {
  return (burl_grid){.size = {SIDE, SIDE}, .step = {1.0 / 64, 1.0 / 64}, .threads = threads};
}

/* How many threads this process has. */
static int count_threads(void) {
  const HANDLE all = CreateToolhelp32Snapshot(TH32CS_SNAPTHREAD, 0);
  THREADENTRY32 thread = {.dwSize = sizeof thread};
  int count = 0;
  for (BOOL is_one = Thread32First(all, &thread); is_one; is_one = Thread32Next(all, &thread))
    count += thread.th32OwnerProcessID == GetCurrentProcessId();
  CloseHandle(all);
  return count;
}

/* The bits of one thread by four, by a thread of the caller's own, and by one of the pool's, which is busy then. */
static int is_same(void) {
  const burl_grid grid = grid_of(4);
  float *const four = malloc(sizeof one);
  const int same = four && burl_sample_grid(program, &grid, four) == BURL_OK && memcmp(one, four, sizeof one) == 0;
  free(four);
  return same;
}
static DWORD WINAPI by_thread(void *count) {
  InterlockedExchangeAdd(count, is_same());
  return 0;
}
static void CALLBACK by_pool(PTP_CALLBACK_INSTANCE instance, void *count, PTP_WORK work) {
  (void)instance;
  (void)work;
  by_thread(count);
}

static void test_callers(void) {
  volatile LONG same = 0;
  HANDLE threads[CALLERS];
  const PTP_WORK work = CreateThreadpoolWork(by_pool, (void *)&same, NULL);
  for (int i = 0; i < CALLERS; i++) {
    threads[i] = CreateThread(NULL, 0, by_thread, (void *)&same, 0, NULL);
    SubmitThreadpoolWork(work);
  }
  WaitForMultipleObjects(CALLERS, threads, TRUE, INFINITE);
  WaitForThreadpoolWorkCallbacks(work, FALSE);
  check(same == 2 * CALLERS, "callers at once have the bits of one thread");
}

/* As Ctrl-C does, another thread says that it is to stop while it samples. */
static volatile LONG is_stopping, reports;
static DWORD WINAPI stop(void *unused) {
  (void)unused;
  while (!reports) Sleep(1);
  InterlockedExchange(&is_stopping, 1);
  return 0;
}
static int report(void *user, double done) {
  (void)user;
  (void)done;
  InterlockedIncrement(&reports);
  while (!is_stopping) Sleep(1);
  return 1;
}

static void test_stop(void) {
  burl_grid grid = grid_of(4);
  float *const out = malloc(sizeof one);
  const HANDLE thread = CreateThread(NULL, 0, stop, NULL, 0, NULL);
  grid.progress = report;
  check(burl_sample_grid(program, &grid, out) == BURL_CANCELLED, "it stops");
  WaitForSingleObject(thread, INFINITE);
  grid.progress = NULL;
  check(burl_sample_grid(program, &grid, out) == BURL_OK && memcmp(one, out, sizeof one) == 0, "it goes on");
  free(out);
}

int main(void) {
  program = burl_compile(recipe, 2, NULL);
  const burl_grid grid = grid_of(1);
  check(program && burl_sample_grid(program, &grid, one) == BURL_OK, "one thread");
  const int before = count_threads();
  check(is_same(), "four threads have the bits of one");
  check(count_threads() > before, "there are threads");
  test_callers();
  test_stop();
  burl_free(program);
  printf("ok\n");
  return 0;
}
