#include "cli/sites/elf_python.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "arch/births.h"

enum {
    MINOR_FIRST = 9,
    MINOR_LATEST = 15,
    TRACING_BYTES = 12,      /* struct _PyTraceMalloc_Config, three ints */
    TRACING_FIELD_BYTES = 4, /* a field of the interpreter's state, its start */
    NEW_REFERENCE_BYTES = 96, /* of its code */
};

static const struct python_layout *
layout_of_minor(unsigned minor)
{
    return layout_find(0x030000f0u | minor << 16, false);
}

const struct python_layout *
elf_python_version(const char *version)
{
    for (unsigned minor = MINOR_FIRST; minor <= MINOR_LATEST; minor++) {
        const struct python_layout *layout = layout_of_minor(minor);

        if (strcmp(layout->version, version) == 0) {
            return layout;
        }
    }
    return NULL;
}

/* Of x.cpython-313-x86_64-linux-gnu.so; NULL: the name does not tell. */
static const struct python_layout *
layout_of_name(const char *path)
{
    static const char tag[] = ".cpython-3";
    const char *name = strrchr(path, '/');
    const char *found = strstr(name != NULL ? name : path, tag);
    char *end;
    unsigned long minor;

    if (found == NULL) {
        return NULL;
    }
    minor = strtoul(found + strlen(tag), &end, 10);
    return end != found + strlen(tag) && minor < 256
               ? layout_of_minor((unsigned)minor)
               : NULL;
}

static const struct python_layout *
layout_of_interpreter(const struct elf_image *elf)
{
    uint64_t version = elf_image_symbol(elf, "Py_Version");

    if (version != 0) { /* from 3.11 */
        return layout_find((uint32_t)elf_image_word(elf, version), false);
    }
    /* All counts are alike up to 3.11. */
    return elf_image_symbol(elf, "PyType_GetModule") != 0 /* new in 3.9 */
               ? layout_of_minor(MINOR_FIRST)
               : NULL;
}

struct elf_python
elf_python_find(const struct elf_image *elf, const char *path,
                const struct python_layout *wanted)
{
    struct elf_python found = {
        .interpreter = elf_image_symbol(elf, "_PyEval_EvalFrameDefault") != 0,
    };

    if (!image_refers_to_python(&elf->image)) {
        found.refused = "it does not refer to CPython";
    }
    else if (elf_image_symbol(elf, "_Py_MergeZeroLocalRefcount") != 0) {
        found.refused = "it is a free-threaded interpreter";
    }
    else if (elf_image_symbol(elf, "_Py_AddToAllObjects") != 0) {
        found.refused =
            "it is an interpreter whose objects are linked (Py_TRACE_REFS)";
    }
    else if (found.interpreter) {
        found.layout = layout_of_interpreter(elf);
        if (found.layout == NULL) {
            found.refused = "it is an interpreter other than 3.9 to 3.15";
        }
    }
    else {
        found.layout = layout_of_name(path);
        if (found.layout == NULL) {
            found.layout =
                wanted != NULL ? wanted : layout_of_minor(MINOR_LATEST);
        }
    }
    return found;
}

uint64_t
elf_python_births(const struct elf_image *elf, uint64_t *state, uint64_t *bytes)
{
    uint64_t bias = elf->image.bias;
    uint64_t variable = elf_image_symbol(elf, "_Py_tracemalloc_config");
    uint64_t runtime = elf_image_symbol(elf, "_PyRuntime");
    uint64_t function = elf_image_symbol(elf, "_Py_NewReference");

    *state = 0;
    *bytes = TRACING_BYTES;
    while (variable == 0 && runtime != 0 && function != 0 &&
           image_has_code(&elf->image, function) &&
           image_has_code(&elf->image, function + NEW_REFERENCE_BYTES - 1)) {
        variable = births_variable((const uint8_t *)(uintptr_t)function,
                                   NEW_REFERENCE_BYTES, function - bias,
                                   runtime - bias, &function);
        function += function != 0 ? bias : 0;
        if (variable != 0) {
            variable += bias;
            *state = runtime;
            *bytes = TRACING_FIELD_BYTES;
        }
    }
    return variable;
}
