# FREE: the command, one file a subcommand.
bin_PROGRAMS += reftally
reftally_CPPFLAGS = $(AM_CPPFLAGS) -DREFTALLY_LIBRARY_DIR=\"$(pkglibdir)\" \
	-DREFTALLY_DATA_DIR=\"$(pkgdatadir)\"
reftally_CFLAGS = $(AM_CFLAGS) $(ELF_CFLAGS) $(JANSSON_CFLAGS) $(NCURSES_CFLAGS)
reftally_LDADD = libreport.la libpatch.la libarch.la libcpython.la libledger.la libbase.la \
	libhot.la \
	$(DW_LIBS) $(ELF_LIBS) $(JANSSON_LIBS) $(ZLIB_LIBS) $(ZYDIS_LIBS) \
	$(NCURSES_LIBS) -ldl -lm
reftally_SOURCES = \
	src/cli/attach.c \
	src/cli/attach_copy.c \
	src/cli/attach_copy.h \
	src/cli/attach_request.c \
	src/cli/attach_request.h \
	src/cli/call_ring.c \
	src/cli/call_ring.h \
	src/cli/check.c \
	src/cli/check_ledgers.c \
	src/cli/check_ledgers.h \
	src/cli/check_print.c \
	src/cli/check_print.h \
	src/cli/check_rules.c \
	src/cli/check_rules.h \
	src/cli/clean.c \
	src/cli/commands.h \
	src/cli/complain.c \
	src/cli/complain.h \
	src/cli/command_line.c \
	src/cli/command_line.h \
	src/cli/data_file.c \
	src/cli/data_file.h \
	src/cli/detach.c \
	src/cli/detach.h \
	src/cli/diff.c \
	src/cli/doctor.c \
	src/cli/dump.c \
	src/cli/elf_headers.c \
	src/cli/elf_headers.h \
	src/cli/elf_image.c \
	src/cli/elf_image.h \
	src/cli/elf_relocations.c \
	src/cli/elf_relocations.h \
	src/cli/expectations.c \
	src/cli/expectations.h \
	src/cli/file_names.c \
	src/cli/file_names.h \
	src/cli/file_pattern.c \
	src/cli/file_pattern.h \
	src/cli/elf_python.c \
	src/cli/elf_python.h \
	src/cli/file_sites.c \
	src/cli/file_sites.h \
	src/cli/file_sites_json.c \
	src/cli/known.c \
	src/cli/known.h \
	src/cli/learn.c \
	src/cli/ledger_find.c \
	src/cli/ledger_find.h \
	src/cli/library.c \
	src/cli/library.h \
	src/cli/living.c \
	src/cli/living.h \
	src/cli/main.c \
	src/cli/old_ledgers.c \
	src/cli/old_ledgers.h \
	src/cli/process.c \
	src/cli/process.h \
	src/cli/process_image.c \
	src/cli/process_image.h \
	src/cli/process_ledger.c \
	src/cli/process_ledger.h \
	src/cli/process_stop.c \
	src/cli/process_stop.h \
	src/cli/program.c \
	src/cli/program.h \
	src/cli/recording.c \
	src/cli/recording.h \
	src/cli/repeat.c \
	src/cli/repeat.h \
	src/cli/progress.c \
	src/cli/progress.h \
	src/cli/report.c \
	src/cli/run.c \
	src/cli/runs.c \
	src/cli/runs.h \
	src/cli/selftest.c \
	src/cli/settings.c \
	src/cli/settings.h \
	src/cli/sites.c \
	src/cli/terminal.c \
	src/cli/terminal.h \
	src/cli/top.c \
	src/cli/top_draw.c \
	src/cli/top_draw.h \
	src/cli/top_rows.c \
	src/cli/top_rows.h \
	src/cli/top_screen.c \
	src/cli/top_screen.h \
	src/cli/top_text.c \
	src/cli/top_text.h \
	src/cli/top_view.c \
	src/cli/top_view.h \
	src/cli/visit.c \
	src/cli/visit.h \
	src/cli/visit_call.c \
	src/cli/visit_script.c \
	src/cli/write_report.c \
	src/cli/write_report.h
# Rules about owners: data_file_find looks for them there.
expectdir = $(pkgdatadir)/expect
dist_expect_DATA = share/reftally/expect/torch.txt
dist_pkgdata_DATA += share/reftally/gdb.py \
	tests/coverage/hardware.py tests/coverage/announced.py \
	scripts/repeat.py

# Shells complete what the command says of itself.
bashcompletiondir = $(datadir)/bash-completion/completions
zshcompletiondir = $(datadir)/zsh/site-functions
dist_zshcompletion_DATA = scripts/completion/_reftally
fishcompletiondir = $(datadir)/fish/vendor_completions.d
dist_fishcompletion_DATA = scripts/completion/reftally.fish
dist_bashcompletion_DATA = scripts/completion/reftally.bash
