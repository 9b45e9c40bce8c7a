/*
 * Compares the table of 3.11 with the headers of that version, when they are
 * installed. The other tables are compared with live interpreters in
 * tests/coverage.
 */
#if defined(__has_include)
#if __has_include(<internal/pycore_frame.h>)
#define HAVE_PYTHON_3_11 1
#endif
#endif

#ifdef HAVE_PYTHON_3_11
#define Py_BUILD_CORE 1
#include <Python.h>
#include <opcode.h>
#include <internal/pycore_frame.h>
#include <internal/pycore_interp.h>
#include <internal/pycore_runtime.h>
#endif

#include "base/reason.h"
#include "cpython/layout.h"
#include "unit.h"

#include <check.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const struct python_layout *const all[] = {
    &layout_3_9,  &layout_3_10, &layout_3_11, &layout_3_12,
    &layout_3_13, &layout_3_14, &layout_3_15,
};

START_TEST(finds_the_table_of_every_final_release)
{
    ck_assert_ptr_eq(layout_find(0x030900f0, false), &layout_3_9);
    ck_assert_ptr_eq(layout_find(0x030912f0, false), &layout_3_9);
    ck_assert_ptr_eq(layout_find(0x030a00f0, false), &layout_3_10);
    ck_assert_ptr_eq(layout_find(0x030a0df0, false), &layout_3_10);
    ck_assert_ptr_eq(layout_find(0x030b00f0, false), &layout_3_11);
    ck_assert_ptr_eq(layout_find(0x030b02f0, false), &layout_3_11);
    ck_assert_ptr_eq(layout_find(0x030bfff0, false), &layout_3_11);
    ck_assert_ptr_eq(layout_find(0x030c01f0, false), &layout_3_12);
    ck_assert_ptr_eq(layout_find(0x030d12f0, false), &layout_3_13);
    ck_assert_ptr_eq(layout_find(0x030e0af0, false), &layout_3_14);
    ck_assert_ptr_eq(layout_find(0x030f02f0, false), &layout_3_15);
}
END_TEST

/* Whoever is refused is told. */
START_TEST(the_reason_names_the_versions_that_there_are)
{
    const char *text = reason_text(REASON_UNKNOWN_VERSION);
    unsigned first = 0, last = 0;

    for (unsigned minor = 0; minor < 100; minor++) {
        if (layout_find(0x030000f0 | minor << 16, false) != NULL) {
            first = first == 0 ? minor : first;
            last = minor;
        }
    }
    ck_assert_ptr_nonnull(strstr(text, "CPython 3."));
    ck_assert_uint_eq(strtoul(strstr(text, "3.") + 2, NULL, 10), first);
    ck_assert_uint_eq(strtoul(strstr(text, "to 3.") + 5, NULL, 10), last);
}
END_TEST

/* As 3.13 lays it out: thread, padding, the owner's count, the others'. */
START_TEST(the_counts_of_a_free_threaded_build_add_up)
{
    static const struct {
        uint64_t owner;
        uint32_t unused, local;
        int64_t shared;
    } object = { 0x7f0000001000, 0, 3, 5 << 2 | 1 };
    const struct python_layout *layout = layout_find(0x030d05f0, true);
    const struct shared_count *shared;
    uint32_t local;
    int64_t others;
    uint64_t owner;

    ck_assert_ptr_eq(layout, &layout_3_13t);
    ck_assert(refcount_is_split(&layout->refcount));
    ck_assert(!refcount_is_split(&layout_3_13.refcount));
    shared = &layout->refcount.shared;
    memcpy(&local, (const char *)&object + layout->refcount.offset,
           layout->refcount.width);
    memcpy(&others, (const char *)&object + shared->offset, shared->width);
    memcpy(&owner, (const char *)&object + shared->owner_offset, 8);
    ck_assert_int_eq(refcount_total(&layout->refcount, local, others), 8);
    ck_assert_int_eq(refcount_total(&layout_3_13.refcount, local, others), 3);
    ck_assert_uint_eq(owner, object.owner);
    ck_assert_ptr_null(layout_find(0x030c01f0, true));
}
END_TEST

START_TEST(never_guesses_a_table)
{
    static const uint32_t unknown[] = {
        0,          0x020712f0, 0x030812f0, 0x030900a1, /* alpha */
        0x030900b5,                                     /* beta */
        0x030900c2,                                     /* release candidate */
        0x030a00c1, 0x030b00c2, 0x030c00a1, 0x030f00b4,
        0x031000f0, 0x040000f0, UINT32_MAX,
    };

    for (size_t i = 0; i < sizeof unknown / sizeof unknown[0]; i++) {
        ck_assert_msg(layout_find(unknown[i], false) == NULL, "%#x",
                      unknown[i]);
    }
}
END_TEST

START_TEST(four_bytes_count_where_objects_can_be_immortal)
{
    for (size_t i = 0; i < sizeof all / sizeof all[0]; i++) {
        bool old = all[i]->hexversion_last < 0x030c0000;

        ck_assert_uint_eq(all[i]->refcount.offset, 0);
        ck_assert_uint_eq(all[i]->refcount.width, old ? 8 : 4);
        ck_assert_int_eq(all[i]->refcount.immortal,
                         old ? IMMORTAL_NEVER : IMMORTAL_NEGATIVE);
    }
}
END_TEST

START_TEST(specialised_opcodes_have_the_name_of_their_base)
{
    enum { FIRST_SPECIALISED = 2 };
    for (size_t i = FIRST_SPECIALISED; i < sizeof all / sizeof all[0]; i++) {
        unsigned copies = 0;
        for (unsigned opcode = 0; opcode < 256; opcode++) {
            const char *name = all[i]->opcode_names[opcode];
            if (name != NULL) {
                ck_assert_ptr_null(strstr(name, "ADAPTIVE"));
                ck_assert_ptr_null(strstr(name, "INSTRUMENTED"));
                ck_assert_ptr_null(strstr(name, "__"));
                copies += strcmp(name, "CALL") == 0;
            }
        }
        ck_assert_uint_ge(copies, 2);
    }
    ck_assert_str_eq(layout_3_9.opcode_names[100], "LOAD_CONST");
    ck_assert_str_eq(layout_3_10.opcode_names[136], "LOAD_DEREF");
    ck_assert_str_eq(layout_3_11.opcode_names[149], "COPY_FREE_VARS");
    ck_assert_ptr_null(layout_3_9.opcode_names[255]);
}
END_TEST

#ifdef HAVE_PYTHON_3_11
START_TEST(agrees_with_the_headers_of_python_3_11)
{
    const struct python_layout *layout = layout_find(PY_VERSION_HEX, false);

    ck_assert_ptr_eq(layout, &layout_3_11);
    const struct {
        const char *what;
        uint64_t table, header;
    } facts[] = {
#define FACT(field, value) { #field, layout->field, (uint64_t)(value) }
        FACT(refcount.offset, offsetof(PyObject, ob_refcnt)),
        FACT(object.type, offsetof(PyObject, ob_type)),
        FACT(object.size, offsetof(PyVarObject, ob_size)),
        FACT(object.gc_header, sizeof(PyGC_Head)),
        FACT(type.name, offsetof(PyTypeObject, tp_name)),
        FACT(type.basicsize, offsetof(PyTypeObject, tp_basicsize)),
        FACT(type.itemsize, offsetof(PyTypeObject, tp_itemsize)),
        FACT(type.dealloc, offsetof(PyTypeObject, tp_dealloc)),
        FACT(type.flags, offsetof(PyTypeObject, tp_flags)),
        FACT(type.dict, offsetof(PyTypeObject, tp_dict)),
        FACT(type.base, offsetof(PyTypeObject, tp_base)),
        FACT(type.dictoffset, offsetof(PyTypeObject, tp_dictoffset)),
        FACT(type.weaklistoffset, offsetof(PyTypeObject, tp_weaklistoffset)),
        FACT(type.finalize, offsetof(PyTypeObject, tp_finalize)),
        FACT(type.heap_qualname, offsetof(PyHeapTypeObject, ht_qualname)),
        FACT(type.flag_gc, Py_TPFLAGS_HAVE_GC),
        FACT(type.flag_heap, Py_TPFLAGS_HEAPTYPE),
        FACT(type.flag_is_type, Py_TPFLAGS_TYPE_SUBCLASS),
        FACT(type.flag_is_str, Py_TPFLAGS_UNICODE_SUBCLASS),
        FACT(type.flag_managed_dict, Py_TPFLAGS_MANAGED_DICT),
        FACT(type.flags_preheader, Py_TPFLAGS_MANAGED_DICT),
        FACT(state.current_thread,
             offsetof(_PyRuntimeState, gilstate.tstate_current)),
        FACT(state.interpreters, offsetof(_PyRuntimeState, interpreters.head)),
        FACT(state.interpreter, offsetof(PyThreadState, interp)),
        FACT(state.thread_id, offsetof(PyThreadState, thread_id)),
        FACT(state.evaluation, offsetof(PyThreadState, cframe)),
        FACT(state.evaluation_frame, offsetof(_PyCFrame, current_frame)),
        FACT(frame.previous, offsetof(_PyInterpreterFrame, previous)),
        FACT(frame.code, offsetof(_PyInterpreterFrame, f_code)),
        FACT(frame.instruction, offsetof(_PyInterpreterFrame, prev_instr)),
        FACT(code.filename, offsetof(PyCodeObject, co_filename)),
        FACT(code.name, offsetof(PyCodeObject, co_name)),
        FACT(code.qualname, offsetof(PyCodeObject, co_qualname)),
        FACT(code.first_line, offsetof(PyCodeObject, co_firstlineno)),
        FACT(code.flags, offsetof(PyCodeObject, co_flags)),
        FACT(code.line_table, offsetof(PyCodeObject, co_linetable)),
        FACT(code.bytecode, offsetof(PyCodeObject, co_code_adaptive)),
        FACT(code.first_traceable, offsetof(PyCodeObject, _co_firsttraceable)),
        FACT(text.length, offsetof(PyASCIIObject, length)),
        FACT(text.state, offsetof(PyASCIIObject, state)),
        FACT(text.ascii_data, sizeof(PyASCIIObject)),
        FACT(text.compact_data, sizeof(PyCompactUnicodeObject)),
        FACT(text.legacy_data, offsetof(PyUnicodeObject, data)),
        FACT(text.bytes_data, offsetof(PyBytesObject, ob_sval)),
        FACT(dict.keys, offsetof(PyDictObject, ma_keys)),
        FACT(owners.known, true),
        FACT(owners.type_traverse, offsetof(PyTypeObject, tp_traverse)),
        FACT(owners.collectors[0].heads[0],
             offsetof(PyInterpreterState, gc.generations[0].head)),
        FACT(owners.collectors[0].enabled,
             offsetof(PyInterpreterState, gc.enabled)),
        FACT(owners.collectors[0].heads[3],
             offsetof(PyInterpreterState, gc.permanent_generation.head)),
        FACT(owners.interpreter_threads,
             offsetof(PyInterpreterState, threads.head)),
        FACT(owners.frame_locals, offsetof(_PyInterpreterFrame, localsplus)),
        FACT(owners.frame_stack_top, offsetof(_PyInterpreterFrame, stacktop)),
        FACT(owners.code_local_count, offsetof(PyCodeObject, co_nlocalsplus)),
        FACT(extended_arguments[0], EXTENDED_ARG_QUICK),
        FACT(extended_arguments[1], EXTENDED_ARG),
#undef FACT
    };

    for (size_t i = 0; i < sizeof facts / sizeof facts[0]; i++) {
        ck_assert_msg(facts[i].table == facts[i].header,
                      "%s is %lu in the table, %lu in the headers",
                      facts[i].what, facts[i].table, facts[i].header);
    }
}
END_TEST
#endif

int
main(void)
{
    Suite *suite = suite_create("layouts");
    TCase *tests = tcase_create("layouts");

    tcase_add_test(tests, finds_the_table_of_every_final_release);
    tcase_add_test(tests, the_reason_names_the_versions_that_there_are);
    tcase_add_test(tests, the_counts_of_a_free_threaded_build_add_up);
    tcase_add_test(tests, never_guesses_a_table);
    tcase_add_test(tests, four_bytes_count_where_objects_can_be_immortal);
    tcase_add_test(tests, specialised_opcodes_have_the_name_of_their_base);
#ifdef HAVE_PYTHON_3_11
    tcase_add_test(tests, agrees_with_the_headers_of_python_3_11);
#else
    puts("not compared with headers: python3.11/internal is not installed");
#endif
    suite_add_tcase(suite, tests);

    return unit_run(suite);
}
