/* Answers a request: what is refused, the recipe, and files. */
#include "serve/serve.h"

#include <spawn.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

extern char **environ;

typedef struct {
  const char *name, *value; /* NULL: it is left out */
} header;

/* ---- replies ------------------------------------------------------------------------------------- */

/* What every answer says: the page takes nothing from elsewhere, and no other page takes anything of it. */
static const header always[] = {
    {"Content-Security-Policy",
     "default-src 'self'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self' 'unsafe-inline';"
     " img-src 'self' data: blob:; worker-src 'self' blob:; connect-src 'self'; object-src 'none';"
     " base-uri 'none'; form-action 'none'; frame-ancestors 'none'"},
    {"Cross-Origin-Resource-Policy", "same-origin"},
    {"X-Content-Type-Options", "nosniff"},
    {NULL, NULL},
};

static int add(struct MHD_Response *response, const header *headers) {
  for (const header *h = headers; h->name; h++)
    if (h->value && MHD_add_response_header(response, h->name, h->value) != MHD_YES) return 0;
  return 1;
}

/* Without memory there is no answer, and the connection is closed. */
static enum MHD_Result reply(struct MHD_Connection *to, unsigned status, struct MHD_Response *response,
                             const header *headers) {
  if (!response) return MHD_NO;
  enum MHD_Result result = MHD_NO;
  if (add(response, always) && add(response, headers)) result = MHD_queue_response(to, status, response);
  MHD_destroy_response(response);
  return result;
}

static enum MHD_Result refuse(struct MHD_Connection *to, unsigned status, const char *text) {
  const header headers[] = {
      {"Content-Type", "text/plain; charset=utf-8"},
      {"Cache-Control", "no-store"},
      {"Allow", status == MHD_HTTP_METHOD_NOT_ALLOWED ? "GET, HEAD" : NULL},
      {NULL, NULL},
  };
  return reply(to, status, MHD_create_response_from_buffer(strlen(text), (void *)text, MHD_RESPMEM_MUST_COPY), headers);
}

/* ---- the recipe ---------------------------------------------------------------------------------- */

/* Runs the command and waits for it.  What it prints, errors too, goes to the file.  Returns whether it exited with
 * 0. */
static int run(char *const command[], FILE *output) {
  posix_spawn_file_actions_t actions;
  pid_t child;
  int status = -1;
  if (posix_spawn_file_actions_init(&actions) != 0) return 0;
  posix_spawn_file_actions_adddup2(&actions, fileno(output), STDOUT_FILENO);
  posix_spawn_file_actions_adddup2(&actions, fileno(output), STDERR_FILENO);
  if (posix_spawn(&child, *command, &actions, NULL, command, environ) == 0) waitpid(child, &status, 0);
  posix_spawn_file_actions_destroy(&actions);
  return status == 0;
}

/* What is in the file, which may be closed then. */
static struct MHD_Response *response_of(FILE *file) {
  struct stat about;
  const int copy = dup(fileno(file));
  if (copy < 0 || fstat(copy, &about) != 0) return NULL;
  struct MHD_Response *const response = MHD_create_response_from_fd64((uint64_t)about.st_size, copy);
  if (!response) close(copy);
  return response;
}

static enum MHD_Result answer_recipe(struct MHD_Connection *to, char *const command[]) {
  FILE *const output = tmpfile();
  if (!output) return refuse(to, MHD_HTTP_INTERNAL_SERVER_ERROR, "there is no room for a temporary file\n");
  const int is_made = run(command, output);
  const header headers[] = {
      {"Content-Type", is_made ? "application/json" : "text/plain; charset=utf-8"},
      {"Cache-Control", "no-store"},
      {NULL, NULL},
  };
  const enum MHD_Result result =
      reply(to, is_made ? MHD_HTTP_OK : MHD_HTTP_INTERNAL_SERVER_ERROR, response_of(output), headers);
  fclose(output);
  return result;
}

/* ---- files --------------------------------------------------------------------------------------- */

static const char *asked(struct MHD_Connection *of, const char *name) {
  return MHD_lookup_connection_value(of, MHD_HEADER_KIND, name);
}

/* Whether the browser has the file as it is. */
static int is_known(struct MHD_Connection *to, const served_file *f) {
  const char *const tags = asked(to, "If-None-Match");
  return tags && (strcmp(tags, "*") == 0 || strstr(tags, f->tag));
}

static enum MHD_Result answer_file(struct MHD_Connection *to, const char *folder, const char *path) {
  served_file f;
  if (!file_open(&f, folder, path, asked(to, "Accept-Encoding")))
    return refuse(to, MHD_HTTP_NOT_FOUND, "there is no such file\n");
  const header headers[] = {
      {"Content-Type", f.type}, {"Content-Encoding", f.encoding}, {"Cache-Control", f.cache},
      {"ETag", f.tag},          {"Vary", "Accept-Encoding"},      {NULL, NULL},
  };
  struct MHD_Response *const response = MHD_create_response_from_fd64(f.size, f.descriptor);
  if (!response) close(f.descriptor);
  return reply(to, is_known(to, &f) ? MHD_HTTP_NOT_MODIFIED : MHD_HTTP_OK, response, headers);
}

/* ---- requests ------------------------------------------------------------------------------------ */

/* Whether the page is asked for by a name of this computer.  Another name may be one of a stranger's page, which has
 * made it lead here so that it may read the answer. */
static int is_local(const char *host, int port) {
  static const char *const names[] = {"127.0.0.1", "localhost", "[::1]"};
  char suffix[16];
  snprintf(suffix, sizeof suffix, ":%d", port);
  for (size_t i = 0; host && i < sizeof names / sizeof *names; i++) {
    const size_t length = strlen(names[i]);
    if (strncasecmp(host, names[i], length) != 0) continue;
    if (strcmp(host + length, suffix) == 0 || (port == 80 && host[length] == '\0')) return 1;
  }
  return 0;
}

static int is_reading(const char *method) { return strcmp(method, "GET") == 0 || strcmp(method, "HEAD") == 0; }

static enum MHD_Result count_hosts(void *count, enum MHD_ValueKind kind, const char *name, const char *value) {
  (void)kind, (void)value;
  *(int *)count += strcasecmp(name, "Host") == 0;
  return MHD_YES;
}

/* Whether the request names one host, and that this one: of several a proxy before us may have read another. */
static int is_for_us(struct MHD_Connection *to, int port) {
  int hosts = 0;
  MHD_get_connection_values(to, MHD_HEADER_KIND, count_hosts, &hosts);
  return hosts == 1 && is_local(asked(to, "Host"), port);
}

/* Refuses what is asked by a stranger or asks for more than reading; else the answer is still to come. */
static enum MHD_Result admit(struct MHD_Connection *to, const served_site *site, const char *method) {
  if (!is_for_us(to, site->port))
    return refuse(to, MHD_HTTP_FORBIDDEN, "this page is at 127.0.0.1 or localhost and its port only\n");
  if (!is_reading(method)) return refuse(to, MHD_HTTP_METHOD_NOT_ALLOWED, "there is nothing here but to read\n");
  return MHD_YES;
}

/* The first call, when the request's head is there, only admits it: an answer then would close the connection.  What a
 * request has behind its head is passed over. */
enum MHD_Result answer(void *of, struct MHD_Connection *to, const char *path, const char *method, const char *version,
                       const char *body, size_t *body_length, void **state) {
  const served_site *const site = of;
  const int is_first = !*state;
  (void)version, (void)body;
  *state = of;
  if (is_first) return admit(to, site, method);
  if (*body_length > 0) return *body_length = 0, MHD_YES;
  if (strcmp(path, "/recipe.json") == 0 && *site->command) return answer_recipe(to, site->command);
  return answer_file(to, site->folder, path);
}
