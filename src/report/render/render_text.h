/*
 * render_text - the parts of a text report, one source each.
 */
#ifndef REFTALLY_REPORT_RENDER_RENDER_TEXT_H
#define REFTALLY_REPORT_RENDER_RENDER_TEXT_H

#include <stdio.h>

#include "report/finding/finding.h"

void render_text_head(FILE *file, const struct report *report);

/* Finding number `index`, from 0. */
void render_text_finding(FILE *file, const struct report *report, size_t index);
void render_text_owners(FILE *file, const struct finding *finding);
void render_text_charge(FILE *file, const struct report *report,
                        const struct finding *finding);
void render_text_coverage(FILE *file, const struct report *report);

void render_text_images(FILE *file, const struct report *report);

/* Each function once: programs may set the slot around every call. */
void render_text_evaluators(FILE *file, const struct report *report);

/* Of frames that were audited, if any were. */
void render_text_audited(FILE *file, const struct ledger_header *header);

/* What is alive and younger, instead of findings. */
void render_text_newborn(FILE *file, const struct report *report);

/* What grew over the checkpoints without being a finding. */
void render_text_growth(FILE *file, const struct report *report);

#endif
