#include "report/evidence/static_name.h"

#include "report/symbols/function_names.h"
#include "report/symbols/symbols.h"

const char *
static_name(const struct inputs *inputs, uint64_t object)
{
    const struct ledger *ledger = inputs->ledger;

    for (uint32_t i = 1; i < ledger_used(ledger, LEDGER_IMAGES); i++) {
        const struct ledger_image *image = ledger_image_at(ledger, i);

        if (object >= image->start && object < image->end) {
            struct image_file *file = symbols_image_file(inputs->symbols, i);
            uint64_t into = 0;
            const char *name =
                file != NULL
                    ? image_file_symbol(file, object - image->bias, &into)
                    : NULL;

            return into == 0 && name != NULL && function_name_is_python(name)
                       ? name
                       : NULL;
        }
    }
    return NULL;
}
