/* burl completion: a script that makes a shell complete burl's commands, options and their values,
 * from the commands' manuals. */
#include "cli/cli.h"

#include <string.h>

static const option_entry options[] = {HELP_OPTION, {0}};

const manual manual_completion = {
    .usage = "bash|zsh|fish",
    .about = "Prints what makes that shell complete burl's commands, options and values.  'make install'"
             " puts it where shells look for it.",
    .options = options,
    .example = "eval \"$(burl completion bash)\"",
    .operand = "bash zsh fish",
};

static int is_files(const char *words) { return words && strcmp(words, FILES) == 0; }
static int is_parts(const char *words) { return words && strcmp(words, PARTS) == 0; }

/* ---- bash ------------------------------------------------------------------------------------ */

/* Prints how bash completes one of `words`; NULL, which stands for any text, is not completed. */
static void bash_words(const char *words) {
  if (is_files(words)) printf("compopt -o default; COMPREPLY=()");
  else if (is_parts(words)) printf("_burl_parts");
  else if (words) printf("COMPREPLY=($(compgen -W '%s' -- \"$word\"))", words);
  else printf("COMPREPLY=()");
}

static void bash_command(const command *c) {
  printf("    %s)\n      case $before in\n", c->name);
  for (const option_entry *e = c->manual->options; e->row; e++) {
    const option_row *const o = e->row;
    if (!o->value) continue;
    printf("        --%s", o->name);
    if (o->letter) printf("|-%c", o->letter);
    printf(") ");
    bash_words(o->words);
    puts("; return ;;");
  }
  printf("      esac\n      if [[ $word == -* ]]; then\n        COMPREPLY=($(compgen -W '");
  for (const option_entry *e = c->manual->options; e->row; e++) printf("--%s ", e->row->name);
  printf("' -- \"$word\"))\n      else\n        ");
  bash_words(c->manual->operand);
  puts("\n      fi ;;");
}

static void bash(void) {
  puts("# bash completion for burl\n"
       "# The parts of the first recipe that is named: one more behind those before the last comma.\n"
       "_burl_parts() {\n"
       "  local list= i parts\n"
       "  [[ $word == *,* ]] && list=${word%,*},\n"
       "  for ((i = 2; i < ${#COMP_WORDS[@]}; i++)); do\n"
       "    local file=${COMP_WORDS[i]/#\\~/$HOME}\n"
       "    [[ -f $file && ${COMP_WORDS[i-1]} != @(-o|--output) ]] || continue\n"
       "    parts=$(\"${COMP_WORDS[0]}\" info --parts -- \"$file\" 2>/dev/null) || continue\n"
       "    COMPREPLY=($(compgen -P \"$list\" -W \"$parts\" -- \"${word##*,}\"))\n"
       "    return\n"
       "  done\n"
       "  COMPREPLY=()\n"
       "}\n"
       "_burl() {\n"
       "  local word=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD-1]}\n"
       "  if ((COMP_CWORD == 1)); then");
  printf("    COMPREPLY=($(compgen -W '");
  for (const command *c = commands; c->name; c++) printf("%s ", c->name);
  puts("--help --version' -- \"$word\"))\n"
       "    return\n"
       "  fi\n"
       "  case ${COMP_WORDS[1]} in");
  for (const command *c = commands; c->name; c++) bash_command(c);
  puts("  esac\n"
       "}\n"
       "complete -F _burl burl");
}

/* ---- zsh ------------------------------------------------------------------------------------- */

/* Prints text within single quotes, with brackets and colons escaped. */
static void zsh_text(const char *text) {
  for (; *text; text++) {
    if (strchr("[]:\\", *text)) putchar('\\');
    if (*text == '\'') fputs("'\\'", stdout);
    putchar(*text);
  }
}

static void zsh_values(const char *words) {
  if (is_files(words)) printf("_files");
  else if (is_parts(words)) printf("_burl_parts");
  else if (words) printf("(%.*s)", (int)strcspn(words, "") - (words[strlen(words) - 1] == ' '), words);
  else putchar(' ');
}

static void zsh_option(const option_entry *e) {
  const option_row *const o = e->row;
  char text[MANUAL_ROOM];
  printf(" \\\n        ");
  if (o->letter) printf("'(-%c --%s)'{-%c,--%s}'[", o->letter, o->name, o->letter, o->name);
  else printf("'--%s[", o->name);
  zsh_text(option_manual(e, text));
  putchar(']');
  if (o->value) {
    putchar(':');
    zsh_text(o->value);
    putchar(':');
    zsh_values(o->words);
  }
  putchar('\'');
}

static void zsh(void) {
  puts("#compdef burl\n"
       "_burl_parts() {\n"
       "  local file before=\n"
       "  for file in ${(Q)words[2,-1]}; do\n"
       "    if [[ -f $file && $before != (-o|--output) ]]; then\n"
       "      local -a parts=(${(f)\"$(burl info --parts -- $file 2>/dev/null)\"})\n"
       "      (($#parts)) && _values -s , part $parts && return\n"
       "    fi\n"
       "    before=$file\n"
       "  done\n"
       "}\n"
       "_burl() {\n"
       "  local -a commands=(");
  for (const command *c = commands; c->name; c++) {
    printf("    '%s:", c->name);
    zsh_text(c->about);
    puts("'");
  }
  puts("  )\n"
       "  if ((CURRENT == 2)); then\n"
       "    _describe command commands\n"
       "    return\n"
       "  fi\n"
       "  local command=$words[2]\n"
       "  shift words\n"
       "  ((CURRENT--))\n"
       "  case $command in");
  for (const command *c = commands; c->name; c++) {
    printf("    %s)\n      _arguments", c->name);
    for (const option_entry *e = c->manual->options; e->row; e++) zsh_option(e);
    printf(" \\\n        '*:operand:");
    zsh_values(c->manual->operand);
    puts("' ;;");
  }
  puts("  esac\n"
       "}\n"
       "if [[ $funcstack[1] == _burl ]]; then _burl \"$@\"; else compdef _burl burl; fi");
}

/* ---- fish ------------------------------------------------------------------------------------ */

static void fish_text(const char *text) {
  putchar('\'');
  for (; *text; text++) {
    if (strchr("'\\", *text)) putchar('\\');
    putchar(*text);
  }
  putchar('\'');
}

static void fish_option(const command *c, const option_entry *e) {
  const option_row *const o = e->row;
  char text[MANUAL_ROOM];
  printf("complete -c burl -n '__fish_seen_subcommand_from %s' -l %s", c->name, o->name);
  if (o->letter) printf(" -s %c", o->letter);
  if (o->value) printf(is_files(o->words) ? " -r -F" : " -x");
  if (is_parts(o->words)) printf(" -a '(__fish_complete_list , __burl_parts)'");
  else if (o->words && !is_files(o->words)) {
    printf(" -a ");
    fish_text(o->words);
  }
  printf(" -d ");
  fish_text(option_manual(e, text));
  putchar('\n');
}

static void fish(void) {
  puts("# fish completion for burl\n"
       "function __burl_parts\n"
       "  set -l before\n"
       "  for file in (commandline -opc)[2..]\n"
       "    if test -f $file; and not contains -- \"$before\" -o --output\n"
       "      burl info --parts -- $file 2>/dev/null; and return\n"
       "    end\n"
       "    set before $file\n"
       "  end\n"
       "end");
  for (const command *c = commands; c->name; c++) {
    printf("complete -c burl -n __fish_use_subcommand -f -a %s -d ", c->name);
    fish_text(c->about);
    putchar('\n');
    for (const option_entry *e = c->manual->options; e->row; e++) fish_option(c, e);
    if (c->manual->operand && is_files(c->manual->operand)) continue;
    printf("complete -c burl -n '__fish_seen_subcommand_from %s' -f", c->name);
    if (c->manual->operand) {
      printf(" -a ");
      fish_text(c->manual->operand);
    }
    putchar('\n');
  }
}

/* ---- the command ----------------------------------------------------------------------------- */

int command_completion(int argc, char **argv) {
  const int code = options_read(argc, argv, options, NULL);
  if (code) return code;
  if (argc - optind != 1) return usage_error("it takes one shell: bash, zsh or fish");
  const char *const shell = argv[optind];
  if (strcmp(shell, "bash") == 0) bash();
  else if (strcmp(shell, "zsh") == 0) zsh();
  else if (strcmp(shell, "fish") == 0) fish();
  else return usage_error("'%s' is none of bash, zsh and fish", shell);
  return DONE;
}
