/* burl-serve: the studio's page, by libmicrohttpd.  burl studio becomes this program, so that burl itself starts
 * without that library.
 *
 *     burl-serve FOLDER FIRST LAST open|stay [COMMAND...]
 *
 * serves the files of a folder at 127.0.0.1 and the first port from FIRST to LAST that is free (0: any), prints the
 * page's address, opens it in a browser if told so, and goes on until a signal ends it.  What COMMAND prints, run anew
 * for each request, is /recipe.json. */
#include "serve/serve.h"

#include <arpa/inet.h>
#include <errno.h>
#include <netinet/in.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

enum { MOST_CONNECTIONS = 64, PATIENCE = 5 /* seconds without a byte */, WAITING = 16 };

static int fail(const char *what, const char *why) {
  fprintf(stderr, "burl studio: %s: %s\n", what, why);
  return 1;
}

/* ---- the port ------------------------------------------------------------------------------------ */

/* Listens at a port of this computer alone.  Returns the socket, or -1: errno says why. */
static int listen_at(int port) {
  const struct sockaddr_in address = {
      .sin_family = AF_INET, .sin_port = htons((uint16_t)port), .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
  const int yes = 1, s = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
  if (s < 0) return -1;
  (void)setsockopt(s, SOL_SOCKET, SO_REUSEADDR, &yes, sizeof yes); /* where a server has just ended */
  if (bind(s, (const struct sockaddr *)&address, sizeof address) == 0 && listen(s, WAITING) == 0) return s;
  const int reason = errno;
  close(s);
  errno = reason;
  return -1;
}

static int listen_from(int first, int last) {
  int s = listen_at(first);
  while (s < 0 && errno == EADDRINUSE && first < last) s = listen_at(++first);
  return s;
}

static int port_of(int s) {
  struct sockaddr_in address = {0};
  socklen_t length = sizeof address;
  return getsockname(s, (struct sockaddr *)&address, &length) == 0 ? ntohs(address.sin_port) : 0;
}

static int fail_to_listen(int first, int last) {
  char ports[40];
  const int reason = errno;
  snprintf(ports, sizeof ports, first == last ? "port %d" : "ports %d to %d", first, last);
  return fail(ports,
              reason == EADDRINUSE ? "another program has it; --port 0 takes one that is free" : strerror(reason));
}

/* ---- serving ------------------------------------------------------------------------------------- */

/* In the background, where Ctrl-C doesn't reach the browser. */
static void open_browser(int port) {
  char line[100];
  snprintf(line, sizeof line, "xdg-open http://127.0.0.1:%d/ >/dev/null 2>&1 &", port);
  if (system(line) != 0) fputs("burl studio: no browser could be opened\n", stderr);
}

/* Paths stay as they are asked for: names here need no escapes. */
static size_t leave(void *unused, struct MHD_Connection *of, char *text) {
  (void)unused, (void)of;
  return strlen(text);
}

/* In this thread, which answers one request at a time. */
static struct MHD_Daemon *start(int s, served_site *site) {
  struct MHD_OptionItem options[] = {
      {MHD_OPTION_LISTEN_SOCKET, s, NULL},
      {MHD_OPTION_UNESCAPE_CALLBACK, (intptr_t)leave, NULL},
      {MHD_OPTION_CONNECTION_LIMIT, MOST_CONNECTIONS, NULL},
      {MHD_OPTION_CONNECTION_TIMEOUT, PATIENCE, NULL},
      {MHD_OPTION_STRICT_FOR_CLIENT, 1, NULL},
      {MHD_OPTION_END, 0, NULL},
  };
  return MHD_start_daemon(MHD_USE_AUTO, 0, NULL, NULL, answer, site, MHD_OPTION_ARRAY, options, MHD_OPTION_END);
}

static int serve(struct MHD_Daemon *daemon) {
  while (MHD_run_wait(daemon, -1) == MHD_YES) continue;
  return fail("it has stopped serving", strerror(errno));
}

int main(int argc, char **argv) {
  if (argc < 5) {
    fputs("burl-serve is what burl studio serves its page with: start that\n", stderr);
    return 2;
  }
  const int first = atoi(argv[2]), last = atoi(argv[3]);
  served_site site = {.folder = realpath(argv[1], NULL), .command = argv + 5};
  if (!site.folder) return fail(argv[1], strerror(errno));
  const int s = listen_from(first, last);
  if (s < 0) return fail_to_listen(first, last);
  site.port = port_of(s);
  struct MHD_Daemon *const daemon = start(s, &site);
  if (!daemon) return fail("the server does not start", strerror(errno));
  printf("http://127.0.0.1:%d/\n", site.port);
  if (fflush(stdout) != 0) return fail("standard output", strerror(errno));
  if (strcmp(argv[4], "open") == 0) open_browser(site.port);
  return serve(daemon);
}
