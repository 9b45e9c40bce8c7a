/*
 * owners - the references that objects and frames hold, as the host tells them.
 *
 * The only callers into Python: the tp_traverse functions of types, which make
 * no object and change no count. Only at a safe point: the caller holds the
 * GIL, no collection runs, and no object is being taken apart.
 */
#ifndef REFTALLY_CPYTHON_OWNERS_H
#define REFTALLY_CPYTHON_OWNERS_H

#include <stdbool.h>
#include <stdint.h>

#include "cpython/layout.h"

/* Told of one object; has the form of CPython's visitproc and returns 0. */
typedef int owners_visit(void *object, void *context);

enum owners_look {
    OWNERS_NONE,      /* holds nothing: a number, plain text, a static type */
    OWNERS_TRAVERSED, /* has said which references it holds */
    OWNERS_SILENT,    /* has no tp_traverse: owners_words looks at its memory */
};

/* Are these bytes in memory? */
typedef bool owners_readable(uint64_t address, uint64_t bytes);

/*
 * Where the collector keeps its lists. Patch releases move them, so what is
 * there decides. NULL: they are at none of the places known, or no census.
 */
const struct collector_layout *
owners_collector(const struct python_layout *layout, uint64_t runtime,
                 owners_readable *readable);

/* Visits every object of every interpreter's collector. False: it is busy. */
bool owners_collected(const struct python_layout *layout, uint64_t runtime,
                      const struct collector_layout *lists, owners_visit *visit,
                      void *context);

/* Whether it is switched off, or never due, in all interpreters. */
bool owners_collector_is_off(const struct python_layout *layout,
                             uint64_t runtime,
                             const struct collector_layout *lists);

/* Whether the collector knows the object, whose type has a header for it. */
bool owners_is_collected(const struct python_layout *layout, uint64_t object);

/* Whether the collector could know the object, and was never told of it. Tuples
 * and dictionaries are not always told of. */
bool owners_is_overlooked(const struct python_layout *layout, uint64_t object);

/*
 * What a look at the object would be. One that the collector does not know
 * may not be complete, or be gone: only tuples and dictionaries are asked then.
 */
enum owners_look owners_look_at(const struct python_layout *layout,
                                uint64_t object, bool complete);

/* The same without following what it holds: keys are left out. */
void owners_visit_cautiously(const struct python_layout *layout,
                             uint64_t object, owners_visit *visit,
                             void *context);

/*
 * Whether an object of which only the address is known is one: its type is a
 * type, and all of it is in memory. If the collector could know the object and
 * does not, its header must say so: memory that was freed or reallocated keeps
 * a head that looks like an object's.
 */
bool owners_is_object(const struct python_layout *layout, uint64_t object,
                      bool collected, owners_readable *readable);

/*
 * Visits each reference of an object whose look is OWNERS_TRAVERSED, as often
 * as it holds it. More than tp_traverse says: keys that are text, the type of an
 * instance that does not mention its own, and the dictionary of one whose values
 * are its own as well (3.13.0).
 */
void owners_visit_references(const struct python_layout *layout,
                             uint64_t object, owners_visit *visit,
                             void *context);

/* Bytes of the object itself, from its first; 0: no sane number. */
uint64_t owners_object_bytes(const struct python_layout *layout,
                             uint64_t object);

/* A frame that a thread is running. */
struct owners_frame {
    uint64_t frame;
    uint64_t code;
    uint32_t named; /* slots from the locals that are surely references or 0 */
    uint32_t slots; /* with the stack, which may hold what is left over */
    uint32_t first; /* first slot that nobody else announces */
    uint64_t locals;
};

typedef void owners_frame_found(const struct owners_frame *frame,
                                void *context);

/* Every running frame of every thread, the innermost first. */
void owners_running_frames(const struct python_layout *layout, uint64_t runtime,
                           owners_frame_found *found, void *context);

/*
 * Slots of a frame that is not running, at this moment: its locals and, of one
 * that was suspended, its stack. Those whose low bit is set own nothing.
 */
uint32_t owners_frame_slots(const struct python_layout *layout, uint64_t frame,
                            uint64_t code);

/* Whether a generator, or the like, has the frame in it. Not up to 3.10. */
bool owners_frame_of_generator(const struct python_layout *layout,
                               uint64_t frame);

/*
 * An evaluation of the frame is over: whether the frame still holds what is in
 * its slots. From 3.12 the evaluator clears it, unless it is suspended.
 */
bool owners_frame_keeps(const struct python_layout *layout, uint64_t frame,
                        bool of_generator);

/* Slots for locals, cells and free variables in a frame of this code; how many
 * of these, the last ones, are free variables. */
uint32_t owners_code_slots(const struct python_layout *layout, uint64_t code);
uint32_t owners_code_free(const struct python_layout *layout, uint64_t code);

/* What a frame that is no object holds besides its slots. */
void owners_visit_frame(const struct python_layout *layout,
                        const struct owners_frame *frame, owners_visit *visit,
                        void *context);

/* Where the interpreters and threads keep their own references. */
typedef void owners_state_found(uint64_t start, uint64_t end, void *context);
void owners_states(const struct python_layout *layout, uint64_t runtime,
                   const struct collector_layout *lists,
                   owners_state_found *found, void *context);

/*
 * Memory of theirs that waits to be used again, with what was left in it: the
 * free ends of memory for frames, and of lists of objects.
 */
void owners_unused(const struct python_layout *layout, uint64_t runtime,
                   const struct collector_layout *lists,
                   owners_state_found *found, void *context);

#endif
