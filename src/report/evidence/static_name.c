#include "report/evidence/static_name.h"

#include "report/input/ledger_load.h"
#include "report/symbols/function_names.h"
#include "report/symbols/symbols.h"

const char *
static_name(const struct inputs *inputs, uint64_t object)
{
    uint32_t image = ledger_image_of(inputs->ledger, object);
    struct image_file *file = symbols_image_file(inputs->symbols, image);
    uint64_t bias = ledger_image_at(inputs->ledger, image)->bias, into = 0;
    const char *name =
        file != NULL ? image_file_symbol(file, object - bias, &into) : NULL;

    return into == 0 && name != NULL && function_name_is_python(name) ? name
                                                                      : NULL;
}
