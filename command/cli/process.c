/* Processes of process.h, by fork(). */
#include "cli/process.h"

#include <signal.h>
#include <stdlib.h>
#include <sys/types.h>
#include <sys/wait.h>
#include <unistd.h>

int process_begin(process *p, int (*run)(void *arg), void *arg) {
  const pid_t child = fork();
  if (child == 0) exit(run(arg));
  p->number = child > 0 ? child : 0;
  return child > 0 ? 0 : -1;
}

int process_is_begun(void) { return 0; }

void process_look(process *p) {
  if (p->number && waitpid((pid_t)p->number, NULL, WNOHANG) == (pid_t)p->number) p->number = 0;
}

void process_end(process *p) {
  if (!p->number) return;
  kill((pid_t)p->number, SIGTERM);
  waitpid((pid_t)p->number, NULL, 0);
  p->number = 0;
}
