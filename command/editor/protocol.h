/* Messages of the base protocol (Language Server Protocol 3.17, "Base Protocol"): a header with Content-Length, and
 * that many bytes of JSON. */
#ifndef BURL_EDITOR_PROTOCOL_H
#define BURL_EDITOR_PROTOCOL_H

#include <stddef.h>

#include "json/json.h"

typedef struct {
  int descriptor;
  char *buffer;
  size_t filled, taken, room;
  char behind; /* the byte behind the last message, which a NUL ends there; NUL: it is its own */
} message_reader;

typedef enum {
  MESSAGE_READ,  /* *text is a message, which lasts until the next call */
  MESSAGE_LONG,  /* one was too long, and is passed over */
  MESSAGE_END,   /* there are no more */
  MESSAGE_BROKEN /* what came is no header, or reading has failed: where the next one begins nobody knows */
} message_status;

message_status message_read(message_reader *r, char **text);
/* Whether another whole message has been read already. */
int message_waits(message_reader *r);
void message_close(message_reader *r);

/* Writes a message, which it frees, to standard output; NULL is none.  0: it couldn't be made or written. */
int message_send(json_t *value);

#endif
