#include "report/evidence/code/own_frame.h"

#include <string.h>

#include "report/symbols/function_names.h"

bool
own_frame_of_header(struct symbols *symbols, const struct place_frame *frame)
{
    return function_name_contract(
               symbols_function(symbols, frame->function)->name) != 0 ||
           (frame->line > 0 && frame->library); /* 0: of no file */
}

size_t
own_frame(struct symbols *symbols, const struct place *place, bool returned)
{
    size_t frame = 0;

    while (frame + 1 < place->count) {
        const struct function *function =
            symbols_function(symbols, place->frames[frame].function);

        /* Destructors of C++ run behind the last statement. */
        if (!function_name_is_python(function->name) &&
            !own_frame_of_header(symbols, &place->frames[frame]) &&
            strchr(function->name, '~') == NULL &&
            !(returned && function->returns == RETURN_OTHER)) {
            break;
        }
        frame++;
    }
    return frame;
}
