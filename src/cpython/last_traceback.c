#include "cpython/last_traceback.h"

#include "cpython/frame_stack.h"
#include "cpython/memory.h"
#include "cpython/type_info.h"

/* 0: it is not where the layout says. */
static uint64_t
find_sys(const struct python_layout *layout, uint64_t runtime,
         uint64_t interpreter)
{
    uint32_t word = layout->state.sys_dict_word;
    uint64_t sys = load64(interpreter + (word == 0 ? layout->state.sys_dict
                                                   : load64(runtime + word)));

    return sys != 0 && object_is_a(layout, sys, "dict") &&
                   dict_find(layout, sys, "modules") != 0
               ? sys
               : 0;
}

/* The code that runs in the traceback's outermost frame; 0: nobody knows. */
static uint64_t
outermost_code(const struct python_layout *layout, uint64_t traceback)
{
    uint64_t frame = load64(traceback + layout->frame.traceback_frame);

    if (frame != 0 && layout->frame.object_frame != 0) {
        frame = load64(frame + layout->frame.object_frame);
    }
    return frame == 0 ? 0 : frame_code(layout, frame);
}

enum last_traceback
last_traceback(const struct python_layout *layout, uint64_t runtime,
               uint64_t interpreter)
{
    static const char module[] = "<module>", runpy[] = "_run_module_as_main";
    uint64_t sys = find_sys(layout, runtime, interpreter), traceback, code;

    if (sys == 0) {
        return LAST_TRACEBACK_UNKNOWN;
    }
    traceback = dict_find(layout, sys, "last_traceback");
    if (traceback == 0 || !object_is_a(layout, traceback, "traceback")) {
        return LAST_TRACEBACK_NONE;
    }
    code = outermost_code(layout, traceback);
    if (code == 0) {
        return LAST_TRACEBACK_UNKNOWN;
    }
    return code_is_named(layout, code, module, sizeof module - 1) ||
                   code_is_named(layout, code, runpy, sizeof runpy - 1)
               ? LAST_TRACEBACK_PROGRAM
               : LAST_TRACEBACK_INNER;
}
