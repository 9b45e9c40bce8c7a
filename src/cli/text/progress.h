/*
 * progress - says on standard error what is being done, once it takes longer
 * than a second; what goes on and on is said again less and less often.
 */
#ifndef REFTALLY_CLI_TEXT_PROGRESS_H
#define REFTALLY_CLI_TEXT_PROGRESS_H

void progress_begin(void);
void progress_end(void);

/* `what` must stay valid. */
void progress_set(const char *what);

#endif
