#include "arch/x86_64/handing_vector.h"

#include "arch/x86_64/handing_word.h"
#include "arch/x86_64/vector.h"

enum { WORD_BYTES = 8 };

static uint32_t
bit_of(uint8_t word)
{
    return (uint32_t)1 << (word - VECTOR_OF);
}

static uint32_t
bits_of(uint8_t number)
{
    return (uint32_t)3 << (number * VECTOR_WORDS);
}

static bool
in_memory(struct handing_scene *scene, const struct instruction *instruction,
          int32_t behind, struct handing_path *path)
{
    if (behind == 0 && handing_word_is_variable(scene, instruction, path)) {
        handing_word_loaded(instruction, path);
        return true;
    }
    return (handing_word_slot(scene, instruction, behind) & path->slots) != 0;
}

static bool
is_pointer(struct handing_scene *scene, const struct instruction *instruction,
           const struct vector_move *move, uint8_t word,
           struct handing_path *path)
{
    switch (word) {
    case VECTOR_GENERAL:
        return (path->holds & handing_state_bit(move->general)) != 0;
    case VECTOR_MEMORY:
        return in_memory(scene, instruction, 0, path);
    case VECTOR_BEYOND:
        return in_memory(scene, instruction, WORD_BYTES, path);
    case VECTOR_NOTHING:
        return false;
    default:
        return (path->words & bit_of(word)) != 0;
    }
}

static void
set(struct handing_scene *scene, const struct instruction *instruction,
    const struct vector_move *move, struct handing_path *path)
{
    uint32_t words = 0;

    for (int i = 0; i < VECTOR_WORDS; i++) {
        words |= is_pointer(scene, instruction, move, move->words[i], path)
                     ? (uint32_t)1 << i
                     : 0;
    }
    path->words &= ~bits_of(move->number);
    path->words |= words << (move->number * VECTOR_WORDS);
}

static void
get(const struct vector_move *move, struct handing_path *path)
{
    uint16_t to = handing_state_bit(move->general);

    handing_state_forget(path, to);
    path->holds |= (path->words & bit_of(move->words[0])) != 0 ? to : 0;
}

static void
store(struct handing_scene *scene, const struct instruction *instruction,
      const struct vector_move *move, struct handing_path *path)
{
    for (int i = 0; i < VECTOR_WORDS; i++) {
        uint8_t word = move->words[i];
        bool pointer =
            word != VECTOR_NOTHING && (path->words & bit_of(word)) != 0;

        if (pointer) {
            path->last.used = instruction->address;
            path->last.given = false;
        }
        if (word != VECTOR_NOTHING) {
            handing_word_write(scene, instruction, i * WORD_BYTES, pointer,
                               path);
        }
    }
}

/* Whatever it does with words that are the pointer, somebody may have it now. */
static void
carry_away(struct handing_scene *scene, const struct instruction *instruction,
           const struct vector_move *move, struct handing_path *path)
{
    for (uint8_t i = 0; i < VECTOR_COUNT; i++) {
        uint32_t words = path->words & bits_of(i);

        if (words == 0 || ((move->reads | move->writes) >> i & 1) == 0) {
            continue;
        }
        path->words &= ~words;
        if ((move->reads >> i & 1) == 0) {
            continue;
        }
        scene->handing->stored = true;
        if (!scene->cautious) {
            handing_state_balance(path, instruction,
                                  words == bits_of(i) ? -VECTOR_WORDS : -1);
        }
    }
}

bool
handing_vector_step(struct handing_scene *scene,
                    const struct instruction *instruction, const uint8_t *bytes,
                    struct handing_path *path)
{
    struct vector_move move;

    if (!vector_decode(bytes, instruction->length, &move)) {
        return false;
    }
    switch (move.kind) {
    case VECTOR_SET:
        set(scene, instruction, &move, path);
        return true;
    case VECTOR_GET:
        get(&move, path);
        return true;
    case VECTOR_STORE:
        store(scene, instruction, &move, path);
        return true;
    default:
        carry_away(scene, instruction, &move, path);
        return false; /* it may have to do with general registers, too */
    }
}
