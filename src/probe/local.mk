# STRICT: the library itself.
noinst_LTLIBRARIES += libprobe.la
libprobe_la_CFLAGS = $(STRICT_CFLAGS) $(UNWIND_CFLAGS)
libprobe_la_CPPFLAGS = $(AM_CPPFLAGS) -DREFTALLY_BINDIR='"$(bindir)"'
libprobe_la_SOURCES = \
	src/probe/adopt.c \
	src/probe/adopt.h \
	src/probe/census.c \
	src/probe/census.h \
	src/probe/census_choice.c \
	src/probe/census_choice.h \
	src/probe/census_ledger.c \
	src/probe/census_ledger.h \
	src/probe/census_memory.c \
	src/probe/census_memory.h \
	src/probe/census_ways.c \
	src/probe/census_ways.h \
	src/probe/evaluator.c \
	src/probe/evaluator.h \
	src/probe/heap_blocks.c \
	src/probe/heap_blocks.h \
	src/probe/image_records.c \
	src/probe/image_records.h \
	src/probe/images.c \
	src/probe/images.h \
	src/probe/interpreter.c \
	src/probe/interpreter.h \
	src/probe/lifecycle.c \
	src/probe/lifecycle.h \
	src/probe/memory_kind.c \
	src/probe/memory_kind.h \
	src/probe/memory_map.c \
	src/probe/memory_map.h \
	src/probe/native_walk.c \
	src/probe/object_graph.c \
	src/probe/object_graph.h \
	src/probe/options.c \
	src/probe/options.h \
	src/probe/plan_place.c \
	src/probe/plan_place.h \
	src/probe/startup.c \
	src/probe/stub_places.c \
	src/probe/stub_places.h \
	src/probe/sweep.c \
	src/probe/sweep.h \
	src/probe/unwinder.c \
	src/probe/unwinder.h

# On the event path.
libhot_la_SOURCES += \
	src/probe/activations.c \
	src/probe/activations.h \
	src/probe/birth.c \
	src/probe/birth.h \
	src/probe/breakpoint.c \
	src/probe/breakpoint.h \
	src/probe/change.c \
	src/probe/change.h \
	src/probe/checkpoint.c \
	src/probe/checkpoint.h \
	src/probe/counted.c \
	src/probe/counted.h \
	src/probe/crowding.c \
	src/probe/crowding.h \
	src/probe/frame_spine.c \
	src/probe/frame_spine.h \
	src/probe/growing.c \
	src/probe/growing.h \
	src/probe/hook.c \
	src/probe/hook.h \
	src/probe/initialization.c \
	src/probe/initialization.h \
	src/probe/ledger_file.c \
	src/probe/ledger_file.h \
	src/probe/ledger_guard.c \
	src/probe/ledger_guard.h \
	src/probe/life.c \
	src/probe/life.h \
	src/probe/memory_scan.c \
	src/probe/memory_scan.h \
	src/probe/native_stack.c \
	src/probe/native_stack.h \
	src/probe/peek.c \
	src/probe/peek.h \
	src/probe/place.c \
	src/probe/place.h \
	src/probe/python_stack.c \
	src/probe/quick_entry.c \
	src/probe/quick_entry.h \
	src/probe/recorder.h \
	src/probe/recording.c \
	src/probe/resting.c \
	src/probe/resting.h \
	src/probe/shadow.c \
	src/probe/shadow.h \
	src/probe/slot_search.c \
	src/probe/slot_search.h \
	src/probe/slot_watch.c \
	src/probe/slot_watch.h \
	src/probe/thinning.c \
	src/probe/thinning.h \
	src/probe/types.c \
	src/probe/types.h \
	src/probe/watcher.c \
	src/probe/watcher.h

# Interposes functions of libc: no other program may have it.
libreftally_la_SOURCES += src/probe/exports.c
