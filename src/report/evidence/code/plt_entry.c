#include "report/evidence/code/plt_entry.h"

#include "arch/decode.h"
#include "arch/landing.h"

uint64_t
plt_entry_word(const uint8_t *bytes, size_t size, uint64_t address)
{
    struct instruction instruction;
    size_t landing = landing_bytes(bytes, size);

    return size > landing &&
                   decode_instruction(bytes + landing, size - landing,
                                      address + landing, &instruction) &&
                   instruction.flow == FLOW_JUMP_INDIRECT &&
                   instruction.memory.base == REGISTER_PC
               ? instruction.target
               : 0;
}

uint64_t
plt_entry_behind(struct image_file *file, uint64_t target)
{
    uint64_t start, word, own;
    size_t size;
    const uint8_t *bytes = image_file_segment(file, target, &start, &size);

    if (bytes == NULL) {
        return target;
    }
    word = plt_entry_word(bytes + (target - start), size - (target - start),
                          target);
    own = word != 0 ? image_file_own(file, word) : 0;
    return own != 0 ? own : target;
}
