// Mistakes that are usual with nanobind, each with its twin: NAME_right.
#include <nanobind/nanobind.h>
#include <nanobind/stl/function.h>
#include <nanobind/stl/shared_ptr.h>
#include <nanobind/stl/vector.h>
#include <vector>
namespace nb = nanobind;
static nb::object borrow_new(nb::handle o) { return nb::borrow(PyObject_Str(o.ptr())); }
static nb::object borrow_new_right(nb::handle o) { return nb::steal(PyObject_Str(o.ptr())); }
static nb::handle release_it(nb::object o) { nb::list l; l.append(o); l.append(o); return nb::handle(l.release().ptr()); }
static nb::object release_it_right(nb::object o) { nb::list l; l.append(o); l.append(o); return l; }
static std::vector<nb::handle> reg;
static void subscribe(nb::object cb) { cb.inc_ref(); reg.push_back(cb); }
static void unsubscribe(nb::object cb) { for (size_t i = 0; i < reg.size(); i++) if (reg[i].is(cb)) { reg.erase(reg.begin() + i); break; } }
static void unsubscribe_right(nb::object cb) { for (size_t i = 0; i < reg.size(); i++) if (reg[i].is(cb)) { reg[i].dec_ref(); reg.erase(reg.begin() + i); break; } }
static int checked(nb::object o) {
    PyObject *s = PyObject_Repr(o.ptr());
    if (PyUnicode_GET_LENGTH(s) > 4) throw nb::value_error("too long");
    Py_DECREF(s); return 1;
}
static int checked_right(nb::object o) {
    nb::object s = nb::steal(PyObject_Repr(o.ptr()));
    if (PyUnicode_GET_LENGTH(s.ptr()) > 4) throw nb::value_error("too long");
    return 1;
}
struct Wrapper { nb::handle h; Wrapper(nb::object o) { h = o.release(); } };
struct WrapperRight { nb::object h; WrapperRight(nb::object o) : h(o) {} };
struct Link { nb::object next; };
static int sum_items(nb::dict d) { PyObject *it = PyDict_Items(d.ptr()); int n = 0; for (nb::handle h : nb::borrow<nb::list>(it)) n += (int)nb::len(h); return n; }
static int sum_items_right(nb::dict d) { nb::list it = nb::steal<nb::list>(PyDict_Items(d.ptr())); int n = 0; for (nb::handle h : it) n += (int)nb::len(h); return n; }
// each keeps the other alive; the twin refers back by a pointer alone
struct Branch {
    Branch *next = nullptr;
    void set_next(Branch *one) { next = one; }
};
// a state that is shared, with callbacks that refer to the object that has it
struct State { std::vector<std::function<void(int)>> callbacks; };
struct Deferred {
    std::shared_ptr<State> state = std::make_shared<State>();
    void on(std::function<void(int)> f) { state->callbacks.push_back(std::move(f)); }
    void fire(int i) { for (auto &f : state->callbacks) f(i); }
};
NB_MODULE(with_nanobind, m) {
    nb::class_<Branch>(m, "Branch").def(nb::init<>())
        .def("keep", &Branch::set_next, nb::keep_alive<1, 2>())
        .def("refer", &Branch::set_next);
    nb::class_<Deferred>(m, "DeferredType").def("on", &Deferred::on).def("fire", &Deferred::fire);
    m.def("Deferred", [] { return std::make_shared<Deferred>(); });
    m.def("borrow_new", &borrow_new); m.def("borrow_new_right", &borrow_new_right);
    m.def("release_it", &release_it); m.def("release_it_right", &release_it_right);
    m.def("subscribe", &subscribe); m.def("unsubscribe", &unsubscribe); m.def("unsubscribe_right", &unsubscribe_right);
    m.def("checked", &checked); m.def("checked_right", &checked_right);
    nb::class_<Wrapper>(m, "Wrapper").def(nb::init<nb::object>());
    nb::class_<WrapperRight>(m, "WrapperRight").def(nb::init<nb::object>());
    nb::class_<Link>(m, "Link").def(nb::init<>()).def_rw("next", &Link::next, nb::arg("v").none());
    m.def("sum_items", &sum_items); m.def("sum_items_right", &sum_items_right);
}
