/* Hover: what the word at a place is.  Of a function and an option what burl list says; of a part its definition and
 * what burl info says of it as a result: its type, proven bounds, period and cost; of a knob its range. */
#include "editor/answer.h"
#include "editor/describe.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* ---- parts and knobs ----------------------------------------------------------------------------- */

static void describe_bounds(buffer *to, const burl_program *p) {
  static const char *const names[] = {"", "r ", "g ", "b ", "a "};
  const int channels = burl_channels(p);
  buffer_format(to, "\n- %s", info_kind(channels));
  for (int c = 0; c < channels; c++) {
    const burl_range range = burl_bounds(p, c);
    buffer_format(to, "%s%s[%.9g, %.9g]%s",
                  c              ? ", "
                  : channels > 1 ? ": "
                                 : " in ",
                  names[channels > 1 && c < 4 ? c + 1 : 0], range.lo, range.hi,
                  range.may_be_nan ? " or not a number" : "");
  }
}

static void describe_period(buffer *to, const burl_program *p) {
  int count = 0;
  for (int a = 0; a < burl_dims(p); a++) {
    const double period = burl_repeat_along(p, a);
    if (period == 0 || isinf(period)) continue;
    buffer_format(to, "%s%.10g along %c", count++ ? ", " : "\n- repeats after ", period, "xyzw"[a]);
  }
}

/* What burl info says of the part as a result; nothing where it has no value. */
static void describe_value(buffer *to, const document *d, const char *name) {
  recipe one = d->recipe;
  burl_error error;
  char values[VALUES_ROOM];
  one.result = name;
  burl_program *const p = recipe_fitted(&one, USUAL_DIMS, &error);
  if (!p) return;
  info_values(p, values);
  describe_bounds(to, p);
  describe_period(to, p);
  buffer_format(to, "\n- values computed: %s\n", values);
  if (burl_needs_whole_grid(p)) buffer_text(to, "- needs a whole grid\n");
  burl_free(p);
}

static void describe_knob(buffer *to, const burl_program *p, const char *name) {
  for (int i = 0; i < burl_param_count(p); i++) {
    const burl_param knob = burl_param_at(p, i);
    if (strcmp(knob.name, name) != 0) continue;
    buffer_format(to, "\n- a knob, %.9g", knob.value);
    if (isfinite(knob.lo) || isfinite(knob.hi)) buffer_format(to, " in [%.9g, %.9g]", knob.lo, knob.hi);
    if (!burl_param_is_read(p, i)) buffer_text(to, ", which the result doesn't read");
    buffer_text(to, "\n");
  }
}

/* ---- words --------------------------------------------------------------------------------------- */

static void describe_own(buffer *to, document *d, int number) {
  const recipe_words *const all = document_words(d);
  const symbol *const s = &all->symbols[number];
  const word *const w = &all->words[s->word];
  char *const name = strndup(all->text + w->from, w->to - w->from);
  describe_symbol(to, all, number, NULL);
  const burl_program *const p = name && !s->is_parameter && !s->is_function ? document_program(d) : NULL;
  if (p && all->statements[s->statement].kind == STATEMENT_KNOB) describe_knob(to, p, name);
  else if (p) describe_value(to, d, name);
  free(name);
}

static void describe_word(buffer *to, document *d, int i) {
  const word *const w = &document_words(d)->words[i];
  imported_name found;
  if (w->symbol >= 0) {
    describe_own(to, d, w->symbol);
  } else if ((w->role == ROLE_NAME || w->role == ROLE_CALL) && document_imported(d, i, &found)) {
    describe_symbol(to, &found.words, found.symbol, found.file);
    words_close(&found.words);
  } else if (w->row) {
    describe_row(to, w->row);
  }
}

json_t *answer_hover(document *d, const json_t *parameters, char problem[PROBLEM_ROOM]) {
  (void)problem;
  size_t offset;
  buffer text = {0};
  const int i = document_word_at(d, parameters, &offset);
  if (i >= 0) describe_word(&text, d, i);
  json_t *hover = NULL;
  if (text.length && !text.has_failed) {
    places at = document_places(d);
    const word *const w = &document_words(d)->words[i];
    hover = json_pack("{s{ss ss} so}", "contents", "kind", "markdown", "value", text.text, "range",
                      place_range(&at, w->from, w->to));
  }
  free(text.text);
  return hover;
}
