/* What the command uses of POSIX and the C library of Windows lacks or has otherwise; each of its files is compiled
 * with this in front (-include).  Names of files are UTF-8, which burl.manifest makes Windows' own functions take. */
#ifndef BURL_WINDOWS_POSIX_H
#define BURL_WINDOWS_POSIX_H

#include <direct.h>
#include <fcntl.h>
#include <io.h>
#include <pthread.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/types.h>
#include <time.h>
#include <unistd.h>

/* ---- names of files ------------------------------------------------------------------------------ */

#define IMAGE_SEPARATORS "/\\:" /* command/image/path.c */
#define realpath(path, none) _fullpath(none, path, 0)
#define mkdir(path, mode) _mkdir(path)
#define readlink(path, to, room) ((void)(path), (void)(to), errno = EINVAL, (ssize_t)-1)

/* ---- files --------------------------------------------------------------------------------------- */

struct posix_stat {
  uint64_t st_dev, st_ino;
  mode_t st_mode;
  unsigned st_nlink;
  int st_uid, st_gid;
  off_t st_size;
  struct timespec st_mtim, st_ctim;
};
int posix_stat(const char *path, struct posix_stat *to);
int posix_fstat(int descriptor, struct posix_stat *to);
#undef stat /* macros for large files */
#undef fstat
#define stat posix_stat
#define fstat posix_fstat
#define lstat posix_stat
#define ino_t uint64_t
#define dev_t uint64_t
#define uid_t int
#define S_ISSOCK(mode) 0

/* Other programs may read and remove what is open; EBUSY: another program doesn't let us. */
int posix_open(const char *path, int flags, ...);
FILE *posix_fopen(const char *path, const char *mode);
int posix_fclose(FILE *file);
int posix_rename(const char *from, const char *to);
#define open posix_open
#define fopen posix_fopen
#define fclose posix_fclose
#define rename posix_rename
#define O_NOFOLLOW 0
#define O_NONBLOCK 0
#define O_CLOEXEC _O_NOINHERIT

ssize_t posix_read(int descriptor, void *to, size_t length);
#define read posix_read
ssize_t posix_pread(int descriptor, void *to, size_t length, off_t offset);
ssize_t posix_pwrite(int descriptor, const void *bytes, size_t length, off_t offset);
#define pread posix_pread
#define pwrite posix_pwrite
#define fsync _commit
#define fchmod(descriptor, mode) ((void)(descriptor), (void)(mode), 0)
#define fchown(descriptor, user, group) ((void)(descriptor), (void)(user), (void)(group), 0)
#define geteuid() 0

enum { LOCK_SH = 1, LOCK_EX = 2, LOCK_NB = 4 };
int posix_flock(int descriptor, int how);
#define flock posix_flock

FILE *posix_tmpfile(void);
FILE *posix_open_memstream(char **text, size_t *length); /* by posix_fclose the text is there */
#define tmpfile posix_tmpfile
#define open_memstream posix_open_memstream
#define getc_unlocked getc
#define flockfile _lock_file
#define funlockfile _unlock_file

/* ---- text ---------------------------------------------------------------------------------------- */

char *posix_strndup(const char *text, size_t length);
const char *posix_strerror(int number);
#define strndup posix_strndup
#define strerror posix_strerror
#define setenv(name, value, replaces) _putenv_s(name, value)

/* ---- the end of the process ---------------------------------------------------------------------- */

enum { SIGHUP = 1, SIGQUIT = 3, SIGPIPE = 13, SIGXCPU = 24, SIGXFSZ = 25 }; /* of these none comes */
enum { SA_RESETHAND = 1 };
typedef int posix_sigset;
#define sigset_t posix_sigset
struct sigaction {
  void (*sa_handler)(int number);
  sigset_t sa_mask;
  int sa_flags;
};
int sigaction(int number, const struct sigaction *wanted, struct sigaction *current);
int posix_raise(int number);
#define raise posix_raise
#define sigemptyset(set) (*(set) = 0)
#define sigfillset(set) (*(set) = 1)
#undef pthread_sigmask
#undef SIG_SETMASK
#define pthread_sigmask(how, set, old) ((void)(set), (void)(old), 0)
#define SIG_SETMASK 0

/* ---- the machine --------------------------------------------------------------------------------- */

enum { _SC_NPROCESSORS_ONLN, _SC_PHYS_PAGES, _SC_PAGESIZE };
long posix_sysconf(int name); /* a page is such that a long has room for the number of all */
#define sysconf posix_sysconf
int posix_isatty(int descriptor);
#define isatty posix_isatty

#endif
