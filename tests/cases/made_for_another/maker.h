/* What the module `maker` offers to others, behind its capsule `maker.api`. */
#include <Python.h>

struct part; /* no object of Python: it owns one while it is used in C */

struct maker {
    struct part *(*begin)(double value);
    /* A new reference, which is the caller's; the part has another. */
    PyObject *(*wrap)(struct part *part);
    void (*end)(struct part *part); /* gives back that of the part */
};
