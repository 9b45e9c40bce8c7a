#include "arch/x86_64/handing_word.h"

#include "arch/decode.h"

/* The bit of the slot with that number, which may be new. */
static uint64_t
bit_of(struct handing_scene *scene, int64_t slot)
{
    size_t at = 0;

    while (at < scene->slot_count && scene->slots[at] != slot) {
        at++;
    }
    if (at == HANDING_WORDS_MAX) {
        scene->handing->unclear = true;
        at = HANDING_WORDS_MAX - 1;
    }
    else if (at == scene->slot_count) {
        scene->slots[scene->slot_count++] = slot;
    }
    return (uint64_t)1 << at;
}

/* The first of those that are not before the address. */
static size_t
first_made(const struct handing_scene *scene, uint64_t address)
{
    size_t low = 0, high = scene->made_count;

    while (low < high) {
        size_t middle = low + (high - low) / 2;

        if (scene->made[middle].address < address) {
            low = middle + 1;
        }
        else {
            high = middle;
        }
    }
    return low;
}

/* The bit of a word of what the function has made; 0: it is none, or one of the
 * very object that is followed: that does not own itself. */
static uint64_t
made_slot(struct handing_scene *scene, uint64_t address, int32_t behind)
{
    for (size_t i = first_made(scene, address);
         i < scene->made_count && scene->made[i].address == address; i++) {
        if (scene->made[i].behind == behind &&
            scene->made[i].maker != scene->maker) {
            uint64_t bit = bit_of(scene, scene->made[i].word);

            scene->made_slots |= bit;
            return bit;
        }
    }
    return 0;
}

uint64_t
handing_word_slot(struct handing_scene *scene,
                  const struct instruction *instruction, int32_t behind)
{
    const struct memory_operand *memory = &instruction->memory;
    bool framed = memory->base == REGISTER_RBP && scene->code->framed;

    if (!instruction->has_memory || memory->index != REGISTER_NONE) {
        return 0;
    }
    if (memory->base != REGISTER_RSP && !framed) {
        return made_slot(scene, instruction->address, behind);
    }
    return bit_of(scene, handing_word(memory->displacement + behind -
                                          (framed ? 0 : scene->lower),
                                      framed));
}

bool
handing_word_begin_home(struct handing_scene *scene,
                        const struct instruction *load)
{
    const struct memory_operand *memory = &load->memory;
    bool on_stack = memory->base == REGISTER_RSP ||
                    (memory->base == REGISTER_RBP && scene->code->framed);

    scene->home = (struct handing_home){ *memory, load->target };
    return load->form == FORM_LOAD && load->width == 8 &&
           memory->index == REGISTER_NONE && !on_stack &&
           (memory->base == REGISTER_RIP || memory->base < REGISTER_COUNT) &&
           memory->base != load->register_;
}

bool
handing_word_is_home(const struct handing_scene *scene,
                     const struct instruction *instruction, int32_t behind)
{
    const struct memory_operand *memory = &instruction->memory;
    const struct memory_operand *home = &scene->home.memory;

    return instruction->has_memory && memory->index == REGISTER_NONE &&
           memory->base == home->base &&
           (memory->base == REGISTER_RIP
                ? instruction->target + (uint64_t)behind == scene->home.target
                : memory->displacement + behind == home->displacement);
}

bool
handing_word_may_equal(const struct handing_scene *scene,
                       const struct instruction *instruction)
{
    return scene->equals != 0 && instruction->memory.base == REGISTER_RIP &&
           instruction->target == scene->equals;
}

bool
handing_word_is_variable(const struct handing_scene *scene,
                         const struct instruction *instruction,
                         const struct handing_path *path)
{
    return (scene->variable != 0 && instruction->memory.base == REGISTER_RIP &&
            instruction->target == scene->variable) ||
           (path->equal && handing_word_may_equal(scene, instruction));
}

void
handing_word_loaded(const struct instruction *instruction,
                    struct handing_path *path)
{
    path->last.used = path->last.loaded = instruction->address;
    path->last.given = false;
}

static void
note_store(struct handing *handing, const struct instruction *instruction,
           int32_t behind)
{
    struct handing_slot slot;

    handing->stored = true;
    if (!handing_slot_of(instruction, &slot)) {
        return;
    }
    slot.where += behind;
    for (size_t i = 0; i < handing->store_count; i++) {
        if (handing->stores[i].where == slot.where &&
            handing->stores[i].fixed == slot.fixed) {
            return;
        }
    }
    if (handing->store_count < HANDING_STORES_MAX) {
        handing->stored_by[handing->store_count] = instruction->address;
        handing->stores[handing->store_count++] = slot;
    }
}

/* Is it put there into what the function has made? */
static bool
is_filling(const struct handing_scene *scene, uint64_t address)
{
    for (size_t i = 0; i < scene->filling_count; i++) {
        if (scene->filling[i] == address) {
            return true;
        }
    }
    return false;
}

/* Is it where the pointer came from? Then what stood there is the function's. */
static bool
is_moved(const struct handing_scene *scene,
         const struct instruction *instruction, int32_t behind)
{
    struct handing_slot slot;

    if (scene->field == NULL || is_filling(scene, instruction->address)) {
        return false;
    }
    handing_slot_of(instruction, &slot);
    return scene->field->indexed ==
               (instruction->memory.index != REGISTER_NONE) &&
           scene->field->slot.fixed == slot.fixed &&
           scene->field->slot.where == slot.where + behind;
}

/* What it had there is the function's again. */
static void
write_made(struct handing_scene *scene, const struct instruction *instruction,
           int32_t behind, uint64_t slot, bool pointer,
           struct handing_path *path)
{
    bool had = (path->slots & slot) != 0;

    path->slots &= ~slot;
    path->slots |= pointer ? slot : 0;
    if (pointer) {
        note_store(scene->handing, instruction, behind);
    }
    if (had != pointer) {
        handing_state_balance(path, instruction, had - pointer);
    }
}

void
handing_word_write(struct handing_scene *scene,
                   const struct instruction *instruction, int32_t behind,
                   bool pointer, struct handing_path *path)
{
    uint64_t slot = handing_word_slot(scene, instruction, behind);

    path->home = path->home &&
                 (pointer || !handing_word_is_home(scene, instruction, behind));
    if ((slot & scene->made_slots) != 0) {
        write_made(scene, instruction, behind, slot, pointer, path);
    }
    else if (slot != 0) {
        path->slots &= ~slot;
        path->slots |= pointer ? slot : 0;
        /* Whoever had its address filled it before. */
        path->shown &= pointer && scene->cautious ? ~slot : path->shown;
    }
    else if (pointer) {
        note_store(scene->handing, instruction, behind);
        handing_state_balance(
            path, instruction,
            !scene->borrows || is_filling(scene, instruction->address) ? -1
                                                                       : 0);
    }
    else if (!path->moved && is_moved(scene, instruction, behind)) {
        path->moved = true;
        handing_state_balance(path, instruction, 1);
    }
}
