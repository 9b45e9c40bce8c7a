/*
 * attach - what the command and the library say to each other when the library
 * is loaded into a running process.
 *
 * The command writes the settings into its copy of the library's file, and
 * reads the answer from the process. Functions to be called there are named as
 * those that initialize an extension module, as which they are called (and a
 * second time, PyModExport_..., as 3.15 names those):
 * PyInit_reftally_prepare has a child make plans, and then the file
 * REFTALLY_PLANS_FILE beside the library; PyInit_reftally_attach begins; PyInit_reftally_detach ends the recording,
 * leaves a child that finishes the ledger, and takes the changes of code back;
 * PyInit_reftally_release, a while later, gives memory back, also after an
 * attach that was refused. Each answers once.
 * PyInit_reftally_unload, when no thread is in the library any more, answers by
 * being gone; where it has to stay, it does not answer.
 */
#ifndef REFTALLY_ATTACH_H
#define REFTALLY_ATTACH_H

enum {
    REFTALLY_SETTINGS_BYTES = 16384, /* NAME=VALUE, each ended by a zero; one
                                        more at the end */
    REFTALLY_ANSWER_BYTES = 512,
};

/* What stands there in a library that is not such a copy. */
#define REFTALLY_NO_SETTINGS "-"

/* No answer is "", and this one says that all went well. */
#define REFTALLY_ANSWER_DONE "done"

#define REFTALLY_PLANS_FILE "plans.made"

/* Symbols of the library. */
#define REFTALLY_SETTINGS_SYMBOL "reftally_settings"
#define REFTALLY_ANSWER_SYMBOL "reftally_answer"

#endif
