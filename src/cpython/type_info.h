/*
 * type_info - facts about a type object, read as raw memory.
 */
#ifndef REFTALLY_CPYTHON_TYPE_INFO_H
#define REFTALLY_CPYTHON_TYPE_INFO_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "cpython/layout.h"
#include "cpython/memory.h"

/* Flags of tp_flags, of what the built-in types and all derived from them are;
   part of the stable ABI since 3.2. */
#define TYPE_FLAG_LONG (UINT64_C(1) << 24)
#define TYPE_FLAG_LIST (UINT64_C(1) << 25)
#define TYPE_FLAG_TUPLE (UINT64_C(1) << 26)
#define TYPE_FLAG_BYTES (UINT64_C(1) << 27)
#define TYPE_FLAG_UNICODE (UINT64_C(1) << 28)
#define TYPE_FLAG_DICT (UINT64_C(1) << 29)
#define TYPE_FLAG_EXCEPTION (UINT64_C(1) << 30)

/* The type of an object. */
static inline uint64_t
type_of(const struct python_layout *layout, uint64_t object)
{
    return load64(object + layout->object.type);
}

/* tp_flags; they are the same in every version where they mean the same. */
uint64_t type_flags(const struct python_layout *layout, uint64_t type);

/* Instances have a garbage collector header, as Py_TPFLAGS_HAVE_GC says. */
bool type_is_gc(const struct python_layout *layout, uint64_t type);
bool type_is_heap(const struct python_layout *layout, uint64_t type);

/* False: static data that looks like a type at first, and is none. */
bool type_can_be_static(const struct python_layout *layout, uint64_t type);

/*
 * Bytes between the start of the allocation and an instance: 0, 16 or 32. Not
 * for type objects that were not allocated: static types have no header.
 */
uint32_t object_preheader(const struct python_layout *layout, uint64_t type);

/* The dictionary that a managed instance has, as soon as somebody has asked for
   it; else 0. */
uint64_t object_managed_dict(const struct python_layout *layout,
                             uint64_t object);

/* tp_name in the host's memory; "" if the type is not ready. */
const char *type_name(const struct python_layout *layout, uint64_t type);

/* Whether its objects are hashed as `object` does it: no other one is equal.
   False of a type that is not ready. */
bool type_hash_is_identity(const struct python_layout *layout, uint64_t type);

bool text_equals(const char *text, const char *other);

/* Whether that is the tp_name of its type. */
bool object_is_a(const struct python_layout *layout, uint64_t object,
                 const char *type);

/* The value of a key in a dictionary; 0: it is not there. */
uint64_t dict_find(const struct python_layout *layout, uint64_t dict,
                   const char *name);

/*
 * The name people import it by. A heap type has only its own name in tp_name:
 * then it is preceded by __module__ of the type's dictionary and a dot, and
 * nested classes read "Outer.Inner". Names of builtins have no prefix. Returns
 * the bytes written without the terminator.
 */
size_t type_full_name(const struct python_layout *layout, uint64_t type,
                      char *out, size_t size);

#endif
