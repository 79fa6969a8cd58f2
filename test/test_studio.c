/* burl studio and burl-serve: what is served, what is refused, and who is left waiting. */
#include "process.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>

#include <cmocka.h>

#include <arpa/inet.h>
#include <netinet/in.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum { PATIENCE = 20 /* seconds */, ROOM = 1 << 16, MOST_CONNECTIONS = 64 };

/* ---- the server ---------------------------------------------------------------------------------- */

static struct {
  pid_t process;
  int port;
} server;

/* Starts a shell's line, which becomes the server, and waits for the address that it prints. */
static void start(const char *line) {
  int ends[2];
  char said[200] = "";
  assert_int_equal(pipe(ends), 0);
  server.process = fork();
  assert_true(server.process >= 0);
  if (server.process == 0) {
    signal(SIGINT, SIG_DFL);
    alarm(10 * PATIENCE); /* where the test fails it doesn't go on for ever */
    dup2(ends[1], STDOUT_FILENO);
    execl("/bin/sh", "sh", "-c", line, (char *)NULL);
    _exit(127);
  }
  close(ends[1]);
  const ssize_t length = read(ends[0], said, sizeof said - 1);
  close(ends[0]);
  if (length <= 0 || sscanf(said, "http://127.0.0.1:%d/\n", &server.port) != 1) fail_msg("%s: '%s'", line, said);
}

static void start_site(void) { start("exec $burl studio --no-open --port 0 --folder site"); }

static int end_by(int number) {
  int status;
  assert_int_equal(kill(server.process, number), 0);
  assert_int_equal(waitpid(server.process, &status, 0), server.process);
  server.process = 0;
  return WIFSIGNALED(status) ? -WTERMSIG(status) : WEXITSTATUS(status);
}

static int has_burl_serve(void) {
  char path[4096];
  snprintf(path, sizeof path, "%s-serve", burl_binary());
  return exists(path);
}

#define NEED_BURL_SERVE() \
  if (!has_burl_serve()) skip()

static int begin(void **state) {
  if (folder_begin(state) != 0) return -1;
  return system("mkdir -p site/sub && cd site && echo page >index.html && echo inner >sub/index.html");
}

static int end(void **state) {
  if (server.process) end_by(SIGKILL);
  return folder_end(state);
}

/* ---- requests ------------------------------------------------------------------------------------ */

typedef struct {
  int status; /* 0: there was no answer */
  char *body;
  char text[ROOM]; /* its head, and the body */
} reply;

static int connection(void) {
  const struct sockaddr_in address = {
      .sin_family = AF_INET, .sin_port = htons((uint16_t)server.port), .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
  const struct timeval most = {PATIENCE, 0};
  const int s = socket(AF_INET, SOCK_STREAM, 0);
  assert_true(s >= 0);
  assert_int_equal(setsockopt(s, SOL_SOCKET, SO_RCVTIMEO, &most, sizeof most), 0);
  assert_int_equal(connect(s, (const struct sockaddr *)&address, sizeof address), 0);
  return s;
}

/* Reads until the server closes the connection. */
static const reply *reply_from(int s) {
  static reply r;
  size_t length = 0;
  for (ssize_t got; length < ROOM - 1; length += (size_t)got)
    if ((got = recv(s, r.text + length, ROOM - 1 - length, 0)) <= 0) break;
  close(s);
  r.text[length] = '\0';
  r.body = strstr(r.text, "\r\n\r\n");
  r.body = r.body ? r.body + 4 : r.text + length;
  if (sscanf(r.text, "HTTP/1.1 %d", &r.status) != 1) r.status = 0;
  return &r;
}

static const reply *ask_raw(const char *request, size_t length) {
  const int s = connection();
  (void)send(s, request, length, MSG_NOSIGNAL); /* it may be refused before all is sent */
  return reply_from(s);
}

/* A request with this first line's beginning and these lines; the host and the end are added. */
static const reply *ask(const char *what, const char *lines) {
  char request[ROOM];
  const int length =
      snprintf(request, sizeof request, "%s HTTP/1.1\r\nHost: 127.0.0.1:%d\r\nConnection: close\r\n%s\r\n", what,
               server.port, lines);
  assert_true(length < ROOM);
  return ask_raw(request, (size_t)length);
}

static const reply *get(const char *path) {
  char what[ROOM / 2];
  assert_true(snprintf(what, sizeof what, "GET %s", path) < (int)sizeof what);
  return ask(what, "");
}

static void assert_lacks(const char *text, const char *part) {
  if (strstr(text, part)) fail_msg("'%s' is in: %s", part, text);
}

static void assert_status(const reply *r, int status, const char *what) {
  if (r->status != status) fail_msg("%s: %d, not %d: %s", what, r->status, status, r->text);
}

/* ---- what is served ------------------------------------------------------------------------------ */

static void the_page_and_what_protects_it(void **state) {
  (void)state;
  NEED_BURL_SERVE();
  static const char *const lines[] = {
      "Content-Type: text/html; charset=utf-8\r\n",
      "X-Content-Type-Options: nosniff\r\n",
      "Content-Security-Policy: default-src 'self'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self' ",
      "style-src 'self' 'unsafe-inline'; img-src 'self' data: blob:; worker-src 'self' blob:; connect-src 'self';",
      "Cross-Origin-Resource-Policy: same-origin\r\n",
      "Cache-Control: no-cache\r\n"};
  start_site();
  const reply *r = get("/");
  assert_int_equal(r->status, 200);
  assert_string_equal(r->body, "page\n");
  for (size_t i = 0; i < sizeof lines / sizeof *lines; i++) assert_contains(r->text, lines[i]);
  assert_string_equal(get("/index.html?a=b")->body, "page\n");
  assert_string_equal(get("/sub/")->body, "inner\n");
  assert_contains(get("/none")->text, "Content-Security-Policy: default-src 'self';");
  r = ask("HEAD /", "");
  assert_int_equal(r->status, 200);
  assert_contains(r->text, "Content-Length: 5\r\n");
  assert_string_equal(r->body, "");
}

/* As the system lists what listens: 127.0.0.1, and nothing else at this port. */
static void this_computer_alone(void **state) {
  (void)state;
  NEED_BURL_SERVE();
  start_site();
  assert_int_equal(shell("grep -h ':%04X 0*:0000 0A' /proc/net/tcp*", server.port)->code, 0);
  const outcome *const o = shell("grep -h ':%04X 0*:0000 0A' /proc/net/tcp* | grep -v ' 0100007F:'", server.port);
  if (o->code == 0) fail_msg("%s", o->out);
}

static void types_follow_the_ending(void **state) {
  (void)state;
  NEED_BURL_SERVE();
  static const char *const types[][2] = {
      {"a.js", "text/javascript; charset=utf-8"},
      {"a.mjs", "text/javascript; charset=utf-8"},
      {"a.css", "text/css; charset=utf-8"},
      {"a.wasm", "application/wasm"},
      {"a.json", "application/json"},
      {"a.svg", "image/svg+xml"},
      {"a.png", "image/png"},
      {"a.webp", "image/webp"},
      {"a.woff2", "font/woff2"},
      {"a.burl", "text/plain; charset=utf-8"},
      {"a.txt", "text/plain; charset=utf-8"},
      {"a.wasm.br", "application/octet-stream"},
      {"a", "application/octet-stream"},
  };
  start_site();
  for (size_t i = 0; i < sizeof types / sizeof *types; i++) {
    char path[40], line[100];
    snprintf(path, sizeof path, "site/%s", types[i][0]);
    snprintf(line, sizeof line, "Content-Type: %s\r\n", types[i][1]);
    write_whole(path, "x");
    assert_contains(get(path + 4)->text, line);
  }
}

static void compressed_files_where_they_are_accepted(void **state) {
  (void)state;
  NEED_BURL_SERVE();
  static const struct {
    const char *accepted, *body, *encoding;
  } cases[] = {
      {"", "plain", NULL},
      {"Accept-Encoding: gzip, deflate, br\r\n", "br", "br"},
      {"Accept-Encoding: gzip;q=0.5,  BR;q=1\r\n", "br", "br"},
      {"Accept-Encoding: deflate, gzip\r\n", "gzip", "gzip"},
      {"Accept-Encoding: br;q=0, gzip\r\n", "gzip", "gzip"},
      {"Accept-Encoding: br; q=0.000, gzip;q=0\r\n", "plain", NULL},
      {"Accept-Encoding: brotli, gzipped, identity\r\n", "plain", NULL},
      {"Accept-Encoding: ,,;\r\n", "plain", NULL},
  };
  start_site();
  write_whole("site/a.css", "plain");
  write_whole("site/a.css.gz", "gzip");
  write_whole("site/a.css.br", "br");
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    char line[60];
    const reply *const r = ask("GET /a.css", cases[i].accepted);
    assert_string_equal(r->body, cases[i].body);
    assert_contains(r->text, "Content-Type: text/css");
    assert_contains(r->text, "Vary: Accept-Encoding\r\n");
    snprintf(line, sizeof line, "Content-Encoding: %s\r\n", cases[i].encoding ? cases[i].encoding : "");
    if (cases[i].encoding) assert_contains(r->text, line);
    else assert_lacks(r->text, "Content-Encoding");
  }
  assert_int_equal(shell("touch -d '1 hour ago' site/a.css.br && rm site/a.css.gz")->code, 0);
  assert_string_equal(ask("GET /a.css", "Accept-Encoding: br, gzip\r\n")->body, "plain"); /* br is of an older one */
  write_whole("site/only.css.br", "br");
  assert_int_equal(ask("GET /only.css", "Accept-Encoding: br\r\n")->status, 404);
}

static const reply *ask_if_not(const char *tags) {
  char line[300];
  snprintf(line, sizeof line, "If-None-Match: %s\r\n", tags);
  return ask("GET /a.js", line);
}

static void what_the_browser_has_is_not_sent_again(void **state) {
  (void)state;
  NEED_BURL_SERVE();
  char tag[100], list[200];
  start_site();
  write_whole("site/a.js", "one");
  const char *const found = strstr(get("/a.js")->text, "ETag: ");
  assert_non_null(found);
  assert_int_equal(sscanf(found, "ETag: %99s", tag), 1);
  const reply *r = ask_if_not(tag);
  assert_int_equal(r->status, 304);
  assert_string_equal(r->body, "");
  assert_contains(r->text, tag);
  snprintf(list, sizeof list, "\"other\", W/%s", tag);
  assert_int_equal(ask_if_not(list)->status, 304);
  assert_int_equal(ask_if_not("*")->status, 304);
  assert_int_equal(ask_if_not("\"other\"")->status, 200);
  write_whole("site/a.js", "two"); /* as long */
  r = ask_if_not(tag);
  assert_int_equal(r->status, 200);
  assert_string_equal(r->body, "two");
}

static void only_names_with_a_hash_are_kept(void **state) {
  (void)state;
  NEED_BURL_SERVE();
  static const struct {
    const char *path;
    int is_kept;
  } cases[] = {
      {"site/index-0a1B2c3d.js", 1},   {"site/sub/a-b-0123456789abcdef.wasm", 1},
      {"site/a-0a1b2c3.js", 0},        {"site/a-0a1b2c3g.js", 0},
      {"site/a-0a1b2c3d-more.js", 0},  {"site/0a1b2c3d.js", 0},
      {"site/index-0a1b2c3d.html", 0}, {"site/a.js", 0},
      {"site/a-0a1b2c3d.d/a.js", 0},
  };
  assert_int_equal(mkdir("site/a-0a1b2c3d.d", 0777), 0);
  start_site();
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    write_whole(cases[i].path, "x");
    assert_contains(get(cases[i].path + 4)->text, cases[i].is_kept
                                                      ? "Cache-Control: public, max-age=31536000, immutable\r\n"
                                                      : "Cache-Control: no-cache\r\n");
  }
}

static void a_connection_carries_several_requests(void **state) {
  (void)state;
  NEED_BURL_SERVE();
  char two[400];
  start_site();
  const int length = snprintf(two, sizeof two,
                              "GET /sub/ HTTP/1.1\r\nHost: localhost:%d\r\nContent-Length: 4\r\n\r\nbody"
                              "GET / HTTP/1.1\r\nHost: localhost:%d\r\nConnection: close\r\n\r\n",
                              server.port, server.port);
  const reply *const r = ask_raw(two, (size_t)length);
  assert_memory_equal(r->body, "inner\nHTTP/1.1 200 OK\r\n", 23);
  assert_string_equal(r->text + strlen(r->text) - 7, "\r\npage\n");
}

/* ---- what is refused ----------------------------------------------------------------------------- */

static void other_methods(void **state) {
  (void)state;
  NEED_BURL_SERVE();
  static const char *const methods[] = {"POST", "PUT", "DELETE", "OPTIONS", "TRACE", "CONNECT", "PATCH", "get", "GETS"};
  start_site();
  for (size_t i = 0; i < sizeof methods / sizeof *methods; i++) {
    char what[40];
    snprintf(what, sizeof what, "%s /", methods[i]);
    const reply *const r = ask(what, "Content-Length: 100000\r\n");
    assert_status(r, 405, what);
    assert_contains(r->text, "Allow: GET, HEAD\r\n");
  }
  assert_string_equal(get("/")->body, "page\n");
}

static void other_hosts(void **state) {
  (void)state;
  NEED_BURL_SERVE();
  static const struct {
    const char *format; /* of the port */
    int status;
  } cases[] = {
      {"Host: 127.0.0.1:%d\r\n", 200},
      {"Host: LocalHost:%d\r\n", 200},
      {"Host: [::1]:%d\r\n", 200},
      {"Host: evil.example:%d\r\n", 403},
      {"Host: 127.0.0.1\r\n", 403},
      {"Host: 127.0.0.1:1%d\r\n", 403},
      {"Host: 127.0.0.1.evil:%d\r\n", 403},
      {"Host: \r\n", 403},
      {"Host: localhost:%d.evil\r\n", 403},
      {"Host: 0.0.0.0:%d\r\n", 403},
      {"Host: 127.0.0.1:%1$d\r\nHost: 127.0.0.1:%1$d\r\n", 403},
      {"Host: 127.0.0.1:%1$d\r\nhost: evil.example:%1$d\r\n", 403},
      {"Host: evil.example:%1$d\r\nHost: 127.0.0.1:%1$d\r\n", 403},
      {"", 400},
  };
  start_site();
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    char host[100], request[200];
    snprintf(host, sizeof host, cases[i].format, server.port);
    const int length = snprintf(request, sizeof request, "GET / HTTP/1.1\r\n%sConnection: close\r\n\r\n", host);
    assert_status(ask_raw(request, (size_t)length), cases[i].status, cases[i].format);
  }
  assert_int_equal(ask_raw("GET / HTTP/1.0\r\n\r\n", 18)->status, 403);
}

static void nothing_outside_the_folder(void **state) {
  (void)state;
  NEED_BURL_SERVE();
  static const char *const paths[] = {"/../secret.txt",
                                      "/sub/../../secret.txt",
                                      "/%2e%2e/secret.txt",
                                      "/..%2fsecret.txt",
                                      "/%2e%2e%2fsecret.txt",
                                      "/sub/..%5c..%5csecret.txt",
                                      "/..\\secret.txt",
                                      "/leak.txt",
                                      "/up/secret.txt",
                                      "/up/site-of-others/secret.txt",
                                      "//../secret.txt",
                                      "/./../secret.txt",
                                      "/index.html%00.txt",
                                      "/leak.txt%00.html",
                                      "/.hidden",
                                      "/sub/.hidden/a.txt",
                                      "/pipe",
                                      "/sub",
                                      "/loop",
                                      "/index.html/",
                                      "http://127.0.0.1/leak.txt",
                                      "/leak.css",
                                      "/unreadable.txt",
                                      "/%69ndex.html",
                                      "/\xff",
                                      "/\xc0\xae\xc0\xae/secret.txt"};
  assert_int_equal(shell("echo secret >secret.txt && mkdir site-of-others && cp secret.txt site-of-others && cd site &&"
                         " ln -s ../secret.txt leak.txt && ln -s .. up && ln -s loop loop && mkfifo pipe &&"
                         " echo secret >.hidden && mkdir sub/.hidden && echo secret >sub/.hidden/a.txt &&"
                         " ln -s ../site-of-others/secret.txt leak.css && ln -s sub/index.html inside.html &&"
                         " ln -s none unreadable.txt && echo body >a.css && ln -s ../secret.txt a.css.br")
                       ->code,
                   0);
  start_site();
  for (size_t i = 0; i < sizeof paths / sizeof *paths; i++) {
    const reply *const r = get(paths[i]);
    assert_status(r, 404, paths[i]);
    assert_lacks(r->text, "secret\n");
  }
  assert_lacks(ask_raw("GET /\0/../secret.txt HTTP/1.1\r\n\r\n", 34)->text, "secret\n");
  assert_string_equal(get("/inside.html")->body, "inner\n");
  assert_string_equal(ask("GET /a.css", "Accept-Encoding: br\r\n")->body, "body\n");
}

static void what_is_too_long(void **state) {
  (void)state;
  NEED_BURL_SERVE();
  static char text[30000];
  start_site();
  memset(text, 'a', sizeof text - 1);
  text[0] = '/';
  assert_int_equal(get(text)->status, 404);
  memset(text, '/', sizeof text - 1); /* which would mean the page */
  assert_int_equal(get(text)->status, 404);

  static char request[100000];
  memset(request, 'a', sizeof request);
  memcpy(request, "GET /", 5);
  const int status = ask_raw(request, sizeof request)->status;
  assert_true(status == 414 || status == 0); /* closed while it was sent */
  memcpy(request, "GET / HTTP/1.1\r\nX: ", 19);
  assert_true(ask_raw(request, sizeof request)->status / 100 != 2);
  assert_string_equal(get("/")->body, "page\n");
}

static double now(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static void nap(void) { nanosleep(&(struct timespec){0, 50000000}, NULL); }

static int is_answered_within(int s, int milliseconds) {
  const struct timeval most = {milliseconds / 1000, milliseconds % 1000 * 1000};
  char byte;
  assert_int_equal(setsockopt(s, SOL_SOCKET, SO_RCVTIMEO, &most, sizeof most), 0);
  return recv(s, &byte, 1, MSG_PEEK) == 1;
}

static void slow_and_many_connections(void **state) {
  (void)state;
  NEED_BURL_SERVE();
  int silent[MOST_CONNECTIONS];
  char request[100];
  start_site();
  const int length = snprintf(request, sizeof request, "GET / HTTP/1.1\r\nHost: localhost:%d\r\n\r\n", server.port);
  const double begun = now();
  for (int i = 0; i < MOST_CONNECTIONS; i++) {
    silent[i] = connection();
    assert_int_equal(send(silent[i], request, 20, 0), 20); /* and no more */
  }
  const int late = connection();
  assert_int_equal(send(late, request, (size_t)length, 0), length);
  assert_false(is_answered_within(late, 300));
  close(silent[7]);
  assert_true(is_answered_within(late, 2000));
  close(late);
  for (int i = 0; i < MOST_CONNECTIONS; i++)
    if (i != 7) assert_int_equal(reply_from(silent[i])->status, 0);
  assert_in_range((int)(now() - begun), 4, 8);
  assert_string_equal(get("/")->body, "page\n");
}

/* ---- the recipe ---------------------------------------------------------------------------------- */

static void the_recipe_is_read_anew(void **state) {
  (void)state;
  NEED_BURL_SERVE();
  write_whole("a.burl", "perlin() // \"\xc3\xa4\"\n");
  start("exec $burl studio --no-open --port 0 --folder site ./a.burl");
  const reply *r = get("/recipe.json");
  assert_int_equal(r->status, 200);
  assert_contains(r->text, "Content-Type: application/json\r\n");
  assert_contains(r->text, "Cache-Control: no-store\r\n");
  assert_string_equal(r->body, "{\n  \"name\": \"a.burl\",\n  \"text\": \"perlin() // \\\"\\u00E4\\\"\\n\"\n}\n");
  write_whole("a.burl", "perln(\n"); /* wrong, and for the page to show */
  assert_contains(get("/recipe.json")->body, "\"text\": \"perln(\\n\"");
  assert_int_equal(remove("a.burl"), 0);
  r = get("/recipe.json");
  assert_int_equal(r->status, 500);
  assert_contains(r->text, "Content-Type: text/plain");
  assert_contains(r->body, "a.burl: No such file");
  write_whole("a.burl", "value()\n");
  assert_contains(get("/recipe.json")->body, "value()");
}

static void the_recipe_of_a_picture(void **state) {
  (void)state;
  NEED_BURL_SERVE();
  burl_ok("render -e 'param k = 1 [0, 9]\nk*perlin()' -p k=3 --seed 77 --size 8x8 -o a.png -q");
  start("exec $burl studio --no-open --port 0 --folder site a.png");
  const reply *r = get("/recipe.json");
  assert_int_equal(r->status, 200);
  assert_contains(r->body, "\"text\": \"param k = 1 [0, 9]\\nk*perlin()\"");
  assert_contains(r->body, "\"seed\": \"77\"");
  assert_contains(r->body, "\"k\": 3.0");
  assert_string_equal(burl_ok("studio --json a.png")->out, r->body);
}

static void no_recipe(void **state) {
  (void)state;
  NEED_BURL_SERVE();
  start_site();
  assert_int_equal(get("/recipe.json")->status, 404);
  write_whole("site/recipe.json", "null");
  assert_string_equal(get("/recipe.json")->body, "null");
}

/* ---- the command --------------------------------------------------------------------------------- */

static void what_the_command_refuses(void **state) {
  (void)state;
  NEED_BURL_SERVE();
  static const refused_call cases[] = {
      {"--port 65536", 2, "--port: '65536' is no whole number from 0 to 65535"},
      {"--port -1", 2, "--port"},
      {"--port 1x", 2, "--port"},
      {"--port", 2, "needs a value"},
      {"--port 0 --folder none", 1, "none: there is no page in it"},
      {"--port 0 --folder a.burl", 1, "a.burl: there is no page in it"},
      {"--folder site none.burl", 1, "none.burl: No such file"},
      {"--folder site .", 1, "only a file"},
      {"--folder site /dev/stdin </dev/null", 1, "only a file"},
      {"--folder site plain.png", 1, "plain.png"},
      {"--folder site a.burl b.burl", 2, "'b.burl' is one too many"},
      {"--json", 2, "no recipe"},
      {"--json latin.burl", 1, "not UTF-8"},
      {"--folder site -e x", 2, "there is no option '-e'"},
  };
  write_whole("a.burl", "x\n");
  write_whole("latin.burl", "// \xe4\nx\n");
  write_whole("plain.png", "no picture");
  check_refused("studio --no-open", cases, (int)(sizeof cases / sizeof *cases));
}

static void ports(void **state) {
  (void)state;
  NEED_BURL_SERVE();
  start("exec $burl studio --no-open --folder site");
  const pid_t first = server.process;
  const int port = server.port;
  assert_in_range(port, 8377, 8397);
  const outcome *const o = burl("studio --no-open --folder site --port %d", port);
  assert_int_equal(o->code, 1);
  assert_contains(o->err, "another program has it; --port 0");
  start("exec $burl studio --no-open --folder site");
  assert_in_range(server.port, port + 1, 8397);
  assert_int_equal(end_by(SIGTERM), -SIGTERM);

  server.process = first;
  server.port = port;
  assert_string_equal(get("/")->body, "page\n");
  assert_int_equal(end_by(SIGINT), -SIGINT);
  char line[100];
  snprintf(line, sizeof line, "exec $burl studio --no-open --folder site --port %d", port);
  start(line); /* at once */
  assert_int_equal(server.port, port);
}

static void a_stopped_server_goes_on(void **state) {
  (void)state;
  NEED_BURL_SERVE();
  start_site();
  assert_int_equal(kill(server.process, SIGSTOP), 0);
  assert_int_equal(waitpid(server.process, NULL, WUNTRACED), server.process);
  assert_int_equal(kill(server.process, SIGCONT), 0);
  assert_string_equal(get("/")->body, "page\n");
}

static void burl_serve_and_the_page_are_found_or_named(void **state) {
  (void)state;
  assert_int_equal(shell("mkdir -p bin libexec/burl && cp \"$burl\" bin/burl")->code, 0);
  const outcome *o = shell("bin/burl studio --folder site");
  assert_int_equal(o->code, 1);
  assert_contains(o->err, "libmicrohttpd-dev");
  NEED_BURL_SERVE();
  assert_int_equal(shell("cp \"$burl-serve\" libexec/burl/burl-serve")->code, 0);
  o = shell("bin/burl studio");
  assert_int_equal(o->code, 1);
  assert_contains(o->err, "'make studio' builds it");
  assert_int_equal(shell("mkdir -p share/burl && cp -r site share/burl/studio")->code, 0);
  start("exec bin/burl studio --no-open --port 0");
  assert_string_equal(get("/")->body, "page\n");
  end_by(SIGTERM);
  assert_int_equal(shell("mkdir out && mv site out/studio && echo built >out/studio/index.html")->code, 0);
  start("exec bin/burl studio --no-open --port 0");
  assert_string_equal(get("/")->body, "built\n");
  end_by(SIGTERM);
  assert_int_equal(shell("libexec/burl/burl-serve")->code, 2);
}

static void the_browser_is_opened_on_a_desktop(void **state) {
  (void)state;
  NEED_BURL_SERVE();
  char address[40];
  assert_int_equal(shell("mkdir path && printf '#!/bin/sh\\necho $1 >new && mv new opened\\n' >path/xdg-open &&"
                         " chmod +x path/xdg-open")
                       ->code,
                   0);
  setenv("DISPLAY", ":77", 1);
  start("PATH=$PWD/path:$PATH exec $burl studio --port 0 --folder site");
  snprintf(address, sizeof address, "http://127.0.0.1:%d/\n", server.port);
  for (const double most = now() + PATIENCE; !exists("opened") && now() < most;) nap();
  char *const opened = read_whole("opened", NULL);
  assert_string_equal(opened, address);
  free(opened);
  end_by(SIGTERM);

  assert_int_equal(remove("opened"), 0);
  start("PATH=$PWD/path:$PATH exec $burl studio --port 0 --folder site --no-open");
  assert_int_equal(get("/")->status, 200);
  end_by(SIGTERM);
  start("unset DISPLAY WAYLAND_DISPLAY; PATH=$PWD/path:$PATH exec $burl studio --port 0 --folder site");
  assert_int_equal(get("/")->status, 200);
  nap();
  assert_false(exists("opened"));
  unsetenv("DISPLAY");
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, begin, end)

int main(void) {
  const struct CMUnitTest tests[] = {
      TEST(the_page_and_what_protects_it),
      TEST(this_computer_alone),
      TEST(types_follow_the_ending),
      TEST(compressed_files_where_they_are_accepted),
      TEST(what_the_browser_has_is_not_sent_again),
      TEST(only_names_with_a_hash_are_kept),
      TEST(a_connection_carries_several_requests),
      TEST(other_methods),
      TEST(other_hosts),
      TEST(nothing_outside_the_folder),
      TEST(what_is_too_long),
      TEST(slow_and_many_connections),
      TEST(the_recipe_is_read_anew),
      TEST(the_recipe_of_a_picture),
      TEST(no_recipe),
      TEST(what_the_command_refuses),
      TEST(ports),
      TEST(a_stopped_server_goes_on),
      TEST(burl_serve_and_the_page_are_found_or_named),
      TEST(the_browser_is_opened_on_a_desktop),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
