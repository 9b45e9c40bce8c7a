#include "patch/course.h"

enum {
    AHEAD_INSTRUCTIONS = 24, /* copied to the next group or the end */
    COPIED_BYTES_MAX = 320,  /* of code that other stubs hold as well */
};

/* How far a course is worth its bytes. */
struct extent {
    size_t steps, sites;
};

/* The group that begins with an instruction, or NULL. */
static struct planned *
group_at(const struct builder *builder, uint32_t index)
{
    size_t low = 0, high = builder->planned_count;

    while (low < high) {
        size_t middle = low + (high - low) / 2;

        if (builder->planned[middle].group.first < index) {
            low = middle + 1;
        }
        else {
            high = middle;
        }
    }
    return low < builder->planned_count &&
                   builder->planned[low].group.first == index
               ? &builder->planned[low]
               : NULL;
}

static const struct instruction *
last_of(const struct builder *builder, const struct course *course)
{
    const struct trace *trace = &course->trace;

    return &builder->function
                .instructions[trace->steps[trace->count - 1].index];
}

static bool
has(const struct trace *trace, uint32_t index)
{
    for (size_t i = 0; i < trace->count; i++) {
        if (trace->steps[i].index == index) {
            return true;
        }
    }
    return false;
}

static bool
add_group(const struct builder *builder, const struct planned *planned,
          struct course *course)
{
    struct trace *trace = &course->trace;
    size_t first = planned->group.first, last = planned->group.last;

    if (planned->refused ||
        course->site_count + planned->count > STUB_SITES_MAX ||
        trace->count + (last - first) >= TRACE_STEPS_MAX) {
        return false;
    }
    for (size_t i = first; i <= last; i++) {
        trace->steps[trace->count++] = (struct step){ .index = (uint32_t)i };
    }
    trace->steps[trace->count - (last - first) - 1].entered =
        planned->stub == 0;
    for (uint32_t i = 0; i < planned->count; i++) {
        course->sites[course->site_count++] = (struct stub_site){
            builder->found[planned->at + i],
            builder->first_site + (uint32_t)planned->at + i,
        };
    }
    return true;
}

/* Whether it ends with a branch that is likely to be taken. */
static bool
is_likely(const struct builder *builder, const struct course *course)
{
    return course->site_count > 0 &&
           trace_lives_on(&builder->function, last_of(builder, course),
                          &course->sites[course->site_count - 1].site);
}

/* Whether stubs may lead to an instruction. */
static bool
can_land(const struct builder *builder, uint32_t index)
{
    return index < builder->function.count &&
           (!builder->taken[index] || group_at(builder, index) != NULL);
}

/* The instruction at which the course goes on. */
static bool
next_of(const struct builder *builder, const struct course *course,
        uint32_t *next)
{
    const struct function *function = &builder->function;
    const struct instruction *last = last_of(builder, course), *target;
    uint32_t behind = (uint32_t)(last - function->instructions) + 1;

    if (last->flow == FLOW_NEXT ||
        (last->flow == FLOW_BRANCH &&
         !(is_likely(builder, course) && can_land(builder, behind)))) {
        *next = behind;
        return behind < function->count;
    }
    target = function_find(function, last->target);
    if ((last->flow != FLOW_JUMP && last->flow != FLOW_BRANCH) ||
        target == NULL) {
        return false;
    }
    *next = (uint32_t)(target - function->instructions);
    /* Who enters the function is watched there, perhaps from later on. */
    return target->address != function->address;
}

static bool
can_go_on(const struct builder *builder, const struct trace *trace,
          uint32_t index)
{
    return trace->count < TRACE_STEPS_MAX && !has(trace, index) &&
           builder->function.instructions[index].movable &&
           can_land(builder, index);
}

static struct extent
extent_of(const struct course *course)
{
    return (struct extent){ course->trace.count, course->site_count };
}

void
course_alone(const struct builder *builder, size_t g, struct course *out)
{
    out->trace.count = out->site_count = 0;
    add_group(builder, &builder->planned[g], out);
}

void
course_find(const struct builder *builder, size_t g, struct course *out)
{
    struct trace *trace = &out->trace;
    struct extent worth;
    uint64_t copied = 0;
    uint32_t next;

    course_alone(builder, g, out);
    worth = extent_of(out);
    while (next_of(builder, out, &next)) {
        struct planned *planned = group_at(builder, next);

        if (!can_go_on(builder, trace, next) || copied > COPIED_BYTES_MAX ||
            trace->count - worth.steps >= AHEAD_INSTRUCTIONS ||
            (planned != NULL && !add_group(builder, planned, out))) {
            if (planned != NULL && !planned->refused) {
                worth = extent_of(out); /* from stub to stub */
            }
            break;
        }
        if (planned == NULL) {
            trace->steps[trace->count++] = (struct step){ .index = next };
        }
        copied = planned != NULL && planned->stub == 0
                     ? 0
                     : copied + last_of(builder, out)->length;
        if (planned != NULL || !decode_goes_on(last_of(builder, out))) {
            worth = extent_of(out);
        }
    }
    trace->count = worth.steps;
    out->site_count = worth.sites;
}

void
course_take(struct builder *builder, const struct course *course)
{
    const struct function *function = &builder->function;
    const struct trace *trace = &course->trace;

    for (size_t i = 0; i < trace->count; i++) {
        const struct step *step = &trace->steps[i];
        const struct instruction *instruction =
            &function->instructions[step->index];

        if (step->entered) {
            group_at(builder, step->index)->stub = step->stub;
        }
        if (decode_goes_on(instruction) &&
            (i + 1 == trace->count || step[1].index != step->index + 1)) {
            targets_add(&builder->targets,
                        instruction->address + instruction->length);
        }
    }
}
