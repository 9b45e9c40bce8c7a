#include "probe/stack/frame_charges.h"

#include "base/mapping.h"
#include "cpython/owner_slots.h"
#include "cpython/owners.h"
#include "probe/state/recorder.h"

/* What was charged for an object, by the number of its account. */
struct charged {
    uint64_t serial;
    int64_t left;   /* all of it */
    uint32_t first; /* LEDGER_CHARGES */
    uint32_t reserved;
};

static struct charged *charged;
static uint32_t free_charges;

bool
frame_charges_init(void)
{
    charged = mapping_zeroed(recorder.store.tables[LEDGER_ACCOUNTS].limit *
                             sizeof *charged);
    return charged != NULL;
}

int64_t
frame_charges_of(uint32_t account)
{
    return charged[account].serial ==
                   store_account(&recorder.store, account)->serial
               ? charged[account].left
               : 0;
}

/* For the reader of a report: what the object is to a frame of that code. */
static void
describe(struct ledger_charge *charge, uint64_t code, uint32_t place)
{
    struct owner_slot slot;

    if (place >= FRAME_PLACE_FUNCTION) {
        charge->place = place == FRAME_PLACE_FUNCTION ? LEDGER_CHARGE_FUNCTION
                                                      : LEDGER_CHARGE_CODE;
        return;
    }
    charge->place = LEDGER_CHARGE_VARIABLE;
    if (place >= FRAME_PLACE_CLOSURE) {
        charge->place = LEDGER_CHARGE_CELL;
        place = place - FRAME_PLACE_CLOSURE +
                owners_code_slots(recorder.layout, code) -
                owners_code_free(recorder.layout, code);
    }
    owner_slot_of_frame(recorder.layout, code, place, &slot);
    if (slot.text[0] != '\0') {
        size_t length = 0;

        while (slot.text[length] != '\0') {
            length++;
        }
        charge->name = store_text(&recorder.store, slot.text, length);
    }
}

/* What was charged to one that is dead is of no use to anybody. */
static void
forget_dead(struct charged *of, uint64_t serial)
{
    while (of->serial != serial && of->first != 0) {
        struct ledger_charge *charge = store_charge(&recorder.store, of->first);
        uint32_t next = charge->next;

        *charge = (struct ledger_charge){ .next = free_charges };
        free_charges = of->first;
        of->first = next;
    }
    if (of->serial != serial) {
        *of = (struct charged){ .serial = serial };
    }
}

static uint32_t
new_charge(void)
{
    uint32_t number = free_charges;

    if (number == 0) {
        return store_add(&recorder.store, LEDGER_CHARGES, 1);
    }
    free_charges = store_charge(&recorder.store, number)->next;
    *store_charge(&recorder.store, number) = (struct ledger_charge){ 0 };
    return number;
}

void
frame_charges_add(uint32_t account, int64_t left, const struct frame_code *code)
{
    uint64_t serial = store_account(&recorder.store, account)->serial;
    struct charged *of = &charged[account];
    struct ledger_charge *record;
    uint32_t number;

    forget_dead(of, serial);
    for (number = of->first; number != 0; number = record->next) {
        record = store_charge(&recorder.store, number);
        if (record->code == code->number) {
            break;
        }
    }
    if (number == 0) {
        number = new_charge();
        if (number == 0) {
            recorder.store.header->charges_dropped++;
            return;
        }
        record = store_charge(&recorder.store, number);
        record->serial = serial;
        record->account = account;
        record->code = code->number;
        record->next = of->first;
        of->first = number;
        describe(record, code->address, code->place);
    }
    record = store_charge(&recorder.store, number);
    record->left += left;
    record->evaluations++;
    of->left += left;
}
