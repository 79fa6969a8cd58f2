/* burl-serve: which file a request is for, and what is answered. */
#ifndef BURL_SERVE_H
#define BURL_SERVE_H

#include <microhttpd.h>

#include <stdint.h>

/* ---- file.c: a file of the folder ---------------------------------------------------------------- */

typedef struct {
  int descriptor;
  uint64_t size;
  const char *type;     /* Content-Type, */
  const char *encoding; /* Content-Encoding, NULL: none, */
  const char *cache;    /* Cache-Control, */
  char tag[64];         /* and ETag */
} served_file;

/* Opens the file that a URL's path names, or what is compressed of it beside it and accepted.  Returns 0 where there is
 * none that the folder, which is named without symbolic links, has within. */
int file_open(served_file *f, const char *folder, const char *path, const char *accepted);

/* ---- answer.c ------------------------------------------------------------------------------------ */

typedef struct {
  const char *folder;
  int port;
  char *const *command; /* prints what /recipe.json is; empty: there is no recipe */
} served_site;

/* libmicrohttpd's handler of a request, whose first argument is a served_site. */
enum MHD_Result answer(void *site, struct MHD_Connection *to, const char *path, const char *method, const char *version,
                       const char *body, size_t *body_length, void **state);

#endif
