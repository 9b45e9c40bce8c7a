#include "cpython/last_traceback.h"

#include "cpython/dict_entries.h"
#include "cpython/frame_stack.h"
#include "cpython/memory.h"
#include "cpython/python_text.h"
#include "cpython/type_info.h"

static bool
is_a(const struct python_layout *layout, uint64_t object, const char *type)
{
    return object != 0 &&
           text_equals(type_name(layout, load64(object + layout->object.type)),
                       type);
}

/* What the dictionary has by that name; 0: nothing. */
static uint64_t
find_in(const struct python_layout *layout, uint64_t dict, const char *name,
        size_t length)
{
    struct dict_entries entries;
    uint64_t key, value;

    if (!is_a(layout, dict, "dict") ||
        !dict_entries_first(layout, dict, &entries)) {
        return 0;
    }
    while (dict_entries_next(&entries, &key, &value)) {
        if (python_text_is(layout, key, name, length)) {
            return value;
        }
    }
    return 0;
}

/* 0: it is not where the layout says. */
static uint64_t
find_sys(const struct python_layout *layout, uint64_t runtime,
         uint64_t interpreter)
{
    static const char modules[] = "modules";
    uint32_t word = layout->state.sys_dict_word;
    uint64_t sys = load64(interpreter + (word == 0 ? layout->state.sys_dict
                                                   : load64(runtime + word)));

    return find_in(layout, sys, modules, sizeof modules - 1) != 0 ? sys : 0;
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
    static const char name[] = "last_traceback", module[] = "<module>",
                      runpy[] = "_run_module_as_main";
    uint64_t sys = find_sys(layout, runtime, interpreter), traceback, code;

    if (sys == 0) {
        return LAST_TRACEBACK_UNKNOWN;
    }
    traceback = find_in(layout, sys, name, sizeof name - 1);
    if (!is_a(layout, traceback, "traceback")) {
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
