/* A call site, and the stacks that lead to it. */
#include "report/render/render_json.h"

#include "report/finding/phrases.h"
#include "report/text/values.h"

json_t *
render_json_frame(const struct report *report, const struct stack_frame *frame)
{
    const struct function *function =
        symbols_function(report->inputs.symbols, frame->function);
    json_t *object = json_object();

    json_object_set_new(object, "function", values_foreign(function->name));
    json_object_set_new(object, "file", values_foreign(frame->file));
    json_object_set_new(object, "line", values_positive(frame->line));
    json_object_set_new(
        object, "image",
        values_image_path(report->inputs.ledger, frame->place->image));
    json_object_set_new(object, "offset", values_number(frame->place->offset));
    json_object_set_new(object, "inlined", json_boolean(frame->inlined));
    return object;
}

json_t *
render_json_python(const struct ledger *ledger, uint32_t index)
{
    json_t *frames = json_array();

    while (index != 0) {
        const struct ledger_python_node *node =
            ledger_python_node_at(ledger, index);
        const struct ledger_code *code = ledger_code_at(ledger, node->code);
        json_t *frame = json_object();

        json_object_set_new(frame, "file",
                            values_string(ledger, code->filename));
        json_object_set_new(frame, "line", values_positive(node->line));
        json_object_set_new(frame, "function",
                            values_string(ledger, code->function));
        json_object_set_new(frame, "opcode",
                            values_string(ledger, node->opcode));
        json_array_append_new(frames, frame);
        index = node->parent;
    }
    return frames;
}

static json_t *
evidence_json(const struct finding_site *site)
{
    const struct evidence *evidence = &site->evidence;
    struct stack_frame frame;
    json_t *object;

    if (site->blame <= 0 || evidence->reached <= 0) {
        return json_null();
    }
    object = json_object();
    json_object_set_new(object, "reached", json_real(evidence->reached));
    json_object_set_new(object, "settles", json_real(evidence->settles));
    json_object_set_new(object, "seen", json_real(evidence->seen));
    json_object_set_new(object, "settled", json_real(evidence->settled));
    json_object_set_new(object, "documented",
                        json_boolean(evidence->documented));
    json_object_set_new(object, "forgotten_past",
                        fate_frame(&evidence->fate, &frame)
                            ? values_positive(frame.line)
                            : json_null());
    return object;
}

/* The line that a path has passed when it forgets the reference. */
static json_t *
forgotten_json(const struct report *report, const struct finding_site *site)
{
    struct stack_frame frame;
    json_t *object;

    if (site->blame <= 0 || site->evidence.fate.built != NULL ||
        !fate_frame(&site->evidence.fate, &frame)) {
        return json_null();
    }
    object = render_json_frame(report, &frame);
    json_object_set_new(object, "source",
                        values_text(phrase_line(&report->inputs, &frame)));
    return object;
}

/* The frame in whose place another one is evaluated, and who made that. */
static json_t *
shadow_json(const struct report *report, const struct stack *stack)
{
    const struct stack_frame *shadow = stack_shadow(stack);
    const struct ledger *ledger = report->inputs.ledger;
    const struct ledger_code *code;
    json_t *object;

    if (shadow == NULL) {
        return json_null();
    }
    code = ledger_code_at(ledger, shadow->shadowed);
    object = json_object();
    json_object_set_new(object, "file", values_string(ledger, code->filename));
    json_object_set_new(object, "line", values_positive(code->first_line));
    json_object_set_new(object, "function",
                        values_string(ledger, code->function));
    json_object_set_new(object, "made_by",
                        render_json_frame(report, shadow + 1));
    return object;
}

/* The names of a site's function. */
static void
add_function(json_t *object, const struct function *function)
{
    json_object_set_new(object, "function", values_foreign(function->name));
    if ((function->flags & FUNCTION_LISTED) != 0) {
        json_object_set_new(object, "listed", json_true());
    }
}

json_t *
render_json_site(const struct report *report, const struct finding_site *site)
{
    static const char *const unknown[] = { "image",    "build_id", "offset",
                                           "function", "file",     "line",
                                           "source" };
    const struct ledger *ledger = report->inputs.ledger;
    json_t *object = json_object();
    json_t *native = json_array();
    struct stack stack = { 0 };

    finding_stack(&report->inputs, site, &stack);
    for (size_t i = 0; i < stack.count; i++) {
        json_array_append_new(native,
                              render_json_frame(report, &stack.frames[i]));
    }
    json_object_set_new(object, "role", json_string(role_word(site->role)));
    json_object_set_new(object, "count", values_number(site->count));
    json_object_set_new(object, "blame",
                        site->blame > 0 ? json_real(site->blame) : json_null());
    json_object_set_new(object, "evidence", evidence_json(site));
    if (site->frame < stack.count) {
        const struct stack_frame *frame = &stack.frames[site->frame];
        uint32_t image = frame->place->image;

        json_object_set_new(object, "image", values_image_path(ledger, image));
        json_object_set_new(
            object, "build_id",
            values_string(ledger, ledger_image_at(ledger, image)->build_id));
        json_object_set_new(object, "offset",
                            values_number(frame->place->offset));
        add_function(object,
                     symbols_function(report->inputs.symbols, frame->function));
        json_object_set_new(object, "file", values_foreign(frame->file));
        json_object_set_new(object, "line", values_positive(frame->line));
        json_object_set_new(object, "source",
                            values_text(phrase_line(&report->inputs, frame)));
    }
    else {
        for (size_t i = 0; i < sizeof unknown / sizeof unknown[0]; i++) {
            json_object_set_new(object, unknown[i], json_null());
        }
    }
    json_object_set_new(object, "forgotten", forgotten_json(report, site));
    json_object_set_new(object, "python",
                        render_json_python(ledger, site->python != 0
                                                       ? site->python
                                                       : stack.python));
    json_object_set_new(object, "shadow_frame", shadow_json(report, &stack));
    json_object_set_new(object, "native", native);
    json_object_set_new(object, "native_cut", json_boolean(stack.cut));
    stack_clear(&stack);
    return object;
}
