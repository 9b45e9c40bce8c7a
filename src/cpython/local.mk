# STRICT: what is known about CPython.
noinst_LTLIBRARIES += libcpython.la
libcpython_la_CFLAGS = $(STRICT_CFLAGS) -mgeneral-regs-only
libcpython_la_SOURCES = \
	src/cpython/attribute_cache.c \
	src/cpython/attribute_cache.h \
	src/cpython/debug_offsets.c \
	src/cpython/debug_offsets.h \
	src/cpython/layout.h \
	src/cpython/layouts.c \
	src/cpython/layout_3_9.c \
	src/cpython/owner_names.c \
	src/cpython/owner_names.h \
	src/cpython/owner_fields.c \
	src/cpython/owner_slot.c \
	src/cpython/owner_slot.h \
	src/cpython/owner_slots.c \
	src/cpython/owner_slots.h \
	src/cpython/owners.c \
	src/cpython/owners.h \
	src/cpython/owner_frames.c \
	src/cpython/owner_cache.c \
	src/cpython/owner_cache.h \
	src/cpython/owner_lists.c \
	src/cpython/owner_unused.c \
	src/cpython/pool.c \
	src/cpython/pool.h \
	src/cpython/python_int.c \
	src/cpython/python_int.h \
	src/cpython/layout_3_10.c \
	src/cpython/layout_3_11.c \
	src/cpython/layout_3_12.c \
	src/cpython/layout_3_13.c \
	src/cpython/layout_3_14.c \
	src/cpython/layout_3_13t.c \
	src/cpython/layout_3_15.c \
	src/cpython/version.c \
	src/cpython/version.h \
	src/cpython/weak.c \
	src/cpython/weak.h

# On the event path.
libhot_la_SOURCES += \
	src/cpython/dict_entries.c \
	src/cpython/dict_entries.h \
	src/cpython/code_loop.c \
	src/cpython/code_loop.h \
	src/cpython/code_settling.c \
	src/cpython/code_settling.h \
	src/cpython/frame_stack.c \
	src/cpython/frame_stack.h \
	src/cpython/last_traceback.c \
	src/cpython/last_traceback.h \
	src/cpython/line_table.c \
	src/cpython/line_table.h \
	src/cpython/memory.h \
	src/cpython/python_text.c \
	src/cpython/python_text.h \
	src/cpython/type_info.c \
	src/cpython/type_info.h
