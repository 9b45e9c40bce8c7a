/*
 * options - the REFTALLY_* environment, read once.
 *
 * The settings stand in base/options.def. Parsing uses no malloc and no
 * getenv: texts point into the environment that was handed in, or are the
 * table's defaults. A bad value is one line that names the setting, the value
 * and what is allowed, and the default is used.
 */
#ifndef REFTALLY_PROBE_STATE_OPTIONS_H
#define REFTALLY_PROBE_STATE_OPTIONS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* The positions of the words of `filter`; those of `stack` are the numbers of
   enum ledger_stack_mode. */
enum options_filter {
    OPTIONS_FILTER_AUTO,
    OPTIONS_FILTER_MAP,
    OPTIONS_FILTER_HASH
};

/* The positions of the words of `startup`. */
enum options_startup {
    OPTIONS_STARTUP_COUNTS,
    OPTIONS_STARTUP_STACKS,
    OPTIONS_STARTUP_MARK
};

/* The positions of the words of `frames`. */
enum options_frames {
    OPTIONS_FRAMES_OFF,
    OPTIONS_FRAMES_WATCH,
    OPTIONS_FRAMES_AUDIT
};

/* The positions of the words of `sample`. */
enum options_sample { OPTIONS_SAMPLE_ALL, OPTIONS_SAMPLE_AUTO };

/* The positions of the words of `census`. */
enum options_census {
    OPTIONS_CENSUS_AUTO,
    OPTIONS_CENSUS_OFF,
    OPTIONS_CENSUS_ALWAYS
};

/* The positions of the words of `checkpoint_signal`. */
enum options_signal {
    OPTIONS_SIGNAL_NONE,
    OPTIONS_SIGNAL_USR1,
    OPTIONS_SIGNAL_USR2
};

struct options {
#define OPTIONS_TYPE_TEXT const char *
#define OPTIONS_TYPE_BYTES uint64_t
#define OPTIONS_TYPE_NUMBER uint32_t
#define OPTIONS_TYPE_SWITCH bool
#define OPTIONS_TYPE_CHOICE uint32_t
#define OPTION(field, name, kind, fallback, allowed, meaning) \
    OPTIONS_TYPE_##kind field;
#include "base/options.def"
#undef OPTION
#undef OPTIONS_TYPE_TEXT
#undef OPTIONS_TYPE_BYTES
#undef OPTIONS_TYPE_NUMBER
#undef OPTIONS_TYPE_SWITCH
#undef OPTIONS_TYPE_CHOICE
};

/*
 * Fills `options` from the environment (as `environ`), and says what is wrong
 * with it, one note a setting. An empty value counts as not set; of two
 * values the first counts, as with getenv. An unknown REFTALLY_ name is
 * ignored with a note that names the closest setting.
 *
 * `options` is complete whatever the environment holds. The result is true
 * when nothing was wrong.
 */
bool options_parse(struct options *options, char *const *environment);

/*
 * Writes NAME=VALUE of each setting that has a value, with \0 between two.
 * Returns how many bytes that are; what does not fit is left out.
 */
size_t options_given(char *const *environment, char *out, size_t size);

/*
 * Writes a file name with %p (process id), %h (host name) and %% replaced;
 * any other % stays as it is. A '/' in the host name becomes '_'. False, and
 * an empty string, when it does not fit.
 */
bool options_expand_path(char *out, size_t size, const char *pattern,
                         uint64_t pid, const char *host);

#endif
