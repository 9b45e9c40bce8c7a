#include "probe/images/compiler.h"

#include "cpython/memory.h"
#include "probe/state/recorder.h"

/* Only a build that has a compiler exports this function. */
void
compiler_find(interpreter_lookup *lookup, void *handle)
{
    const struct state_layout *at = &recorder.layout->state;

    if (at->compiling_to_end != 0 &&
        lookup(handle, "_PyOptimizer_Optimize") != NULL) {
        recorder.compiler =
            (uint32_t)load64(recorder.runtime + at->interpreter_size) -
            at->compiling_to_end;
    }
}

/*
 * 3.13 does not tell later whether its just-in-time compiler is on; only a
 * build that has one exports this function. From 3.14 the hooks look.
 */
bool
compiler_is_asked_for(interpreter_lookup *lookup, void *handle,
                      char *const *environment)
{
    static const char name[] = "PYTHON_JIT=";
    enum { LENGTH = sizeof name - 1 };

    if (lookup(handle, "_PyOptimizer_NewUOpOptimizer") == NULL &&
        lookup(handle, "PyUnstable_Optimizer_NewUOpOptimizer") == NULL) {
        return false;
    }
    for (; *environment != NULL; environment++) {
        if (__builtin_strncmp(*environment, name, LENGTH) == 0) {
            return (*environment)[LENGTH] != '\0' &&
                   (*environment)[LENGTH] != '0';
        }
    }
    return false;
}
