#include "report/evidence/code/image_code.h"

#include <stdlib.h>

#include "arch/decode.h"
#include "base/refcount_shape.h"
#include "report/evidence/code/plt_entry.h"
#include "report/text/memory.h"

enum {
    FUNCTION_BYTES_MAX = 1 << 16,
    CODE_BYTES_MAX = 4 << 20, /* of an image: more takes too long */
    USED_SHARE = 10, /* an import alone runs a few of a hundred sites */
};

bool
image_code_has_run(const struct ledger *ledger, uint32_t image, uint64_t start,
                   uint64_t end)
{
    uint64_t bias = ledger_image_at(ledger, image)->bias;

    for (uint32_t i = 1; i < ledger_used(ledger, LEDGER_SITES); i++) {
        const struct ledger_site *site = ledger_site_at(ledger, i);

        if (site->image == image && site->changes > 0 &&
            site->offset >= start && site->offset < end) {
            return true;
        }
    }
    for (uint32_t i = 1; i < ledger_used(ledger, LEDGER_NODES); i++) {
        const struct ledger_node *node = ledger_node_at(ledger, i);

        if (node->kind == LEDGER_NODE_RETURN && node->value - bias > start &&
            node->value - bias <= end) {
            return true;
        }
    }
    return false;
}

bool
image_code_has_site(const struct ledger *ledger, uint32_t image, uint64_t start,
                    uint64_t end)
{
    for (uint32_t i = 1; i < ledger_used(ledger, LEDGER_SITES); i++) {
        const struct ledger_site *site = ledger_site_at(ledger, i);

        if (site->image == image && site->offset >= start &&
            site->offset < end) {
            return true;
        }
    }
    return false;
}

bool
image_code_is_idle(const struct ledger *ledger, uint32_t image,
                   uint64_t address)
{
    for (uint32_t i = 1; i < ledger_used(ledger, LEDGER_SITES); i++) {
        const struct ledger_site *site = ledger_site_at(ledger, i);

        if (site->image == image && site->offset == address) {
            return site->operation == OPERATION_ADD &&
                   site->tactic != TACTIC_NONE && site->changes == 0;
        }
    }
    return false;
}

bool
image_code_is_used(const struct ledger *ledger, uint32_t image)
{
    uint32_t sites = 0, changed = 0;

    for (uint32_t i = 1; i < ledger_used(ledger, LEDGER_SITES); i++) {
        const struct ledger_site *site = ledger_site_at(ledger, i);

        sites += site->image == image;
        changed += site->image == image && site->changes > 0;
    }
    return changed > sites / USED_SHARE;
}

bool
image_code_calls_nobody(const struct handing_code *code, uint64_t start)
{
    struct instruction instruction;
    uint64_t furthest = start;

    for (uint64_t at = start;; at += instruction.length) {
        uint64_t offset = at - code->address;

        if (offset >= code->size ||
            !decode_instruction(code->bytes + offset, code->size - offset, at,
                                &instruction)) {
            return false;
        }
        switch (instruction.flow) {
        case FLOW_BRANCH:
            furthest =
                instruction.target > furthest ? instruction.target : furthest;
            break;
        case FLOW_RETURN:
            if (at >= furthest) {
                return true;
            }
            break;
        case FLOW_NEXT:
            break;
        default:
            return false;
        }
    }
}

const uint8_t *
image_code_function(struct image_file *file, size_t number, uint64_t *start,
                    size_t *size)
{
    uint64_t next, segment;
    const uint8_t *bytes;

    *start = file != NULL ? image_file_function_at(file, number) : 0;
    if (*start == 0) {
        return NULL;
    }
    next = image_file_function_at(file, number + 1);
    bytes = image_file_segment(file, *start, &segment, size);
    if (bytes == NULL || *size > CODE_BYTES_MAX) {
        return NULL;
    }
    *size -= *start - segment;
    if (next > *start && next - *start < *size) {
        *size = next - *start;
    }
    *size = *size < FUNCTION_BYTES_MAX ? *size : 0;
    return bytes + (*start - segment);
}

static int
compare_calls(const void *a, const void *b)
{
    const struct image_call *left = (const struct image_call *)a;
    const struct image_call *right = (const struct image_call *)b;

    return left->target != right->target
               ? (left->target > right->target ? 1 : -1)
               : (left->address > right->address) -
                     (left->address < right->address);
}

/* Those of functions that the image exports go by its PLT. */
static void
look_behind_entries(struct image_file *file, struct image_call *calls,
                    size_t count)
{
    bool any = false;

    for (size_t i = 0; i < count;) {
        uint64_t target = calls[i].target,
                 behind = plt_entry_behind(file, target);

        for (; i < count && calls[i].target == target; i++) {
            calls[i].target = behind;
        }
        any |= behind != target;
    }
    if (any) {
        qsort(calls, count, sizeof *calls, compare_calls);
    }
}

struct image_call *
image_code_calls(struct image_file *file, size_t *count)
{
    struct image_call *calls = NULL;
    const uint8_t *bytes;
    uint64_t start;
    size_t size;

    *count = 0;
    for (size_t i = 0;
         (bytes = image_code_function(file, i, &start, &size)) != NULL; i++) {
        struct instruction instruction;

        for (size_t at = 0;
             at < size && decode_instruction(bytes + at, size - at, start + at,
                                             &instruction);
             at += instruction.length) {
            bool jumps = instruction.flow == FLOW_JUMP &&
                         instruction.target - start >= size;

            if (instruction.flow == FLOW_CALL || jumps) {
                calls = (struct image_call *)memory_room(calls, *count,
                                                         sizeof *calls);
                calls[(*count)++] = (struct image_call){ instruction.target,
                                                         start + at, jumps };
            }
        }
    }
    if (*count > 0) {
        qsort(calls, *count, sizeof *calls, compare_calls);
        look_behind_entries(file, calls, *count);
    }
    return calls;
}

size_t
image_code_calls_to(const struct image_call *calls, size_t count,
                    uint64_t target, size_t *first)
{
    size_t low = 0, high = count, end;

    while (low < high) {
        size_t middle = low + (high - low) / 2;

        if (calls[middle].target < target) {
            low = middle + 1;
        }
        else {
            high = middle;
        }
    }
    for (end = low; end < count && calls[end].target == target; end++) {
    }
    *first = low;
    return end - low;
}
