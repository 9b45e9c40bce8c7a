#include "cli/record/confirm.h"

#include "cli/text/complain.h"
#include "cli/text/progress.h"
#include "report/blame/analysis.h"
#include "report/finding/suspected_types.h"
#include "report/input/ledger_load.h"

#include <stdlib.h>

/* NULL: none. To be freed. */
static char *
find_suspects(struct ledger *ledger, const char *path)
{
    struct report report;
    char *found;

    analysis_build(&report, ledger,
                   &(struct analysis){
                       .path = path,
                       .names = true,
                       .progress = progress_set,
                   });
    found = suspected_types(&report);
    report_clear(&report);
    return found;
}

/* Was all given away that there was of None, or of what else is in static data,
 * whose changes a run does not record unless told to? */
static bool
lost_data(const struct ledger *ledger)
{
    for (uint32_t i = 1; i < ledger_used(ledger, LEDGER_ACCOUNTS); i++) {
        const struct ledger_account *account = ledger_account_at(ledger, i);

        if (account->state == LEDGER_ACCOUNT_ADOPTED &&
            (account->flags & LEDGER_ACCOUNT_UNSEEN) != 0 &&
            account->references <= 0) {
            return true;
        }
    }
    return false;
}

/* What the user said stands. */
static const char *
keep_dead(const struct ledger *ledger)
{
    if (lost_data(ledger)) {
        setenv("REFTALLY_TRACK", "all,static", 0);
    }
    setenv("REFTALLY_QUARANTINE", "16384", 0);
    setenv("REFTALLY_SAMPLE", "all", 0);
    setenv("REFTALLY_MEMORY", "1G", 0);
    return "with an account for each object, and with the memory of dead ones "
           "kept, to find who releases them too early";
}

static const char *
prepare(struct ledger *ledger, const char *path)
{
    char *suspects =
        ledger_ended_by_fault(ledger) ? NULL : find_suspects(ledger, path);

    if (suspects == NULL) {
        return keep_dead(ledger);
    }
    setenv("REFTALLY_SUSPECTS", suspects, 1);
    free(suspects);
    return "for what is suspected alone";
}

const char *
confirm_prepare(const char *path)
{
    struct ledger ledger;
    struct error error;
    const char *what;

    if (path == NULL) {
        return NULL;
    }
    progress_begin();
    progress_set("reading the ledger of the first run");
    if (!ledger_load(&ledger, path, &error)) {
        progress_end();
        complain(0, "%s", error.text);
        return NULL;
    }
    what = prepare(&ledger, path);
    ledger_close(&ledger);
    progress_end();
    return what;
}
