/* own_preload - this library's own place in LD_PRELOAD. */
#ifndef REFTALLY_PROBE_START_OWN_PRELOAD_H
#define REFTALLY_PROBE_START_OWN_PRELOAD_H

/* Takes it out of the environment: programs executed run without it. */
void own_preload_leave(char **environment);

#endif
