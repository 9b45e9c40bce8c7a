# FREE: a ledger goes in, findings come out.
noinst_LTLIBRARIES += libreport.la
libreport_la_CFLAGS = $(AM_CFLAGS) $(DW_CFLAGS) $(ELF_CFLAGS) \
	$(JANSSON_CFLAGS) $(ZLIB_CFLAGS)
libreport_la_LIBADD = libhanding.la -lm
libreport_la_SOURCES = \
	src/report/evidence/account_parts.c \
	src/report/evidence/account_parts.h \
	src/report/evidence/account_sum.c \
	src/report/evidence/account_sum.h \
	src/report/finding/accused.c \
	src/report/finding/accused.h \
	src/report/render/advice.c \
	src/report/render/advice.h \
	src/report/blame/analysis.c \
	src/report/blame/analysis.h \
	src/report/evidence/background.c \
	src/report/evidence/background.h \
	src/report/compare/baseline.c \
	src/report/compare/baseline.h \
	src/report/blame/blame.c \
	src/report/blame/blame.h \
	src/report/blame/candidates.c \
	src/report/blame/candidates.h \
	src/report/blame/by_code.c \
	src/report/blame/code_paths.c \
	src/report/blame/code_paths.h \
	src/report/blame/others.c \
	src/report/blame/others.h \
	src/report/evidence/answers.c \
	src/report/evidence/answers.h \
	src/report/evidence/kin.c \
	src/report/evidence/kin.h \
	src/report/blame/call_sites.c \
	src/report/blame/call_sites.h \
	src/report/blame/suspected_sites.c \
	src/report/blame/suspected_sites.h \
	src/report/blame/nets.c \
	src/report/blame/nets.h \
	src/report/evidence/hypothesis.c \
	src/report/evidence/hypothesis.h \
	src/report/evidence/weights.def \
	src/report/blame/by_code.h \
	src/report/evidence/call_tree.c \
	src/report/evidence/call_tree.h \
	src/report/evidence/came_out.c \
	src/report/evidence/came_out.h \
	src/report/symbols/contracts.def \
	src/report/compare/coverage.c \
	src/report/detect/cycle.c \
	src/report/detect/cycle.h \
	src/report/compare/coverage.h \
	src/report/blame/deficit.c \
	src/report/blame/deficit.h \
	src/report/symbols/demangle.c \
	src/report/symbols/demangle.h \
	src/report/compare/difference.c \
	src/report/compare/difference.h \
	src/report/symbols/dwarf_names.c \
	src/report/symbols/dwarf_names.h \
	src/report/input/dump.c \
	src/report/input/dump.h \
	src/report/text/error.c \
	src/report/text/error.h \
	src/report/render/explain.c \
	src/report/render/explain.h \
	src/report/blame/lent.c \
	src/report/blame/lent.h \
	src/report/evidence/conservation.c \
	src/report/evidence/conservation.h \
	src/report/evidence/expect.c \
	src/report/evidence/expect.h \
	src/report/evidence/expect_span.c \
	src/report/evidence/expect_span.h \
	src/report/evidence/frame_twice.c \
	src/report/evidence/frame_twice.h \
	src/report/evidence/code/fates.c \
	src/report/evidence/code/fates.h \
	src/report/evidence/code/fetchers.c \
	src/report/evidence/code/fetchers.h \
	src/report/evidence/code/following.c \
	src/report/evidence/code/following.h \
	src/report/evidence/forgetful.c \
	src/report/evidence/forgetful.h \
	src/report/evidence/code/function_code.c \
	src/report/evidence/code/function_code.h \
	src/report/finding/finding.c \
	src/report/finding/finding.h \
	src/report/blame/finding_order.c \
	src/report/blame/finding_order.h \
	src/report/symbols/function_names.c \
	src/report/symbols/function_names.h \
	src/report/symbols/function_flags.h \
	src/report/symbols/functions.c \
	src/report/symbols/functions.h \
	src/report/evidence/course.c \
	src/report/evidence/course.h \
	src/report/evidence/class_counts.c \
	src/report/evidence/class_counts.h \
	src/report/evidence/passes.c \
	src/report/evidence/passes.h \
	src/report/evidence/points.h \
	src/report/evidence/growth.c \
	src/report/evidence/growth.h \
	src/report/evidence/growth_line.c \
	src/report/evidence/growth_line.h \
	src/report/evidence/grown.c \
	src/report/evidence/grown.h \
	src/report/evidence/healthy.c \
	src/report/evidence/healthy.h \
	src/report/detect/growing.c \
	src/report/detect/growing.h \
	src/report/detect/growing_last.c \
	src/report/detect/growing_last.h \
	src/report/detect/growing_rules.c \
	src/report/detect/growing_rules.h \
	src/report/detect/held.c \
	src/report/detect/held.h \
	src/report/symbols/image_names.c \
	src/report/symbols/image_names.h \
	src/report/symbols/image_types.c \
	src/report/symbols/image_types.h \
	src/report/evidence/learned.c \
	src/report/evidence/learned.h \
	src/report/input/ledger_load.c \
	src/report/input/ledger_load.h \
	src/report/evidence/let_go.c \
	src/report/evidence/let_go.h \
	src/report/evidence/lives.c \
	src/report/evidence/lives.h \
	src/report/blame/losses.c \
	src/report/blame/losses.h \
	src/report/evidence/code/image_code.c \
	src/report/evidence/code/image_code.h \
	src/report/evidence/code/lenders.c \
	src/report/evidence/code/lenders.h \
	src/report/evidence/code/lost_at.c \
	src/report/evidence/code/lost_at.h \
	src/report/text/memory.c \
	src/report/text/memory.h \
	src/report/text/number_index.c \
	src/report/text/number_index.h \
	src/report/input/pending_load.c \
	src/report/input/pending_load.h \
	src/report/text/protobuf.c \
	src/report/text/protobuf.h \
	src/report/blame/one_bug.c \
	src/report/blame/one_bug.h \
	src/report/blame/ranked_finding.c \
	src/report/blame/ranked_finding.h \
	src/report/evidence/code/neglect.c \
	src/report/evidence/code/neglect.h \
	src/report/detect/overdrawn.c \
	src/report/detect/overdrawn.h \
	src/report/detect/owned_finding.c \
	src/report/detect/owned_finding.h \
	src/report/evidence/owner_names.c \
	src/report/evidence/owner_names.h \
	src/report/evidence/owners.c \
	src/report/evidence/owners.h \
	src/report/symbols/named_frame.h \
	src/report/symbols/relocations.c \
	src/report/symbols/relocations.h \
	src/report/render/excerpts.c \
	src/report/render/excerpts.h \
	src/report/render/flame.c \
	src/report/render/flame.h \
	src/report/render/flame_tree.c \
	src/report/render/flame_tree.h \
	src/report/render/page_parts.h \
	src/report/render/script.c \
	src/report/render/script.h \
	src/report/render/render.c \
	src/report/render/render.h \
	src/report/render/render_collapsed.c \
	src/report/render/render_html.c \
	src/report/render/paint.c \
	src/report/render/paint.h \
	src/report/render/render_dot.c \
	src/report/render/render_speedscope.c \
	src/report/render/sarif_places.c \
	src/report/render/sarif_places.h \
	src/report/render/render_json.c \
	src/report/render/render_json.h \
	src/report/render/render_json_account.c \
	src/report/render/render_json_coverage.c \
	src/report/render/render_json_finding.c \
	src/report/render/render_owners.c \
	src/report/render/render_junit.c \
	src/report/render/render_pprof.c \
	src/report/render/render_sarif.c \
	src/report/render/render_text.c \
	src/report/render/render_text.h \
	src/report/render/render_text_coverage.c \
	src/report/render/render_text_finding.c \
	src/report/render/render_text_stack.c \
	src/report/render/render_text_stack.h \
	src/report/render/render_text_images.c \
	src/report/render/render_text_growth.c \
	src/report/run/gap.h \
	src/report/run/gap_rules.h \
	src/report/run/gaps.c \
	src/report/run/gaps.h \
	src/report/run/gaps_births.c \
	src/report/run/gaps_census.c \
	src/report/run/gaps_end.c \
	src/report/run/gaps_seen.c \
	src/report/run/judgement.c \
	src/report/run/judgement.h \
	src/report/run/next_command.c \
	src/report/run/next_command.h \
	src/report/render/samples.c \
	src/report/render/samples.h \
	src/report/evidence/settling.c \
	src/report/evidence/settling.h \
	src/report/symbols/source.c \
	src/report/symbols/source.h \
	src/report/symbols/stacks.c \
	src/report/symbols/stacks.h \
	src/report/compare/suppressions.c \
	src/report/compare/suppressions.h \
	src/report/blame/suspicion.c \
	src/report/blame/suspicion.h \
	src/report/symbols/symbols.c \
	src/report/symbols/symbols.h \
	src/report/detect/stored_alike.c \
	src/report/detect/stored_alike.h \
	src/report/detect/taken_twice.c \
	src/report/detect/taken_twice.h \
	src/report/text/text.c \
	src/report/text/text.h \
	src/report/text/text_file.c \
	src/report/text/text_file.h \
	src/report/blame/type_owed.c \
	src/report/blame/type_owed.h \
	src/report/evidence/owned_record.c \
	src/report/evidence/owned_record.h \
	src/report/evidence/unowned.c \
	src/report/evidence/unowned.h \
	src/report/symbols/unwind_table.c \
	src/report/symbols/unwind_table.h \
	src/report/evidence/code/value_format.c \
	src/report/evidence/code/value_format.h \
	src/report/text/values.c \
	src/report/text/values.h \
	src/report/detect/suspects.c \
	src/report/detect/suspects.h \
	src/report/detect/verdict.c \
	src/report/detect/verdict_alone.c \
	src/report/detect/verdict_group.c \
	src/report/detect/verdict_rules.h \
	src/report/detect/verdict.h \
	src/report/evidence/way.c \
	src/report/evidence/way.h \
	src/report/compare/filter.c \
	src/report/compare/filter.h \
	src/report/finding/headline.c \
	src/report/finding/headline.h \
	src/report/finding/interpreters.c \
	src/report/finding/interpreters.h \
	src/report/finding/lead.c \
	src/report/finding/lead.h \
	src/report/finding/phrases.c \
	src/report/finding/phrases.h \
	src/report/text/words.c \
	src/report/text/words.h \
	src/report/evidence/inputs.h

# What correct programs have taught, as text: scripts/learn makes each.
backgrounds = \
	src/report/evidence/background/3.9.txt \
	src/report/evidence/background/3.10.txt \
	src/report/evidence/background/3.11.txt \
	src/report/evidence/background/3.12.txt \
	src/report/evidence/background/3.13.txt \
	src/report/evidence/background/3.14.txt \
	src/report/evidence/background/3.15.txt
nodist_libreport_la_SOURCES = src/report/evidence/background_data.c
src/report/evidence/background_data.c: $(backgrounds) src/report/evidence/embed
	@$(MKDIR_P) src/report/evidence
	$(AM_V_GEN)(cd $(srcdir) && sh src/report/evidence/embed $(backgrounds)) \
		> $@.new && mv $@.new $@
CLEANFILES += src/report/evidence/background_data.c
EXTRA_DIST += $(backgrounds) src/report/evidence/embed

# The HTML report's style, markup and script.
page_parts = \
	src/report/render/page/page.css \
	src/report/render/page/page.html \
	src/report/render/page/base.js \
	src/report/render/page/source.js \
	src/report/render/page/chart.js \
	src/report/render/page/findings.js \
	src/report/render/page/flame.js \
	src/report/render/page/run.js \
	src/report/render/page/main.js
nodist_libreport_la_SOURCES += src/report/render/page_parts.c
src/report/render/page_parts.c: $(page_parts) src/report/render/page/embed
	@$(MKDIR_P) src/report/render
	$(AM_V_GEN)(cd $(srcdir) && \
		sh src/report/render/page/embed $(page_parts)) > $@.new && \
		mv $@.new $@
CLEANFILES += src/report/render/page_parts.c
EXTRA_DIST += $(page_parts) src/report/render/page/embed

# What render_json writes, for programs that read it.
dist_pkgdata_DATA = doc/reftally-diff-1.schema.json \
	doc/reftally-report-1.schema.json doc/reftally-sites-1.schema.json
