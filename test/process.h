/* Running the tool as a process, for the tests of cli/ and image/.  Each test has an empty folder
 * of its own, which is the current one, so that paths are short and leftovers are seen. */
#ifndef BURL_TEST_PROCESS_H
#define BURL_TEST_PROCESS_H

#include <stddef.h>

/* The tool to test: $BURL_BINARY, or the one built beside the tests. */
const char *burl_binary(void);

/* cmocka's setup and teardown. */
int folder_begin(void **state);
int folder_end(void **state);

/* How many files are in the folder, hidden ones too. */
int folder_count(void);

/* What a process said and how it ended; both texts end with a NUL behind their last byte. */
typedef struct {
  int code; /* its exit code; that of the signal, negative, where one ended it */
  char *out, *err;
  size_t out_length;
} outcome;

/* Runs a shell's line, in which $burl is the tool.  What it answers lives until the next call. */
const outcome *shell(const char *format, ...) __attribute__((format(printf, 1, 2)));

/* Runs the tool with these arguments, quoted as for a shell. */
const outcome *burl(const char *format, ...) __attribute__((format(printf, 1, 2)));

/* The same, and it must exit with 0. */
const outcome *burl_ok(const char *format, ...) __attribute__((format(printf, 1, 2)));

/* All of a file, with a NUL behind, to be freed; the test fails where there is none. */
char *read_whole(const char *path, size_t *length);

void write_whole(const char *path, const char *text);

int exists(const char *path);

/* Whether two files hold the same bytes. */
int are_same(const char *a, const char *b);
void assert_same_files(const char *a, const char *b);

/* Whether a text holds the other; if not, the test fails and shows it. */
void assert_contains(const char *text, const char *part);

/* A wrong call of burl: its arguments, the exit code, and words of the message. */
typedef struct {
  const char *arguments;
  int code;
  const char *message;
} refused_call;

/* Makes each call, burl COMMAND ARGUMENTS; the test fails where one answers otherwise, prints to standard output, or
 * leaves a file behind. */
void check_refused(const char *command, const refused_call *calls, int count);

#endif
