/* getopt_long with burl's messages: an unknown option suggests the nearest one. */
#include "cli.h"

#include <string.h>

static void unknown_long(const char *text, const option_row *options) {
  char name[64];
  const size_t length = strcspn(text, "=");
  snprintf(name, sizeof name, "%.*s", (int)(length < sizeof name ? length : sizeof name - 1), text);
  burl__similar best = {0};
  for (int i = 0; options[i].name; i++) burl__similar_try(&best, name, options[i].name);
  usage_error("there is no option '--%s'%s", name, suggest(&best, "--").text);
}

/* optopt is 0 for an unknown long option, a long option's number where it has a value too many, else
 * the unknown letter. */
static void complain(const char *last, const option_row *options) {
  for (int i = 0; optopt && options[i].name; i++) {
    if (options[i].letter == optopt) {
      usage_error("--%s takes no value", options[i].name);
      return;
    }
  }
  if (optopt) {
    usage_error("there is no option '-%c'", optopt);
  } else {
    unknown_long(last + 2, options);
  }
}

int next_option(int argc, char **argv, const option_row *options) {
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
  if (option == '?') complain(argv[optind - 1], options);
  if (option != ':') return option;
  usage_error("%s needs a value", argv[optind - 1]);
  return '?';
}
