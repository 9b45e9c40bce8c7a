/*
 * commands - the commands of `reftally`, one file each.
 */
#ifndef REFTALLY_CLI_COMMANDS_COMMANDS_H
#define REFTALLY_CLI_COMMANDS_COMMANDS_H

/* Each takes what it is called with as argv[0] ("reftally run") and returns the exit status. */
int command_run(int argc, char **argv);
int command_attach(int argc, char **argv);
int command_detach(int argc, char **argv);
int command_report(int argc, char **argv);
int command_check(int argc, char **argv);
int command_diff(int argc, char **argv);
int command_dump(int argc, char **argv);
int command_sites(int argc, char **argv);
int command_learn(int argc, char **argv);
int command_selftest(int argc, char **argv);
int command_top(int argc, char **argv);
int command_clean(int argc, char **argv);
int command_doctor(int argc, char **argv);

#endif
