/* The answers to an editor's requests.  Each takes the document and the request's parameters, and makes the result;
 * NULL stands for null, or, where *problem is set, for an error with that message. */
#ifndef BURL_EDITOR_ANSWER_H
#define BURL_EDITOR_ANSWER_H

#include "editor/document.h"

enum { PROBLEM_ROOM = 256 };
typedef json_t *answer(document *d, const json_t *parameters, char problem[PROBLEM_ROOM]);

/* diagnose.c: what publishDiagnostics has of a document; closed: that it has none any more. */
json_t *diagnose(document *d);
json_t *diagnose_closed(const document *d);

/* hover.c */
answer answer_hover;

/* complete.c */
answer answer_completion, answer_signature;

/* rename.c: where names are defined and used */
answer answer_definition, answer_references, answer_prepare_rename, answer_rename, answer_symbols;

/* edit.c: the text in its style, and its colours */
answer answer_formatting, answer_colours, answer_colour_texts;

#endif
