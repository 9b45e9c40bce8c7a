/*
 * binding_names - functions of which pybind11 and nanobind make one that Python
 * can call: its name has theirs among the arguments of a template.
 */
#ifndef REFTALLY_REPORT_TEXT_BINDING_NAMES_H
#define REFTALLY_REPORT_TEXT_BINDING_NAMES_H

/*
 * "pybind11::cpp_function::initialize<bind(_object*)::{lambda(A&)#2} const&, ..."
 * -> "bind(_object*)::{lambda(A&)#2}". To be freed; NULL: the name is of another
 * kind, or what is called has none, as a pointer to a function.
 */
char *binding_name(const char *name);

#endif
