# STRICT: leaves. Includes nothing of ours.
noinst_LTLIBRARIES += libbase.la
libbase_la_CFLAGS = $(STRICT_CFLAGS) -mgeneral-regs-only
libbase_la_SOURCES = \
	src/base/arena.c \
	src/base/arena.h \
	src/base/maps_file.c \
	src/base/maps_file.h \
	src/base/options.def \
	src/base/reason.c \
	src/base/reason.h \
	src/base/refcount_shape.h

# On the event path too: what stops the recording says so.
libhot_la_SOURCES += \
	src/base/clock.c \
	src/base/clock.h \
	src/base/kernel_action.c \
	src/base/kernel_action.h \
	src/base/mapping.c \
	src/base/mapping.h \
	src/base/memory_limits.c \
	src/base/memory_limits.h \
	src/base/own_image.h \
	src/base/note.c \
	src/base/note.h \
	src/base/quiet_write.c \
	src/base/quiet_write.h \
	src/base/system.c \
	src/base/system.h \
	src/base/thread_mask.c \
	src/base/thread_mask.h
