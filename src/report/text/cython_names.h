/*
 * cython_names - the names of the functions that Cython writes in C, as their
 * authors wrote them.
 */
#ifndef REFTALLY_REPORT_TEXT_CYTHON_NAMES_H
#define REFTALLY_REPORT_TEXT_CYTHON_NAMES_H

/*
 * "msgpack._cmsgpack.Packer.reset" of "__pyx_pf_7msgpack_9_cmsgpack_6Packer_
 * 16reset"; to be freed. NULL: it is none of these, or could be read in two
 * ways.
 */
char *cython_name(const char *name);

#endif
