/*
 * samples - findings as stacks with numbers, as profilers have them.
 *
 * Frames from the outside inward: the Python frames first, then the C
 * functions below the innermost of them, or from the suspected one on. The
 * references of a finding are shared out over its sites by suspicion.
 */
#ifndef REFTALLY_REPORT_RENDER_SAMPLES_H
#define REFTALLY_REPORT_RENDER_SAMPLES_H

#include "report/finding/finding.h"

struct sample_frame {
    char *function; /* printable */
    char *file;     /* printable; NULL: unknown */
    uint32_t line;  /* 0: unknown */
    uint32_t image; /* 0: in none */
    bool python;
};

struct sample {
    const struct finding *finding;
    const struct finding_site *site;
    uint64_t references;
    struct sample_frame *frames;
    size_t count;
};

typedef void samples_function(void *context, const struct sample *sample);

void samples_each(const struct report *report, samples_function *tell,
                  void *context);

#endif
