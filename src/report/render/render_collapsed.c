/*
 * One line a stack, as flame graph programs read them: frames from the outside
 * inward, separated by semicolons, and the number of references.
 */
#include "report/render/render.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "report/render/samples.h"
#include "report/text/text.h"
#include "report/text/words.h"

/* A name that is neither a separator nor the end of the line. */
static void
write_name(FILE *file, const char *name)
{
    char *printable = text_printable(name, strlen(name));

    for (char *at = strchr(printable, ';'); at != NULL; at = strchr(at, ';')) {
        *at = ':';
    }
    fputs(printable, file);
    free(printable);
}

/* Python functions are known by their files, others by their names. */
static void
write_frame(FILE *file, const struct sample_frame *frame)
{
    putc(';', file);
    write_name(file, frame->function);
    if (!frame->python) {
        return;
    }
    fputs(" (", file);
    write_name(file, frame->file != NULL ? words_last_part(frame->file) : "?");
    if (frame->line != 0) {
        fprintf(file, ":%" PRIu32, frame->line);
    }
    putc(')', file);
}

static void
write_sample(void *context, const struct sample *sample)
{
    FILE *file = (FILE *)context;
    const struct finding *finding = sample->finding;

    fprintf(file, "%s of ", verdict_word(finding->verdict));
    write_name(file, finding->type != NULL ? finding->type : "?");
    for (size_t i = 0; i < sample->count; i++) {
        write_frame(file, &sample->frames[i]);
    }
    fprintf(file, " %" PRIu64 "\n", sample->references);
}

bool
render_collapsed(FILE *file, const struct report *report)
{
    samples_each(report, write_sample, file);
    return !ferror(file);
}
