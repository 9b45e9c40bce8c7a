# STRICT: images, plans and how they are applied.
noinst_LTLIBRARIES += libpatch.la
libpatch_la_CFLAGS = $(STRICT_CFLAGS)
libpatch_la_SOURCES = \
	src/patch/apply.c \
	src/patch/apply.h \
	src/patch/builder.c \
	src/patch/builder.h \
	src/patch/bystanders.c \
	src/patch/bystanders.h \
	src/patch/code.c \
	src/patch/code.h \
	src/patch/code_pages.c \
	src/patch/code_pages.h \
	src/patch/course.c \
	src/patch/course.h \
	src/patch/decoded.c \
	src/patch/decoded.h \
	src/patch/digest.c \
	src/patch/digest.h \
	src/patch/eh_frame.c \
	src/patch/eh_frame.h \
	src/patch/group.c \
	src/patch/group.h \
	src/patch/hole.c \
	src/patch/hole.h \
	src/patch/image.c \
	src/patch/image.h \
	src/patch/image_file.c \
	src/patch/image_file.h \
	src/patch/live_edits.c \
	src/patch/live_edits.h \
	src/patch/parts.c \
	src/patch/parts.h \
	src/patch/plan.c \
	src/patch/plan.h \
	src/patch/plan_cache.c \
	src/patch/plan_cache.h \
	src/patch/plan_file.c \
	src/patch/plan_file.h \
	src/patch/planner.c \
	src/patch/planner.h \
	src/patch/proof.c \
	src/patch/proof.h \
	src/patch/room.c \
	src/patch/room.h \
	src/patch/shortcuts.c \
	src/patch/shortcuts.h \
	src/patch/switch_tables.c \
	src/patch/switch_tables.h \
	src/patch/targets.c \
	src/patch/targets.h
