#include "patch/code.h"

enum { EVERYTHING = RESOURCE_REGISTERS | RESOURCE_FLAGS };

bool
code_decode(const struct image *image, uint64_t start, uint64_t end,
            struct function *function)
{
    function->address = start;
    function->size_bytes = end - start;
    function->bytes = image_code(image, start + image->bias);
    function_decode(function);
    for (size_t i = 0; image->code_shift != 0 && i < function->count; i++) {
        struct instruction *instruction = &function->instructions[i];

        if (image_is_changed(image, instruction->address + image->bias,
                             instruction->length)) {
            instruction->movable = false;
            instruction->reads = EVERYTHING;
            instruction->writes = 0;
        }
    }
    return function->count > 0;
}
