#include "probe/images/interpreter.h"

#include "cpython/debug_offsets.h"
#include "cpython/layout.h"
#include "cpython/memory.h"
#include "cpython/version.h"
#include "probe/images/compiler.h"
#include "probe/images/current_thread.h"
#include "probe/stack/activations.h"
#include "probe/state/entry_points.h"
#include "probe/state/peek.h"
#include "probe/state/recorder.h"

/* PyMemAllocatorEx, Include/cpython/pymem.h; unchanged since 3.5. */
struct object_allocator {
    void *context;
    void *allocate, *allocate_zeroed, *reallocate, *free;
};
enum { DOMAIN_OBJECTS = 2 }; /* PYMEM_DOMAIN_OBJ */

static struct {
    interpreter_lookup *lookup;
    void *handle; /* for it */
    uint64_t new_interpreter, create_interpreter;
    uint64_t evaluate, set_evaluator, get_version, ready_type, finalize, exit;
    uint64_t free, reallocate;
    uint64_t tracing;
    bool tracing_in_state;
    uint32_t hexversion;
    char version[24]; /* "3.8.18" */
} found;

enum {
    TRACING_BYTES = 12,          /* struct _PyTraceMalloc_Config, three ints */
    TRACING_FIELD_BYTES = 4,     /* only its first bytes are looked at */
    NEW_REFERENCE_BYTES = 96,    /* of its code that are looked at */
    EXIT_FINALIZES = 0x030d0000, /* from 3.13 on Py_Exit, which is what becomes
                                    of SystemExit, calls no Py_FinalizeEx */
};

uint64_t
interpreter_symbol(const char *name)
{
    return (uint64_t)(uintptr_t)found.lookup(found.handle, name);
}

static void
find_allocator(void)
{
    typedef void get_allocator(int domain, struct object_allocator *out);
    struct object_allocator allocator = { 0 };
    void *function = found.lookup(found.handle, "PyMem_GetAllocator");
    get_allocator *call;

    if (function != NULL) {
        __builtin_memcpy(&call, &function, sizeof call);
        call(DOMAIN_OBJECTS, &allocator);
        found.free = (uint64_t)(uintptr_t)allocator.free;
        found.reallocate = (uint64_t)(uintptr_t)allocator.reallocate;
    }
}

static void
fill_recorder(void)
{
    const struct python_layout *layout = recorder.layout;

    recorder.runtime = interpreter_symbol("_PyRuntime");
    recorder.type_type = interpreter_symbol("PyType_Type");
    recorder.code_type = interpreter_symbol("PyCode_Type");
    recorder.thread_id_offset = layout->state.thread_id;
    recorder.count_unused = (uint8_t)(64 - 8 * layout->refcount.width);
    recorder.has_evaluation = layout->state.has_evaluation;
    recorder.evaluation_offset = layout->state.evaluation;
}

/* What _Py_NewReference looks at when it stores the 1 of a birth: a variable
 * of its own up to 3.11, later a field of the interpreter's state. */
static void
find_tracing(void)
{
    uint64_t function = interpreter_symbol("_Py_NewReference");

    found.tracing = interpreter_symbol("_Py_tracemalloc_config");
    while (found.tracing == 0 && function != 0) {
        found.tracing = births_variable((const uint8_t *)(uintptr_t)function,
                                        NEW_REFERENCE_BYTES, function,
                                        recorder.runtime, &function);
        found.tracing_in_state = found.tracing != 0;
    }
}

static bool
is_free_threaded(void)
{
    uint64_t runtime = interpreter_symbol("_PyRuntime");

    return interpreter_symbol("_Py_MergeZeroLocalRefcount") != 0 ||
           (runtime != 0 && found.hexversion >= 0x030d0000 &&
            debug_offsets_free_threaded(runtime));
}

/* The number alone: when and by what it was built stands behind it. */
static const char *
version_number(const char *version)
{
    size_t length = 0;

    while (length < sizeof found.version - 1 && version[length] != ' ' &&
           version[length] != '\0') {
        found.version[length] = version[length];
        length++;
    }
    return found.version;
}

enum reason
interpreter_find(interpreter_lookup *lookup, char *const *environment,
                 const char **version)
{
    typedef const char *get_version(void);
    get_version *call;
    const char *differs;
    void *function;
    bool free_threaded;

    *version = NULL;
    found.lookup = lookup;
    if (!interpreter_library(lookup, &found.handle)) {
        return REASON_NO_PYTHON;
    }
    function = lookup(found.handle, "Py_GetVersion");
    __builtin_memcpy(&call, &function, sizeof call);
    *version = version_number(call());
    found.get_version = (uint64_t)(uintptr_t)function;
    found.hexversion = version_parse(*version);
    free_threaded = is_free_threaded();
    recorder.layout = layout_find(found.hexversion, free_threaded);
    if (free_threaded) {
        return REASON_FREE_THREADED; /* nobody's lock guards the counts */
    }
    if (interpreter_symbol("_Py_AddToAllObjects") != 0) {
        return REASON_TRACE_REFS;
    }
    if (recorder.layout == NULL ||
        interpreter_symbol("_PyEval_EvalFrameDefault") == 0) {
        return REASON_UNKNOWN_VERSION;
    }
    fill_recorder();
    if (recorder.runtime == 0) {
        return REASON_UNKNOWN_VERSION;
    }
    differs = debug_offsets_differ(recorder.layout, recorder.runtime);
    if (differs != NULL) {
        *version = differs;
        return REASON_OTHER_LAYOUT;
    }
    if (compiler_is_asked_for(lookup, found.handle, environment)) {
        return REASON_JIT;
    }
    compiler_find(lookup, found.handle);
    if (!current_thread_find(lookup, found.handle)) {
        return REASON_NO_THREAD;
    }
    found.evaluate = interpreter_symbol("_PyEval_EvalFrameDefault");
    found.set_evaluator =
        interpreter_symbol("_PyInterpreterState_SetEvalFrameFunc");
    found.ready_type = interpreter_symbol("PyType_Ready");
    found.finalize = interpreter_symbol("Py_FinalizeEx");
    if (recorder.layout->hexversion_first >= EXIT_FINALIZES) {
        found.exit = interpreter_symbol("Py_Exit");
    }
    if (recorder.layout->state.lock != 0) {
        found.new_interpreter =
            interpreter_symbol("Py_NewInterpreterFromConfig");
        found.create_interpreter = interpreter_symbol("_PyXI_NewInterpreter");
    }
    find_tracing();
    find_allocator();
    return recorder.runtime != 0 && recorder.type_type != 0 &&
                   recorder.code_type != 0
               ? REASON_NONE
               : REASON_UNKNOWN_VERSION;
}

bool
interpreter_is_in(const struct image *image)
{
    return image_has_code(image, found.evaluate);
}

static unsigned
add_entry(const struct image *image, struct plan_entry entries[],
          unsigned count, uint64_t address, uint32_t role,
          enum stub_entry watch)
{
    if (address != 0 && image_has_code(image, address)) {
        entries[count].address = address - image->bias;
        entries[count].role = role;
        entries[count].watch = watch;
        count++;
    }
    return count;
}

unsigned
interpreter_entries(const struct image *image, struct plan_entry entries[])
{
    unsigned count = 0;

    if (!interpreter_is_in(image)) {
        return 0;
    }
    if (recorder.options.frames || recorder.compiler != 0) {
        count = add_entry(image, entries, count, found.evaluate, ROLE_EVALUATE,
                          STUB_ENTRY_ALWAYS);
    }
    if (recorder.options.frames) {
        count = add_entry(image, entries, count, found.set_evaluator,
                          ROLE_SET_EVALUATOR, STUB_ENTRY_ALWAYS);
    }
    count = add_entry(image, entries, count, found.ready_type, ROLE_READY_TYPE,
                      STUB_ENTRY_ALWAYS);
    count = add_entry(image, entries, count, found.finalize, ROLE_FINALIZE,
                      STUB_ENTRY_ALWAYS);
    count = add_entry(image, entries, count, found.exit, ROLE_EXIT,
                      STUB_ENTRY_ALWAYS);
    count = add_entry(image, entries, count, found.new_interpreter,
                      ROLE_NEW_INTERPRETER, STUB_ENTRY_ALWAYS);
    count = add_entry(image, entries, count, found.create_interpreter,
                      ROLE_CREATE_INTERPRETER, STUB_ENTRY_ALWAYS);
    count = add_entry(image, entries, count, found.free, ROLE_FREE,
                      STUB_ENTRY_TRACKED_BLOCK);
    return add_entry(image, entries, count, found.reallocate, ROLE_REALLOCATE,
                     STUB_ENTRY_TRACKED_BLOCK);
}

void
interpreter_births(const struct image *image, struct plan_request *request)
{
    if (interpreter_is_in(image)) {
        request->birth_variable = found.tracing;
        request->birth_variable_bytes =
            found.tracing_in_state ? TRACING_FIELD_BYTES : TRACING_BYTES;
        request->birth_state = found.tracing_in_state ? recorder.runtime : 0;
    }
}

bool
interpreter_is_evaluator(uint64_t function)
{
    return function == found.evaluate;
}

uint32_t
interpreter_hexversion(void)
{
    return found.hexversion;
}

bool
interpreter_is_alone(uint64_t state)
{
    enum { MANY = 1 << 16 };
    const struct state_layout *at = &recorder.layout->state;
    uint64_t interpreter, own, lock;

    if (!recorder.several) {
        return true;
    }
    if (state == 0 ||
        !peek64(recorder.runtime + at->interpreters, &interpreter)) {
        return false;
    }
    own = load64(load64(state + at->interpreter) + at->lock);
    /* They come and go meanwhile: what cannot be followed, is there. */
    for (int i = 0; i < MANY && interpreter != 0; i++) {
        if (!peek64(interpreter + at->lock, &lock) || lock != own ||
            !peek64(interpreter + recorder.layout->owners.interpreter_next,
                    &interpreter)) {
            return false;
        }
    }
    return interpreter == 0;
}
