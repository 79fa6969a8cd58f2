/* What posix.h declares, by Windows' functions. */
#include "windows/posix.h"

#include <errno.h>
#include <stdarg.h>
#include <sys/ioctl.h>
#include <windows.h>

int _CRT_fmode = _O_BINARY; /* files are bytes */

/* ---- errors -------------------------------------------------------------------------------------- */

static int fail_by(DWORD error) {
  errno = error == ERROR_FILE_NOT_FOUND || error == ERROR_PATH_NOT_FOUND || error == ERROR_INVALID_NAME ? ENOENT
          : error == ERROR_SHARING_VIOLATION || error == ERROR_USER_MAPPED_FILE                         ? EBUSY
          : error == ERROR_LOCK_VIOLATION                                                               ? EWOULDBLOCK
          : error == ERROR_DISK_FULL || error == ERROR_HANDLE_DISK_FULL                                 ? ENOSPC
          : error == ERROR_FILE_EXISTS || error == ERROR_ALREADY_EXISTS                                 ? EEXIST
          : error == ERROR_NOT_ENOUGH_MEMORY                                                            ? ENOMEM
          : error == ERROR_ACCESS_DENIED || error == ERROR_WRITE_PROTECT                                ? EACCES
                                                                                                        : EIO;
  return -1;
}

#undef strerror
const char *posix_strerror(int number) { return number == EBUSY ? "another program holds it open" : strerror(number); }

/* ---- files --------------------------------------------------------------------------------------- */

static HANDLE handle_of(int descriptor) { return (HANDLE)_get_osfhandle(descriptor); }

static struct timespec time_of(FILETIME time) {
  const uint64_t ticks = (uint64_t)time.dwHighDateTime << 32 | time.dwLowDateTime; /* of 100 ns */
  return (struct timespec){(time_t)(ticks / 10000000), (long)(ticks % 10000000 * 100)};
}

static int stat_handle(HANDLE file, struct posix_stat *to) {
  BY_HANDLE_FILE_INFORMATION about;
  const DWORD type = GetFileType(file);
  *to = (struct posix_stat){.st_mode = type == FILE_TYPE_CHAR ? S_IFCHR | 0666 : S_IFIFO | 0666, .st_nlink = 1};
  if (type != FILE_TYPE_DISK) return 0;
  if (!GetFileInformationByHandle(file, &about)) return fail_by(GetLastError());
  const int is_folder = (about.dwFileAttributes & FILE_ATTRIBUTE_DIRECTORY) != 0;
  to->st_dev = about.dwVolumeSerialNumber;
  to->st_ino = (uint64_t)about.nFileIndexHigh << 32 | about.nFileIndexLow;
  to->st_mode = is_folder ? S_IFDIR | 0777 : S_IFREG | 0666;
  to->st_nlink = about.nNumberOfLinks;
  to->st_size = (off_t)((uint64_t)about.nFileSizeHigh << 32 | about.nFileSizeLow);
  to->st_mtim = time_of(about.ftLastWriteTime);
  to->st_ctim = time_of(about.ftCreationTime);
  return 0;
}

enum { SHARED = FILE_SHARE_READ | FILE_SHARE_WRITE | FILE_SHARE_DELETE };

static HANDLE open_handle(const char *path, DWORD access, DWORD how, DWORD flags) {
  SECURITY_ATTRIBUTES not_inherited = {.nLength = sizeof not_inherited};
  return CreateFileA(path, access, SHARED, &not_inherited, how, flags, NULL);
}

int posix_stat(const char *path, struct posix_stat *to) {
  const HANDLE file = open_handle(path, FILE_READ_ATTRIBUTES, OPEN_EXISTING, FILE_FLAG_BACKUP_SEMANTICS);
  if (file == INVALID_HANDLE_VALUE) return fail_by(GetLastError());
  const int code = stat_handle(file, to);
  CloseHandle(file);
  return code;
}

int posix_fstat(int descriptor, struct posix_stat *to) { return stat_handle(handle_of(descriptor), to); }

int posix_open(const char *path, int flags, ...) {
  const DWORD access = flags & O_RDWR ? GENERIC_READ | GENERIC_WRITE : flags & O_WRONLY ? GENERIC_WRITE : GENERIC_READ;
  const DWORD how = !(flags & O_CREAT) ? flags & O_TRUNC ? TRUNCATE_EXISTING : OPEN_EXISTING
                    : flags & O_EXCL   ? CREATE_NEW
                    : flags & O_TRUNC  ? CREATE_ALWAYS
                                       : OPEN_ALWAYS;
  const HANDLE file = open_handle(path, access, how, FILE_ATTRIBUTE_NORMAL);
  if (file == INVALID_HANDLE_VALUE) return fail_by(GetLastError());
  const int descriptor = _open_osfhandle((intptr_t)file, (flags & (O_APPEND | _O_NOINHERIT)) | O_BINARY);
  if (descriptor < 0) CloseHandle(file);
  return descriptor;
}

FILE *posix_fopen(const char *path, const char *mode) {
  const int both = strchr(mode, '+') != NULL;
  const int flags = *mode == 'r'   ? both ? O_RDWR : O_RDONLY
                    : *mode == 'w' ? (both ? O_RDWR : O_WRONLY) | O_CREAT | O_TRUNC
                                   : (both ? O_RDWR : O_WRONLY) | O_CREAT | O_APPEND;
  const int descriptor = posix_open(path, flags);
  FILE *const file = descriptor < 0 ? NULL : fdopen(descriptor, mode);
  if (!file && descriptor >= 0) close(descriptor);
  return file;
}

/* A file that may not be replaced is held open by another program, or is read-only. */
int posix_rename(const char *from, const char *to) {
  if (MoveFileExA(from, to, MOVEFILE_REPLACE_EXISTING | MOVEFILE_WRITE_THROUGH)) return 0;
  const DWORD error = GetLastError();
  const HANDLE there = error == ERROR_ACCESS_DENIED ? open_handle(to, DELETE, OPEN_EXISTING, 0) : INVALID_HANDLE_VALUE;
  const DWORD reason = error == ERROR_ACCESS_DENIED && there == INVALID_HANDLE_VALUE ? GetLastError() : error;
  if (there != INVALID_HANDLE_VALUE) CloseHandle(there);
  return fail_by(reason == ERROR_FILE_NOT_FOUND ? error : reason);
}

#undef read
ssize_t posix_read(int descriptor, void *to, size_t length) {
  return read(descriptor, to, length < 1u << 30 ? (unsigned)length : 1u << 30);
}

/* Reads or writes at a place, and lets the file's own place be. */
static ssize_t move_bytes(int descriptor, void *bytes, size_t length, off_t offset, int writes) {
  const HANDLE file = handle_of(descriptor);
  const __int64 place = _lseeki64(descriptor, 0, SEEK_CUR);
  OVERLAPPED at = {.Offset = (DWORD)offset, .OffsetHigh = (DWORD)((uint64_t)offset >> 32)};
  const DWORD wanted = length < 1u << 30 ? (DWORD)length : 1u << 30;
  DWORD done = 0;
  const BOOL is_done = writes ? WriteFile(file, bytes, wanted, &done, &at) : ReadFile(file, bytes, wanted, &done, &at);
  const DWORD error = is_done ? ERROR_SUCCESS : GetLastError();
  if (place >= 0) (void)_lseeki64(descriptor, place, SEEK_SET);
  return is_done || error == ERROR_HANDLE_EOF ? (ssize_t)done : (ssize_t)fail_by(error);
}

ssize_t posix_pread(int descriptor, void *to, size_t length, off_t offset) {
  return move_bytes(descriptor, to, length, offset, 0);
}

ssize_t posix_pwrite(int descriptor, const void *bytes, size_t length, off_t offset) {
  union {
    const void *constant;
    void *plain;
  } same = {.constant = bytes};
  return move_bytes(descriptor, same.plain, length, offset, 1);
}

/* Locks a byte far behind every file's end, as what is locked can't be read. */
int posix_flock(int descriptor, int how) {
  OVERLAPPED at = {.Offset = 0, .OffsetHigh = 0x7FFFFFFF};
  const DWORD flags = (how & LOCK_EX ? LOCKFILE_EXCLUSIVE_LOCK : 0) | (how & LOCK_NB ? LOCKFILE_FAIL_IMMEDIATELY : 0);
  if (LockFileEx(handle_of(descriptor), flags, 0, 1, 0, &at)) return 0;
  const DWORD error = GetLastError();
  return fail_by(error == ERROR_IO_PENDING ? ERROR_LOCK_VIOLATION : error);
}

FILE *posix_tmpfile(void) {
  char folder[MAX_PATH + 1], name[MAX_PATH + 1];
  if (!GetTempPathA(sizeof folder, folder) || !GetTempFileNameA(folder, "bur", 0, name))
    return fail_by(GetLastError()), NULL;
  const HANDLE file = open_handle(name, GENERIC_READ | GENERIC_WRITE | DELETE, CREATE_ALWAYS,
                                  FILE_ATTRIBUTE_TEMPORARY | FILE_FLAG_DELETE_ON_CLOSE);
  if (file == INVALID_HANDLE_VALUE) return fail_by(GetLastError()), NULL;
  const int descriptor = _open_osfhandle((intptr_t)file, O_BINARY);
  FILE *const stream = descriptor < 0 ? NULL : fdopen(descriptor, "w+b");
  if (!stream && descriptor >= 0) close(descriptor);
  if (descriptor < 0) CloseHandle(file);
  return stream;
}

/* ---- streams into memory ------------------------------------------------------------------------- */

/* A stream of a temporary file, whose bytes its text gets where it is closed. */
typedef struct {
  FILE *file;
  char **text;
  size_t *length;
} memory_stream;

enum { MOST_MEMORY_STREAMS = 512 };
static memory_stream memory_streams[MOST_MEMORY_STREAMS];
static pthread_mutex_t memory_lock = PTHREAD_MUTEX_INITIALIZER;

FILE *posix_open_memstream(char **text, size_t *length) {
  FILE *const file = posix_tmpfile();
  int is_kept = 0;
  pthread_mutex_lock(&memory_lock);
  for (int i = 0; file && !is_kept && i < MOST_MEMORY_STREAMS; i++) {
    if (memory_streams[i].file) continue;
    memory_streams[i] = (memory_stream){file, text, length};
    is_kept = 1;
  }
  pthread_mutex_unlock(&memory_lock);
  if (is_kept) return file;
  errno = file ? ENOMEM : errno;
  if (file) (fclose)(file);
  return NULL;
}

static memory_stream forget_stream(const FILE *file) {
  memory_stream found = {NULL, NULL, NULL};
  pthread_mutex_lock(&memory_lock);
  for (int i = 0; i < MOST_MEMORY_STREAMS; i++)
    if (memory_streams[i].file == file) {
      found = memory_streams[i];
      memory_streams[i].file = NULL;
    }
  pthread_mutex_unlock(&memory_lock);
  return found;
}

static int take_text(const memory_stream *m) {
  if (fflush(m->file) != 0 || ferror(m->file)) return -1;
  const off_t size = ftello(m->file);
  char *const text = size < 0 ? NULL : malloc((size_t)size + 1);
  if (!text) return -1;
  rewind(m->file);
  *m->length = fread(text, 1, (size_t)size, m->file);
  text[*m->length] = '\0';
  *m->text = text;
  return *m->length == (size_t)size ? 0 : -1;
}

#undef fclose
int posix_fclose(FILE *file) {
  const memory_stream m = forget_stream(file);
  const int code = m.file ? take_text(&m) : 0;
  return fclose(file) != 0 || code != 0 ? EOF : 0;
}

/* ---- text ---------------------------------------------------------------------------------------- */

char *posix_strndup(const char *text, size_t length) {
  const size_t size = strnlen(text, length);
  char *const copy = malloc(size + 1);
  if (!copy) return NULL;
  memcpy(copy, text, size);
  copy[size] = '\0';
  return copy;
}

/* ---- the end of the process ---------------------------------------------------------------------- */

/* Handlers of SIGINT, which Ctrl-C is, and SIGTERM, which is the end of the console or of the session. */
static struct sigaction actions[2];

static struct sigaction *action_of(int number) {
  return number == SIGINT ? &actions[0] : number == SIGTERM ? &actions[1] : NULL;
}

/* On a thread of Windows' own.  FALSE: the process ends. */
static BOOL WINAPI handle_event(DWORD event) {
  const int number = event == CTRL_C_EVENT || event == CTRL_BREAK_EVENT ? SIGINT : SIGTERM;
  struct sigaction *const action = action_of(number);
  void (*const handler)(int) = action->sa_handler;
  if (handler == SIG_IGN) return TRUE;
  if (handler == SIG_DFL) return FALSE;
  if (action->sa_flags & SA_RESETHAND) action->sa_handler = SIG_DFL;
  handler(number);
  return TRUE;
}

int sigaction(int number, const struct sigaction *wanted, struct sigaction *current) {
  struct sigaction *const action = action_of(number);
  if (!action) return errno = EINVAL, -1;
  if (current) *current = *action;
  if (!wanted) return 0;
  *action = *wanted;
  SetConsoleCtrlHandler(handle_event, FALSE);
  return SetConsoleCtrlHandler(handle_event, TRUE) ? 0 : fail_by(GetLastError());
}

/* As the signal's usual action: a process that has ended by it. */
int posix_raise(int number) { ExitProcess(128 + (UINT)number); }

/* ---- the machine --------------------------------------------------------------------------------- */

enum { PAGE = 1 << 16 };

long posix_sysconf(int name) {
  MEMORYSTATUSEX memory = {.dwLength = sizeof memory};
  SYSTEM_INFO system;
  if (name == _SC_PAGESIZE) return PAGE;
  if (name == _SC_PHYS_PAGES) return GlobalMemoryStatusEx(&memory) ? (long)(memory.ullTotalPhys / PAGE) : -1;
  GetSystemInfo(&system);
  return (long)system.dwNumberOfProcessors;
}

int posix_isatty(int descriptor) {
  DWORD mode;
  return GetConsoleMode(handle_of(descriptor), &mode) != 0;
}

int ioctl(int descriptor, int request, struct winsize *to) {
  CONSOLE_SCREEN_BUFFER_INFO console;
  if (request != TIOCGWINSZ || !GetConsoleScreenBufferInfo(handle_of(descriptor), &console))
    return fail_by(GetLastError());
  *to = (struct winsize){.ws_col = (unsigned short)(console.srWindow.Right - console.srWindow.Left + 1),
                         .ws_row = (unsigned short)(console.srWindow.Bottom - console.srWindow.Top + 1)};
  return 0;
}

/* ---- the beginning ------------------------------------------------------------------------------- */

/* Bytes go in and out as they are, as UTF-8 to a console, which shows colours where it can: then it is a terminal in
 * which the command draws by characters. */
__attribute__((constructor)) static void begin(void) {
  const HANDLE console = GetStdHandle(STD_ERROR_HANDLE);
  DWORD mode;
  for (int descriptor = 0; descriptor < 3; descriptor++) (void)_setmode(descriptor, _O_BINARY);
  SetConsoleOutputCP(CP_UTF8);
  if (getenv("TERM") || !GetConsoleMode(console, &mode)) return;
  if (SetConsoleMode(console, mode | ENABLE_VIRTUAL_TERMINAL_PROCESSING)) _putenv_s("TERM", "vt220");
}
