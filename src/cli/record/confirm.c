#include "cli/record/confirm.h"

#include "cli/text/complain.h"
#include "cli/text/progress.h"
#include "report/blame/analysis.h"
#include "report/finding/suspected_types.h"
#include "report/input/ledger_load.h"

char *
confirm_suspects(const char *path)
{
    struct ledger ledger;
    struct report report;
    struct error error;
    char *found;

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
    analysis_build(&report, &ledger,
                   &(struct analysis){
                       .path = path,
                       .names = true,
                       .progress = progress_set,
                   });
    found = suspected_types(&report);
    report_clear(&report);
    ledger_close(&ledger);
    progress_end();
    return found;
}
