#include "probe/images/interpreter.h"

#include "arch/x86_64/getter.h"
#include "cpython/debug_offsets.h"
#include "cpython/layout.h"
#include "cpython/memory.h"
#include "probe/images/types.h"
#include "probe/stack/activations.h"
#include "probe/state/entry_points.h"
#include "probe/state/lazy_variable.h"
#include "probe/state/peek.h"
#include "probe/state/recorder.h"

#include <dlfcn.h>

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
} found;

enum {
    TRACING_BYTES = 12,       /* struct _PyTraceMalloc_Config, three ints */
    TRACING_FIELD_BYTES = 4,  /* only its first bytes are looked at */
    NEW_REFERENCE_BYTES = 96, /* of its code that are looked at */
    GETTER_BYTES = 96,
    EXIT_FINALIZES = 0x030d0000, /* from 3.13 on Py_Exit, which is what becomes
                                    of SystemExit, calls no Py_FinalizeEx */
};

/* "3.11.2 (main, ...)": digits only; release level "rc1", "a2" ... follow. */
static uint32_t
parse_version(const char *text)
{
    uint32_t parts[3] = { 0, 0, 0 }, level = 0xf, serial = 0;

    for (unsigned i = 0; i < 3; i++) {
        while (*text >= '0' && *text <= '9') {
            parts[i] = parts[i] * 10 + (uint32_t)(*text++ - '0');
        }
        if (*text == '.') {
            text++;
        }
        else {
            break;
        }
    }
    if (*text == 'a' || *text == 'b' || *text == 'r' || *text == 'c') {
        level = *text == 'a' ? 0xa : *text == 'b' ? 0xb : 0xc;
        while (*text >= 'a' && *text <= 'z') {
            text++;
        }
        while (*text >= '0' && *text <= '9') {
            serial = serial * 10 + (uint32_t)(*text++ - '0');
        }
    }
    return parts[0] << 24 | parts[1] << 16 | (parts[2] & 0xff) << 8 |
           level << 4 | (serial & 0xf);
}

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

/* What the dynamic linker does with the two words that describe a variable. */
static uint64_t
address_from_index(uint64_t index)
{
    typedef void *address_getter(void *index);
    void *function = found.lookup(RTLD_DEFAULT, "__tls_get_addr");
    address_getter *call;

    if (function == NULL) {
        return 0;
    }
    __builtin_memcpy(&call, &function, sizeof call);
    return (uint64_t)(uintptr_t)call((void *)(uintptr_t)index);
}

/*
 * What the process was started with lies in the blocks that threads are created
 * with: below the thread pointer, and near it, as far in every thread.
 */
static bool
use_offset(uint64_t offset)
{
    enum { NEAR = 1 << 20 };

    recorder.current_thread = offset;
    recorder.thread_mask = UINT64_MAX;
    return (int64_t)offset < 0 && (int64_t)offset > -NEAR;
}

/* The two words at `index` are a module and an offset, for __tls_get_addr. */
static bool
use_index(uint64_t index, int64_t more)
{
    uint64_t address = address_from_index(index) + (uint64_t)more;
    uint64_t offset = load64(index + 8) + (uint64_t)more;

    if (lazy_variable_find(load64(index), offset, address) == LAZY_DYNAMIC) {
        recorder.thread_is_lazy = true;
        return use_offset(lazy_variable_memory());
    }
    return use_offset(address - own_thread_id());
}

static bool
find_local_thread(void)
{
    struct thread_variable variable;
    uint64_t getter = interpreter_symbol("PyThreadState_GetUnchecked");

    if (getter == 0) {
        getter = interpreter_symbol("_PyThreadState_UncheckedGet");
    }
    if (getter == 0 || !getter_variable((const uint8_t *)(uintptr_t)getter,
                                        GETTER_BYTES, getter, &variable)) {
        return false;
    }
    switch (variable.kind) {
    case VARIABLE_OFFSET:
        return use_offset(variable.value);
    case VARIABLE_SLOT:
        return use_offset(load64(variable.value) + (uint64_t)variable.more);
    case VARIABLE_INDEX:
        return use_index(variable.value, variable.more);
    }
    return false;
}

static bool
find_thread(void)
{
    const struct state_layout *at = &recorder.layout->state;

    if (at->thread_is_local) {
        return find_local_thread();
    }
    recorder.current_thread = recorder.runtime + at->current_thread;
    return true;
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

/* Only a build that has a compiler exports this function. */
static void
find_compiler(void)
{
    const struct state_layout *at = &recorder.layout->state;

    if (at->compiling_to_end != 0 &&
        interpreter_symbol("_PyOptimizer_Optimize") != 0) {
        recorder.compiler =
            (uint32_t)load64(recorder.runtime + at->interpreter_size) -
            at->compiling_to_end;
    }
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

/*
 * 3.13 does not tell later whether its just-in-time compiler is on; only a
 * build that has one exports this function. From 3.14 the hooks look.
 */
static bool
asked_to_compile(char *const *environment)
{
    static const char name[] = "PYTHON_JIT=";
    enum { LENGTH = sizeof name - 1 };

    if (interpreter_symbol("_PyOptimizer_NewUOpOptimizer") == 0 &&
        interpreter_symbol("PyUnstable_Optimizer_NewUOpOptimizer") == 0) {
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
    *version = call();
    found.get_version = (uint64_t)(uintptr_t)function;
    found.hexversion = parse_version(*version);
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
    if (asked_to_compile(environment)) {
        return REASON_JIT;
    }
    find_compiler();
    if (!find_thread()) {
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
    if (types_static_wanted()) {
        count = add_entry(image, entries, count, found.ready_type,
                          ROLE_READY_TYPE, STUB_ENTRY_ALWAYS);
    }
    count = add_entry(image, entries, count, found.finalize, ROLE_FINALIZE,
                      STUB_ENTRY_ALWAYS);
    count = add_entry(image, entries, count, found.exit, ROLE_FINALIZE,
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
