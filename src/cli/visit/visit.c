#include "cli/visit/visit.h"

#include "cli/visit/visit_call.h"
#include "cli/visit/visit_script.h"

enum { FIRST_SCRIPT = 0x030e0000 };

bool
visit_make(const struct visit_target *target, const struct visit *visit,
           struct error *error)
{
    bool made;

    if (!visit_forget_answer(target, visit, error)) {
        return false;
    }
    made = target->layout->hexversion_first >= FIRST_SCRIPT
               ? visit_by_script(target, visit, error)
               : visit_by_call(target, visit, error);
    return made && visit_wait_answer(target, visit, error);
}
