#include "arch/x86_64/handing_path.h"

#include "arch/decode.h"
#include "arch/x86_64/handing_count.h"
#include "arch/x86_64/handing_vector.h"
#include "arch/x86_64/handing_word.h"

static const uint32_t SIGN = 0x80000000;        /* of half a register */
static const uint32_t LAST_MORTAL = 0xbfffffff; /* of counts, from 3.14 on */

/* cmp register, register: are both the pointer? */
static bool
is_itself(const uint8_t *bytes, size_t size, uint16_t holds)
{
    uint8_t rm, reg;

    if (size < 3 || (bytes[0] & 0xf8) != 0x48 ||
        (bytes[1] != 0x39 && bytes[1] != 0x3b) || bytes[2] < 0xc0) {
        return false;
    }
    reg = (uint8_t)((bytes[2] >> 3 & 7) | (bytes[0] & 4) << 1);
    rm = (uint8_t)((bytes[2] & 7) | (bytes[0] & 1) << 3);
    return (holds & handing_state_bit(reg)) != 0 &&
           (holds & handing_state_bit(rm)) != 0;
}

/* cmp $0, slot: is it one that holds the pointer? */
static bool
is_slot_tested(struct handing_scene *scene,
               const struct instruction *instruction,
               const struct handing_path *path)
{
    return (handing_word_slot(scene, instruction, 0) & path->slots) != 0 &&
           instruction->form == FORM_TEST && instruction->width == 8;
}

static void
copy_bits(struct handing_path *path, uint8_t to, uint8_t from, bool whole)
{
    struct handing_path before = *path;
    uint16_t bit = handing_state_bit(to), source = handing_state_bit(from);

    handing_state_forget(path, bit);
    path->holds |= whole && (before.holds & source) != 0 ? bit : 0;
    path->equals |= (before.equals & source) != 0 ? bit : 0;
    handing_count_copy(path, to, &before, from);
}

/*
 * A count that is set, where only the code knows what it was. Who looks for what
 * was given away too often believes that all of it was taken.
 */
static int
several(const struct handing_scene *scene, const struct handing_path *path)
{
    return scene->cautious ? HANDING_BALANCE_MAX - path->balance : 0;
}

/* What is written to the count is so much more than stood there. */
static int
written_beside(const struct instruction *instruction,
               const struct handing_path *path)
{
    switch (instruction->form) {
    case FORM_ADD_IMMEDIATE:
        return instruction->amount;
    case FORM_STORE_REGISTER:
        return (path->counts & handing_state_bit(instruction->register_)) != 0
                   ? handing_count_beside(path, instruction->register_)
                   : HANDING_BESIDE_UNKNOWN;
    case FORM_STORE_IMMEDIATE:
    case FORM_ADD_REGISTER:
        return HANDING_BESIDE_UNKNOWN;
    default:
        return 0;
    }
}

static void
write_count(struct handing_scene *scene, const struct instruction *instruction,
            struct handing_path *path)
{
    int amount = written_beside(instruction, path);
    bool counted =
        instruction->form == FORM_STORE_REGISTER &&
        (path->counts & handing_state_bit(instruction->register_)) != 0;

    handing_state_balance(path, instruction,
                          amount == HANDING_BESIDE_UNKNOWN &&
                                  instruction->form != FORM_ADD_IMMEDIATE
                              ? several(scene, path)
                              : amount);
    handing_count_written(path, amount);
    if (counted) {
        handing_count_set(path, instruction->register_, 0);
    }
}

/* Writes to memory: to the count, of the pointer, or over a slot. */
static void
step_store(struct handing_scene *scene, const struct instruction *instruction,
           struct handing_path *path)
{
    uint16_t base = handing_state_bit(instruction->memory.base);
    uint16_t from = instruction->form == FORM_STORE_REGISTER
                        ? handing_state_bit(instruction->register_)
                        : 0;

    if ((path->holds & base) != 0 && decode_is_plain(instruction)) {
        write_count(scene, instruction, path);
    }
    else {
        handing_word_write(scene, instruction, 0,
                           (path->holds & from) != 0 && instruction->width == 8,
                           path);
    }
}

static void
step_load(struct handing_scene *scene, const struct instruction *instruction,
          struct handing_path *path)
{
    uint16_t to = handing_state_bit(instruction->register_);
    uint64_t slot = handing_word_slot(scene, instruction, 0);
    bool counts =
        (path->holds & handing_state_bit(instruction->memory.base)) != 0 &&
        decode_is_plain(instruction);

    handing_state_forget(path, to);
    path->holds |= slot != 0 && (path->slots & slot) != 0 ? to : 0;
    if (counts) {
        handing_count_set(path, instruction->register_, 0);
    }
    if (instruction->width == 8 &&
        handing_word_is_variable(scene, instruction, path)) {
        path->holds |= to;
        handing_word_loaded(instruction, path);
    }
    else if (instruction->width == 8 &&
             handing_word_may_equal(scene, instruction)) {
        path->equals |= to;
    }
}

/*
 * Words whose address is taken, and those above them: who has that of a
 * structure has all of it. A word that was filled by its address stands alone.
 */
static uint64_t
words_shown(struct handing_scene *scene, const struct instruction *instruction)
{
    uint64_t from = handing_word_slot(scene, instruction, 0), shown = from;
    int64_t first = handing_word(instruction->memory.displacement,
                                 instruction->memory.base == REGISTER_RBP);

    for (size_t i = 0; from != 0 && !scene->filled && i < scene->slot_count;
         i++) {
        if (scene->slots[i] > first && ((scene->slots[i] ^ first) & 1) == 0) {
            shown |= (uint64_t)1 << i;
        }
    }
    return shown;
}

static void
step_adjust(const struct instruction *instruction, struct handing_path *path)
{
    if (instruction->amount == 0) {
        copy_bits(path, instruction->register_, instruction->source, true);
    }
    else {
        handing_count_adjust(path, instruction->register_, instruction->source,
                             instruction->amount);
    }
}

/* Registers that say where the operand in memory is. */
static uint16_t
address_of(const struct instruction *instruction)
{
    return instruction->has_memory
               ? (uint16_t)(handing_state_bit(instruction->memory.base) |
                            handing_state_bit(instruction->memory.index))
               : 0;
}

/* Everything else may carry the pointer away. */
static void
step_other(struct handing_scene *scene, const struct instruction *instruction,
           struct handing_path *path)
{
    uint16_t read =
        (uint16_t)(instruction->reads & path->holds & ~address_of(instruction));

    if (read != 0 && (instruction->writes & RESOURCE_FLAGS) == 0 &&
        !scene->cautious) {
        scene->handing->stored = true;
        handing_state_balance(path, instruction, -1);
    }
    handing_state_forget(path, instruction->touches);
}

/* Loops that took many at once add their number to the count. */
static void
step_combine(struct handing_scene *scene, const struct instruction *instruction,
             struct handing_path *path)
{
    bool many = (path->counts & instruction->reads) != 0;

    step_other(scene, instruction, path);
    if (many) {
        handing_count_set(path, instruction->register_, HANDING_BESIDE_UNKNOWN);
    }
}

/* It only puts the pointer on the stack, or fetches it: on whose behalf, the
 * compiler does not say. */
static bool
is_spill(struct handing_scene *scene, const struct instruction *instruction)
{
    return (instruction->form == FORM_STORE_REGISTER ||
            instruction->form == FORM_LOAD) &&
           handing_word_slot(scene, instruction, 0) != 0;
}

void
handing_path_use(struct handing_scene *scene,
                 const struct instruction *instruction,
                 struct handing_path *path)
{
    bool over = instruction->form == FORM_STORE_REGISTER ||
                instruction->form == FORM_STORE_IMMEDIATE;

    if (path->last.used != 0 && is_spill(scene, instruction)) {
        return;
    }
    /* A slot that is written over was not looked at. */
    if ((instruction->reads & path->holds) != 0 ||
        (!over &&
         (handing_word_slot(scene, instruction, 0) & path->slots) != 0)) {
        path->last.used = instruction->address;
        path->last.given = false;
    }
}

/* Of two pointers that are the same, only one is followed: not that path. */
static bool
is_compared(const struct handing_scene *scene,
            const struct instruction *instruction,
            const struct handing_path *path)
{
    return (instruction->form == FORM_OTHER ||
            instruction->form == FORM_COMPARE) &&
           instruction->touches == 0 &&
           ((instruction->reads & path->holds & ~address_of(instruction)) !=
                0 ||
            handing_word_is_variable(scene, instruction, path));
}

/*
 * Of what has a name it is known which one it is: the path on which an argument
 * or a field is the same object goes on. Not with other variables: those are
 * other objects.
 */
static bool
is_named(const struct handing_scene *scene,
         const struct instruction *instruction, const struct handing_path *path)
{
    return scene->variable != 0 && !scene->cautious &&
           (instruction->memory.base != REGISTER_RIP ||
            !instruction->has_memory ||
            handing_word_is_variable(scene, instruction, path));
}

/* With what may be the same one? */
static bool
is_compared_with_equal(const struct handing_scene *scene,
                       const struct instruction *instruction,
                       const struct handing_path *path)
{
    return instruction->form == FORM_OTHER && instruction->touches == 0 &&
           instruction->width == 8 && (instruction->reads & path->holds) != 0 &&
           (handing_word_may_equal(scene, instruction) ||
            (!instruction->has_memory &&
             (instruction->reads & path->equals & ~path->holds) != 0));
}

void
handing_path_push(struct handing_scene *scene,
                  const struct instruction *instruction,
                  struct handing_path *path)
{
    uint16_t from = handing_state_bit(instruction->pushed);

    if (instruction->form == FORM_OTHER &&
        (instruction->touches & handing_state_bit(REGISTER_RSP)) != 0) {
        path->pushed =
            (uint16_t)(path->pushed << 1 |
                       ((path->holds & from) != 0 ||
                        handing_word_is_variable(scene, instruction, path)));
    }
}

uint16_t
handing_path_pushed(const struct handing_scene *scene,
                    const struct handing_path *path)
{
    uint16_t pushed = path->pushed;

    /* Variables have the frame's register: what has the other is arguments. */
    for (size_t i = 0; scene->code->framed && i < scene->slot_count; i++) {
        int64_t argument = scene->slots[i] / (2 * (int64_t)sizeof(uint64_t));

        if ((path->slots >> i & 1) != 0 && (scene->slots[i] & 1) == 0 &&
            argument >= 0 && argument < 16) {
            pushed |= (uint16_t)(1u << argument);
        }
    }
    return scene->cautious ? pushed : 0;
}

static enum handing_tested
what_is_tested(struct handing_scene *scene,
               const struct instruction *instruction, const uint8_t *bytes,
               const struct handing_path *path)
{
    uint16_t asked =
        instruction->asked_byte ? 0 : handing_state_bit(instruction->asked);
    uint16_t tested = instruction->asked_bits == 0 ? asked : 0;

    if ((path->holds & tested) != 0 ||
        is_slot_tested(scene, instruction, path)) {
        return TESTED_POINTER;
    }
    if (instruction->asked_bits == SIGN &&
        (handing_count_exact(path) & asked) != 0) {
        return TESTED_BIT;
    }
    if (is_itself(bytes, instruction->length, path->holds)) {
        return TESTED_SAME;
    }
    if (instruction->form == FORM_ADJUST && instruction->width == 4 &&
        (path->counts & handing_state_bit(instruction->register_)) != 0 &&
        handing_count_beside(path, instruction->register_) == 1) {
        return TESTED_RAISED;
    }
    if (instruction->form == FORM_COMPARE && instruction->width == 4 &&
        (handing_count_exact(path) &
         handing_state_bit(instruction->register_)) != 0 &&
        (uint32_t)instruction->amount == LAST_MORTAL) {
        return TESTED_LIMIT;
    }
    if (!path->equal && is_compared_with_equal(scene, instruction, path)) {
        return TESTED_EQUALS;
    }
    if (is_compared(scene, instruction, path)) {
        return is_named(scene, instruction, path) ? TESTED_NAMED : TESTED_OTHER;
    }
    return (handing_count_exact(path) & tested) != 0 ? TESTED_COUNT
                                                     : TESTED_NOTHING;
}

void
handing_path_step(struct handing_scene *scene,
                  const struct instruction *instruction, const uint8_t *bytes,
                  struct handing_path *path)
{
    switch (instruction->form) {
    case FORM_ADD_IMMEDIATE:
    case FORM_ADD_REGISTER:
    case FORM_STORE_IMMEDIATE:
    case FORM_STORE_REGISTER:
        step_store(scene, instruction, path);
        break;
    case FORM_LOAD:
        step_load(scene, instruction, path);
        break;
    case FORM_MOVE:
        copy_bits(path, instruction->register_, instruction->source,
                  instruction->width == 8);
        break;
    case FORM_ADJUST:
        path->shown |= scene->loyal ? 0 : words_shown(scene, instruction);
        step_adjust(instruction, path);
        break;
    case FORM_COMBINE:
        step_combine(scene, instruction, path);
        break;
    case FORM_ALIGN: /* a pointer to the same object */
        handing_state_forget(path, instruction->touches & ~path->holds);
        break;
    case FORM_SELECT: /* not done: this is the one way, see handing.c */
    case FORM_NOP:
        break;
    default:
        if (!handing_vector_step(scene, instruction, bytes, path)) {
            step_other(scene, instruction, path);
        }
        break;
    }
    if ((instruction->writes & RESOURCE_FLAGS) != 0) {
        path->tested = what_is_tested(scene, instruction, bytes, path);
        path->alike = path->tested == TESTED_NAMED
                          ? (uint16_t)(instruction->reads & ~path->holds &
                                       ~address_of(instruction))
                          : 0;
    }
}
