/* Names that no language reserves and nothing else in a text has. */
#ifndef BURL_CODE_PRINT_NAMES_H
#define BURL_CODE_PRINT_NAMES_H

#include "code/module/value.h"

enum { BURL__NAME_ROOM = 96 };

/* Whether entries, helpers, keys or time can be called so: knobs are not. */
int burl__is_front_name(const char *name);

/* A name without underscores at its ends and two in a row, which languages reserve. */
void burl__plain_name(const char *name, char to[BURL__NAME_ROOM]);

/* Gives records and tables names that no uniform and no other of them has; is_used, of lean text, where they are
 * numbered among those of one name that it prints: by table, or NULL. */
void burl__name_records_and_tables(burl__module *m, const unsigned char *is_used);

/* Whether anything but a function is called PREFIX_name. */
int burl__is_declared(const burl__module *m, const char *name);

/* What knobs, so many, and images behind them are called as uniforms, and results as fields: as they are where that can
 * be; NULL: out of memory. */
const char **burl__uniform_names(const char *const *given, int count, int knobs, burl__arena *arena);
const char **burl__field_names(const char *const *given, int count, burl__arena *arena);

#endif
