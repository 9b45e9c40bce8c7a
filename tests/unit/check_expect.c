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

    ck_assert(!expect_watches(rules, &owned_ledger.ledger, tensor));
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
}
END_TEST

START_TEST(types_that_a_rule_names_are_watched)
{
    struct expect *rules = rules_of("*.Tensor frame");

    ck_assert(expect_watches(rules, &owned_ledger.ledger, tensor));
    ck_assert(!expect_watches(rules, &owned_ledger.ledger,
                              owned_ledger.holders[node].type));
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
    tcase_add_test(tests, an_owner_is_known_by_its_type_and_key);
    tcase_add_test(tests, an_attribute_is_known_by_its_bearer);
    tcase_add_test(tests, what_stands_in_a_namespace_belongs_to_its_bearer);
    tcase_add_test(tests, frames_and_variables_are_kinds_of_owners);
    tcase_add_test(tests, one_unexpected_owner_is_enough);
    tcase_add_test(tests, what_may_be_left_over_accuses_nobody);
    suite_add_tcase(suite, tests);

    return unit_run(suite);
}
