#include "report/blame/standard.h"

#include <stdlib.h>
#include <string.h>

#include "report/input/ledger_load.h"

bool
standard_is_at(const char *path)
{
    static const char folder[] = "/lib-dynload/";
    const char *found = strstr(path, folder);

    return found != NULL && strchr(found + sizeof folder - 1, '/') == NULL;
}

static bool
is_standard(const struct inputs *inputs, uint32_t image)
{
    char *path = ledger_printable(inputs->ledger,
                                  ledger_image_at(inputs->ledger, image)->path);
    bool found = path != NULL && standard_is_at(path);

    free(path);
    return found;
}

void
standard_argue(const struct inputs *inputs, struct hypotheses *hypotheses)
{
    bool others = false;

    for (size_t i = 0; i < hypotheses->count; i++) {
        struct hypothesis *one = &hypotheses->items[i];
        uint32_t image =
            symbols_function(inputs->symbols, one->function)->image;

        if (ledger_image_is_module(inputs->ledger, image)) {
            bool standard = is_standard(inputs, image);

            one->values[WEIGHED_STANDARD] = standard;
            others |= !standard;
        }
    }
    for (size_t i = 0; i < hypotheses->count && !others; i++) {
        hypotheses->items[i].values[WEIGHED_STANDARD] = 0;
    }
}
