# FREE: a ledger goes in, findings come out.
noinst_LTLIBRARIES += libreport.la
libreport_la_CFLAGS = $(AM_CFLAGS) $(DW_CFLAGS) $(ELF_CFLAGS) \
	$(JANSSON_CFLAGS) $(ZLIB_CFLAGS)
libreport_la_LIBADD = libhanding.la -lm
libreport_la_SOURCES = \
	src/report/account_parts.c \
	src/report/account_parts.h \
	src/report/account_sum.c \
	src/report/account_sum.h \
	src/report/accused.c \
	src/report/accused.h \
	src/report/advice.c \
	src/report/advice.h \
	src/report/analysis.c \
	src/report/analysis.h \
	src/report/background.c \
	src/report/background.h \
	src/report/baseline.c \
	src/report/baseline.h \
	src/report/blame.c \
	src/report/blame.h \
	src/report/by_code.c \
	src/report/by_code.h \
	src/report/call_tree.c \
	src/report/call_tree.h \
	src/report/came_out.c \
	src/report/came_out.h \
	src/report/contracts.def \
	src/report/coverage.c \
	src/report/cycle.c \
	src/report/cycle.h \
	src/report/coverage.h \
	src/report/deficit.c \
	src/report/deficit.h \
	src/report/demangle.c \
	src/report/demangle.h \
	src/report/difference.c \
	src/report/difference.h \
	src/report/dwarf_names.c \
	src/report/dwarf_names.h \
	src/report/dump.c \
	src/report/dump.h \
	src/report/error.c \
	src/report/error.h \
	src/report/explain.c \
	src/report/explain.h \
	src/report/expect.c \
	src/report/expect.h \
	src/report/fates.c \
	src/report/fates.h \
	src/report/fetchers.c \
	src/report/fetchers.h \
	src/report/following.c \
	src/report/following.h \
	src/report/forgetful.c \
	src/report/forgetful.h \
	src/report/function_code.c \
	src/report/function_code.h \
	src/report/finding.c \
	src/report/finding.h \
	src/report/finding_order.c \
	src/report/finding_order.h \
	src/report/function_names.c \
	src/report/function_names.h \
	src/report/functions.c \
	src/report/functions.h \
	src/report/growth.c \
	src/report/growth.h \
	src/report/grown.c \
	src/report/grown.h \
	src/report/healthy.c \
	src/report/healthy.h \
	src/report/held.c \
	src/report/held.h \
	src/report/image_names.c \
	src/report/image_names.h \
	src/report/image_types.c \
	src/report/image_types.h \
	src/report/learned.c \
	src/report/learned.h \
	src/report/ledger_load.c \
	src/report/ledger_load.h \
	src/report/lives.c \
	src/report/lives.h \
	src/report/losses.c \
	src/report/losses.h \
	src/report/lost_at.c \
	src/report/lost_at.h \
	src/report/memory.c \
	src/report/memory.h \
	src/report/number_index.c \
	src/report/number_index.h \
	src/report/pending_load.c \
	src/report/pending_load.h \
	src/report/protobuf.c \
	src/report/protobuf.h \
	src/report/ranked_finding.c \
	src/report/ranked_finding.h \
	src/report/neglect.c \
	src/report/neglect.h \
	src/report/overdrawn.c \
	src/report/overdrawn.h \
	src/report/owned_finding.c \
	src/report/owned_finding.h \
	src/report/owners.c \
	src/report/owners.h \
	src/report/relocations.c \
	src/report/relocations.h \
	src/report/render.c \
	src/report/render.h \
	src/report/render_collapsed.c \
	src/report/render_html.c \
	src/report/render_json.c \
	src/report/render_json.h \
	src/report/render_json_coverage.c \
	src/report/render_json_finding.c \
	src/report/render_owners.c \
	src/report/render_junit.c \
	src/report/render_pprof.c \
	src/report/render_sarif.c \
	src/report/render_text.c \
	src/report/render_text.h \
	src/report/render_text_coverage.c \
	src/report/render_text_finding.c \
	src/report/render_text_growth.c \
	src/report/samples.c \
	src/report/samples.h \
	src/report/settling.c \
	src/report/settling.h \
	src/report/source.c \
	src/report/source.h \
	src/report/stacks.c \
	src/report/stacks.h \
	src/report/suppressions.c \
	src/report/suppressions.h \
	src/report/suspicion.c \
	src/report/suspicion.h \
	src/report/symbols.c \
	src/report/symbols.h \
	src/report/taken_twice.c \
	src/report/taken_twice.h \
	src/report/text.c \
	src/report/text.h \
	src/report/text_file.c \
	src/report/text_file.h \
	src/report/type_owed.c \
	src/report/type_owed.h \
	src/report/unowned.c \
	src/report/unowned.h \
	src/report/unwind_table.c \
	src/report/unwind_table.h \
	src/report/value_format.c \
	src/report/value_format.h \
	src/report/values.c \
	src/report/values.h \
	src/report/verdict.c \
	src/report/verdict_alone.c \
	src/report/verdict_group.c \
	src/report/verdict_rules.h \
	src/report/verdict.h \
	src/report/way.c \
	src/report/way.h \
	src/report/words.c \
	src/report/words.h

# What correct programs have taught, as text: scripts/learn makes each.
backgrounds = \
	src/report/background/3.9.txt \
	src/report/background/3.10.txt \
	src/report/background/3.11.txt \
	src/report/background/3.12.txt \
	src/report/background/3.13.txt \
	src/report/background/3.14.txt \
	src/report/background/3.15.txt
nodist_libreport_la_SOURCES = src/report/background_data.c
src/report/background_data.c: $(backgrounds) src/report/embed
	@$(MKDIR_P) src/report
	$(AM_V_GEN)(cd $(srcdir) && sh src/report/embed $(backgrounds)) \
		> $@.new && mv $@.new $@
CLEANFILES += src/report/background_data.c
EXTRA_DIST += $(backgrounds) src/report/embed

# What render_json writes, for programs that read it.
dist_pkgdata_DATA = doc/reftally-diff-1.schema.json \
	doc/reftally-report-1.schema.json doc/reftally-sites-1.schema.json
