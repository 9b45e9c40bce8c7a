#include "ledger/records.h"

#include <stddef.h>

#define ROW(type, member, kind)                                          \
    {                                                                    \
#member, offsetof(struct type, member),                          \
            sizeof(((struct type *)0)->member), 1, FIELD_##kind, 0, NULL \
    }
#define ROW_INDEX(type, member, table)                                      \
    {                                                                       \
#member, offsetof(struct type, member),                             \
            sizeof(((struct type *)0)->member), 1, FIELD_INDEX, table, NULL \
    }
#define ROW_WORD(type, member, words)                                   \
    {                                                                   \
#member, offsetof(struct type, member),                         \
            sizeof(((struct type *)0)->member), 1, FIELD_WORD, 0, words \
    }
#define ROW_ARRAY(type, member, kind)                  \
    {                                                  \
#member, offsetof(struct type, member),        \
            sizeof(((struct type *)0)->member[0]),     \
            sizeof(((struct type *)0)->member) /       \
                sizeof(((struct type *)0)->member[0]), \
            FIELD_##kind, 0, NULL                      \
    }
#define LAYOUT(table, name, type, rows)                                      \
    {                                                                        \
        table, name, sizeof(struct type), rows, sizeof rows / sizeof rows[0] \
    }

static const char *const end_words[] = { "running", "finished", "stopped",
                                         NULL };
static const char *const stack_words[] = { "none", "site", "python", "full",
                                           NULL };
static const char *const operation_words[] = {
    "none",         "add",   "add_register",
    "sub_register", "store", "store_register",
    "birth",        "entry", NULL
};
static const char *const tactic_words[] = { "none",     "direct", "forward",
                                            "backward", "inside", "hole",
                                            NULL };
static const char *const leave_words[] = {
    "nothing", "no_room", "target", "undecodable", "no_register", "stack", NULL
};
static const char *const node_words[] = {
    "none",    "site",   "return",      "evaluation", "cut",
    "adopted", "python", "interpreter", "shadow",     NULL
};
static const char *const origin_words[] = { "call",     "round", "signal",
                                            "interval", "enter", "leave",
                                            NULL };
static const char *const state_words[] = { "free", "born", "adopted", NULL };

static const char *const finalization_words[] = { "no", "begun", "done", NULL };
static const char *const holder_words[] = { "none",   "object",      "frame",
                                            "static", "interpreter", "stack",
                                            "block",  "cut",         "pool",
                                            "heap",   "frames",      NULL };
static const char *const slot_words[] = {
    "unknown",    "attribute", "key",   "key_number", "key_other",
    "key_itself", "item",      "local", "cell",       "content",
    "type",       "offset",    NULL
};

static const char *const charge_words[] = { "none",     "variable", "cell",
                                            "function", "code",     NULL };

static const struct field header_fields[] = {
    ROW_WORD(ledger_header, end, end_words),
    ROW(ledger_header, reason, NUMBER),
    ROW(ledger_header, pid, NUMBER),
    ROW(ledger_header, parent_pid, NUMBER),
    ROW(ledger_header, start_realtime_ns, NUMBER),
    ROW(ledger_header, end_realtime_ns, NUMBER),
    ROW(ledger_header, python_hexversion, HEX),
    ROW_WORD(ledger_header, stack_mode, stack_words),
    ROW(ledger_header, python_executable, STRING),
    ROW(ledger_header, command, STRING),
    ROW(ledger_header, track, STRING),
    ROW(ledger_header, reason_text, STRING),
    ROW(ledger_header, end_text, STRING),
    ROW(ledger_header, settings, STRING),
    ROW(ledger_header, exit_status, NUMBER),
    ROW(ledger_header, last_traceback, NUMBER),
    ROW(ledger_header, finalized_by, HEX),
    ROW(ledger_header, fault_address, HEX),
    ROW(ledger_header, fault_stack, HEX),
    ROW(ledger_header, fault_tag, NUMBER),
    ROW(ledger_header, forked, NUMBER),
    ROW(ledger_header, snapshot, NUMBER),
    ROW(ledger_header, filter, NUMBER),
    ROW(ledger_header, changes_seen, NUMBER),
    ROW(ledger_header, changes_importing, NUMBER),
    ROW(ledger_header, changes_missed, NUMBER),
    ROW(ledger_header, births, NUMBER),
    ROW(ledger_header, deaths, NUMBER),
    ROW(ledger_header, adopted, NUMBER),
    ROW(ledger_header, moved, NUMBER),
    ROW(ledger_header, vanished, NUMBER),
    ROW(ledger_header, own_locks, NUMBER),
    ROW(ledger_header, immortalized, NUMBER),
    ROW(ledger_header, thinned, NUMBER),
    ROW(ledger_header, rested, NUMBER),
    ROW(ledger_header, counted, NUMBER),
    ROW(ledger_header, counted_dropped, NUMBER),
    ROW(ledger_header, unsampled, NUMBER),
    ROW(ledger_header, sampling_shift, NUMBER),
    ROW(ledger_header, sampling_tightened, NUMBER),
    ROW(ledger_header, outside, NUMBER),
    ROW(ledger_header, memory_limit_bytes, NUMBER),
    ROW(ledger_header, signatures_dropped, NUMBER),
    ROW(ledger_header, entries_dropped, NUMBER),
    ROW(ledger_header, evaluations, NUMBER),
    ROW(ledger_header, checkpoints_dropped, NUMBER),
    ROW(ledger_header, asked, NUMBER),
    ROW(ledger_header, answered, NUMBER),
    ROW(ledger_header, sealed, NUMBER),
    ROW(ledger_header, recording_realtime_ns, NUMBER),
    ROW(ledger_header, start, NUMBER),
    ROW(ledger_header, frames_audited, NUMBER),
    ROW(ledger_header, charges_dropped, NUMBER),
    ROW(ledger_header, evaluator_first_ns, NUMBER),
    ROW(ledger_header, evaluator_since_ns, NUMBER),
    ROW_INDEX(ledger_header, evaluator, LEDGER_EVALUATORS),
    ROW_WORD(ledger_header, finalization, finalization_words),
};

static const struct field image_fields[] = {
    ROW(ledger_image, path, STRING),
    ROW(ledger_image, build_id, STRING),
    ROW(ledger_image, bias, HEX),
    ROW(ledger_image, start, HEX),
    ROW(ledger_image, end, HEX),
    ROW(ledger_image, flags, HEX),
    ROW(ledger_image, refused, STRING),
    ROW(ledger_image, sites, NUMBER),
    ROW(ledger_image, patched, NUMBER),
    ROW(ledger_image, left_alone, NUMBER),
    ROW_ARRAY(ledger_image, left_by_reason, NUMBER),
};

static const struct field site_fields[] = {
    ROW_INDEX(ledger_site, image, LEDGER_IMAGES),
    ROW(ledger_site, offset, HEX),
    ROW_WORD(ledger_site, operation, operation_words),
    ROW_WORD(ledger_site, tactic, tactic_words),
    ROW_WORD(ledger_site, leave, leave_words),
    ROW(ledger_site, width, NUMBER),
    ROW(ledger_site, amount, SIGNED),
    ROW(ledger_site, changes, NUMBER),
};

static const struct field node_fields[] = {
    ROW_INDEX(ledger_node, parent, LEDGER_NODES),
    ROW_WORD(ledger_node, kind, node_words),
    ROW(ledger_node, value, HEX),
};

static const struct field code_fields[] = {
    ROW(ledger_code, address, HEX),     ROW(ledger_code, filename, STRING),
    ROW(ledger_code, function, STRING), ROW(ledger_code, first_line, NUMBER),
    ROW(ledger_code, flags, HEX),
};

static const struct field python_node_fields[] = {
    ROW_INDEX(ledger_python_node, parent, LEDGER_PYTHON_NODES),
    ROW_INDEX(ledger_python_node, code, LEDGER_CODES),
    ROW(ledger_python_node, instruction, NUMBER),
    ROW(ledger_python_node, line, NUMBER),
    ROW(ledger_python_node, opcode, STRING),
    ROW(ledger_python_node, flags, HEX),
};

static const struct field type_fields[] = {
    ROW(ledger_type, address, HEX),
    ROW(ledger_type, name, STRING),
    ROW(ledger_type, flags, HEX),
    ROW(ledger_type, births, NUMBER),
    ROW(ledger_type, deaths, NUMBER),
    ROW(ledger_type, deaths_estimated, NUMBER),
    ROW(ledger_type, changes, NUMBER),
    ROW(ledger_type, disposer, HEX),
};

static const struct field account_fields[] = {
    ROW(ledger_account, object, HEX),
    ROW(ledger_account, references, SIGNED),
    ROW(ledger_account, serial, NUMBER),
    ROW_INDEX(ledger_account, type, LEDGER_TYPES),
    ROW_WORD(ledger_account, state, state_words),
    ROW(ledger_account, pending, NUMBER),
    ROW(ledger_account, sampling, NUMBER),
    ROW(ledger_account, flags, NUMBER),
    ROW_INDEX(ledger_account, entries, LEDGER_ENTRIES),
    ROW(ledger_account, entry_count, NUMBER),
    ROW_INDEX(ledger_account, birth, LEDGER_NODES),
    ROW(ledger_account, changes, NUMBER),
    ROW_INDEX(ledger_account, last_site, LEDGER_SITES),
    ROW(ledger_account, adopted_references, SIGNED),
    ROW(ledger_account, taken_activation, NUMBER),
    ROW(ledger_account, taken_entry, NUMBER), /* the host's own */
};

static const struct field entry_fields[] = {
    ROW_INDEX(ledger_entry, account, LEDGER_ACCOUNTS),
    ROW_INDEX(ledger_entry, next, LEDGER_ENTRIES),
    ROW_INDEX(ledger_entry, tag, LEDGER_NODES),
    ROW_INDEX(ledger_entry, python, LEDGER_PYTHON_NODES),
    ROW(ledger_entry, taken, NUMBER),
    ROW(ledger_entry, released, NUMBER),
    ROW(ledger_entry, first, NUMBER),
    ROW(ledger_entry, last, NUMBER),
    ROW(ledger_entry, activation, NUMBER),
    ROW(ledger_entry, again, NUMBER),
    ROW_INDEX(ledger_entry, again_tag, LEDGER_NODES),
};

static const struct field signature_fields[] = {
    ROW(ledger_signature, hash, HEX),
    ROW(ledger_signature, objects, NUMBER),
    ROW_INDEX(ledger_signature, type, LEDGER_TYPES),
    ROW_INDEX(ledger_signature, birth, LEDGER_NODES),
    ROW_INDEX(ledger_signature, first, LEDGER_SIGNATURE_ENTRIES),
    ROW(ledger_signature, count, NUMBER),
};

static const struct field signature_entry_fields[] = {
    ROW_INDEX(ledger_signature_entry, tag, LEDGER_NODES),
    ROW(ledger_signature_entry, taken, NUMBER),
    ROW(ledger_signature_entry, released, NUMBER),
    ROW(ledger_signature_entry, last, NUMBER),
};

static const struct field miss_fields[] = {
    ROW_INDEX(ledger_miss, before_site, LEDGER_SITES),
    ROW_INDEX(ledger_miss, after_site, LEDGER_SITES),
    ROW_INDEX(ledger_miss, type, LEDGER_TYPES),
    ROW(ledger_miss, times, NUMBER),
    ROW(ledger_miss, delta, SIGNED),
};

static const struct field evaluator_fields[] = {
    ROW(ledger_evaluator, function, HEX),
    ROW_INDEX(ledger_evaluator, setter, LEDGER_NODES),
    ROW(ledger_evaluator, again, NUMBER),
};

static const struct field checkpoint_fields[] = {
    ROW(ledger_checkpoint, label, STRING),
    ROW_WORD(ledger_checkpoint, origin, origin_words),
    ROW(ledger_checkpoint, realtime_ns, NUMBER),
    ROW(ledger_checkpoint, births, NUMBER),
    ROW(ledger_checkpoint, deaths, NUMBER),
    ROW(ledger_checkpoint, changes, NUMBER),
    ROW(ledger_checkpoint, alive, NUMBER),
    ROW(ledger_checkpoint, references, SIGNED),
    ROW(ledger_checkpoint, last_serial, NUMBER),
};

static const struct field class_fields[] = {
    ROW_INDEX(ledger_class, type, LEDGER_TYPES),
    ROW_INDEX(ledger_class, birth, LEDGER_NODES),
    ROW_INDEX(ledger_class, account, LEDGER_ACCOUNTS),
    ROW_INDEX(ledger_class, kind, LEDGER_KINDS),
};

static const struct field mark_fields[] = {
    ROW_INDEX(ledger_mark, checkpoint, LEDGER_CHECKPOINTS),
    ROW_INDEX(ledger_mark, class_index, LEDGER_CLASSES),
    ROW(ledger_mark, alive, NUMBER),
    ROW(ledger_mark, references, SIGNED),
};

static const struct field census_fields[] = {
    ROW(ledger_census, label, STRING),
    ROW(ledger_census, flags, HEX),
    ROW(ledger_census, realtime_ns, NUMBER),
    ROW(ledger_census, duration_ns, NUMBER),
    ROW(ledger_census, objects, NUMBER),
    ROW(ledger_census, accounts, NUMBER),
    ROW(ledger_census, references, NUMBER),
    ROW(ledger_census, owners, NUMBER),
    ROW(ledger_census, scanned, NUMBER),
    ROW(ledger_census, last_serial, NUMBER),
    ROW_INDEX(ledger_census, python, LEDGER_PYTHON_NODES),
};

static const struct field holder_fields[] = {
    ROW_INDEX(ledger_holder, parent, LEDGER_HOLDERS),
    ROW_WORD(ledger_holder, kind, holder_words),
    ROW_INDEX(ledger_holder, type, LEDGER_TYPES),
    ROW_WORD(ledger_holder, slot_kind, slot_words),
    ROW(ledger_holder, slot, STRING),
    ROW(ledger_holder, name, STRING),
    ROW(ledger_holder, file, STRING),
    ROW(ledger_holder, line, NUMBER),
    ROW(ledger_holder, slot_number, NUMBER),
    ROW(ledger_holder, address, HEX),
    ROW_INDEX(ledger_holder, like, LEDGER_KINDS),
    ROW(ledger_holder, limit, NUMBER),
};

static const struct field owned_fields[] = {
    ROW(ledger_owned, serial, NUMBER),
    ROW(ledger_owned, object, HEX),
    ROW_INDEX(ledger_owned, account, LEDGER_ACCOUNTS),
    ROW_INDEX(ledger_owned, type, LEDGER_TYPES),
    ROW_INDEX(ledger_owned, birth, LEDGER_NODES),
    ROW(ledger_owned, flags, HEX),
    ROW(ledger_owned, references, SIGNED),
    ROW(ledger_owned, edges, NUMBER),
    ROW(ledger_owned, frames, NUMBER),
    ROW(ledger_owned, statics, NUMBER),
    ROW(ledger_owned, hidden, NUMBER),
    ROW(ledger_owned, internal, NUMBER),
    ROW(ledger_owned, possible, NUMBER),
    ROW(ledger_owned, uncounted, NUMBER),
    ROW_INDEX(ledger_owned, first_owner, LEDGER_OWNERS),
    ROW(ledger_owned, owner_count, NUMBER),
    ROW(ledger_owned, alike, NUMBER),
    ROW_INDEX(ledger_owned, stored, LEDGER_NODES),
    ROW_INDEX(ledger_owned, stored_python, LEDGER_PYTHON_NODES),
    ROW_INDEX(ledger_owned, kind, LEDGER_KINDS),
    ROW_INDEX(ledger_owned, born_python, LEDGER_PYTHON_NODES),
    ROW(ledger_owned, born_activation, NUMBER),
    ROW(ledger_owned, traverse, SIGNED),
};

static const struct field owner_fields[] = {
    ROW_INDEX(ledger_owner, holder, LEDGER_HOLDERS),
    ROW_WORD(ledger_owner, slot_kind, slot_words),
    ROW(ledger_owner, slot, STRING),
    ROW(ledger_owner, count, NUMBER),
    ROW(ledger_owner, slot_number, NUMBER),
    ROW(ledger_owner, flags, HEX),
    ROW(ledger_owner, items, NUMBER),
};

static const struct field pending_fields[] = {
    ROW(ledger_pending, history, HEX),
    ROW(ledger_pending, since, NUMBER),
    ROW_INDEX(ledger_pending, kind, LEDGER_KINDS),
    /* The words of each. */
    { "changes", offsetof(struct ledger_pending, changes), sizeof(uint32_t),
      LEDGER_PENDING_MAX * 4, FIELD_NUMBER, 0, NULL },
};

static const struct field loss_fields[] = {
    ROW(ledger_loss, serial, NUMBER),
    ROW(ledger_loss, slot, HEX),
    ROW_INDEX(ledger_loss, account, LEDGER_ACCOUNTS),
    ROW(ledger_loss, changes, NUMBER),
    ROW_INDEX(ledger_loss, writer, LEDGER_NODES),
    ROW_INDEX(ledger_loss, disposer, LEDGER_NODES),
    ROW_INDEX(ledger_loss, owner_type, LEDGER_TYPES),
    ROW(ledger_loss, owner_offset, NUMBER),
    ROW_INDEX(ledger_loss, owner_birth, LEDGER_NODES),
    ROW(ledger_loss, stands_for, NUMBER),
};

static const struct field exit_fields[] = {
    ROW(ledger_exit, serial, NUMBER),
    ROW_INDEX(ledger_exit, account, LEDGER_ACCOUNTS),
    ROW_INDEX(ledger_exit, tag, LEDGER_NODES),
    ROW(ledger_exit, frame, NUMBER),
    ROW(ledger_exit, change, SIGNED),
    ROW(ledger_exit, handed, NUMBER),
    ROW(ledger_exit, returned, NUMBER),
};

static const struct field step_fields[] = {
    ROW(ledger_step, serial, NUMBER),
    ROW_INDEX(ledger_step, account, LEDGER_ACCOUNTS),
    ROW_INDEX(ledger_step, tag, LEDGER_NODES),
    ROW_INDEX(ledger_step, python, LEDGER_PYTHON_NODES),
    ROW(ledger_step, change, SIGNED),
    ROW_INDEX(ledger_step, kind, LEDGER_KINDS),
};

static const struct field counted_fields[] = {
    ROW(ledger_counted, object, HEX),
    ROW_INDEX(ledger_counted, type, LEDGER_TYPES),
    ROW(ledger_counted, references, NUMBER),
};

static const struct field moment_fields[] = {
    ROW(ledger_moment, realtime_ns, NUMBER),
    ROW(ledger_moment, changes, NUMBER),
    ROW(ledger_moment, serial, NUMBER),
};

static const struct field course_fields[] = {
    ROW_INDEX(ledger_course, type, LEDGER_TYPES),
    ROW_INDEX(ledger_course, birth, LEDGER_NODES),
    ROW_INDEX(ledger_course, kind, LEDGER_KINDS),
    ROW_ARRAY(ledger_course, alive, NUMBER),
};

static const struct field rise_fields[] = {
    ROW_INDEX(ledger_rise, kind, LEDGER_KINDS),
    ROW(ledger_rise, begin, NUMBER),
    ROW(ledger_rise, end, NUMBER),
    ROW_ARRAY(ledger_rise, born, NUMBER),
};

static const struct field border_fields[] = {
    ROW_INDEX(ledger_border, checkpoint, LEDGER_CHECKPOINTS),
    ROW(ledger_border, serial, NUMBER),
};

static const struct field kind_fields[] = {
    ROW(ledger_kind, births, NUMBER),
    ROW(ledger_kind, alive, NUMBER),
    ROW(ledger_kind, accounts, NUMBER),
    ROW_INDEX(ledger_kind, birth, LEDGER_NODES),
    ROW_INDEX(ledger_kind, type, LEDGER_TYPES),
    ROW_INDEX(ledger_kind, site, LEDGER_SITES),
    ROW(ledger_kind, counted, NUMBER),
    ROW(ledger_kind, unowned, NUMBER),
    ROW(ledger_kind, unowned_references, NUMBER),
    ROW(ledger_kind, doubtful, NUMBER),
    ROW(ledger_kind, doubtful_references, NUMBER),
    ROW(ledger_kind, overdrawn, NUMBER),
};

static const struct field charge_fields[] = {
    ROW(ledger_charge, serial, NUMBER),
    ROW(ledger_charge, left, SIGNED),
    ROW(ledger_charge, evaluations, NUMBER),
    ROW_INDEX(ledger_charge, account, LEDGER_ACCOUNTS),
    ROW_INDEX(ledger_charge, code, LEDGER_CODES),
    ROW_WORD(ledger_charge, place, charge_words),
    ROW(ledger_charge, name, STRING),
};

const struct record_layout record_layout_header =
    LAYOUT(LEDGER_NO_TABLE, "header", ledger_header, header_fields);

const struct record_layout record_layouts[] = {
    LAYOUT(LEDGER_IMAGES, "image", ledger_image, image_fields),
    LAYOUT(LEDGER_SITES, "site", ledger_site, site_fields),
    LAYOUT(LEDGER_NODES, "node", ledger_node, node_fields),
    LAYOUT(LEDGER_CODES, "code", ledger_code, code_fields),
    LAYOUT(LEDGER_PYTHON_NODES, "python_node", ledger_python_node,
           python_node_fields),
    LAYOUT(LEDGER_TYPES, "type", ledger_type, type_fields),
    LAYOUT(LEDGER_ACCOUNTS, "account", ledger_account, account_fields),
    LAYOUT(LEDGER_ENTRIES, "entry", ledger_entry, entry_fields),
    LAYOUT(LEDGER_SIGNATURES, "signature", ledger_signature, signature_fields),
    LAYOUT(LEDGER_SIGNATURE_ENTRIES, "signature_entry", ledger_signature_entry,
           signature_entry_fields),
    LAYOUT(LEDGER_MISSES, "miss", ledger_miss, miss_fields),
    LAYOUT(LEDGER_EVALUATORS, "evaluator", ledger_evaluator, evaluator_fields),
    LAYOUT(LEDGER_CHECKPOINTS, "checkpoint", ledger_checkpoint,
           checkpoint_fields),
    LAYOUT(LEDGER_CLASSES, "class", ledger_class, class_fields),
    LAYOUT(LEDGER_MARKS, "mark", ledger_mark, mark_fields),
    LAYOUT(LEDGER_CENSUSES, "census", ledger_census, census_fields),
    LAYOUT(LEDGER_HOLDERS, "holder", ledger_holder, holder_fields),
    LAYOUT(LEDGER_OWNED, "owned", ledger_owned, owned_fields),
    LAYOUT(LEDGER_OWNERS, "owner", ledger_owner, owner_fields),
    LAYOUT(LEDGER_PENDING, "pending", ledger_pending, pending_fields),
    LAYOUT(LEDGER_LOSSES, "loss", ledger_loss, loss_fields),
    LAYOUT(LEDGER_COUNTED, "counted", ledger_counted, counted_fields),
    LAYOUT(LEDGER_MOMENTS, "moment", ledger_moment, moment_fields),
    LAYOUT(LEDGER_KINDS, "kind", ledger_kind, kind_fields),
    LAYOUT(LEDGER_EXITS, "exit", ledger_exit, exit_fields),
    LAYOUT(LEDGER_STEPS, "step", ledger_step, step_fields),
    LAYOUT(LEDGER_COURSES, "course", ledger_course, course_fields),
    LAYOUT(LEDGER_RISES, "rise", ledger_rise, rise_fields),
    LAYOUT(LEDGER_BORDERS, "border", ledger_border, border_fields),
    LAYOUT(LEDGER_CHARGES, "charge", ledger_charge, charge_fields),
};

const uint32_t record_layout_count =
    sizeof record_layouts / sizeof record_layouts[0];
