/* Processes of cli/process.h: another burl of the same command line, which finds in its environment that it was
 * begun. */
#include "cli/process.h"

#include <errno.h>
#include <windows.h>

static const char variable[] = "BURL_IS_BEGUN";

int process_begin(process *p, int (*run)(void *arg), void *arg) {
  STARTUPINFOA about = {.cb = sizeof about};
  PROCESS_INFORMATION begun;
  (void)run;
  (void)arg;
  SetEnvironmentVariableA(variable, "1");
  const BOOL is_begun = CreateProcessA(NULL, GetCommandLineA(), NULL, NULL, TRUE, 0, NULL, NULL, &about, &begun);
  SetEnvironmentVariableA(variable, NULL);
  p->number = is_begun ? (intptr_t)begun.hProcess : 0;
  if (is_begun) CloseHandle(begun.hThread);
  errno = is_begun ? 0 : EAGAIN;
  return is_begun ? 0 : -1;
}

int process_is_begun(void) { return GetEnvironmentVariableA(variable, NULL, 0) > 0; }

static void forget(process *p) {
  CloseHandle((HANDLE)p->number);
  p->number = 0;
}

void process_look(process *p) {
  if (p->number && WaitForSingleObject((HANDLE)p->number, 0) == WAIT_OBJECT_0) forget(p);
}

/* A temporary file that it leaves is the next one's, of the same name. */
void process_end(process *p) {
  if (!p->number) return;
  TerminateProcess((HANDLE)p->number, 1);
  WaitForSingleObject((HANDLE)p->number, INFINITE);
  forget(p);
}
