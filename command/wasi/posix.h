/* What the command uses of POSIX and wasi-libc lacks; each of its files is compiled with this in front (-include).
 * There is one thread, no user, no signal and no lock: what asks for these goes on without.  Files lie in the memory of
 * the page, studio/src/wasi.js. */
#ifndef BURL_WASI_POSIX_H
#define BURL_WASI_POSIX_H

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#define HAS_THREADS 0 /* command/cli/picture_samples.c */

/* ---- files --------------------------------------------------------------------------------------- */

/* Another descriptor of the same open file; -1: there is none. */
__attribute__((import_module("burl"), import_name("dup"))) int dup(int descriptor);

#define fchmod(descriptor, mode) ((void)(descriptor), (void)(mode), 0)
#define fchown(descriptor, user, group) ((void)(descriptor), (void)(user), (void)(group), 0)
#define geteuid() 0
#define flock(descriptor, how) ((void)(descriptor), (void)(how), 0)
#define realpath(path, none) strdup(path)
#define flockfile(file) ((void)(file))
#define funlockfile(file) ((void)(file))
FILE *posix_tmpfile(void);
#define tmpfile posix_tmpfile

/* ---- the end of the process ---------------------------------------------------------------------- */

typedef int posix_sigset;
#define sigset_t posix_sigset
struct sigaction {
  void (*sa_handler)(int number);
  sigset_t sa_mask;
  int sa_flags;
};
enum { SA_RESETHAND = 1, SIG_SETMASK = 2 };
#define sigaction(number, wanted, current) ((void)(number), (void)(wanted), (void)(current), -1)
#define sigemptyset(set) (*(set) = 0)
#define sigfillset(set) (*(set) = 1)

/* ---- the machine --------------------------------------------------------------------------------- */

long posix_sysconf(int name);
#define sysconf posix_sysconf

#endif
