# STRICT: the library itself.
noinst_LTLIBRARIES += libprobe.la
libprobe_la_CFLAGS = $(STRICT_CFLAGS) $(UNWIND_CFLAGS)
libprobe_la_CPPFLAGS = $(AM_CPPFLAGS) -DREFTALLY_BINDIR='"$(bindir)"'
libprobe_la_SOURCES = \
	src/probe/census/address_index.c \
	src/probe/census/address_index.h \
	src/probe/images/adopt.c \
	src/probe/images/adopt.h \
	src/probe/census/block_reach.c \
	src/probe/census/block_reach.h \
	src/probe/census/census.c \
	src/probe/census/census.h \
	src/probe/census/census_blocks.c \
	src/probe/census/census_blocks.h \
	src/probe/census/census_choice.c \
	src/probe/census/census_choice.h \
	src/probe/census/census_guard.c \
	src/probe/census/census_guard.h \
	src/probe/census/census_ledger.c \
	src/probe/census/census_ledger.h \
	src/probe/census/census_memory.c \
	src/probe/census/census_memory.h \
	src/probe/census/census_objects.c \
	src/probe/census/census_objects.h \
	src/probe/census/census_passing.c \
	src/probe/census/census_passing.h \
	src/probe/census/census_roots.c \
	src/probe/census/census_roots.h \
	src/probe/census/census_ways.c \
	src/probe/census/census_ways.h \
	src/probe/images/compiler.c \
	src/probe/images/compiler.h \
	src/probe/images/current_thread.c \
	src/probe/images/current_thread.h \
	src/probe/census/census_words.c \
	src/probe/census/census_words.h \
	src/probe/images/evaluator.c \
	src/probe/images/expected_types.c \
	src/probe/images/expected_types.h \
	src/probe/images/evaluator.h \
	src/probe/census/followed.c \
	src/probe/census/followed.h \
	src/probe/census/leftovers.c \
	src/probe/census/leftovers.h \
	src/probe/census/heap_blocks.c \
	src/probe/census/heap_blocks.h \
	src/probe/census/heap_scan.c \
	src/probe/census/heap_scan.h \
	src/probe/images/image_patch.c \
	src/probe/images/image_patch.h \
	src/probe/images/image_records.c \
	src/probe/images/image_records.h \
	src/probe/images/images.c \
	src/probe/images/images.h \
	src/probe/images/interpreter.c \
	src/probe/images/known_images.c \
	src/probe/images/known_images.h \
	src/probe/images/interpreter.h \
	src/probe/images/interpreter_library.c \
	src/probe/images/interpreter_library.h \
	src/probe/start/attached.c \
	src/probe/start/attached.h \
	src/probe/start/detaching.c \
	src/probe/start/detaching.h \
	src/probe/images/undo_list.c \
	src/probe/images/undo_list.h \
	src/probe/start/description.c \
	src/probe/start/description.h \
	src/probe/start/ending.c \
	src/probe/start/ending.h \
	src/probe/start/ending_signals.c \
	src/probe/start/ending_signals.h \
	src/probe/start/finish.c \
	src/probe/start/finish.h \
	src/probe/start/forks.c \
	src/probe/start/forks.h \
	src/probe/start/own_preload.c \
	src/probe/start/own_preload.h \
	src/probe/start/startup.h \
	src/probe/start/marks.c \
	src/probe/start/preparation.c \
	src/probe/start/preparation.h \
	src/probe/start/quarantine.c \
	src/probe/start/quarantine.h \
	src/probe/start/reporter.c \
	src/probe/start/reporter.h \
	src/probe/census/memory_kind.c \
	src/probe/census/memory_kind.h \
	src/probe/census/memory_map.c \
	src/probe/census/memory_map.h \
	src/probe/stack/native_walk.c \
	src/probe/start/memory_lock.c \
	src/probe/start/next.c \
	src/probe/start/next.h \
	src/probe/start/privileges.c \
	src/probe/start/executing.c \
	src/probe/start/executing.h \
	src/probe/start/program_limits.c \
	src/probe/start/program_limits.h \
	src/probe/start/small_stacks.c \
	src/probe/census/page_copies.c \
	src/probe/census/page_copies.h \
	src/probe/census/object_graph.c \
	src/probe/census/object_graph.h \
	src/probe/state/options.c \
	src/probe/state/options.h \
	src/probe/images/plan_place.c \
	src/probe/images/plan_place.h \
	src/probe/start/startup.c \
	src/probe/start/waking.c \
	src/probe/start/waking.h \
	src/probe/images/stub_places.c \
	src/probe/images/stub_places.h \
	src/probe/census/sweep.c \
	src/probe/census/sweep.h \
	src/probe/event/several.c \
	src/probe/event/several.h \
	src/probe/stack/loaded_object.c \
	src/probe/stack/loaded_object.h \
	src/probe/stack/unwinder.c \
	src/probe/stack/unwinder.h

# On the event path.
libhot_la_SOURCES += \
	src/probe/images/unseen.c \
	src/probe/images/unseen.h \
	src/probe/images/adopt_watch.c \
	src/probe/images/adopt_watch.h \
	src/probe/images/rising.c \
	src/probe/images/rising.h \
	src/probe/stack/activations.c \
	src/probe/stack/activations.h \
	src/probe/stack/thread_records.c \
	src/probe/stack/thread_records.h \
	src/probe/event/audited_entry.c \
	src/probe/event/audited_entry.h \
	src/probe/event/birth.c \
	src/probe/event/birth.h \
	src/probe/event/block.c \
	src/probe/event/block.h \
	src/probe/watch/breakpoint.c \
	src/probe/watch/breakpoint.h \
	src/probe/event/change.c \
	src/probe/event/change.h \
	src/probe/census/checkpoint.c \
	src/probe/census/checkpoint.h \
	src/probe/census/moments.c \
	src/probe/census/moments.h \
	src/probe/admission/admission.c \
	src/probe/admission/admission.h \
	src/probe/admission/counted.c \
	src/probe/admission/counted.h \
	src/probe/stack/frame_audit.c \
	src/probe/stack/frame_audit.h \
	src/probe/stack/frame_charges.c \
	src/probe/stack/frame_charges.h \
	src/probe/stack/frame_spine.c \
	src/probe/stack/frame_spine.h \
	src/probe/watch/gainers.c \
	src/probe/watch/gainers.h \
	src/probe/watch/growing.c \
	src/probe/watch/growing.h \
	src/probe/event/function_entry.c \
	src/probe/event/function_entry.h \
	src/probe/event/hook.c \
	src/probe/event/hook.h \
	src/probe/event/hook_guard.h \
	src/probe/event/initialization.c \
	src/probe/event/initialization.h \
	src/probe/file/ledger_extents.c \
	src/probe/file/ledger_extents.h \
	src/probe/file/ledger_file.c \
	src/probe/file/ledger_file.h \
	src/probe/file/ledger_growth.c \
	src/probe/file/ledger_growth.h \
	src/probe/file/ledger_place.c \
	src/probe/file/ledger_place.h \
	src/probe/file/ledger_guard.c \
	src/probe/file/ledger_guard.h \
	src/probe/event/life.c \
	src/probe/event/life.h \
	src/probe/state/lazy_variable.c \
	src/probe/state/lazy_variable.h \
	src/probe/census/memory_scan.c \
	src/probe/census/memory_scan.h \
	src/probe/stack/native_stack.c \
	src/probe/stack/native_stack.h \
	src/probe/state/peek.c \
	src/probe/state/peek.h \
	src/probe/event/place.c \
	src/probe/event/place.h \
	src/probe/stack/python_stack.c \
	src/probe/stack/python_stack.h \
	src/probe/stack/shadow_frame.c \
	src/probe/stack/shadow_frame.h \
	src/probe/event/quick_birth.c \
	src/probe/event/quick_birth.h \
	src/probe/event/quick_entry.c \
	src/probe/event/quick_entry.h \
	src/probe/state/entry_points.h \
	src/probe/state/hook_frame.h \
	src/probe/state/recorder.h \
	src/probe/state/recording.c \
	src/probe/admission/kinds.c \
	src/probe/admission/kinds.h \
	src/probe/admission/resting.c \
	src/probe/admission/resting.h \
	src/probe/event/seal.c \
	src/probe/event/seal.h \
	src/probe/state/short_ways.c \
	src/probe/state/short_ways.h \
	src/probe/state/fork_memory.c \
	src/probe/state/fork_memory.h \
	src/probe/state/shadow.c \
	src/probe/state/shadow.h \
	src/probe/watch/dealloc_audit.c \
	src/probe/watch/dealloc_audit.h \
	src/probe/watch/life_steps.c \
	src/probe/watch/life_steps.h \
	src/probe/watch/loss.c \
	src/probe/watch/loss.h \
	src/probe/watch/slot_search.c \
	src/probe/watch/slot_search.h \
	src/probe/watch/call_choice.c \
	src/probe/watch/call_choice.h \
	src/probe/watch/exit_watch.c \
	src/probe/watch/exit_watch.h \
	src/probe/watch/slot_watch.c \
	src/probe/watch/slot_watch.h \
	src/probe/state/suspects.h \
	src/probe/watch/watch_time.c \
	src/probe/watch/watch_time.h \
	src/probe/state/turn.c \
	src/probe/state/turn.h \
	src/probe/start/snapshot.c \
	src/probe/start/snapshot.h \
	src/probe/images/types.c \
	src/probe/images/types.h \
	src/probe/watch/watched_call.c \
	src/probe/watch/watched_call.h \
	src/probe/watch/watcher.c \
	src/probe/watch/watcher.h \
	src/probe/watch/watchers.c \
	src/probe/watch/watchers.h \
	src/probe/watch/young.c \
	src/probe/watch/young.h

# Interposes functions of libc: no other program may have it.
libreftally_la_SOURCES += src/probe/start/exports.c \
	src/probe/start/own_calls.c \
	src/arch/x86_64/interpose.S src/arch/x86_64/unload.S

# What assembly knows of structures. It is made anew each time, as they may have
# changed, and is left as it was if they have not.
EXTRA_DIST += src/probe/event/offsets.c
BUILT_SOURCES += src/probe/event/offsets.h
CLEANFILES += src/probe/event/offsets.h
src/probe/event/offsets.h: FORCE
	@$(MKDIR_P) src/probe/event
	@$(CC) $(DEFS) $(DEFAULT_INCLUDES) $(AM_CPPFLAGS) $(CPPFLAGS) \
		$(HOT_CFLAGS) $(CFLAGS) -fno-lto -S -o - \
		$(srcdir)/src/probe/event/offsets.c | \
		sed -n 's/.*-> \([A-Z_]*\) \([0-9]*\)".*/#define \1 \2/p' >$@.new
	@if test -s $@.new && cmp -s $@.new $@; then rm $@.new; \
		else test -s $@.new && mv $@.new $@; fi
FORCE:
