# STRICT: images, plans and how they are applied.
noinst_LTLIBRARIES += libpatch.la
libpatch_la_CFLAGS = $(STRICT_CFLAGS)
libpatch_la_SOURCES =
