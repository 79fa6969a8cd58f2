/* The shards of a raster's plan as one raster: a VRT that leads to them. */
#include "planet/merge.h"

#include "image/cog.h"

#include <stdlib.h>

int merge_raster(const merge_job *job) {
  const planet *const p = job->planet;
  const uint64_t count = p->plan.shards;
  char **const files = calloc(count, sizeof *files), *const folder = realpath(p->folder, NULL);
  image_file file = {0};
  image_error error;
  int code = files && folder ? DONE : fail("not enough memory");
  for (uint64_t i = 0; !code && i < count; i++)
    if (!(files[i] = plan_shard_path(&p->plan, folder, job->layer, i))) code = fail("not enough memory");
  if (!code && image_begin_bytes(&file, job->output, &error) != 0) code = fail("%s", error.text);
  char *const name =
      code ? NULL : realpath(file.temporary[0].name, NULL); /* absolute, so that GDAL finds what leads to where */
  if (!code && !name) code = fail("not enough memory");
  if (!code && cog_join(name, (const char *const *)files, (int)count, &error) != 0)
    code = fail("%s: %s", job->output, error.text);
  if (!code && image_finish_stream(&file, NULL, &error) != 0) code = fail("%s", error.text);
  image_abandon(&file);
  for (uint64_t i = 0; files && i < count; i++) free(files[i]);
  free(files);
  free(folder);
  free(name);
  return code;
}
