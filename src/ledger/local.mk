# STRICT, pure, and on the event path: general registers only.
noinst_LTLIBRARIES += libledger.la
libledger_la_CFLAGS = $(HOT_CFLAGS)
libledger_la_SOURCES = \
	src/ledger/account.c \
	src/ledger/account.h \
	src/ledger/accounts.h \
	src/ledger/courses.c \
	src/ledger/courses.h \
	src/ledger/entries.c \
	src/ledger/entries.h \
	src/ledger/hash.h \
	src/ledger/marks.c \
	src/ledger/marks.h \
	src/ledger/misses.c \
	src/ledger/misses.h \
	src/ledger/pending.c \
	src/ledger/pending.h \
	src/ledger/reader.c \
	src/ledger/reader.h \
	src/ledger/reader_verify.c \
	src/ledger/record_layouts.c \
	src/ledger/records.c \
	src/ledger/records.h \
	src/ledger/rises.c \
	src/ledger/rises.h \
	src/ledger/signatures.c \
	src/ledger/signatures.h \
	src/ledger/slots.h \
	src/ledger/stack_tree.c \
	src/ledger/stack_tree.h \
	src/ledger/store.c \
	src/ledger/store.h \
	src/ledger/ticks.c \
	src/ledger/ticks.h
