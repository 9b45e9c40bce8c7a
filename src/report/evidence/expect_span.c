#include "report/evidence/expect_span.h"

#include <stdlib.h>
#include <string.h>

#include "report/input/ledger_load.h"
#include "report/text/memory.h"

static const char blanks[] = " \t\r";

/* Without the blanks at both ends; to be freed. */
static char *
trimmed(const char *text, size_t length)
{
    while (length > 0 && strchr(blanks, *text) != NULL) {
        text++;
        length--;
    }
    while (length > 0 && strchr(blanks, text[length - 1]) != NULL) {
        length--;
    }
    return memory_format("%.*s", (int)length, text);
}

bool
expect_span_parse(struct expect_span *span, const char *text)
{
    const char *comma = strchr(text, ',');

    *span = (struct expect_span){ NULL, NULL };
    if (comma == NULL) {
        return false;
    }
    span->first = trimmed(text, (size_t)(comma - text));
    span->second = trimmed(comma + 1, strlen(comma + 1));
    return span->first[0] != '\0' && span->second[0] != '\0';
}

void
expect_span_clear(struct expect_span *span)
{
    free(span->first);
    free(span->second);
}

static bool
has_label(const struct ledger *ledger, uint32_t checkpoint, const char *label)
{
    uint32_t length;
    const char *text = ledger_text(
        ledger, ledger_checkpoint_at(ledger, checkpoint)->label, &length);

    return text != NULL && length == strlen(label) &&
           memcmp(text, label, length) == 0;
}

bool
expect_span_has(const struct expect_span *span, const struct ledger *ledger,
                uint64_t serial)
{
    bool inside = false;

    for (uint32_t i = 1; i < ledger_used(ledger, LEDGER_CHECKPOINTS); i++) {
        if (ledger_checkpoint_at(ledger, i)->last_serial >= serial) {
            return inside; /* it was born before this one */
        }
        inside = has_label(ledger, i, span->first) ||
                 (inside && !has_label(ledger, i, span->second));
    }
    return inside;
}

const char *
expect_span_missing(const struct expect_span *span, const struct ledger *ledger)
{
    const char *labels[2] = { span->first, span->second };

    for (int l = 0; l < 2; l++) {
        bool found = false;

        for (uint32_t i = 1; i < ledger_used(ledger, LEDGER_CHECKPOINTS); i++) {
            found |= has_label(ledger, i, labels[l]);
        }
        if (!found) {
            return labels[l];
        }
    }
    return NULL;
}
