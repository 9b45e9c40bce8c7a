#include "arch/x86_64/handing_path.h"

#include "arch/decode.h"
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
    uint16_t sets[] = { path->holds,   path->counts, path->raised,
                        path->lowered, path->far,    path->equals };

    for (size_t i = 0; i < sizeof sets / sizeof *sets; i++) {
        sets[i] = (uint16_t)((sets[i] & ~handing_state_bit(to)) |
                             ((sets[i] & handing_state_bit(from)) != 0
                                  ? handing_state_bit(to)
                                  : 0));
    }
    path->holds =
        whole ? sets[0] : (uint16_t)(path->holds & ~handing_state_bit(to));
    path->counts = sets[1];
    path->raised = sets[2];
    path->lowered = sets[3];
    path->far = sets[4];
    path->equals = sets[5];
}

/*
 * A count that was loaded once and raised again and again: how many of these
 * were written before is not known; and one that is set, where only the code
 * knows what it was. Who looks for what was given away too often believes that
 * all of it was taken.
 */
static int
several(const struct handing_scene *scene)
{
    return scene->cautious ? HANDING_BALANCE_MAX : 0;
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
        handing_state_balance(path, instruction,
                              instruction->form == FORM_ADD_IMMEDIATE
                                  ? instruction->amount
                              : instruction->form == FORM_STORE_IMMEDIATE ||
                                      instruction->form == FORM_ADD_REGISTER
                                  ? several(scene)
                              : (path->raised & from) != 0  ? 1
                              : (path->lowered & from) != 0 ? -1
                              : (path->far & from) != 0     ? several(scene)
                              : (path->counts & from) != 0 ||
                                      instruction->form != FORM_STORE_REGISTER
                                  ? 0
                                  : several(scene));
        if ((from & (path->raised | path->lowered | path->far)) != 0) {
            handing_state_forget(path, from);
            path->counts |= from; /* what it wrote there */
        }
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
    path->counts |= counts ? to : 0;
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
    bool count = (path->counts & handing_state_bit(instruction->source)) != 0;
    uint16_t to = handing_state_bit(instruction->register_);

    if (instruction->amount == 0) {
        copy_bits(path, instruction->register_, instruction->source, true);
        return;
    }
    handing_state_forget(path, to);
    path->raised |= count && instruction->amount == 1 ? to : 0;
    path->lowered |= count && instruction->amount == -1 ? to : 0;
    path->far |= count && instruction->amount > 1 ? to : 0;
}

/* Everything else may carry the pointer away. */
static void
step_other(struct handing_scene *scene, const struct instruction *instruction,
           struct handing_path *path)
{
    uint16_t address =
        instruction->has_memory
            ? (uint16_t)(handing_state_bit(instruction->memory.base) |
                         handing_state_bit(instruction->memory.index))
            : 0;
    uint16_t read = (uint16_t)(instruction->reads & path->holds & ~address);

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
    uint16_t counts = path->counts | path->raised | path->far;
    bool many = (counts & instruction->reads) != 0;

    step_other(scene, instruction, path);
    path->far |= many ? handing_state_bit(instruction->register_) : 0;
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
    uint16_t address =
        instruction->has_memory
            ? (uint16_t)(handing_state_bit(instruction->memory.base) |
                         handing_state_bit(instruction->memory.index))
            : 0;

    return (instruction->form == FORM_OTHER ||
            instruction->form == FORM_COMPARE) &&
           instruction->touches == 0 &&
           ((instruction->reads & path->holds & ~address) != 0 ||
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
    if (instruction->asked_bits == SIGN && (path->counts & asked) != 0) {
        return TESTED_BIT;
    }
    if (is_itself(bytes, instruction->length, path->holds)) {
        return TESTED_SAME;
    }
    if (instruction->form == FORM_ADJUST && instruction->width == 4 &&
        (path->raised & handing_state_bit(instruction->register_)) != 0) {
        return TESTED_RAISED;
    }
    if (instruction->form == FORM_COMPARE && instruction->width == 4 &&
        (path->counts & handing_state_bit(instruction->register_)) != 0 &&
        (uint32_t)instruction->amount == LAST_MORTAL) {
        return TESTED_LIMIT;
    }
    if (!path->equal && is_compared_with_equal(scene, instruction, path)) {
        return TESTED_EQUALS;
    }
    return is_compared(scene, instruction, path) ? TESTED_OTHER
           : (path->counts & tested) != 0        ? TESTED_COUNT
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
    }
}
