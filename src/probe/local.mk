# STRICT: the library itself.
noinst_LTLIBRARIES += libprobe.la
libprobe_la_CFLAGS = $(STRICT_CFLAGS) $(UNWIND_CFLAGS)
libprobe_la_SOURCES = \
	src/probe/options.c \
	src/probe/options.h

# On the event path: libhot_la_SOURCES += src/probe/hook.c ...
