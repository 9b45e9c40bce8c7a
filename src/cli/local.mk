# FREE: the command, one file a subcommand.
bin_PROGRAMS += reftally
reftally_CPPFLAGS = $(AM_CPPFLAGS) -DREFTALLY_LIBRARY_DIR=\"$(pkglibdir)\" \
	-DREFTALLY_DATA_DIR=\"$(pkgdatadir)\"
reftally_CFLAGS = $(AM_CFLAGS) $(ELF_CFLAGS) $(JANSSON_CFLAGS) $(NCURSES_CFLAGS)
reftally_LDADD = libreport.la libpatch.la libarch.la libcpython.la libledger.la libbase.la \
	libhot.la \
	$(DW_LIBS) $(ELF_LIBS) $(JANSSON_LIBS) $(ZLIB_LIBS) $(ZYDIS_LIBS) \
	$(IBERTY_LIBS) $(NCURSES_LIBS) -ldl -lm
reftally_SOURCES = \
	src/cli/commands/attach.c \
	src/cli/commands/check.c \
	src/cli/commands/clean.c \
	src/cli/commands/commands.h \
	src/cli/commands/detach.c \
	src/cli/commands/detach.h \
	src/cli/commands/diff.c \
	src/cli/commands/doctor.c \
	src/cli/commands/dump.c \
	src/cli/commands/learn.c \
	src/cli/commands/main.c \
	src/cli/commands/report.c \
	src/cli/commands/run.c \
	src/cli/commands/selftest.c \
	src/cli/commands/sites.c \
	src/cli/commands/top.c \
	src/cli/files/data_file.c \
	src/cli/files/data_file.h \
	src/cli/files/file_pattern.c \
	src/cli/files/file_pattern.h \
	src/cli/files/ledger_find.c \
	src/cli/files/ledger_find.h \
	src/cli/files/library.c \
	src/cli/files/library.h \
	src/cli/files/old_ledgers.c \
	src/cli/files/old_ledgers.h \
	src/cli/files/old_plans.c \
	src/cli/files/old_plans.h \
	src/cli/files/runs.c \
	src/cli/files/runs.h \
	src/cli/judgement/check_ledgers.c \
	src/cli/judgement/check_ledgers.h \
	src/cli/judgement/check_print.c \
	src/cli/judgement/check_print.h \
	src/cli/judgement/check_rules.c \
	src/cli/judgement/check_rules.h \
	src/cli/judgement/expectations.c \
	src/cli/judgement/expectations.h \
	src/cli/judgement/known.c \
	src/cli/judgement/known.h \
	src/cli/judgement/living.c \
	src/cli/judgement/living.h \
	src/cli/judgement/write_report.c \
	src/cli/judgement/write_report.h \
	src/cli/process/process.c \
	src/cli/process/process.h \
	src/cli/process/process_image.c \
	src/cli/process/process_image.h \
	src/cli/process/process_ledger.c \
	src/cli/process/process_ledger.h \
	src/cli/process/process_stop.c \
	src/cli/process/process_stop.h \
	src/cli/process/program.c \
	src/cli/process/program.h \
	src/cli/record/attach_request.c \
	src/cli/record/attach_request.h \
	src/cli/record/attach_run.c \
	src/cli/record/attach_run.h \
	src/cli/record/confirm.c \
	src/cli/record/confirm.h \
	src/cli/record/recording.c \
	src/cli/record/recording.h \
	src/cli/record/repeat.c \
	src/cli/record/repeat.h \
	src/cli/sites/elf_headers.c \
	src/cli/sites/elf_headers.h \
	src/cli/sites/elf_image.c \
	src/cli/sites/elf_image.h \
	src/cli/sites/elf_python.c \
	src/cli/sites/elf_python.h \
	src/cli/sites/elf_relocations.c \
	src/cli/sites/elf_relocations.h \
	src/cli/sites/file_names.c \
	src/cli/sites/file_names.h \
	src/cli/sites/file_sites.c \
	src/cli/sites/file_sites.h \
	src/cli/sites/file_sites_json.c \
	src/cli/text/command_line.c \
	src/cli/text/command_line.h \
	src/cli/text/complain.c \
	src/cli/text/complain.h \
	src/cli/text/progress.c \
	src/cli/text/progress.h \
	src/cli/text/settings.c \
	src/cli/text/settings.h \
	src/cli/text/terminal.c \
	src/cli/text/terminal.h \
	src/cli/top/top_draw.c \
	src/cli/top/top_draw.h \
	src/cli/top/top_rows.c \
	src/cli/top/top_rows.h \
	src/cli/top/top_screen.c \
	src/cli/top/top_screen.h \
	src/cli/top/top_text.c \
	src/cli/top/top_text.h \
	src/cli/top/top_view.c \
	src/cli/top/top_view.h \
	src/cli/visit/attach_copy.c \
	src/cli/visit/attach_copy.h \
	src/cli/visit/call_ring.c \
	src/cli/visit/call_ring.h \
	src/cli/visit/departure.c \
	src/cli/visit/departure.h \
	src/cli/visit/visit.c \
	src/cli/visit/visit.h \
	src/cli/visit/visit_answer.c \
	src/cli/visit/visit_answer.h \
	src/cli/visit/visit_call.c \
	src/cli/visit/visit_call.h \
	src/cli/visit/visit_script.c \
	src/cli/visit/visit_script.h \
	src/cli/visit/visit_target.c \
	src/cli/visit/visit_target.h
# Rules about owners: data_file_find looks for them there.
expectdir = $(pkgdatadir)/expect
dist_expect_DATA = share/reftally/expect/torch.txt
dist_pkgdata_DATA += share/reftally/gdb.py \
	tests/coverage/hardware.py tests/coverage/subjects.py \
	tests/coverage/write_counter.py tests/coverage/announced.py \
	scripts/repeat.py

# Shells complete what the command says of itself.
bashcompletiondir = $(datadir)/bash-completion/completions
zshcompletiondir = $(datadir)/zsh/site-functions
dist_zshcompletion_DATA = scripts/completion/_reftally
fishcompletiondir = $(datadir)/fish/vendor_completions.d
dist_fishcompletion_DATA = scripts/completion/reftally.fish
dist_bashcompletion_DATA = scripts/completion/reftally.bash
