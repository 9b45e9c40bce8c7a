/* Whether code ran, by the instructions in it that change counts. */
#include "base/refcount_shape.h"
#include "report/evidence/code/image_code.h"
#include "unit.h"

#include <check.h>

enum { RAN = 0x1000, IDLE = 0x1004, STORES = 0x1008, LEFT_ALONE = 0x100c };

static struct ledger_site sites[] = {
    { 0 },
    { .image = 1,
      .offset = RAN,
      .operation = OPERATION_ADD,
      .tactic = TACTIC_DIRECT,
      .changes = 1 },
    { .image = 1,
      .offset = IDLE,
      .operation = OPERATION_ADD,
      .tactic = TACTIC_DIRECT },
    { .image = 1,
      .offset = STORES,
      .operation = OPERATION_STORE_REGISTER,
      .tactic = TACTIC_DIRECT },
    { .image = 1, .offset = LEFT_ALONE, .operation = OPERATION_ADD },
};
static struct ledger ledger = {
    .views[LEDGER_SITES] = { sites, sizeof sites / sizeof sites[0] },
};

START_TEST(what_never_changed_a_count_is_idle)
{
    ck_assert(image_code_is_idle(&ledger, 1, IDLE));
    ck_assert(!image_code_is_idle(&ledger, 1, RAN));
    ck_assert(!image_code_is_idle(&ledger, 2, IDLE));
}
END_TEST

START_TEST(what_is_not_seen_may_have_run)
{
    ck_assert(!image_code_is_idle(&ledger, 1, LEFT_ALONE));
    ck_assert(!image_code_is_idle(&ledger, 1, STORES));
    ck_assert(!image_code_is_idle(&ledger, 1, 0));
}
END_TEST

int
main(void)
{
    Suite *suite = suite_create("image_code");
    TCase *ran = tcase_create("ran");

    tcase_add_test(ran, what_never_changed_a_count_is_idle);
    tcase_add_test(ran, what_is_not_seen_may_have_run);
    suite_add_tcase(suite, ran);
    return unit_run(suite);
}
