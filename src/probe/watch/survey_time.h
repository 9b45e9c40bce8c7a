/*
 * survey_time - when all that lives may be counted anew.
 *
 * A survey takes a fiftieth of the processor's time, but a short program has
 * little of it: its first ones come after so many entries and births, whatever
 * the clock says. What an import makes is not counted.
 */
#ifndef REFTALLY_PROBE_WATCH_SURVEY_TIME_H
#define REFTALLY_PROBE_WATCH_SURVEY_TIME_H

#include <stdbool.h>
#include <stdint.h>

/* So many entries since the last call, and so many births in all. */
void survey_time_passes(uint32_t entries, uint64_t births);

/* What came in since the last survey was an import's. */
void survey_time_imports(void);

/* now_ns: of a clock that never goes back. */
bool survey_time_allows(int64_t now_ns);

/* If so: whether the program had the processor for long enough meanwhile, and
 * did not wait for it. processor_ns: how long it had it so far, 0: unknown. */
bool survey_time_was_used(int64_t now_ns, int64_t processor_ns);

/* There was one, which took so long. */
void survey_time_took(int64_t took_ns, int64_t now_ns, int64_t processor_ns);

void survey_time_forget(void);

#endif
