# STRICT: the library itself.
noinst_LTLIBRARIES += libprobe.la
libprobe_la_CFLAGS = $(STRICT_CFLAGS) $(UNWIND_CFLAGS)
libprobe_la_CPPFLAGS = $(AM_CPPFLAGS) -DREFTALLY_BINDIR='"$(bindir)"'
libprobe_la_SOURCES = \
	src/probe/images/adopt.c \
	src/probe/images/adopt.h \
	src/probe/census/census.c \
	src/probe/census/census.h \
	src/probe/census/census_choice.c \
	src/probe/census/census_choice.h \
	src/probe/census/census_ledger.c \
	src/probe/census/census_ledger.h \
	src/probe/census/census_memory.c \
	src/probe/census/census_memory.h \
	src/probe/census/census_ways.c \
	src/probe/census/census_ways.h \
	src/probe/images/evaluator.c \
	src/probe/images/evaluator.h \
	src/probe/census/heap_blocks.c \
	src/probe/census/heap_blocks.h \
	src/probe/images/image_records.c \
	src/probe/images/image_records.h \
	src/probe/images/images.c \
	src/probe/images/images.h \
	src/probe/images/interpreter.c \
	src/probe/images/interpreter.h \
	src/probe/images/interpreter_library.c \
	src/probe/images/interpreter_library.h \
	src/probe/start/description.c \
	src/probe/start/description.h \
	src/probe/start/ending.c \
	src/probe/start/ending.h \
	src/probe/start/ending_signals.c \
	src/probe/start/ending_signals.h \
	src/probe/start/lifecycle.c \
	src/probe/start/lifecycle.h \
	src/probe/census/memory_kind.c \
	src/probe/census/memory_kind.h \
	src/probe/census/memory_map.c \
	src/probe/census/memory_map.h \
	src/probe/stack/native_walk.c \
	src/probe/start/next.c \
	src/probe/start/next.h \
	src/probe/start/privileges.c \
	src/probe/census/object_graph.c \
	src/probe/census/object_graph.h \
	src/probe/state/options.c \
	src/probe/state/options.h \
	src/probe/images/plan_place.c \
	src/probe/images/plan_place.h \
	src/probe/start/startup.c \
	src/probe/images/stub_places.c \
	src/probe/images/stub_places.h \
	src/probe/census/sweep.c \
	src/probe/census/sweep.h \
	src/probe/event/several.c \
	src/probe/event/several.h \
	src/probe/stack/unwinder.c \
	src/probe/stack/unwinder.h

# On the event path.
libhot_la_SOURCES += \
	src/probe/stack/activations.c \
	src/probe/stack/activations.h \
	src/probe/event/birth.c \
	src/probe/event/birth.h \
	src/probe/watch/breakpoint.c \
	src/probe/watch/breakpoint.h \
	src/probe/event/change.c \
	src/probe/event/change.h \
	src/probe/census/checkpoint.c \
	src/probe/census/checkpoint.h \
	src/probe/admission/counted.c \
	src/probe/admission/counted.h \
	src/probe/admission/crowding.c \
	src/probe/admission/crowding.h \
	src/probe/stack/frame_spine.c \
	src/probe/stack/frame_spine.h \
	src/probe/watch/growing.c \
	src/probe/watch/growing.h \
	src/probe/event/hook.c \
	src/probe/event/hook.h \
	src/probe/event/initialization.c \
	src/probe/event/initialization.h \
	src/probe/file/ledger_extents.c \
	src/probe/file/ledger_extents.h \
	src/probe/file/ledger_file.c \
	src/probe/file/ledger_file.h \
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
	src/probe/state/own_thread.h \
	src/probe/state/peek.c \
	src/probe/state/peek.h \
	src/probe/event/place.c \
	src/probe/event/place.h \
	src/probe/stack/python_stack.c \
	src/probe/stack/python_stack.h \
	src/probe/event/quick_entry.c \
	src/probe/event/quick_entry.h \
	src/probe/state/entry_points.h \
	src/probe/state/hook_frame.h \
	src/probe/state/recorder.h \
	src/probe/state/recording.c \
	src/probe/admission/resting.c \
	src/probe/admission/resting.h \
	src/probe/event/seal.c \
	src/probe/event/seal.h \
	src/probe/state/short_ways.c \
	src/probe/state/short_ways.h \
	src/probe/state/shadow.c \
	src/probe/state/shadow.h \
	src/probe/watch/slot_search.c \
	src/probe/watch/slot_search.h \
	src/probe/watch/slot_watch.c \
	src/probe/watch/slot_watch.h \
	src/probe/state/turn.c \
	src/probe/state/turn.h \
	src/probe/start/snapshot.c \
	src/probe/start/snapshot.h \
	src/probe/admission/thinning.c \
	src/probe/admission/thinning.h \
	src/probe/images/types.c \
	src/probe/images/types.h \
	src/probe/watch/watcher.c \
	src/probe/watch/watcher.h

# Interposes functions of libc: no other program may have it.
libreftally_la_SOURCES += src/probe/start/exports.c
