/*
 * type_layout - where types, and the tables that they are made from, have their
 * functions: in bytes, the same in all versions.
 */
#ifndef REFTALLY_REPORT_SYMBOLS_TYPE_LAYOUT_H
#define REFTALLY_REPORT_SYMBOLS_TYPE_LAYOUT_H

#include <stdbool.h>

#include "report/symbols/image_data.h"

/* Of struct _typeobject. */
enum {
    TP_NAME = 24,
    TP_BASICSIZE = 32,
    TP_DEALLOC = 48,
    TP_AS_ASYNC = 80,
    TP_AS_NUMBER = 96,
    TP_AS_SEQUENCE = 104,
    TP_AS_MAPPING = 112,
    TP_AS_BUFFER = 160,
    TP_FLAGS = 168,
    TP_TRAVERSE = 184,
    TP_CLEAR = 192,
    TP_METHODS = 232,
    TP_GETSET = 248,
    TP_NEW = 312,
    TP_FINALIZE = 392,
    TYPE_SIZE = 408,
};

/* Numbers of slots in a specification, as of typeslots.h; those of functions are
 * in type_slots.def, too. */
enum {
    SLOT_CLEAR = 51,
    SLOT_DEALLOC = 52,
    SLOT_METHODS = 64,
    SLOT_NEW = 65,
    SLOT_TRAVERSE = 71,
    SLOT_GETSET = 73,
    SLOT_FINALIZE = 80,
    SLOTS_MAX = 100, /* higher than any; and rows of one specification */
};

/* Of PyType_Spec, which begins with the name, and of a row of its slots. */
enum { SPEC_BASICSIZE = 8, SPEC_SLOTS = 24, SLOT_SIZE = 16 };

/* Of rows of PyMethodDef and PyGetSetDef, which begin with a name. */
enum {
    METHOD_FUNCTION = 8,
    METHOD_FLAGS = 16,
    METHOD_DOC = 24,
    METHOD_SIZE = 32,
    GETSET_GET = 8,
    GETSET_SET = 16,
    GETSET_SIZE = 40,
};

/*
 * Whether a static type may begin there: it has numbers where a table of
 * functions, as C++ makes them, has no room for any between its pointers.
 */
static inline bool
type_layout_fits(const struct image_data *data, uint64_t start)
{
    enum { OBJECT_HEAD = 16, OBJECT_BYTES_MAX = 1 << 24 };
    uint64_t size = image_data_word(data, start + TP_BASICSIZE);

    return size >= OBJECT_HEAD && size <= OBJECT_BYTES_MAX &&
           image_data_target(data, start + TP_BASICSIZE) == 0 &&
           image_data_target(data, start + TP_FLAGS) == 0 &&
           image_data_function(data, start + TP_NAME) == 0;
}

#endif
