# Unit tests: one Check program a module, tests/unit/check_<module>.c. The
# source of a program is found by its name, so a new test is one line.
UNIT_TESTS = \
	tests/unit/check_note \
	tests/unit/check_options \
	tests/unit/check_reason

check_PROGRAMS += $(UNIT_TESTS)

LDADD = libreport.la libprobe.la libhot.la libprobe.la libpatch.la \
	libcpython.la libarch.la libledger.la libbase.la \
	$(DW_LIBS) $(ELF_LIBS) $(JANSSON_LIBS) $(ZLIB_LIBS) $(ZYDIS_LIBS) \
	$(UNWIND_LIBS) $(CHECK_LIBS) -ldl -lpthread

TESTS = $(UNIT_TESTS)
