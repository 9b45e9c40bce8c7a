#include "arch/x86_64/handing_path.h"

#include "arch/decode.h"
#include "arch/x86_64/handing_count.h"
#include "arch/x86_64/handing_tested.h"
#include "arch/x86_64/handing_vector.h"
#include "arch/x86_64/handing_word.h"

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

    path->releases += amount < 0 && amount != HANDING_BESIDE_UNKNOWN &&
                      path->releases < UINT8_MAX;
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
    bool at_home = path->home && instruction->width == 8 &&
                   handing_word_is_home(scene, instruction, 0);

    handing_state_forget(path, to);
    path->holds |= slot != 0 && (path->slots & slot) != 0 ? to : 0;
    path->holds |= at_home ? to : 0;
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
    bool framed = instruction->memory.base == REGISTER_RBP;
    int64_t first = handing_word(
        instruction->memory.displacement - (framed ? 0 : scene->lower), framed);

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

/* Everything else may carry the pointer away. */
static void
step_other(struct handing_scene *scene, const struct instruction *instruction,
           struct handing_path *path)
{
    uint16_t read = (uint16_t)(handing_state_values(instruction) & path->holds);

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
                        (handing_word_slot(scene, instruction, 0) &
                         path->slots) != 0 ||
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
        int64_t argument =
            (scene->slots[i] / 2 + path->lower) / (int64_t)sizeof(uint64_t);

        if ((path->slots >> i & 1) != 0 && (scene->slots[i] & 1) == 0 &&
            argument >= 0 && argument < 16) {
            pushed |= (uint16_t)(1u << argument);
        }
    }
    return scene->cautious ? pushed : 0;
}

void
handing_path_step(struct handing_scene *scene,
                  const struct instruction *instruction, const uint8_t *bytes,
                  struct handing_path *path)
{
    uint16_t signs = handing_count_sign(instruction, bytes, path);

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
    path->signs |= signs;
    handing_tested_step(scene, instruction, bytes, path);
}
