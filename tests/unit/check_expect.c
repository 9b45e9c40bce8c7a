/* Rules about owners, and what they accept. */
#include "report/evidence/expect.h"

#include "owned_ledger.h"
#include "unit.h"

#include <check.h>
#include <stdlib.h>

static uint32_t module, namespace, node, meta, tensor;
static struct ledger_owned owned;

/* A tensor in app.NODE.meta['val'], as fx nodes have it. */
static void
set_up(void)
{
    uint32_t dict;

    owned_ledger_make();
    tensor = owned_type("lib.Tensor");
    module = owned_holder(0, "module", 0, NULL, 0, "app");
    namespace = owned_holder(module, "dict", LEDGER_SLOT_ATTRIBUTE, "__dict__",
                             0, NULL);
    node = owned_holder(namespace, "fx.Node", LEDGER_SLOT_KEY, "NODE", 0, NULL);
    dict =
        owned_holder(node, "dict", LEDGER_SLOT_ATTRIBUTE, "__dict__", 0, NULL);
    meta = owned_holder(dict, "dict", LEDGER_SLOT_KEY, "meta", 0, NULL);
    owned = (struct ledger_owned){ .type = tensor, .first_owner = 1 };
}

static struct expect *
rules_of(const char *text)
{
    struct error error;
    struct expect *rules = expect_parse("rules", text, &error);

    ck_assert_ptr_nonnull(rules);
    return rules;
}

/* Is the only owner expected? */
static bool
accepts(const char *text)
{
    struct expect *rules = rules_of(text);
    bool accepted;

    owned.owner_count = 1;
    accepted = expect_unexpected(rules, &owned_ledger.ledger, &owned) == NULL;
    expect_free(rules);
    return accepted;
}

static void
expect_error(const char *text, const char *message)
{
    struct error error;

    ck_assert_ptr_null(expect_parse("rules", text, &error));
    ck_assert_str_eq(error.text, message);
}

START_TEST(comments_and_empty_lines_are_no_rules)
{
    struct expect *rules = rules_of("# nothing\n\n   \t\n#a b\n");

    ck_assert(!expect_watches(rules, &owned_ledger.ledger, &owned));
    expect_free(rules);
}
END_TEST

START_TEST(a_bad_line_is_named_by_its_number)
{
    expect_error("# fine\nlib.Tensor\n",
                 "rules:2: 'lib.Tensor' has no owner; a rule is TYPE OWNER "
                 "[KEY]");
    expect_error("a b c d", "rules:1: there is a word too many, 'd'; a rule is "
                            "TYPE OWNER [KEY]");
    expect_error("@between a\n",
                 "rules:1: '@between a' does not name two checkpoints, as in "
                 "'@between FIRST, SECOND'");
    expect_error("@after a\n",
                 "rules:1: '@after a' is neither '@between FIRST, "
                 "SECOND' nor '@always'");
}
END_TEST

START_TEST(types_that_a_rule_names_are_watched)
{
    struct expect *rules = rules_of("*.Tensor frame");

    ck_assert(expect_watches(rules, &owned_ledger.ledger, &owned));
    owned.type = owned_ledger.holders[node].type;
    ck_assert(!expect_watches(rules, &owned_ledger.ledger, &owned));
    expect_free(rules);
}
END_TEST

/* "a" when 10 objects were born, "b" when 20 were, and so on. */
static void
pass_checkpoints(const char *labels)
{
    for (uint64_t serial = 10; *labels != '\0'; serial += 10, labels++) {
        uint32_t number = owned_add(LEDGER_CHECKPOINTS);
        char label[2] = { *labels, '\0' };

        owned_ledger.checkpoints[number].label = owned_text(label);
        owned_ledger.checkpoints[number].last_serial = serial;
    }
}

START_TEST(rules_between_two_checkpoints_are_about_what_was_born_there)
{
    static const struct {
        uint64_t serial;
        bool watched;
    } births[] = { { 10, false }, { 11, true },  { 20, true },
                   { 21, true },  { 31, false }, { 51, true } };
    struct expect *rules = rules_of("@between a, b c\n*.Tensor frame\n"
                                    "@always\n*.Node frame\n");

    pass_checkpoints("axbya");
    owned_ledger.checkpoints[3].label = owned_text("b c");
    for (size_t i = 0; i < sizeof births / sizeof *births; i++) {
        owned.serial = births[i].serial;
        ck_assert_int_eq(expect_watches(rules, &owned_ledger.ledger, &owned),
                         births[i].watched);
    }
    ck_assert_ptr_null(expect_missing(rules, &owned_ledger.ledger));
    owned.type = owned_ledger.holders[node].type;
    owned.serial = 1;
    ck_assert(expect_watches(rules, &owned_ledger.ledger, &owned));
    expect_free(rules);
}
END_TEST

START_TEST(a_checkpoint_that_was_never_passed_is_named)
{
    struct expect *rules = rules_of("@between a, z\n*.Tensor frame\n");

    pass_checkpoints("ab");
    ck_assert_str_eq(expect_missing(rules, &owned_ledger.ledger), "z");
    expect_free(rules);
}
END_TEST

START_TEST(an_owner_is_known_by_its_type_and_key)
{
    owned_owner(meta, LEDGER_SLOT_KEY, "val", 0);
    ck_assert(accepts("lib.Tensor dict"));
    ck_assert(accepts("lib.Tensor dict val"));
    ck_assert(!accepts("lib.Tensor dict other"));
    ck_assert(!accepts("lib.Tensor list"));
    ck_assert(!accepts("other.Tensor dict"));
}
END_TEST

START_TEST(an_attribute_is_known_by_its_bearer)
{
    owned_owner(meta, LEDGER_SLOT_KEY, "val", 0);
    ck_assert(accepts("lib.Tensor fx.Node.meta val"));
    ck_assert(accepts("*.Tensor *.Node.meta"));
    ck_assert(!accepts("lib.Tensor fx.Node.other val"));
}
END_TEST

START_TEST(what_stands_in_a_namespace_belongs_to_its_bearer)
{
    owned_owner(namespace, LEDGER_SLOT_KEY, "CACHE", 0);
    ck_assert(accepts("lib.Tensor app CACHE"));
    ck_assert(accepts("lib.Tensor module"));
    ck_assert(!accepts("lib.Tensor app OTHER"));
}
END_TEST

START_TEST(frames_and_variables_are_kinds_of_owners)
{
    uint32_t frame = owned_add(LEDGER_HOLDERS);

    owned_ledger.holders[frame] =
        (struct ledger_holder){ .kind = LEDGER_HOLDER_FRAME,
                                .name = owned_text("main") };
    owned_owner(frame, LEDGER_SLOT_LOCAL, "x", 0);
    ck_assert(accepts("lib.Tensor frame"));
    ck_assert(accepts("lib.Tensor main x"));
    ck_assert(!accepts("lib.Tensor static"));
}
END_TEST

START_TEST(one_unexpected_owner_is_enough)
{
    struct expect *rules = rules_of("lib.Tensor fx.Node.meta");
    const struct ledger_owner *second;

    owned_owner(meta, LEDGER_SLOT_KEY, "val", 0);
    second = owned_owner(namespace, LEDGER_SLOT_KEY, "KEPT", 0);
    owned.owner_count = 2;
    ck_assert_ptr_eq(expect_unexpected(rules, &owned_ledger.ledger, &owned),
                     second);
    char *why = expect_complaint(&owned_ledger.ledger, NULL, second);
    ck_assert_str_eq(why, "no rule expects them in app.KEPT");
    free(why);
    expect_free(rules);
}
END_TEST

START_TEST(what_may_be_left_over_accuses_nobody)
{
    uint32_t block = owned_add(LEDGER_HOLDERS);

    owned_ledger.holders[block].kind = LEDGER_HOLDER_BLOCK;
    owned_owner(block, 0, NULL, 0);
    ck_assert(accepts("lib.Tensor nobody"));
}
END_TEST

int
main(void)
{
    Suite *suite = suite_create("expect");
    TCase *tests = tcase_create("expect");

    tcase_add_checked_fixture(tests, set_up, NULL);
    tcase_add_test(tests, comments_and_empty_lines_are_no_rules);
    tcase_add_test(tests, a_bad_line_is_named_by_its_number);
    tcase_add_test(tests, types_that_a_rule_names_are_watched);
    tcase_add_test(tests,
                   rules_between_two_checkpoints_are_about_what_was_born_there);
    tcase_add_test(tests, a_checkpoint_that_was_never_passed_is_named);
    tcase_add_test(tests, an_owner_is_known_by_its_type_and_key);
    tcase_add_test(tests, an_attribute_is_known_by_its_bearer);
    tcase_add_test(tests, what_stands_in_a_namespace_belongs_to_its_bearer);
    tcase_add_test(tests, frames_and_variables_are_kinds_of_owners);
    tcase_add_test(tests, one_unexpected_owner_is_enough);
    tcase_add_test(tests, what_may_be_left_over_accuses_nobody);
    suite_add_tcase(suite, tests);

    return unit_run(suite);
}
