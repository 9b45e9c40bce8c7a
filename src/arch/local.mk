# STRICT and pure: what is known about CPUs.
noinst_LTLIBRARIES += libarch.la
libarch_la_CFLAGS = $(STRICT_CFLAGS) -mgeneral-regs-only
libarch_la_SOURCES = \
	src/arch/x86_64/births.c \
	src/arch/births.h \
	src/arch/x86_64/blob.c \
	src/arch/blob.h \
	src/arch/cpu.h \
	src/arch/relocation.h \
	src/arch/x86_64/cpu.h \
	src/arch/x86_64/relocation.c \
	src/arch/x86_64/decode.c \
	src/arch/decode.h \
	src/arch/x86_64/emit.c \
	src/arch/x86_64/emit.h \
	src/arch/x86_64/features.c \
	src/arch/features.h \
	src/arch/x86_64/entry.S \
	src/arch/x86_64/push_pop.inc \
	src/arch/x86_64/evaluation.S \
	src/arch/x86_64/entry_stub.c \
	src/arch/entry_stub.h \
	src/arch/x86_64/flags.c \
	src/arch/x86_64/flags.h \
	src/arch/x86_64/flow.c \
	src/arch/flow.h \
	src/arch/flow_state.h \
	src/arch/x86_64/flow_step.c \
	src/arch/x86_64/flow_step.h \
	src/arch/filter.h \
	src/arch/x86_64/form.c \
	src/arch/x86_64/form.h \
	src/arch/x86_64/conditions.h \
	src/arch/x86_64/function.c \
	src/arch/function.h \
	src/arch/landing.h \
	src/arch/x86_64/landing.c \
	src/arch/x86_64/getter.c \
	src/arch/getter.h \
	src/arch/instruction.h \
	src/arch/x86_64/liveness.c \
	src/arch/liveness.h \
	src/arch/x86_64/sites.c \
	src/arch/sites.h \
	src/arch/x86_64/stub.c \
	src/arch/stub.h \
	src/arch/x86_64/trace.c \
	src/arch/trace.h

# For the report alone.
noinst_LTLIBRARIES += libhanding.la
libhanding_la_CFLAGS = $(STRICT_CFLAGS)
libhanding_la_SOURCES = \
	src/arch/x86_64/aims.c \
	src/arch/x86_64/filling.c \
	src/arch/filling.h \
	src/arch/x86_64/aims.h \
	src/arch/x86_64/fields.c \
	src/arch/fields.h \
	src/arch/x86_64/handing_code.c \
	src/arch/handing_code.h \
	src/arch/x86_64/handing.c \
	src/arch/handing.h \
	src/arch/x86_64/handing_call.c \
	src/arch/x86_64/handing_call.h \
	src/arch/x86_64/handing_count.c \
	src/arch/x86_64/handing_count.h \
	src/arch/x86_64/handing_facts.c \
	src/arch/x86_64/handing_facts.h \
	src/arch/x86_64/handing_note.c \
	src/arch/x86_64/handing_note.h \
	src/arch/x86_64/handing_parted.c \
	src/arch/x86_64/handing_parted.h \
	src/arch/x86_64/handing_number.c \
	src/arch/x86_64/handing_number.h \
	src/arch/x86_64/handing_path.c \
	src/arch/x86_64/handing_path.h \
	src/arch/x86_64/handing_seen.c \
	src/arch/x86_64/handing_seen.h \
	src/arch/x86_64/handing_state.c \
	src/arch/x86_64/handing_state.h \
	src/arch/x86_64/handing_tested.c \
	src/arch/x86_64/handing_tested.h \
	src/arch/x86_64/handing_vector.c \
	src/arch/x86_64/handing_vector.h \
	src/arch/x86_64/handing_word.c \
	src/arch/x86_64/handing_word.h \
	src/arch/x86_64/outcome.c \
	src/arch/outcome.h \
	src/arch/x86_64/numbering.c \
	src/arch/numbering.h \
	src/arch/x86_64/origin.c \
	src/arch/origin.h \
	src/arch/x86_64/made_words.c \
	src/arch/made_words.h \
	src/arch/x86_64/overwriting.c \
	src/arch/overwriting.h \
	src/arch/x86_64/vector.c \
	src/arch/x86_64/vector.h
