/* getopt_long with burl's error messages, which suggest the option nearest to an unknown one. */
#include "cli/cli.h"

#include <limits.h>
#include <string.h>

static void report_unknown_long(const char *text, const option_row *options) {
  char name[64];
  const size_t length = strcspn(text, "=");
  snprintf(name, sizeof name, "%.*s", (int)(length < sizeof name ? length : sizeof name - 1), text);
  burl__similar best = {0};
  for (int i = 0; options[i].name; i++) burl__similar_try(&best, name, options[i].name);
  usage_error("there is no option '--%s'%s", name, suggest(&best, "--").text);
}

/* Reports a wrong option.  getopt_long has set optopt: to 0 for an unknown long option, to an
 * option's number where it is given a value but takes none, else to an unknown letter. */
static void report_wrong_option(const char *argument, const option_row *options) {
  for (int i = 0; optopt && options[i].name; i++) {
    if (options[i].letter == optopt) {
      usage_error("--%s takes no value", options[i].name);
      return;
    }
  }
  if (optopt) {
    usage_error("there is no option '-%c'", optopt);
  } else {
    report_unknown_long(argument + 2, options);
  }
}

/* Whether each one counts, as its help says. */
static int repeats(const option_row *o) { return strstr(o->help, "may be given again") != NULL; }

/* Notes options with one value that were given several.  It is called once all are read, as --quiet may
 * be the last. */
static void note_repeated(const option_row *options, const unsigned char *times) {
  for (int i = 0; options[i].name; i++) {
    if (options[i].value && !repeats(&options[i]) && times[i] > 1)
      note("--%s is given %d times: the last one counts", options[i].name, times[i]);
  }
}

int next_option(int argc, char **argv, const option_row *options) {
  static unsigned char times[MOST_OPTIONS]; /* each has been given; getopt_long has a state, too */
  if (optind <= 1) memset(times, 0, sizeof times);
  struct option all[MOST_OPTIONS + 1] = {0};
  char letters[2 * MOST_OPTIONS + 2] = ":", *letter = letters + 1;
  for (int i = 0; options[i].name; i++) {
    const int has_value = options[i].value ? required_argument : no_argument;
    all[i] = (struct option){options[i].name, has_value, NULL, options[i].letter};
    if (options[i].letter > 255) continue;
    *letter++ = (char)options[i].letter;
    if (has_value) *letter++ = ':';
  }
  opterr = 0;
  const int option = getopt_long(argc, argv, letters, all, NULL);
  if (option == '?') report_wrong_option(argv[optind - 1], options);
  for (int i = 0; options[i].name; i++)
    if (options[i].letter == option && times[i] < UCHAR_MAX) times[i]++;
  if (option == -1) note_repeated(options, times);
  if (option != ':') return option;
  usage_error("%s needs a value", argv[optind - 1]);
  return '?';
}
