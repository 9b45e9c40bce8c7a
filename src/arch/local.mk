# STRICT and pure: what is known about CPUs.
noinst_LTLIBRARIES += libarch.la
libarch_la_CFLAGS = $(STRICT_CFLAGS) -mgeneral-regs-only
libarch_la_SOURCES = \
	src/arch/x86_64/births.c \
	src/arch/x86_64/births.h \
	src/arch/x86_64/blob.c \
	src/arch/x86_64/blob.h \
	src/arch/x86_64/context.h \
	src/arch/x86_64/decode.c \
	src/arch/x86_64/decode.h \
	src/arch/x86_64/emit.c \
	src/arch/x86_64/emit.h \
	src/arch/x86_64/features.c \
	src/arch/x86_64/features.h \
	src/arch/x86_64/entry.S \
	src/arch/x86_64/evaluation.S \
	src/arch/x86_64/entry_stub.c \
	src/arch/x86_64/entry_stub.h \
	src/arch/x86_64/flags.c \
	src/arch/x86_64/flags.h \
	src/arch/x86_64/flow.c \
	src/arch/x86_64/flow.h \
	src/arch/x86_64/flow_state.h \
	src/arch/x86_64/flow_step.c \
	src/arch/x86_64/flow_step.h \
	src/arch/x86_64/filter.h \
	src/arch/x86_64/form.c \
	src/arch/x86_64/form.h \
	src/arch/x86_64/function.c \
	src/arch/x86_64/function.h \
	src/arch/x86_64/getter.c \
	src/arch/x86_64/getter.h \
	src/arch/x86_64/instruction.h \
	src/arch/x86_64/liveness.c \
	src/arch/x86_64/liveness.h \
	src/arch/x86_64/sites.c \
	src/arch/x86_64/sites.h \
	src/arch/x86_64/stub.c \
	src/arch/x86_64/stub.h \
	src/arch/x86_64/trace.c \
	src/arch/x86_64/trace.h

# For the report alone.
noinst_LTLIBRARIES += libhanding.la
libhanding_la_CFLAGS = $(STRICT_CFLAGS)
libhanding_la_SOURCES = \
	src/arch/x86_64/aims.c \
	src/arch/x86_64/aims.h \
	src/arch/x86_64/fields.c \
	src/arch/x86_64/fields.h \
	src/arch/x86_64/handing_code.c \
	src/arch/x86_64/handing_code.h \
	src/arch/x86_64/handing.c \
	src/arch/x86_64/handing.h \
	src/arch/x86_64/handing_path.c \
	src/arch/x86_64/handing_path.h \
	src/arch/x86_64/numbering.c \
	src/arch/x86_64/numbering.h \
	src/arch/x86_64/origin.c \
	src/arch/x86_64/origin.h \
	src/arch/x86_64/overwriting.c \
	src/arch/x86_64/overwriting.h
