/*
 * stacks - a stack tag as the chain of functions that a reader of C sees.
 *
 * Inlined functions are frames of their own; innermost first. A stack of
 * nothing but helpers (Py_INCREF ...) has the innermost of them as its frame.
 */
#ifndef REFTALLY_REPORT_SYMBOLS_STACKS_H
#define REFTALLY_REPORT_SYMBOLS_STACKS_H

#include "report/symbols/symbols.h"

struct stack_frame {
    uint32_t function;
    uint32_t line;             /* 0: unknown */
    const char *file;          /* NULL: unknown */
    const struct place *place; /* the instruction that this frame is at */
    bool evaluator;            /* one activation of the eval loop */
    bool inlined;              /* into the next frame outward */
    bool library;              /* of one that is compiled into its users */
    bool serves;               /* it is, and they are in other stacks */
    uint32_t shadowed; /* code of the frame that an evaluator was given, and in
                          whose place it had another evaluated; mostly 0 */
};

struct stack {
    struct stack_frame *frames;
    size_t count;
    size_t relevant; /* up to and with the outermost evaluator, or frame of an
                        extension outside of it; all if there is neither */
    uint32_t python; /* Python node that is part of the tag; mostly 0 */
    bool cut;        /* deeper frames exist */
    bool adopted;    /* no stack: the object is older than the recording */
};

struct stacks;

/* `symbols` must outlive it. */
struct stacks *stacks_create(const struct ledger *ledger,
                             struct symbols *symbols);
void stacks_free(struct stacks *stacks);

/* Whether the frame's function changed the count itself, or by what is inlined
 * into it. */
bool stack_changed_in(const struct stack *stack, size_t frame);

/* How many frames are inside of the innermost evaluation of Python code. */
size_t stack_native(const struct stack *stack);

/*
 * The innermost evaluation, if it is of a frame that was made from another one,
 * and not the last of the stack: the next frame has made it, or had it made.
 * NULL: it is not.
 */
const struct stack_frame *stack_shadow(const struct stack *stack);

/* Does the function of that frame stand further out, too? */
bool stack_enters_again(const struct stack *stack, size_t frame);

/*
 * Does a container give up what it held in one of the innermost `frames`? Only
 * up to Python code: what a finalizer does there nobody gives up.
 */
bool stack_disposed(const struct symbols *symbols, const struct stack *stack,
                    size_t frames);

/* Fills a zeroed or used stack; its memory is used again. */
void stacks_fill(struct stacks *stacks, uint32_t tag, struct stack *stack);
void stack_clear(struct stack *stack);

/* What stands at a node; NULL: it is no place in machine code. */
const struct place *stacks_place(struct stacks *stacks, uint32_t node);

/* As if nothing but that place were known. */
void stack_fill_place(struct stack *stack, const struct place *place);

/* Frames that both have in common, counted from the outermost relevant one. */
size_t stack_common(const struct stack *a, const struct stack *b);

/*
 * A number for "born here", equal for tags whose innermost functions above the
 * allocator are the same.
 */
uint64_t stacks_birthplace(struct stacks *stacks, uint32_t tag);

/* enum function_flags of all frames of a tag, or-ed. */
uint32_t stacks_flags(struct stacks *stacks, uint32_t tag);

/* Was this done while the interpreter or a module was set up? */
bool stacks_in_setup(struct stacks *stacks, uint32_t tag);

#endif
