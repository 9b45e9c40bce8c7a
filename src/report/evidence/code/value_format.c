#include "report/evidence/code/value_format.h"

#include <string.h>

#include "arch/decode.h"

enum { PUSHED_MAX = 16 };

static bool
is_in(const char *letters, char letter)
{
    return letter != '\0' && strchr(letters, letter) != NULL;
}

/* What follows the format is in registers; the rest is on the stack. */
static bool
is_given(const struct handing_call *call, size_t argument)
{
    return argument < REGISTER_ARGUMENTS
               ? (call->arguments & 1u << register_argument[argument]) != 0
               : (call->pushed >> (argument - REGISTER_ARGUMENTS) & 1) != 0;
}

enum handing_callee
value_format_callee(const char *format, size_t size, size_t first,
                    const struct handing_call *call)
{
    bool stolen = false;
    size_t at = first;

    for (size_t i = 0;
         i < size && format[i] != '\0' && at < REGISTER_ARGUMENTS + PUSHED_MAX;
         i++) {
        char letter = format[i];
        bool given = is_given(call, at);

        if (is_in("()[]{},: \t", letter) || is_in("df", letter)) {
            continue; /* no argument, or one in a vector register */
        }
        if (letter == '&') {
            at++; /* "O&": the function was counted as the object */
        }
        else if (letter == 'N') {
            stolen |= given;
            at++;
        }
        else if (is_in("OSszyuUwbBhHiIlkLKncCD#p", letter)) {
            at++;
        }
        else {
            return HANDING_DOUBTFUL;
        }
    }
    /* What takes one of its own for "O" gives none back for "N". */
    return stolen ? HANDING_STEALS : HANDING_BORROWS;
}
