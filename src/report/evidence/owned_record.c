#include "report/evidence/owned_record.h"

#include <string.h>

#include "base/refcount_shape.h"
#include "report/input/ledger_load.h"

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

uint32_t
owned_field_module(const struct ledger *ledger,
                   const struct ledger_owner *owner)
{
    const struct ledger_holder *holder =
        ledger_holder_at(ledger, owner->holder);
    uint32_t image;

    if (owner->slot_kind != LEDGER_SLOT_OFFSET ||
        holder->kind != LEDGER_HOLDER_OBJECT) {
        return 0;
    }
    image =
        ledger_image_of(ledger, ledger_type_at(ledger, holder->type)->disposer);
    return ledger_image_is_module(ledger, image) ? image : 0;
}

/* Objects of the interpreter's own types it may leave as they are. */
static bool
has_died(const struct ledger *ledger, const struct ledger_owner *owner)
{
    uint32_t like = ledger_holder_at(ledger, owner->holder)->like;

    return (owner->flags & LEDGER_OWNER_UNANNOUNCED) == 0 && like != 0 &&
           ledger_kind_at(ledger, like)->alive == 0 &&
           owned_field_module(ledger, owner) != 0;
}

const struct ledger_owner *
owned_bereft_by(const struct ledger *ledger,
                const struct ledger_account *account,
                const struct ledger_owned *record)
{
    uint64_t dead = 0;

    if (ledger->header->finalization != LEDGER_FINALIZED ||
        account->state != LEDGER_ACCOUNT_BORN ||
        account->serial != record->serial || record->references <= 0 ||
        account->references != record->references || record->owner_count == 0) {
        return NULL;
    }
    for (uint32_t i = 0; i < record->owner_count; i++) {
        const struct ledger_owner *owner =
            ledger_owner_at(ledger, record->first_owner + i);

        if (!has_died(ledger, owner)) {
            return NULL;
        }
        dead += owner->count;
    }
    return dead == (uint64_t)record->references
               ? ledger_owner_at(ledger, record->first_owner)
               : NULL;
}

bool
owned_is_in_objects(const struct ledger *ledger,
                    const struct ledger_owned *record)
{
    for (uint32_t i = 0; i < record->owner_count; i++) {
        const struct ledger_owner *owner =
            ledger_owner_at(ledger, record->first_owner + i);

        if (ledger_holder_at(ledger, owner->holder)->kind !=
                LEDGER_HOLDER_OBJECT ||
            (owner->flags & LEDGER_OWNER_UNANNOUNCED) != 0 ||
            owned_field_module(ledger, owner) != 0) {
            return false;
        }
    }
    return record->owner_count > 0;
}
