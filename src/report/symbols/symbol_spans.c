#include "report/symbols/symbol_spans.h"

#include <stdlib.h>

#include "report/text/memory.h"

/* Symbols that cover each other again and again are asked for one by one. */
enum { STEPS_A_SPAN = 16 };

struct symbol_span {
    uint64_t start; /* it ends where the next one starts */
    uint64_t symbol;
    const char *name; /* NULL: none covers it */
    uint32_t covered; /* by so many; of several libdwfl chooses */
    bool asked;
};

static void
add_bound(struct symbol_spans *spans, uint64_t start)
{
    spans->spans = (struct symbol_span *)memory_room(spans->spans, spans->count,
                                                     sizeof *spans->spans);
    spans->spans[spans->count++] = (struct symbol_span){ .start = start };
}

static void
add_sections(struct symbol_spans *spans, Dwfl_Module *module)
{
    GElf_Addr bias;
    Elf *elf = dwfl_module_getelf(module, &bias);
    Elf_Scn *section = NULL;

    while (elf != NULL && (section = elf_nextscn(elf, section)) != NULL) {
        GElf_Shdr header;

        if (gelf_getshdr(section, &header) != NULL) {
            add_bound(spans, header.sh_addr + bias);
            add_bound(spans, header.sh_addr + bias + header.sh_size);
        }
    }
}

static int
compare_spans(const void *a, const void *b)
{
    uint64_t left = ((const struct symbol_span *)a)->start;
    uint64_t right = ((const struct symbol_span *)b)->start;

    return (left > right) - (left < right);
}

/* The last that starts at the address or before; the first starts at 0. */
static struct symbol_span *
find(struct symbol_spans *spans, uint64_t address)
{
    size_t low = 1, high = spans->count;

    while (low < high) {
        size_t middle = low + (high - low) / 2;

        if (spans->spans[middle].start <= address) {
            low = middle + 1;
        }
        else {
            high = middle;
        }
    }
    return &spans->spans[low - 1];
}

/* Once for each. */
static void
sort(struct symbol_spans *spans)
{
    size_t kept = 0;

    qsort(spans->spans, spans->count, sizeof *spans->spans, compare_spans);
    for (size_t i = 0; i < spans->count; i++) {
        if (i == 0 || spans->spans[i].start != spans->spans[kept - 1].start) {
            spans->spans[kept++] = spans->spans[i];
        }
    }
    spans->count = kept;
}

/* A symbol that stands for what lies there; NULL: another one, or none. */
static const char *
symbol_at(Dwfl_Module *module, int index, GElf_Sym *symbol, GElf_Addr *address)
{
    const char *name = dwfl_module_getsym_info(module, index, symbol, address,
                                               NULL, NULL, NULL);

    return name == NULL || name[0] == '\0' || symbol->st_size == 0 ||
                   symbol->st_shndx == SHN_UNDEF ||
                   GELF_ST_TYPE(symbol->st_info) == STT_SECTION ||
                   GELF_ST_TYPE(symbol->st_info) == STT_FILE ||
                   GELF_ST_TYPE(symbol->st_info) == STT_TLS
               ? NULL
               : name;
}

/* What one symbol covers and no other is settled: nobody need be asked. */
static void
cover(struct symbol_spans *spans, Dwfl_Module *module, int symbols)
{
    size_t steps = 0, most = STEPS_A_SPAN * spans->count;

    for (int i = 0; i < symbols && steps < most; i++) {
        GElf_Sym symbol;
        GElf_Addr start;
        const char *name = symbol_at(module, i, &symbol, &start);
        struct symbol_span *span = name != NULL ? find(spans, start) : NULL;

        while (span != NULL && span < spans->spans + spans->count &&
               span->start < start + symbol.st_size && steps < most) {
            span->name = name;
            span->symbol = start;
            span->covered++;
            span++;
            steps++;
        }
    }
    for (size_t i = 0; i < spans->count; i++) {
        spans->spans[i].asked = steps < most && spans->spans[i].covered < 2;
    }
}

static void
build(struct symbol_spans *spans, Dwfl_Module *module)
{
    int symbols = dwfl_module_getsymtab(module);

    add_bound(spans, 0);
    add_sections(spans, module);
    for (int i = 0; i < symbols; i++) {
        GElf_Sym symbol;
        GElf_Addr address;

        if (dwfl_module_getsym_info(module, i, &symbol, &address, NULL, NULL,
                                    NULL) != NULL) {
            add_bound(spans, address);
            add_bound(spans, address + symbol.st_size);
        }
    }
    sort(spans);
    cover(spans, module, symbols);
}

static void
ask(struct symbol_span *span, Dwfl_Module *module, uint64_t address)
{
    GElf_Off into;
    GElf_Sym symbol;
    const char *name =
        dwfl_module_addrinfo(module, address, &into, &symbol, NULL, NULL, NULL);

    span->asked = true;
    span->name = NULL;
    /* The nearest symbol before the address is not enough: it must cover it. */
    if (name != NULL && into < symbol.st_size) {
        span->name = name;
        span->symbol = address - into;
    }
}

const char *
symbol_spans_name(struct symbol_spans *spans, Dwfl_Module *module,
                  uint64_t address, uint64_t *into)
{
    struct symbol_span *span;

    if (spans->count == 0) {
        build(spans, module);
    }
    span = find(spans, address);
    if (!span->asked) {
        ask(span, module, address);
    }
    *into = address - span->symbol;
    return span->name;
}

void
symbol_spans_clear(struct symbol_spans *spans)
{
    free(spans->spans);
    *spans = (struct symbol_spans){ 0 };
}
