/* What burl info shows of an archive of tiles. */
#ifndef BURL_CLI_INFO_ARCHIVE_H
#define BURL_CLI_INFO_ARCHIVE_H

#include "cli/cli.h"

/* Whether the path's ending is that of an archive. */
int is_archive(const char *path);

/* Reads all of its directories, and shows what there is.  DONE, or FAILED after a message. */
int info_archive(const char *path, int as_json);

#endif
