#include "report/evidence/owned_record.h"

#include <string.h>

#include "base/refcount_shape.h"

enum { CACHES_DOUBT = 64 }; /* one in so many is left over at most */

int64_t
owned_began(const struct ledger_account *account)
{
    return account->state == LEDGER_ACCOUNT_ADOPTED
               ? refcount_began(account->adopted_references)
               : 0;
}

int64_t
owned_without_certain(const struct ledger_account *account,
                      const struct ledger_owned *record)
{
    return record->references - owned_began(account) + record->uncounted -
           record->edges - record->frames - record->statics - record->hidden;
}

bool
owned_is_in_an_object(const struct ledger *ledger,
                      const struct ledger_owned *record)
{
    for (uint32_t i = 0; i < record->owner_count; i++) {
        if ((ledger_owner_at(ledger, record->first_owner + i)->flags &
             LEDGER_OWNER_UNANNOUNCED) != 0) {
            return true;
        }
    }
    return false;
}

static bool
is_of_type(const struct ledger *ledger, const struct ledger_account *account,
           const char *wanted)
{
    uint32_t length;
    const char *name;

    if (account->type >= ledger_used(ledger, LEDGER_TYPES)) {
        return false;
    }
    name = ledger_text(ledger, ledger_type_at(ledger, account->type)->name,
                       &length);
    return length == strlen(wanted) && memcmp(name, wanted, length) == 0;
}

int64_t
owned_kept_as_names(const struct ledger *ledger,
                    const struct ledger_account *account,
                    const struct ledger_owned *record)
{
    return is_of_type(ledger, account, "str") ? record->internal : 0;
}

int64_t
owned_kept_by_caches(const struct ledger *ledger,
                     const struct ledger_account *account,
                     const struct ledger_owned *record)
{
    return is_of_type(ledger, account, "NoneType")
               ? record->internal - record->internal / CACHES_DOUBT
               : 0;
}
