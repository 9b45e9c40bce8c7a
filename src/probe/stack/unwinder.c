#include <libunwind.h>

#include "probe/stack/unwinder.h"
#include "base/system.h"
#include "base/thread_mask.h"
#include "cpython/memory.h"
#include "patch/eh_frame.h"
#include "probe/stack/loaded_object.h"
#include "probe/state/peek.h"

#include <elf.h>
#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* libunwind exports it, as remote unwinders need it; no header declares it. */
int UNW_OBJ(dwarf_search_unwind_table)(unw_addr_space_t space, unw_word_t pc,
                                       unw_dyn_info_t *table,
                                       unw_proc_info_t *info, int need_info,
                                       void *context);

enum { TABLE_ENTRY_BYTES = 8, PAGE_BYTES = 4096, REGISTERS = 17 };

/* The unwind table of the image that was asked about last. */
static struct {
    uint64_t start, end; /* of the image; both 0: none */
    struct eh_frame frames;
} table;

static unw_addr_space_t space;
static uint64_t stack_start, stack_end; /* memory that can simply be read */
static unw_word_t registers[REGISTERS];

/* The signals that the thread blocked before libunwind did. */
static bool mask_known;
static uint64_t mask_before;

/* The word that was read with care last: at each step libunwind reads the
 * personality routine that all functions of an image share. 0: none. */
static struct {
    uint64_t address, value;
} peeked;

/* ---- tables ---- */

/* The part of the image, mapped as a whole, that holds its unwind table. */
static bool
find_segment(uint64_t image, uint64_t header, struct eh_frame *out)
{
    const Elf64_Ehdr *elf = (const Elf64_Ehdr *)(uintptr_t)image;
    const Elf64_Phdr *segments =
        (const Elf64_Phdr *)(uintptr_t)(image + elf->e_phoff);
    uint64_t bias = image;

    if (memcmp(elf->e_ident, ELFMAG, SELFMAG) != 0 ||
        elf->e_phoff + elf->e_phnum * sizeof *segments > PAGE_BYTES) {
        return false;
    }
    for (int i = 0; i < elf->e_phnum; i++) {
        if (segments[i].p_type == PT_LOAD && segments[i].p_offset == 0) {
            bias = image - (segments[i].p_vaddr & ~(uint64_t)(PAGE_BYTES - 1));
        }
    }
    for (int i = 0; i < elf->e_phnum; i++) {
        uint64_t start = bias + segments[i].p_vaddr;

        if (segments[i].p_type == PT_LOAD && header >= start &&
            header < start + segments[i].p_filesz) {
            *out = (struct eh_frame){ header, start & ~(uint64_t)7,
                                      start + segments[i].p_filesz };
            return true;
        }
    }
    return false;
}

static bool
find_table(uint64_t pc)
{
    struct loaded_object found;

    if (pc >= table.start && pc < table.end) {
        return true;
    }
    table.start = table.end = 0;
    if (!loaded_object_find(pc, &found) ||
        !find_segment(found.start, found.unwind_header, &table.frames)) {
        return false;
    }
    table.start = found.start;
    table.end = found.end;
    return true;
}

/* ---- what libunwind asks for ---- */

static int
find_procedure(unw_addr_space_t asked, unw_word_t pc, unw_proc_info_t *info,
               int need_info, void *context)
{
    unw_dyn_info_t dynamic = { .format = UNW_INFO_FORMAT_REMOTE_TABLE };
    size_t count;

    if (!find_table(pc)) {
        return -UNW_ENOINFO;
    }
    dynamic.start_ip = table.start;
    dynamic.end_ip = table.end;
    dynamic.u.rti.segbase = table.frames.header;
    dynamic.u.rti.table_data = eh_frame_table(&table.frames, &count);
    dynamic.u.rti.table_len = count * TABLE_ENTRY_BYTES / sizeof(unw_word_t);
    if (count == 0) {
        return -UNW_ENOINFO;
    }
    return UNW_OBJ(dwarf_search_unwind_table)(asked, pc, &dynamic, info,
                                              need_info, context);
}

static void
put_procedure(unw_addr_space_t asked, unw_proc_info_t *info, void *context)
{
    (void)asked;
    (void)info;
    (void)context;
}

static int
no_dynamic_list(unw_addr_space_t asked, unw_word_t *list, void *context)
{
    (void)asked;
    (void)list;
    (void)context;
    return -UNW_ENOINFO;
}

static bool
is_within(uint64_t address, uint64_t start, uint64_t end)
{
    return address >= start && end - start >= sizeof(uint64_t) &&
           address <= end - sizeof(uint64_t);
}

bool
unwinder_read(uint64_t address, uint64_t *value)
{
    if (is_within(address, stack_start, stack_end)) {
        *value = load64(address);
        return true;
    }
    return peek64(address, value);
}

static int
access_memory(unw_addr_space_t asked, unw_word_t address, unw_word_t *value,
              int write, void *context)
{
    (void)asked;
    (void)context;
    if (write) {
        return -UNW_EREADONLYREG;
    }
    if (is_within(address, stack_start, stack_end) ||
        is_within(address, table.frames.start,
                  (table.frames.end + 7) & ~(uint64_t)7)) {
        *value = load64(address);
        return 0;
    }
    if (address != peeked.address) {
        peeked.address = peek64(address, &peeked.value) ? address : 0;
    }
    *value = peeked.value;
    return peeked.address != 0 ? 0 : -UNW_EINVAL;
}

static int
access_register(unw_addr_space_t asked, unw_regnum_t number, unw_word_t *value,
                int write, void *context)
{
    (void)asked;
    (void)context;
    if (number < 0 || number >= REGISTERS || write) {
        return -UNW_EBADREG;
    }
    *value = registers[number];
    return 0;
}

static int
no_float_register(unw_addr_space_t asked, unw_regnum_t number,
                  unw_fpreg_t *value, int write, void *context)
{
    (void)asked;
    (void)number;
    (void)value;
    (void)write;
    (void)context;
    return -UNW_EBADREG;
}

static int
no_resume(unw_addr_space_t asked, unw_cursor_t *cursor, void *context)
{
    (void)asked;
    (void)cursor;
    (void)context;
    return -UNW_EINVAL;
}

/* False: libunwind is not to be asked. Refused to block signals, it gives back
 * what it never took. */
static bool
keep_mask(void)
{
    mask_known = mask_known || thread_mask_block(0, &mask_before);
    return mask_known;
}

void
unwinder_finish(void)
{
    if (mask_known) {
        mask_known = false;
        thread_mask_restore(mask_before);
    }
}

static bool
is_pipe(int fd)
{
    struct stat status;

    return fstat(fd, &status) == 0 && S_ISFIFO(status.st_mode);
}

/*
 * With its first cursor libunwind opens a pipe to probe its own process with;
 * it is not told of that, and the host's descriptors stay as they are.
 */
static bool
make_first_cursor(void)
{
    unw_cursor_t cursor;
    int numbers[2];
    bool fine;

    numbers[0] = open("/", O_PATH | O_CLOEXEC);
    numbers[1] = open("/", O_PATH | O_CLOEXEC);
    for (int i = 0; i < 2; i++) {
        if (numbers[i] >= 0) {
            close(numbers[i]); /* the lowest that nobody uses */
        }
    }
    fine = keep_mask() && unw_init_remote(&cursor, space, NULL) == 0;
    unwinder_finish();
    for (int i = 0; i < 2; i++) {
        if (numbers[i] >= 0 && is_pipe(numbers[i])) {
            close(numbers[i]);
        }
    }
    return fine;
}

bool
unwinder_init(void)
{
    static unw_accessors_t accessors = {
        .find_proc_info = find_procedure,
        .put_unwind_info = put_procedure,
        .get_dyn_info_list_addr = no_dynamic_list,
        .access_mem = access_memory,
        .access_reg = access_register,
        .access_fpreg = no_float_register,
        .resume = no_resume,
    };

    loaded_object_init();
    space = unw_create_addr_space(&accessors, 0);
    return space != NULL && make_first_cursor();
}

void
unwinder_end(void)
{
    if (space != NULL) {
        unw_destroy_addr_space(space);
        space = NULL;
    }
}

void
unwinder_begin(uint64_t stack, uint64_t end)
{
    table.start = table.end = 0;
    table.frames = (struct eh_frame){ 0 };
    peeked.address = 0; /* what is there may have changed since */
    stack_start = stack;
    stack_end = end < stack ? stack : end;
}

static void
fill_registers(const struct unwinder_frame *frame,
               const struct registers *first)
{
    for (int i = 0; i < REGISTER_COUNT; i++) {
        registers[register_dwarf[i]] = first != NULL ? first->of[i] : 0;
    }
    registers[register_dwarf[REGISTER_FRAME]] = frame->base_pointer;
    registers[register_dwarf[REGISTER_STACK]] = frame->stack_pointer;
    /* A return address may be the first one behind its function. */
    registers[UNW_REG_IP] = first != NULL ? frame->pc : frame->pc - 1;
}

enum unwinder_answer
unwinder_step(const struct unwinder_frame *frame, const struct registers *first,
              struct unwinder_frame *caller)
{
    static unw_cursor_t cursor; /* large; recorder.busy guards it */
    unw_proc_info_t info;
    unw_save_loc_t saved;
    unw_word_t pc, stack_pointer, base_pointer;
    int step;

    if (system_is_sealed() || !keep_mask()) {
        return UNWINDER_UNKNOWN; /* libunwind blocks signals at each step */
    }
    fill_registers(frame, first);
    /* Without unwind information it would guess. */
    if (unw_init_remote(&cursor, space, NULL) != 0 ||
        unw_get_proc_info(&cursor, &info) != 0 ||
        info.end_ip <= info.start_ip + 1) {
        return UNWINDER_UNKNOWN;
    }
    step = unw_step(&cursor);
    if (step <= 0 || unw_get_reg(&cursor, UNW_REG_IP, &pc) != 0 ||
        unw_get_reg(&cursor, UNW_REG_SP, &stack_pointer) != 0 ||
        unw_get_reg(&cursor, register_dwarf[REGISTER_FRAME], &base_pointer) !=
            0) {
        return step == 0 ? UNWINDER_END : UNWINDER_UNKNOWN;
    }
    *caller = (struct unwinder_frame){ pc, stack_pointer, base_pointer,
                                       frame->base_saved_at };
    if (unw_get_save_loc(&cursor, register_dwarf[REGISTER_FRAME], &saved) ==
            0 &&
        saved.type == UNW_SLT_MEMORY) {
        caller->base_saved_at = saved.u.addr;
    }
    return UNWINDER_STEPPED;
}
