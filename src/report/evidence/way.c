#include "report/evidence/way.h"

#include <ctype.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "report/input/ledger_load.h"
#include "report/text/memory.h"
#include "report/text/words.h"

enum {
    STEPS_MAX = 64,
    KEY_CHARACTERS = 60, /* of a key that is shown */
    METHOD_SELF = 0x18,  /* m_self of PyCFunctionObject, in all versions */
};

static const char *const kind_words[] = { "nothing", "object",      "frame",
                                          "static",  "interpreter", "stack",
                                          "block",   "...",         "pool",
                                          "heap",    "frames" };

/* What is being written, and what the step before it was. */
struct way {
    const struct ledger *ledger;
    struct symbols *symbols;
    char *text;
    bool in_namespace; /* keys are attributes here */
    bool in_cell;
};

static bool
is(const struct ledger *ledger, ledger_string string, const char *text)
{
    uint32_t length;
    const char *bytes = ledger_text(ledger, string, &length);

    return bytes != NULL && length == strlen(text) &&
           memcmp(bytes, text, length) == 0;
}

/* Never NULL. */
static char *
string_of(const struct ledger *ledger, ledger_string string)
{
    char *text = ledger_printable(ledger, string);

    return text != NULL ? text : memory_text("?");
}

static char *
type_name_of(const struct ledger *ledger, const struct ledger_holder *holder)
{
    return string_of(ledger, ledger_type_at(ledger, holder->type)->name);
}

/* The text so far is replaced by one that contains it, or not. */
static void
become(struct way *way, char *text)
{
    free(way->text);
    way->text = text;
}

static bool
is_identifier(const char *text)
{
    if (text[0] == '\0' || isdigit((unsigned char)text[0]) ||
        strlen(text) > KEY_CHARACTERS) {
        return false;
    }
    for (; *text != '\0'; text++) {
        if (!isalnum((unsigned char)*text) && *text != '_' &&
            (unsigned char)*text < 0x80) {
            return false;
        }
    }
    return true;
}

static void
add_key(struct way *way, ledger_string slot)
{
    char *key = string_of(way->ledger, slot);

    if (way->in_namespace && is_identifier(key)) {
        become(way, memory_format("%s.%s", way->text, key));
    }
    else {
        bool cut = strlen(key) > KEY_CHARACTERS;

        become(way, memory_format("%s['%.*s%s']", way->text, KEY_CHARACTERS,
                                  key, cut ? "..." : ""));
    }
    free(key);
}

static void
add_attribute(struct way *way, ledger_string slot, bool *in_namespace)
{
    char *name;

    if (is(way->ledger, slot, "__dict__")) {
        *in_namespace = true;
        return;
    }
    if (is(way->ledger, slot, "__closure__")) {
        return; /* the cell is what matters */
    }
    name = string_of(way->ledger, slot);
    become(way, memory_format("%s.%s", way->text, name));
    free(name);
}

static void
add_local(struct way *way, ledger_string slot, uint64_t number)
{
    char *name;

    if (slot == 0) {
        become(way, memory_format("stack slot %" PRIu64 " of %s", number,
                                  way->text));
        return;
    }
    name = string_of(way->ledger, slot);
    become(way, memory_format("local '%s' of %s", name, way->text));
    free(name);
}

static void
add_offset(struct way *way, const struct ledger_holder *holder, uint64_t offset)
{
    char *type = type_name_of(way->ledger, holder);

    if (strcmp(type, "set") == 0 || strcmp(type, "frozenset") == 0) {
        free(type); /* its members have no names */
        return;
    }
    if (strcmp(type, "builtin_function_or_method") == 0 &&
        offset == METHOD_SELF) {
        become(way, memory_format("%s.__self__", way->text));
    }
    else if (strcmp(type, "functools._lru_cache_wrapper") == 0) {
        become(way, memory_format("lru_cache of %s", way->text));
    }
    else if (offset == 0) { /* of its head: a binding has it elsewhere */
        become(way, memory_format("what %s keeps alive", way->text));
    }
    else {
        become(way, memory_format("%s+0x%" PRIx64, way->text, offset));
    }
    free(type);
}

/* Into the holder, by its slot. */
static void
add_step(struct way *way, const struct ledger_holder *holder, uint32_t kind,
         ledger_string slot, uint64_t number)
{
    bool in_namespace = false, in_cell = false;
    char *text;

    switch (kind) {
    case LEDGER_SLOT_ATTRIBUTE:
        add_attribute(way, slot, &in_namespace);
        break;
    case LEDGER_SLOT_KEY:
        add_key(way, slot);
        break;
    case LEDGER_SLOT_KEY_NUMBER:
    case LEDGER_SLOT_ITEM:
        become(way, memory_format("%s[%" PRIu64 "]", way->text, number));
        break;
    case LEDGER_SLOT_KEY_OTHER:
        text = string_of(way->ledger, slot);
        become(way, memory_format("%s[<%s>]", way->text, text));
        free(text);
        break;
    case LEDGER_SLOT_KEY_ITSELF:
        become(way, memory_format("a key of %s", way->text));
        break;
    case LEDGER_SLOT_LOCAL:
        add_local(way, slot, number);
        break;
    case LEDGER_SLOT_CELL:
        text = string_of(way->ledger, slot);
        become(way, memory_format("closure cell '%s' of %s", text, way->text));
        free(text);
        in_cell = true;
        break;
    case LEDGER_SLOT_CONTENT:
        if (!way->in_cell) {
            become(way, memory_format("%s.cell_contents", way->text));
        }
        break;
    case LEDGER_SLOT_TYPE:
        become(way, memory_format("the type of %s", way->text));
        break;
    case LEDGER_SLOT_OFFSET:
        add_offset(way, holder, number);
        break;
    default:
        break;
    }
    way->in_namespace = in_namespace;
    way->in_cell = in_cell;
}

/* Modules, classes, functions and generators are known by their own names. */
static void
add_name(struct way *way, const struct ledger_holder *holder, bool root)
{
    char *type = type_name_of(way->ledger, holder);
    char *name = string_of(way->ledger, holder->name);
    char *file = string_of(way->ledger, holder->file);
    bool named;

    /* Up to 3.10 a frame is an object, and may be a generator's, or a traceback's:
       who has that tells more. */
    if (strcmp(type, "frame") == 0 && holder->parent != 0) {
        free(type);
        type = type_name_of(way->ledger,
                            ledger_holder_at(way->ledger, holder->parent));
    }
    named = strcmp(type, "traceback") != 0;
    if (named && holder->file != 0) {
        bool running =
            holder->kind == LEDGER_HOLDER_FRAME || strcmp(type, "frame") == 0;

        become(way, memory_format("%s frame at %s:%" PRIu32 " in %s",
                                  running ? "running" : type,
                                  words_last_part(file), holder->line, name));
    }
    else if (named && holder->name != 0) {
        become(way, memory_text(name));
    }
    else if (root) {
        become(way, memory_format("a %s", type));
    }
    else if (way->text[0] == '\0') {
        become(way, memory_text(type));
    }
    free(type);
    free(name);
    free(file);
}

static void
begin_with_memory(struct way *way, const struct ledger_holder *root)
{
    uint64_t bytes = root->slot_number;
    char *what;

    if (root->kind == LEDGER_HOLDER_POOL) {
        what = memory_format(
            "in a block of %" PRIu64 " bytes of Python's allocator", bytes);
    }
    else if (root->kind == LEDGER_HOLDER_FRAMES) {
        what = memory_text("where a thread keeps its Python frames");
    }
    else if (root->kind == LEDGER_HOLDER_BLOCK) {
        what = memory_text("of which nothing is known");
    }
    else if (bytes == 0) {
        what = memory_text("in the heap of malloc");
    }
    else {
        what =
            memory_format("in a block of %" PRIu64 " bytes from malloc", bytes);
    }
    become(way,
           memory_format("memory at 0x%" PRIx64 ", %s", root->address, what));
    free(what);
}

static void
begin(struct way *way, const struct ledger_holder *root)
{
    char *variable, *folded;

    switch (root->kind) {
    case LEDGER_HOLDER_OBJECT:
    case LEDGER_HOLDER_FRAME:
        add_name(way, root, true);
        break;
    case LEDGER_HOLDER_STATIC:
        variable = way->symbols != NULL
                       ? symbols_variable(way->symbols, root->address)
                       : memory_format("0x%" PRIx64, root->address);
        folded = words_folded(variable);
        become(way, memory_format("static %s", folded));
        free(folded);
        free(variable);
        break;
    case LEDGER_HOLDER_INTERPRETER:
        become(way, memory_text("the interpreter's own structures"));
        break;
    case LEDGER_HOLDER_STACK:
        become(way, memory_text("the stack of a thread"));
        break;
    case LEDGER_HOLDER_BLOCK:
    case LEDGER_HOLDER_POOL:
    case LEDGER_HOLDER_HEAP:
    case LEDGER_HOLDER_FRAMES:
        begin_with_memory(way, root);
        break;
    default:
        become(way, memory_text("..."));
        break;
    }
}

/* Behind a cut nobody knows what the step leads out of. */
static void
step_into(struct way *way, const struct ledger_holder *holder,
          const struct ledger_holder *next)
{
    char *before =
        holder->kind == LEDGER_HOLDER_CUT ? memory_text(way->text) : NULL;

    add_step(way, holder, next->slot_kind, next->slot, next->slot_number);
    if (before != NULL) {
        become(way, before);
    }
}

char *
way_text(const struct ledger *ledger, struct symbols *symbols,
         const struct ledger_owner *owner)
{
    struct way way = { .ledger = ledger, .symbols = symbols };
    uint32_t steps[STEPS_MAX];
    size_t count = 0;
    const struct ledger_holder *holder;

    for (uint32_t at = owner->holder; at != 0 && count < STEPS_MAX;
         at = ledger_holder_at(ledger, at)->parent) {
        steps[count++] = at;
    }
    way.text = memory_text("");
    if (count == 0) {
        become(&way, memory_text("?"));
        return way.text;
    }
    holder = ledger_holder_at(ledger, steps[count - 1]);
    begin(&way, holder);
    for (size_t i = count - 1; i-- > 0;) {
        const struct ledger_holder *next = ledger_holder_at(ledger, steps[i]);

        if (next->kind == LEDGER_HOLDER_CUT) {
            become(&way, memory_format("%s ... ", way.text));
        }
        else {
            step_into(&way, holder, next);
        }
        if (next->name != 0) {
            add_name(&way, next, false);
            way.in_namespace = false;
        }
        holder = next;
    }
    add_step(&way, holder, owner->slot_kind, owner->slot, owner->slot_number);
    if (way.in_namespace) { /* that is where it ends: not in the object itself */
        become(&way, memory_format("%s.__dict__", way.text));
    }
    return way.text;
}

const char *
way_kind_word(uint32_t kind)
{
    return kind < sizeof kind_words / sizeof *kind_words ? kind_words[kind]
                                                         : "?";
}
