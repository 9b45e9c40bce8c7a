/*
 * consumers - functions of an image that keep, or give away, what others of the
 * same image give them: by what their code does with that argument.
 */
#ifndef REFTALLY_REPORT_EVIDENCE_CODE_CONSUMERS_H
#define REFTALLY_REPORT_EVIDENCE_CODE_CONSUMERS_H

#include "report/evidence/code/function_bytes.h"

enum { CONSUMERS_KNOWN = 256 };

/* What was found out about an argument of a function. */
struct consumers_known {
    uint64_t target; /* the function's first byte; 0: nothing */
    uint32_t image;
    uint16_t arguments;
    bool keep;
    bool take;          /* one more, or that is not clear */
    size_t store_count; /* ... there */
    struct handing_slot stores[HANDING_STORES_MAX];
};

/* To read callees in while their caller is being read; zeroed at first. */
struct consumers_memory {
    struct handing_memory handing;
    struct numbering numbering;
    struct consumers_known known[CONSUMERS_KNOWN];
    /* Where those put it that were asked about since it was 0. */
    size_t store_count;
    struct handing_slot stores[HANDING_STORES_MAX];
};

/*
 * Does the function of the same image that is called there give away a reference
 * that it did not take, on some path? What it returns does not count. What those
 * do that it calls in turn is not looked at.
 */
bool consumers_keep(const struct function_code *caller,
                    const struct handing_call *call);

/* May it take one for its caller? Of a function of another image that is not
 * known. */
bool consumers_may_take(const struct function_code *caller,
                        const struct handing_call *call);

#endif
