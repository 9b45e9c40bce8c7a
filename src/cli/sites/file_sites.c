#include "cli/sites/file_sites.h"

#include "arch/decode.h"
#include "cli/sites/file_names.h"
#include "ledger/records.h"
#include "patch/planner.h"
#include "report/text/memory.h"

#include <stdlib.h>
#include <string.h>

enum { WORD_BYTES = 8 };

/* ---- what the library watches in the interpreter ---- */

struct watching {
    struct file_sites *file;
    struct plan_entry entries[SITES_WATCHED_MAX]; /* role: index of watched */
};

static void
watch(struct watching *watching, const char *name, uint64_t address,
      enum stub_entry kind)
{
    struct file_sites *file = watching->file;
    uint64_t offset = address - file->elf.image.bias;

    if (image_has_code(&file->elf.image, address)) {
        watching->entries[file->watched_count] = (struct plan_entry){
            .address = offset,
            .role = file->watched_count,
            .watch = kind,
        };
        file->watched[file->watched_count++] =
            (struct watched){ name, offset, false };
    }
}

/*
 * PyMemAllocatorEx: a context, NULL for the allocator of objects, then malloc,
 * calloc, realloc, free.
 */
static bool
is_allocator(const struct elf_image *elf, uint64_t free_slot)
{
    for (unsigned i = 0; i < 4; i++) {
        uint64_t word = elf_image_word(elf, free_slot - i * WORD_BYTES);

        if (!image_has_code(&elf->image, word)) {
            return false;
        }
    }
    return elf_image_word(elf, free_slot - 4 * WORD_BYTES) == 0;
}

/*
 * The library asks the interpreter for its allocator; here PyObject_Free
 * shows it, because it reads the function to call from the allocator's slot.
 */
static uint64_t
find_free_slot(const struct elf_image *elf)
{
    uint64_t start = elf_image_symbol(elf, "PyObject_Free"), end = 0, at;
    size_t count = eh_frame_count(&elf->image.frames);
    struct eh_function function;

    for (size_t i = 0; i < count && start != 0 && end == 0; i++) {
        if (eh_frame_function(&elf->image.frames, i, &function) &&
            function.start == start &&
            image_has_code(&elf->image, function.end - 1)) {
            end = function.end;
        }
    }
    for (at = start; at < end;) {
        struct instruction instruction;

        if (!decode_instruction((const uint8_t *)(uintptr_t)at, end - at, at,
                                &instruction)) {
            return 0;
        }
        if (instruction.has_memory && instruction.memory.base == REGISTER_PC &&
            is_allocator(elf, instruction.target)) {
            return instruction.target;
        }
        at += instruction.length;
    }
    return 0;
}

static void
find_watched(struct watching *watching)
{
    const struct elf_image *elf = &watching->file->elf;
    uint64_t slot = find_free_slot(elf);

    watch(watching, "_PyEval_EvalFrameDefault",
          elf_image_symbol(elf, "_PyEval_EvalFrameDefault"), STUB_ENTRY_ALWAYS);
    watch(watching, "_PyInterpreterState_SetEvalFrameFunc",
          elf_image_symbol(elf, "_PyInterpreterState_SetEvalFrameFunc"),
          STUB_ENTRY_ALWAYS);
    if (slot != 0) {
        watch(watching, "free of the object allocator",
              elf_image_word(elf, slot), STUB_ENTRY_TRACKED_BLOCK);
        watch(watching, "realloc of the object allocator",
              elf_image_word(elf, slot - WORD_BYTES), STUB_ENTRY_TRACKED_BLOCK);
    }
}

/* ---- the plan ---- */

static bool
make_plan(struct file_sites *file, struct arena *arena, struct plan *plan)
{
    struct watching watching = { .file = file };
    struct plan_request request = {
        .image = &file->elf.image,
        .shape = refcount_in_image(file->python.layout->refcount,
                                   file->python.interpreter),
        .filter = STUB_FILTER_MAP,
        .entries = watching.entries,
    };

    if (file->python.interpreter) {
        find_watched(&watching);
        request.entry_count = file->watched_count;
        request.birth_variable = elf_python_births(
            &file->elf, &request.birth_state, &request.birth_variable_bytes);
    }
    return plan_build(&request, arena, plan);
}

static void
count_sites(struct file_sites *file, const struct plan *plan)
{
    for (uint32_t i = 0; i < plan->site_count; i++) {
        const struct plan_site *site = &plan->sites[i];

        if (site->operation == OPERATION_ENTRY) {
            file->watched[site->amount].patched = site->tactic != TACTIC_NONE;
            continue;
        }
        file->sites++;
        file->by_operation[site->operation]++;
        if (site->tactic != TACTIC_NONE) {
            file->patched++;
            file->by_tactic[site->tactic]++;
            continue;
        }
        file->by_reason[site->leave]++;
        file->left_alone = (struct left_site *)memory_room(
            file->left_alone, file->left_alone_count, sizeof *file->left_alone);
        file->left_alone[file->left_alone_count++] =
            (struct left_site){ site->offset, site->operation, site->leave,
                                NULL };
    }
}

static void
name_functions(struct file_sites *file)
{
    struct image_file *names;

    if (file->left_alone_count == 0) {
        return;
    }
    names = file_names_open(file->path,
                            file->build_id[0] != '\0' ? file->build_id : NULL);
    for (uint32_t i = 0; i < file->left_alone_count; i++) {
        file->left_alone[i].function =
            file_names_function(names, file->left_alone[i].offset);
    }
    file_names_close(names);
}

static void
look_at_code(struct file_sites *file)
{
    struct arena arena = { 0 };
    struct plan plan;

    if (make_plan(file, &arena, &plan)) {
        count_sites(file, &plan);
    }
    else {
        file->python.refused = "its code could not be read";
    }
    arena_release(&arena);
    name_functions(file);
}

bool
file_sites_open(struct file_sites *out, const char *path,
                const struct python_layout *wanted, struct error *error)
{
    static const char digits[] = "0123456789abcdef";
    const struct image *image = &out->elf.image;

    memset(out, 0, sizeof *out);
    out->path = path;
    if (!elf_image_open(&out->elf, path, error)) {
        return false;
    }
    for (unsigned i = 0; i < image->build_id_bytes; i++) {
        out->build_id[2 * i] = digits[image->build_id[i] >> 4];
        out->build_id[2 * i + 1] = digits[image->build_id[i] & 15];
    }
    out->python = elf_python_find(&out->elf, path, wanted);
    if (out->python.refused == NULL) {
        look_at_code(out);
    }
    return true;
}

void
file_sites_close(struct file_sites *file)
{
    for (uint32_t i = 0; i < file->left_alone_count; i++) {
        free(file->left_alone[i].function);
    }
    free(file->left_alone);
    elf_image_close(&file->elf);
}

/* ---- words ---- */

static const char *
site_word(const char *field_name, uint32_t value)
{
    const struct record_layout *layout = record_layout_find(LEDGER_SITES);

    for (uint32_t i = 0; i < layout->field_count; i++) {
        const struct field *field = &layout->fields[i];

        if (strcmp(field->name, field_name) == 0) {
            for (uint32_t k = 0; field->words[k] != NULL; k++) {
                if (k == value) {
                    return field->words[k];
                }
            }
        }
    }
    return NULL;
}

const char *
operation_word(uint32_t operation)
{
    return site_word("operation", operation);
}

const char *
tactic_word(uint32_t tactic)
{
    return site_word("tactic", tactic);
}
