#include "report/symbols/function_names.h"

#include <stdlib.h>
#include <string.h>

#include "report/symbols/demangle.h"
#include "report/symbols/function_flags.h"
#include "report/text/memory.h"

struct contract {
    const char *name;
    uint32_t flag;
};

static const struct contract contracts[] = {
#define CONTRACT(name, kind) { name, FUNCTION_##kind },
#include "report/symbols/contracts.def"
#undef CONTRACT
};

static bool
listed(const char *name, const char *const *list)
{
    for (; *list != NULL; list++) {
        if (strcmp(name, *list) == 0) {
            return true;
        }
    }
    return false;
}

static bool
contains_any(const char *name, const char *const *list)
{
    for (; *list != NULL; list++) {
        if (strstr(name, *list) != NULL) {
            return true;
        }
    }
    return false;
}

static bool
starts_with(const char *name, const char *start)
{
    return strncmp(name, start, strlen(start)) == 0;
}

static bool
starts_with_any(const char *name, const char *const *list)
{
    for (; *list != NULL; list++) {
        if (starts_with(name, *list)) {
            return true;
        }
    }
    return false;
}

char *
function_name_plain(const char *name)
{
    /* C++ and Rust have dots in no plain name; compilers add theirs. */
    static const char *const suffixes[] = {
        ".part.",      ".constprop.", ".isra.",  ".cold", ".lto_priv.",
        ".localalias", ".llvm.",      ".clone.", NULL
    };
    char *plain = memory_text(name != NULL ? name : "?");

    for (const char *const *suffix = suffixes; *suffix != NULL; suffix++) {
        char *found = strstr(plain, *suffix);

        if (found != NULL && found != plain) {
            *found = '\0';
        }
    }
    return plain;
}

char *
function_name_readable(const char *name)
{
    char *plain = function_name_plain(name);
    char *demangled = demangle_name(plain);

    if (demangled == NULL) {
        return plain;
    }
    free(plain);
    return demangled;
}

/* pyo3_ffi::object::Py_INCREF is what the C API calls Py_INCREF. */
static const char *
behind_ffi(const char *name)
{
    const char *colon = strrchr(name, ':');

    return starts_with(name, "pyo3_ffi::") ? colon + 1 : name;
}

bool
function_name_is_helper(const char *name)
{
    static const char *const helpers[] = { "Py_INCREF",
                                           "Py_DECREF",
                                           "Py_XINCREF",
                                           "Py_XDECREF",
                                           "_Py_INCREF",
                                           "_Py_DECREF",
                                           "_Py_XINCREF",
                                           "_Py_XDECREF",
                                           "Py_NewRef",
                                           "Py_XNewRef",
                                           "_Py_NewRef",
                                           "_Py_XNewRef",
                                           "__Pyx_NewRef",
                                           "__Pyx_XNewRef",
                                           "_Py_DECREF_SPECIALIZED",
                                           "_Py_DECREF_NO_DEALLOC",
                                           "_Py_DECREF_INT",
                                           "_Py_INCREF_MORTAL",
                                           "_Py_INCREF_TYPE",
                                           "_Py_INCREF_CODE",
                                           "_Py_INCREF_DICT",
                                           "_Py_DECREF_TYPE",
                                           "_Py_DECREF_CODE",
                                           "_Py_DECREF_DICT",
                                           "_Py_DECREF_MORTAL_SPECIALIZED",
                                           "Py_DECREF_MORTAL",
                                           "Py_DECREF_MORTAL_SPECIALIZED",
                                           "_Py_NewReferenceNoTotal",
                                           "Py_SET_REFCNT",
                                           "_Py_SET_REFCNT",
                                           "Py_IncRef",
                                           "Py_DecRef",
                                           "_Py_IncRef",
                                           "_Py_DecRef",
                                           "_Py_Dealloc",
                                           "_Py_NewReference",
                                           "_PyObject_Init",
                                           "_PyObject_InitVar",
                                           "PyObject_Init",
                                           "PyObject_InitVar",
                                           "_PyObject_INIT",
                                           "_PyObject_INIT_VAR",
                                           NULL };

    /* What the evaluator of 3.14 holds instead of objects. */
    static const char stack_reference[] = "PyStackRef_";
    static const char *const of_bindings[] = {
        "pybind11::handle::inc_ref",
        "pybind11::handle::dec_ref",
        "nanobind::handle::inc_ref",
        "nanobind::handle::dec_ref",
        "nanobind::detail::incref_checked",
        "nanobind::detail::decref_checked",
        "CPyTagged_IncRef", /* mypyc's */
        "CPyTagged_DecRef",
        "CPyTagged_XDecRef",
        "CPyTagged_INCREF",
        "CPyTagged_DECREF",
        "CPyTagged_XDECREF",
        "CPy_DecRef",
        "CPy_XDecRef",
        "SWIG_Py_INCREF",
        "SWIG_Py_XINCREF",
        "SWIG_Py_DECREF",
        "SWIG_Py_XDECREF",
        "cppy::incref",
        "cppy::xincref",
        "cppy::decref",
        "cppy::xdecref",
        "pyo3::gil::register_incref",
        "pyo3::gil::register_decref",
        NULL,
    };

    return listed(behind_ffi(name), helpers) ||
           starts_with_any(name, of_bindings) ||
           strncmp(name + (*name == '_'), stack_reference,
                   sizeof stack_reference - 1) == 0;
}

static int
compare_contracts(const void *a, const void *b)
{
    return strcmp(((const struct contract *)a)->name,
                  ((const struct contract *)b)->name);
}

uint32_t
function_name_contract(const char *name)
{
    /* PY_SSIZE_T_CLEAN renames some: PyArg_Parse is _PyArg_Parse_SizeT. */
    static const char suffix[] = "_SizeT";
    char plain[64];
    struct contract wanted = { .name = name };
    const struct contract *found;
    size_t length = strlen(name);

    if (name[0] == '_' && length >= sizeof suffix && length < sizeof plain &&
        strcmp(name + length - (sizeof suffix - 1), suffix) == 0) {
        memcpy(plain, name + 1, length - sizeof suffix);
        plain[length - sizeof suffix] = '\0';
        wanted.name = plain;
    }
    found = (const struct contract *)bsearch(
        &wanted, contracts, sizeof contracts / sizeof *contracts,
        sizeof *contracts, compare_contracts);
    return found != NULL ? found->flag : 0;
}

static const char *const evaluators[] = {
    "_PyEval_EvalFrameDefault",
    NULL,
};

static const char *const disposers[] = {
    "dealloc", "clear", "Clear", "finaliz", "Finaliz", "_free", NULL,
};

static const char *const allocators[] = {
    "_PyObject_New",
    "_PyObject_NewVar",
    "_PyObject_GC_New",
    "_PyObject_GC_NewVar",
    "PyType_GenericAlloc",
    "_PyType_AllocNoTrack",
    "PyType_GenericNew",
    "_PyObject_GC_Malloc",
    "_PyObject_GC_Alloc",
    "_PyObject_GC_Link",
    "gc_alloc",
    "new_reference",
    "object_new",
    "type_call",
    "new_dict",
    "new_dict_with_shared_keys",
    "_PyObject_MakeTpCall",
    "_PyLong_FromSTwoDigits",
    "get_small_int",
    "get_latin1_char",
    "unicode_new_empty",
    "bytes_new_empty",
    "tuple_get_empty",
    NULL,
};

static const char *const teardowns[] = {
    "Py_FinalizeEx",
    "Py_EndInterpreter",
    NULL,
};

static const char *const setups[] = {
    "PyType_Ready",
    "_PyStaticType_InitBuiltin",
    "PyType_FromSpec",
    "PyType_FromSpecWithBases",
    "PyType_FromModuleAndSpec",
    "PyType_FromMetaclass",
    "PyModule_ExecDef",
    "PyModule_FromDefAndSpec2",
    "PyModule_Create2",
    "_PyImport_LoadDynamicModuleWithSpec",
    "_imp_create_dynamic",
    "_imp_exec_dynamic",
    "_imp_create_builtin",
    "_imp_exec_builtin",
    "PyImport_ImportFrozenModuleObject",
    "Py_InitializeFromConfig",
    "Py_InitializeEx",
    "pyinit_core",
    "pyinit_main",
    "PyStructSequence_InitType2",
    "PyUnicode_InternImmortal",
    NULL,
};

static const char *const glue[] = {
    "PyObject_Vectorcall",
    "_PyObject_Vectorcall",
    "_PyObject_VectorcallTstate",
    "PyObject_Call",
    "_PyObject_Call",
    "PyObject_CallOneArg",
    "PyObject_CallNoArgs",
    "_PyObject_CallNoArgs",
    "_PyObject_CallNoArgsTstate",
    "PyObject_VectorcallMethod",
    "_PyFunction_Vectorcall",
    "_PyEval_Vector",
    "_PyEval_EvalFrame",
    "cfunction_vectorcall_NOARGS",
    "cfunction_vectorcall_O",
    "cfunction_vectorcall_FASTCALL",
    "method_vectorcall_NOARGS",
    "method_vectorcall_O",
    "method_vectorcall_FASTCALL",
    "do_call_core",
    "call_function",
    /* Where a process and its threads begin. */
    "_start",
    "__libc_start_main",
    "__libc_start_main_impl",
    "__libc_start_call_main",
    "start_thread",
    "clone",
    "clone3",
    NULL,
};

static const char *const interning[] = { "PyUnicode_InternInPlace", NULL };

static const char *const importing[] = { "PyImport_ImportModuleLevelObject",
                                         NULL };

/* Functions that are what they are called. */
static const struct {
    const char *const *names;
    uint32_t flag;
} kinds[] = {
    { glue, FUNCTION_GLUE },
    { evaluators, FUNCTION_EVALUATOR },
    { allocators, FUNCTION_ALLOCATOR },
    { setups, FUNCTION_SETUP },
    { teardowns, FUNCTION_TEARDOWN },
    { interning, FUNCTION_INTERN },
    { importing, FUNCTION_IMPORT },
};

/* What stands between Python and what the user wrote: functions that take
 * arguments apart, of pybind11 and nanobind ... */
static const char *const bindings[] = {
    "__pyx_tp_vectorcall",
    "pybind11::cpp_function::",
    "pybind11::detail::argument_loader",
    "nb_func_vectorcall",
    NULL,
};

/* ... and those that are made for one function, as also Cython and the macros of
 * PyO3 do; and those of Cython that make an object and call its __cinit__. */
static const char *const wrappers[] = {
    "__pyx_pw_",
    "__pyx_tp_new",
    "pybind11::cpp_function::initialize<",
    "nanobind::detail::func_create",
    NULL,
};
static const char *const wrapping[] = {
    "::__pyfunction_",
    "::__pymethod_",
    NULL,
};

/* Of which a file may not be known: what Cython writes into each module, and the
 * slots of the types that pybind11, nanobind and PyO3 make. */
static const char *const libraries[] = {
    "__Pyx_",
    "pybind11_",
    "pybind11::detail::make_new_instance",
    "nanobind::detail::inst_new_int",
    "nanobind::detail::nb_type_vectorcall",
    "<pyo3::impl_::pyclass_init::",
    "<pyo3::pyclass_init::",
    NULL,
};

bool
function_name_is_library(const char *name)
{
    return starts_with_any(name, libraries);
}

bool
function_name_wraps(const char *name)
{
    return starts_with_any(name, wrappers) || contains_any(name, wrapping);
}

bool
function_name_is_python(const char *name)
{
    return starts_with(name, "Py") || starts_with(name, "_Py");
}

uint32_t
function_name_flags(const char *name)
{
    uint32_t flags = function_name_contract(name);

    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++) {
        if (listed(name, kinds[i].names)) {
            flags |= kinds[i].flag;
        }
    }
    if (contains_any(name, disposers)) {
        flags |= FUNCTION_DISPOSER;
    }
    if (function_name_is_helper(name)) {
        flags |= FUNCTION_ALLOCATOR;
    }
    if (starts_with(name, "PyArg_") || starts_with(name, "_PyArg_")) {
        flags |= FUNCTION_PARSES;
    }
    /* But not a lambda that is written there. */
    if (starts_with(name, "PyInit_") && strstr(name, "::") == NULL) {
        flags |= FUNCTION_SETUP;
    }
    if (starts_with_any(name, bindings) || function_name_wraps(name)) {
        flags |= FUNCTION_GLUE;
    }
    return flags;
}

bool
function_name_makes(const char *name)
{
    return (function_name_flags(name) &
            (FUNCTION_GIVES | FUNCTION_ALLOCATOR)) != 0 ||
           strstr(name, "alloc") != NULL || strstr(name, "Alloc") != NULL;
}

bool
function_name_manages_memory(const char *name)
{
    static const char *const parts[] = { "alloc",      "Alloc", "GC_UNTRACK",
                                         "GC_UnTrack", "_Free", "visit_decref",
                                         NULL };

    return contains_any(name, parts);
}
