# STRICT: what is known about CPython.
noinst_LTLIBRARIES += libcpython.la
libcpython_la_CFLAGS = $(STRICT_CFLAGS)
libcpython_la_SOURCES =

# On the event path: libhot_la_SOURCES += src/cpython/frame_stack.c ...
