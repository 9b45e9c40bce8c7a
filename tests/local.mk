# Unit tests: one Check program a module, tests/unit/check_<module>.c. The
# source of a program is found by its name, so a new test is one line.
UNIT_TESTS = \
	tests/unit/check_address_index \
	tests/unit/check_account \
	tests/unit/check_admission \
	tests/unit/check_activations \
	tests/unit/check_answers \
	tests/unit/check_apply \
	tests/unit/check_attribute_cache \
	tests/unit/check_breakpoint \
	tests/unit/check_code_loop \
	tests/unit/check_code_settling \
	tests/unit/check_census_guard \
	tests/unit/check_change \
	tests/unit/check_clock \
	tests/unit/check_counted \
	tests/unit/check_debug_offsets \
	tests/unit/check_decode \
	tests/unit/check_cython_lines \
	tests/unit/check_demangle \
	tests/unit/check_filling \
	tests/unit/check_image_code \
	tests/unit/check_made_words \
	tests/unit/check_early_looks \
	tests/unit/check_eh_frame \
	tests/unit/check_elsewhere \
	tests/unit/check_exits \
	tests/unit/check_expect \
	tests/unit/check_fault \
	tests/unit/check_finding_order \
	tests/unit/check_fields \
	tests/unit/check_flow \
	tests/unit/check_frame_stack \
	tests/unit/check_function \
	tests/unit/check_getter \
	tests/unit/check_handing \
	tests/unit/check_handing_count \
	tests/unit/check_function_names \
	tests/unit/check_charges \
	tests/unit/check_course \
	tests/unit/check_courses \
	tests/unit/check_render_text_stack \
	tests/unit/check_rise \
	tests/unit/check_rises \
	tests/unit/check_ticks \
	tests/unit/check_dict_entries \
	tests/unit/check_growing_first \
	tests/unit/check_imported \
	tests/unit/check_growth \
	tests/unit/check_growth_line \
	tests/unit/check_header_files \
	tests/unit/check_library_frames \
	tests/unit/check_block_reach \
	tests/unit/check_heap_blocks \
	tests/unit/check_hypothesis \
	tests/unit/check_image \
	tests/unit/check_image_file \
	tests/unit/check_image_names \
	tests/unit/check_image_records \
	tests/unit/check_image_types \
	tests/unit/check_image_types_in_place \
	tests/unit/check_layouts \
	tests/unit/check_liveness \
	tests/unit/check_learned \
	tests/unit/check_mend \
	tests/unit/check_line_table \
	tests/unit/check_loaded_object \
	tests/unit/check_live_edits \
	tests/unit/check_maps_file \
	tests/unit/check_losses \
	tests/unit/check_lost_at \
	tests/unit/check_marks \
	tests/unit/check_memory_map \
	tests/unit/check_native_stack \
	tests/unit/check_note \
	tests/unit/check_object_graph \
	tests/unit/check_options \
	tests/unit/check_origin \
	tests/unit/check_overwriting \
	tests/unit/check_owners \
	tests/unit/check_page_copies \
	tests/unit/check_peek \
	tests/unit/check_plan \
	tests/unit/check_plan_cache \
	tests/unit/check_pool \
	tests/unit/check_progress \
	tests/unit/check_python_int \
	tests/unit/check_python_text \
	tests/unit/check_quick_entry \
	tests/unit/check_quiet_write \
	tests/unit/check_random_code \
	tests/unit/check_reader \
	tests/unit/check_reason \
	tests/unit/check_resting \
	tests/unit/check_rising \
	tests/unit/check_room \
	tests/unit/check_settling \
	tests/unit/check_several \
	tests/unit/check_shadow_frame \
	tests/unit/check_sites \
	tests/unit/check_sites_narrow \
	tests/unit/check_slot_search \
	tests/unit/check_source \
	tests/unit/check_stack_tree \
	tests/unit/check_store \
	tests/unit/check_stacks \
	tests/unit/check_alike_shares \
	tests/unit/check_sorted \
	tests/unit/check_standard \
	tests/unit/check_stored_alike \
	tests/unit/check_symbol_spans \
	tests/unit/check_stub \
	tests/unit/check_stub_places \
	tests/unit/check_suppressions \
	tests/unit/check_text \
	tests/unit/check_type_info \
	tests/unit/check_type_owed \
	tests/unit/check_value_format \
	tests/unit/check_version \
	tests/unit/check_unwinder \
	tests/unit/check_survey_time \
	tests/unit/check_table_names \
	tests/unit/check_watch_time \
	tests/unit/check_way \
	tests/unit/check_unowned

EXTRA_DIST += tests/unit/code.h tests/unit/followed_code.h tests/unit/limit.h tests/unit/invented_image.h \
	tests/unit/owned_ledger.h \
	tests/unit/bytecode.h \
	tests/unit/plain_store.h \
	tests/unit/refuse.h \
	tests/unit/unwind_tables.h

check_LTLIBRARIES = libunit.la
libunit_la_SOURCES = tests/unit/own_file.c tests/unit/own_file.h \
	tests/unit/unit.c tests/unit/unit.h

# Compares a table with Python's own headers where Debian installs them.
tests_unit_check_layouts_CPPFLAGS = $(AM_CPPFLAGS) \
	-isystem /usr/include/python3.11

# Looks at its own debug information.
tests_unit_check_image_names_CFLAGS = $(AM_CFLAGS) -g -O2

# The same program, always loaded at the same place: as Debian's interpreters are.
tests_unit_check_image_types_in_place_SOURCES = tests/unit/check_image_types.c
tests_unit_check_image_types_in_place_CFLAGS = $(AM_CFLAGS) -fno-pie
tests_unit_check_image_types_in_place_LDFLAGS = $(AM_LDFLAGS) -no-pie

# Its own function stands in for the long way.
tests_unit_check_quick_entry_LDFLAGS = $(AM_LDFLAGS) \
	-Wl,--wrap=function_entry

check_PROGRAMS += $(UNIT_TESTS)

# The command is a program and no library.
tests_unit_check_progress_SOURCES = tests/unit/check_progress.c \
	src/cli/text/progress.c

LDADD = libunit.la libreport.la libstrict.la \
	$(DW_LIBS) $(ELF_LIBS) $(JANSSON_LIBS) $(ZLIB_LIBS) $(ZYDIS_LIBS) \
	$(UNWIND_LIBS) $(IBERTY_LIBS) $(CHECK_LIBS) -ldl -lm -lpthread

# Policy tests look at the tree and at what was built; see tests/policy/policy.py.
POLICY_TESTS = \
	tests/policy/can_fail \
	tests/policy/distribution \
	tests/policy/documents \
	tests/policy/event_path \
	tests/policy/exports \
	tests/policy/format \
	tests/policy/headers_alone \
	tests/policy/layers \
	tests/policy/settings \
	tests/policy/standard_headers \
	tests/policy/unit_tests \
	tests/policy/words

if SANITIZERS
POLICY_LIBRARY =
POLICY_HOT =
POLICY_ARCHIVES =
else
POLICY_LIBRARY = $(abs_top_builddir)/.libs/libreftally.so
POLICY_HOT = $(abs_top_builddir)/.libs/libhot.a \
	$(abs_top_builddir)/.libs/libledger.a
POLICY_ARCHIVES = $(abs_top_builddir)/.libs/libprobe.a \
	$(abs_top_builddir)/.libs/libbase.a \
	$(abs_top_builddir)/.libs/libcpython.a \
	$(abs_top_builddir)/.libs/libpatch.a \
	$(abs_top_builddir)/.libs/libarch.a
endif

# A unit test may take its time where others keep the machine busy.
AM_TESTS_ENVIRONMENT = \
	CC='$(CC)'; export CC; \
	POLICY_CFLAGS='$(DW_CFLAGS) $(ELF_CFLAGS) $(JANSSON_CFLAGS)'; \
	export POLICY_CFLAGS; \
	POLICY_LIBRARY='$(POLICY_LIBRARY)'; export POLICY_LIBRARY; \
	POLICY_HOT='$(POLICY_HOT)'; export POLICY_HOT; \
	POLICY_ARCHIVES='$(POLICY_ARCHIVES)'; export POLICY_ARCHIVES; \
	POLICY_DISTFILES='$(DISTFILES)'; export POLICY_DISTFILES; \
	CK_DEFAULT_TIMEOUT=60; export CK_DEFAULT_TIMEOUT; \
	PYTHONDONTWRITEBYTECODE=1; export PYTHONDONTWRITEBYTECODE;

# Tells whose a system call is, and refuses it: for tests/host/refusals/run.
if UNWIND_PTRACE
check_PROGRAMS += tests/host/refusals/supervise
tests_host_refusals_supervise_SOURCES = tests/host/refusals/supervise.c
tests_host_refusals_supervise_CFLAGS = $(AM_CFLAGS) $(UNWIND_PTRACE_CFLAGS)
tests_host_refusals_supervise_LDADD = $(UNWIND_PTRACE_LIBS) $(UNWIND_LIBS)
endif

# Golden reports, from ledgers written as text.
check_PROGRAMS += tests/reports/assemble
tests_reports_assemble_SOURCES = tests/reports/assemble.c
REPORT_TESTS = \
	tests/reports/check \
	tests/reports/clean \
	tests/reports/completion \
	tests/reports/commands \
	tests/reports/diff \
	tests/reports/golden \
	tests/reports/harmless \
	tests/reports/large \
	tests/reports/pprof \
	tests/reports/runs \
	tests/reports/schema \
	tests/reports/sites \
	tests/reports/terminal

# What a fuzzer once found interesting.
check_PROGRAMS += tests/fuzz/fuzz_report
tests_fuzz_fuzz_report_SOURCES = \
	tests/fuzz/fuzz_report.c \
	tests/fuzz/packed.c \
	tests/fuzz/packed.h
REPORT_TESTS += tests/fuzz/replay
check_PROGRAMS += tests/fuzz/fuzz_plan
tests_fuzz_fuzz_plan_SOURCES = tests/fuzz/fuzz_plan.c
tests_fuzz_fuzz_plan_CPPFLAGS = $(AM_CPPFLAGS) -I$(srcdir)/tests
REPORT_TESTS += tests/fuzz/replay_plans

# The benchmark of blame plants what it says it plants, and the suites call by
# their names what passed, failed or came and went.
BENCH_TESTS = \
	tests/blame/check \
	tests/blame/real/check \
	tests/coverage/check_suite \
	tests/host/check_verdicts

TESTS = $(UNIT_TESTS) $(POLICY_TESTS) $(REPORT_TESTS) $(BENCH_TESTS)

# Whole folders: their contents are found by their own drivers.
EXTRA_DIST += \
	scripts \
	tests/attach \
	tests/bench \
	tests/blame \
	tests/cases \
	tests/checkpoints \
	tests/frames \
	tests/coverage \
	tests/docs \
	tests/examples \
	tests/fuzz \
	tests/host \
	tests/owners \
	tests/page \
	tests/top \
	tests/users \
	tests/policy \
	tests/python \
	tests/reports \
	tests/storers \
	tests/torch
