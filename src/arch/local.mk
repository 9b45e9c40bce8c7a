# STRICT and pure: what is known about CPUs.
noinst_LTLIBRARIES += libarch.la
libarch_la_CFLAGS = $(STRICT_CFLAGS)
libarch_la_SOURCES =
