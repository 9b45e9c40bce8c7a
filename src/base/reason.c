#include "base/reason.h"

const char *
reason_text(enum reason reason)
{
    static const char *const texts[] = {
#define REASON_SENTENCE(name, text) text,
        REASONS(REASON_SENTENCE)
#undef REASON_SENTENCE
    };
    unsigned number = (unsigned)reason;

    return number < REASON_COUNT ? texts[number] : "unknown reason";
}
