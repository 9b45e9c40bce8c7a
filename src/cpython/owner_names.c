#include "cpython/owner_names.h"

#include "cpython/frame_stack.h"
#include "cpython/memory.h"
#include "cpython/owner_slots.h"
#include "cpython/python_text.h"
#include "cpython/type_info.h"

bool
owner_is_generator(const struct owner_types *types, uint64_t type)
{
    return type == types->generators[0] || type == types->generators[1] ||
           type == types->generators[2];
}

/* The frame of a generator, 0: it has ended or is running somewhere. */
uint64_t
owner_generator_frame(const struct python_layout *layout, uint64_t generator)
{
    uint64_t frame = generator + layout->owners.generator_frame;

    return layout->owners.generator_frame_inline ? frame : load64(frame);
}

void
owner_name_of_frame(const struct python_layout *layout, uint64_t frame,
                    uint64_t code, struct owner_name *name)
{
    struct code_place place = { 0 };

    name->line = frame_line(layout, code,
                            frame_instruction(layout, frame, code), &place);
    code_function(layout, code, name->name, sizeof name->name);
    code_filename(layout, code, name->file, sizeof name->file);
}

/* "module.qualified.name" */
static void
name_function(const struct python_layout *layout, uint64_t function,
              struct owner_name *name)
{
    uint64_t module = load64(function + layout->owners.function_module);
    uint64_t qualname = load64(function + layout->owners.function_qualname);
    size_t used = module == 0 ? 0
                              : python_text(layout, module, name->name,
                                            sizeof name->name - 1);

    if (used > 0) {
        name->name[used++] = '.';
    }
    python_text(layout, qualname, name->name + used, sizeof name->name - used);
}

void
owner_name_find(const struct python_layout *layout,
                const struct owner_types *types, uint64_t owner,
                struct owner_name *name)
{
    const struct owner_layout *at = &layout->owners;
    uint64_t type = type_of(layout, owner), code;

    name->line = 0;
    name->name[0] = '\0';
    name->file[0] = '\0';
    if (type == types->module) {
        uint64_t text = load64(owner + at->module_name);

        python_text(layout, text, name->name, sizeof name->name);
    }
    else if (type == types->function) {
        name_function(layout, owner, name);
    }
    else if ((type_flags(layout, type) & layout->type.flag_is_type) != 0) {
        type_full_name(layout, owner, name->name, sizeof name->name);
    }
    else if (owner_is_generator(types, type)) {
        uint64_t frame = owner_generator_frame(layout, owner);

        code = at->generator_code != 0 ? load64(owner + at->generator_code)
                                       : frame_code(layout, frame);
        if (frame != 0 && code != 0) {
            owner_name_of_frame(layout, frame, code, name);
        }
    }
    else if (type == types->frame && at->frame_is_object) {
        code = frame_code(layout, owner);
        if (code != 0) {
            owner_name_of_frame(layout, owner, code, name);
        }
    }
}
