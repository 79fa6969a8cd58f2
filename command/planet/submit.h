/* The scripts by which schedulers run a plan, of burl submit. */
#ifndef BURL_PLANET_SUBMIT_H
#define BURL_PLANET_SUBMIT_H

#include "atlas/plan.h"

#include <stdio.h>

/* What the scripts are written of. */
typedef struct {
  const char *folder, *hash;          /* the plan's, as the user calls it; */
  char *path, *burl, *mpi;            /* its whole path, and those of burl and burl-mpi; to be freed */
  const char *queue, *image, *volume; /* NULL: not given */
  int shards, has_second;             /* the plan's */
  int tasks, threads, minutes;        /* 0: not given; threads are, and tasks where there is an array of them */
} submission;

/* The options of burl submit that some schedulers take and others don't. */
enum { TAKES_QUEUE = 1, TAKES_TIME = 2, TAKES_IMAGE = 4, TAKES_VOLUME = 8 };

typedef struct {
  const char *name, *about; /* what --with calls it; what it is, as in "made by" */
  const char *start;        /* the words before the script's name in the command that starts it */
  int takes, needs;         /* TAKES_... */
  int is_array;             /* whether it runs tasks of consecutive numbers, */
  int least, most;          /* and how many these may be */
} scheduler;
extern const scheduler schedulers[]; /* the last has no name */

/* A file in the plan's folder.  The first one of a scheduler is what starts it. */
typedef struct {
  const char *scheduler, *name;
  void (*write)(FILE *to, const scheduler *by, const submission *s);
  int is_of_second; /* whether there is one for plans with a second stage alone */
} script;
extern const script scripts[]; /* the last has no name */

/* Prints the command that starts it, with a line's end. */
void print_start(FILE *to, const scheduler *by, const submission *s);

#endif
