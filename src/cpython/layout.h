/*
 * layout - where CPython keeps what we read, one const table a version.
 *
 * Nothing here is found out at run time: scripts/gen-layout writes the tables
 * from the headers of that version, and an interpreter without a table is not
 * recorded. Offsets are bytes within the named structure.
 */
#ifndef REFTALLY_CPYTHON_LAYOUT_H
#define REFTALLY_CPYTHON_LAYOUT_H

#include <stdbool.h>
#include <stdint.h>

#include "base/refcount_shape.h"

/* PyObject and PyVarObject */
struct object_layout {
    uint16_t type;
    uint16_t size;      /* ob_size */
    uint16_t gc_header; /* bytes before a garbage collected object */
};

/* PyTypeObject, PyHeapTypeObject and their flag bits */
/* The two words before an object whose dictionary is managed, and its header.*/
enum managed_form {
    MANAGED_BOTH,   /* values, dictionary (3.11) */
    MANAGED_EITHER, /* another, 1 byte before values or dictionary (3.12) */
    MANAGED_INLINE, /* another, dictionary; values behind the object (3.13) */
};

struct type_layout {
    uint16_t name;
    uint16_t basicsize;
    uint16_t itemsize;
    uint16_t dealloc;
    uint16_t flags;
    uint16_t dict; /* tp_dict */
    uint16_t base;
    uint16_t dictoffset;
    uint16_t weaklistoffset;
    uint16_t finalize;
    uint16_t heap_qualname;
    uint64_t flag_gc;
    uint64_t flag_heap;
    uint64_t flag_is_type; /* instances are types */
    uint64_t flag_is_str;
    uint64_t flag_managed_dict;  /* 0: the version has none */
    uint64_t flags_preheader;    /* with any of these there are ... */
    uint16_t managed_dict_bytes; /* ... more bytes before an object */
    enum managed_form managed_dict_form;
    uint64_t flag_inline_values; /* of types whose instances may have them */
    uint16_t inline_valid;       /* a byte in the values */
};

/* _PyRuntimeState, PyInterpreterState and PyThreadState */
struct state_layout {
    uint16_t current_thread; /* in _PyRuntime, up to 3.11 */
    uint16_t last_holder;    /* in _PyRuntime, up to 3.11: the state with
                                which the lock was taken */
    bool thread_is_local;    /* else thread-local, without a name */
    uint16_t initialized;    /* in _PyRuntime: as Py_IsInitialized() */
    uint16_t interpreters;   /* in _PyRuntime: the first interpreter */
    uint16_t interpreter;    /* in the thread */
    /* From 3.14, with a just-in-time compiler: a byte in the interpreter, 1
     * when it is on. Debug builds have more before it: counted from the end. */
    uint16_t compiling_to_end;
    uint16_t interpreter_size; /* in _PyRuntime: how large an interpreter is */
    uint16_t lock;   /* in the interpreter: a pointer to its GIL; where
                                all have the same one: 0 */
    uint16_t number; /* in the interpreter: its own, counted from 0 (3.12) */
    uint16_t number_word;   /* in _PyRuntime: where that is, from 3.13 */
    uint16_t sys_dict;      /* in the interpreter: the dictionary of sys,
                               up to 3.12 */
    uint16_t sys_dict_word; /* in _PyRuntime: where that is, from 3.13 */
    uint16_t thread_id;
    uint16_t frame;            /* the innermost: tstate->frame up to 3.10, from
                                  3.13 tstate->current_frame */
    uint16_t evaluation;       /* tstate->cframe, 3.10 to 3.12 */
    uint16_t evaluation_frame; /* cframe->current_frame, 3.11 and 3.12 */
    bool has_evaluation;
    bool frame_in_evaluation; /* the innermost frame hangs on the cframe */
};

enum instruction_form {
    INSTRUCTION_BYTES,   /* int, byte offset, -1 before the first (3.9) */
    INSTRUCTION_UNITS,   /* int, code units, -1 before the first (3.10) */
    INSTRUCTION_POINTER, /* pointer into the code object (from 3.11) */
};

/* struct _frame up to 3.10, _PyInterpreterFrame from 3.11 */
struct frame_layout {
    uint16_t previous;
    uint16_t code;
    uint16_t instruction;
    uint8_t code_tag;         /* bits of the code's address to be cleared */
    uint8_t instruction_form; /* enum instruction_form */
    uint16_t owner;           /* one byte, from 3.12 */
    uint8_t owner_evaluation; /* that owner: no Python frame but one that an
                                 evaluation keeps in its C frame; 0: none */
    uint16_t object_frame;    /* of PyFrameObject, a pointer, from 3.11 */
    uint16_t traceback_frame; /* of PyTracebackObject: the frame object */
};

enum line_table_form {
    LINES_LNOTAB,    /* co_lnotab, up to 3.9 */
    LINES_RANGES,    /* co_linetable of 3.10 (PEP 626) */
    LINES_LOCATIONS, /* co_linetable from 3.11 (PEP 657) */
};

/* PyCodeObject */
struct code_layout {
    uint16_t filename;
    uint16_t name;
    uint16_t qualname; /* where there is none: the same as `name` */
    uint16_t first_line;
    uint16_t flags;
    uint16_t line_table;
    uint8_t line_table_form; /* enum line_table_form */
    bool bytecode_inline;    /* else `bytecode` is a bytes object */
    uint16_t bytecode;
    uint16_t first_traceable; /* a unit index, valid when inline */
};

/* PyUnicodeObject and PyBytesObject. The state word is read as 32 bits. */
struct text_layout {
    uint16_t length;
    uint16_t state;
    uint8_t kind_shift; /* 3 bits */
    uint8_t compact_shift;
    uint8_t ascii_shift;
    uint8_t ready_shift;
    bool has_ready; /* up to 3.11; later all are */
    uint16_t ascii_data;
    uint16_t compact_data;
    uint16_t legacy_data; /* a pointer */
    uint16_t bytes_data;
    uint16_t int_tag;    /* of an int: sign and number of digits, from 3.12 */
    uint16_t int_digits; /* four bytes each */
};

/* PyDictObject and its keys: enough to read the dictionary of a type */
struct dict_layout {
    uint16_t keys;
    uint16_t values;    /* a pointer; not 0 when keys are shared */
    uint16_t keys_size; /* slots: one byte with the binary logarithm,
                                  or eight bytes with the number itself */
    bool keys_size_is_log2;
    uint16_t keys_index_bytes; /* one byte, logarithm; valid with log2 */
    uint16_t keys_kind;        /* one byte, 0: entries begin with a hash;
                                  valid with log2, else always a hash */
    uint16_t values_first;     /* in the values: the first of them */
    uint16_t keys_used;        /* entries in use */
    uint16_t keys_indices;     /* entries follow the indices */
};

/*
 * What the census follows and names: lists of objects and threads, and where
 * the common containers keep what they own. An offset of 0 means that the
 * version has no such thing.
 */
enum { COLLECTORS_MAX = 4, FREE_LISTS_MAX = 4 };

struct owner_layout {
    bool known;                 /* false: no census in this version */
    uint16_t type_traverse;     /* tp_traverse */
    uint16_t type_members;      /* tp_members */
    uint16_t type_cached_keys;  /* ht_cached_keys */
    uint16_t type_unvisited[3]; /* what a heap type owns besides its qualified
                                   name, and tp_traverse does not visit */
    uint32_t interpreter_next;
    uint32_t interpreter_threads;
    uint32_t thread_next;
    uint32_t thread_bytes;
    uint32_t thread_frames; /* its memory for frames: the youngest part, the
                               first free word there, and the end */
    uint16_t
        interpreter_size; /* in _PyRuntime, from 3.13: which of these ... */
    struct collector_layout {
        uint32_t interpreter_bytes;
        uint32_t enabled;  /* in the interpreter, an int: does it run? */
        uint32_t heads[4]; /* in the interpreter: lists; 0: no more */
        struct free_list_layout {
            uint32_t offset, bytes;   /* of the array */
            uint32_t count;           /* an int: how many are in it */
        } free_lists[FREE_LISTS_MAX]; /* of what is to be used again; 0: no
                                         more */
    } collectors[COLLECTORS_MAX];     /* of releases; see owners_collector */
    uint32_t gc_collecting;           /* an int there */
    uint16_t list_items;              /* a pointer to them */
    uint16_t weak_object;             /* of PyWeakReference */
    uint16_t weak_callback;
    uint16_t tuple_items;
    uint16_t cell_value;
    uint16_t module_dict;
    uint16_t module_name;
    uint16_t function_code;
    uint16_t function_qualname;
    uint16_t function_closure;
    uint16_t function_defaults;
    uint16_t function_module;
    uint16_t generator_code;
    uint16_t generator_frame; /* a pointer, or the frame itself ... */
    bool generator_frame_inline;
    uint16_t generator_state;      /* one byte, from 3.12, and between which
                                      values ... */
    int8_t generator_suspended[2]; /* ... it is suspended */
    uint16_t generator_origin; /* before it; not initialized in all of them */
    bool frame_is_object;      /* frames can be traversed (up to 3.10) */
    bool frame_is_cleared;     /* by whoever evaluates them (from 3.12) */
    uint16_t frame_generator;  /* whose frame it is: points, and never counts */
    uint16_t frame_function;   /* owned by the frame, up to frame_object */
    uint16_t frame_namespace;
    uint16_t frame_object;
    uint16_t frame_locals;        /* locals, cells, free variables, the stack */
    uint16_t frame_stack_top;     /* int, in slots from the locals; negative
                                   while the frame runs */
    uint16_t frame_stack_pointer; /* where it ends, 0 while the frame runs;
                                     slots whose low bit is set own nothing
                                     (from 3.14) */
    uint16_t frame_stack_depth;   /* int, in slots of the stack (3.10) */
    uint16_t frame_stack_end;     /* pointer, 0 while the frame runs (3.9) */
    uint16_t code_stack_size;     /* int, slots */
    uint16_t code_local_count;    /* int; of all names when there is but one
                                   tuple of names */
    uint16_t code_local_names;
    uint16_t code_free_count; /* int; the last of the names */
    uint16_t code_cell_names;
    uint16_t code_free_names;
    uint16_t exception_args; /* of every exception, whatever its type adds */
    uint16_t exception_traceback;
    uint16_t exception_context;
    uint16_t exception_cause;
    uint16_t traceback_next;
};

/*
 * Calls that the main thread makes when it comes to a safe point: the ring of
 * Py_AddPendingCall, up to 3.13. Offsets are those in the state of the main
 * interpreter, or, from 3.12 on, in _PyRuntime.
 */
struct calls_layout {
    uint32_t main_interpreter; /* in _PyRuntime: its address */
    uint32_t main_thread;      /* 3.13: in _PyRuntime, the state's address.
                                  From 3.14: in _Py_DebugOffsets, where the
                                  interpreter's state has it */
    uint32_t debugger;         /* from 3.14: in it, words about where it is said
                                  which script to run (PEP 768) */
    uint32_t semaphore;        /* address of what guards the ring: 1 is free */
    uint32_t mutex;            /* ... or a byte that does: 0 is free */
    uint32_t count;            /* calls that wait, or 1 if any does */
    uint32_t most;             /* 3.13: where `limit` stands, too */
    uint32_t first, last;      /* indexes; `last` is the next to be filled */
    uint32_t calls;            /* function, argument */
    uint32_t breaker;          /* of the interpreter, or 3.13: of a thread */
    uint16_t call_size, slots, limit, breaker_bit;
    uint16_t moves[4]; /* releases and builds have it all so much later; behind
                          the last one 0 */
    bool in_runtime;
};

/* A word of _Py_DebugOffsets, and what it is where this table is right. */
struct offset_check {
    uint16_t position; /* 0: no more */
    uint16_t expected;
    const char *name;
};

struct python_layout {
    const char *version;       /* "3.11" */
    uint32_t hexversion_first; /* as sys.hexversion, both included */
    uint32_t hexversion_last;
    struct refcount_shape refcount;
    struct object_layout object;
    struct type_layout type;
    struct state_layout state;
    struct calls_layout calls;
    struct frame_layout frame;
    struct code_layout code;
    struct text_layout text;
    struct dict_layout dict;
    struct owner_layout owners;
    struct offset_check checks[32];  /* from 3.13 */
    const char *const *opcode_names; /* [256]; NULL: no such opcode. A
                                         specialised one has the name of the
                                         opcode that it specialises */
    const uint8_t *opcode_caches;    /* [256] inline cache units, or NULL */
    uint8_t extended_arguments[2];   /* EXTENDED_ARG and its quick form */
};

extern const struct python_layout layout_3_9;
extern const struct python_layout layout_3_10;
extern const struct python_layout layout_3_11;
extern const struct python_layout layout_3_12;
extern const struct python_layout layout_3_13;
extern const struct python_layout layout_3_14;
extern const struct python_layout layout_3_15;

/* Of free-threaded builds only what an object begins with is known. */
extern const struct python_layout layout_3_13t;

/* The table for this interpreter, or NULL: unknown, never a guess. */
const struct python_layout *layout_find(uint32_t hexversion,
                                        bool free_threaded);

#endif
