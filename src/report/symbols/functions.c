#include "report/symbols/functions.h"

#include <stdlib.h>
#include <string.h>

#include "report/symbols/function_names.h"
#include "report/text/memory.h"

static uint64_t
hash_function(uint32_t image, const char *name)
{
    uint64_t hash = number_index_mix(image + 1);

    for (; *name != '\0'; name++) {
        hash = number_index_mix(hash ^ (unsigned char)*name);
    }
    return hash;
}

static uint32_t
flags_of(const char *name, enum function_named_by by)
{
    uint32_t hidden = function_name_wraps(name) ? (uint32_t)FUNCTION_GLUE : 0;

    switch (by) {
    case FUNCTION_NAMED_BY_LINES:
        return FUNCTION_NAMED | function_name_flags(name);
    case FUNCTION_NAMED_BY_SYMBOL:
        return FUNCTION_NAMED | (function_name_flags(name) & ~hidden);
    case FUNCTION_NAMED_BY_TABLE:
        return FUNCTION_NAMED | FUNCTION_LISTED;
    default:
        return 0;
    }
}

uint32_t
functions_intern(struct functions *functions, uint32_t image, const char *name,
                 enum return_kind returns, enum function_named_by by)
{
    struct number_index *index = &functions->index;
    uint64_t hash = hash_function(image, name);
    struct function *function;

    if (number_index_grow(index)) {
        for (uint32_t i = 0; i < functions->count; i++) {
            function = &functions->functions[i];
            number_index_add(index,
                             hash_function(function->image, function->name), i);
        }
    }
    for (size_t at = hash & (index->room - 1); index->slots[at] != 0;
         at = (at + 1) & (index->room - 1)) {
        function = &functions->functions[index->slots[at] - 1];
        if (function->image == image && strcmp(function->name, name) == 0) {
            functions_returns(functions, index->slots[at] - 1, returns);
            return index->slots[at] - 1;
        }
    }
    functions->functions = (struct function *)memory_room(
        functions->functions, functions->count, sizeof *functions->functions);
    function = &functions->functions[functions->count];
    *function = (struct function){
        .name = memory_text(name),
        .image = image,
        .flags = flags_of(name, by),
        .returns = returns,
    };
    number_index_add(index, hash, functions->count);
    return functions->count++;
}

void
functions_returns(struct functions *functions, uint32_t function,
                  enum return_kind returns)
{
    if (functions->functions[function].returns == RETURN_UNKNOWN) {
        functions->functions[function].returns = returns;
    }
}

void
functions_mark(struct functions *functions, uint32_t function, uint32_t flags)
{
    functions->functions[function].flags |= flags;
}

void
functions_release(struct functions *functions)
{
    for (uint32_t i = 0; i < functions->count; i++) {
        free(functions->functions[i].name);
    }
    free(functions->functions);
    free(functions->index.slots);
}
