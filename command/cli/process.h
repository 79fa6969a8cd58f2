/* A process of burl's own beside this one: process.c begins it by fork(), command/windows/process.c as another burl of
 * the same command line, which asks process_is_begun() and then does the same. */
#ifndef BURL_PROCESS_H
#define BURL_PROCESS_H

#include <stdint.h>

typedef struct {
  intptr_t number; /* 0: there is none */
} process;

/* Begins a process that ends with the exit code run(arg).  0; or -1, with the reason in errno. */
int process_begin(process *p, int (*run)(void *arg), void *arg);
/* Whether this process was begun so, and no copy of the one that began it. */
int process_is_begun(void);
/* Forgets it if it has ended. */
void process_look(process *p);
/* Ends it, where there is one, as SIGTERM does, and waits until it has. */
void process_end(process *p);

#endif
