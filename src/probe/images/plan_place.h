/*
 * plan_place - where plans are kept between runs, and by whom.
 */
#ifndef REFTALLY_PROBE_IMAGES_PLAN_PLACE_H
#define REFTALLY_PROBE_IMAGES_PLAN_PLACE_H

#include "patch/plan_cache.h"

/*
 * The directory of the setting, else the default one, which is created; the
 * writer is this build of the library. No directory: no cache.
 */
void plan_place_find(char *const *environment, const char *setting,
                     struct plan_cache *cache);

#endif
