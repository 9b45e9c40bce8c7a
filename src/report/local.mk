# FREE: a ledger goes in, findings come out.
noinst_LTLIBRARIES += libreport.la
libreport_la_CFLAGS = $(AM_CFLAGS) $(DW_CFLAGS) $(ELF_CFLAGS) \
	$(JANSSON_CFLAGS) $(ZLIB_CFLAGS)
libreport_la_SOURCES =
