// Mistakes that are usual with pybind11, each with its twin: NAME_right.
#include <pybind11/pybind11.h>
#include <pybind11/stl.h>
#include <pybind11/functional.h>
#include <memory>
#include <vector>
namespace py = pybind11;
// borrow of a new reference
static py::object borrow_new(py::handle o) {
    return py::reinterpret_borrow<py::object>(PyObject_Str(o.ptr()));
}
static py::object borrow_new_right(py::handle o) {
    return py::reinterpret_steal<py::object>(PyObject_Str(o.ptr()));
}
// release() and hand out a handle
static py::handle release_it(py::object o) {
    py::list l;
    l.append(o);
    return l.release();
}
static py::object release_it_right(py::object o) {
    py::list l;
    l.append(o);
    return std::move(l);
}
// inc_ref in a registry
static std::vector<py::handle> registry;
static void subscribe(py::object cb) { cb.inc_ref(); registry.push_back(cb); }
static void unsubscribe(py::object cb) {
    for (size_t i = 0; i < registry.size(); i++)
        if (registry[i].is(cb)) { registry.erase(registry.begin() + i); break; }
}
static void unsubscribe_right(py::object cb) {
    for (size_t i = 0; i < registry.size(); i++)
        if (registry[i].is(cb)) { registry[i].dec_ref(); registry.erase(registry.begin() + i); break; }
}
// a C++ object with a handle, destructor forgets
struct Holder {
    py::handle h;
    explicit Holder(py::object o) : h(o.release()) {}
};
struct HolderRight {
    py::object h;
    explicit HolderRight(py::object o) : h(std::move(o)) {}
};
// PyList_SetItem with a taking too many
static py::object fill(py::object o) {
    py::list l(1);
    PyList_SET_ITEM(l.ptr(), 0, o.inc_ref().inc_ref().ptr());
    return std::move(l);
}
static py::object fill_right(py::object o) {
    py::list l(1);
    PyList_SET_ITEM(l.ptr(), 0, o.inc_ref().ptr());
    return std::move(l);
}
// error path: throws before steal
static int checked(py::object o) {
    PyObject *s = PyObject_Repr(o.ptr());
    if (PyUnicode_GET_LENGTH(s) > 4) throw py::value_error("too long");
    Py_DECREF(s);
    return 1;
}
static int checked_right(py::object o) {
    auto s = py::reinterpret_steal<py::object>(PyObject_Repr(o.ptr()));
    if (PyUnicode_GET_LENGTH(s.ptr()) > 4) throw py::value_error("too long");
    return 1;
}
// shared_ptr + std::function: an object of C++ holds a closure that holds it
struct Emitter {
    std::function<void(int)> cb;
    void on(std::function<void(int)> f) { cb = std::move(f); }
    void fire(int i) { if (cb) cb(i); }
};
// the same in a state that is shared, of a type that the collector knows nothing of
struct State { std::vector<std::function<void(int)>> callbacks; };
struct Deferred {
    std::shared_ptr<State> state = std::make_shared<State>();
    void on(std::function<void(int)> f) { state->callbacks.push_back(std::move(f)); }
    void fire(int i) { for (auto &f : state->callbacks) f(i); }
};
// each keeps the other alive; the twin refers back by a pointer alone
struct Branch {
    Branch *next = nullptr;
    void set_next(Branch *one) { next = one; }
};
// dict iteration: item not released
static int sum_items(py::dict d) {
    PyObject *items = PyDict_Items(d.ptr());
    int n = 0;
    for (auto it : py::reinterpret_borrow<py::list>(items)) n += (int)py::len(it);
    return n;
}
static int sum_items_right(py::dict d) {
    auto items = py::reinterpret_steal<py::list>(PyDict_Items(d.ptr()));
    int n = 0;
    for (auto it : items) n += (int)py::len(it);
    return n;
}
// attribute set by raw API
static void set_attr(py::object o, int i) {
    PyObject_SetAttrString(o.ptr(), "value", PyLong_FromLong(i + 100000));
}
static void set_attr_right(py::object o, int i) {
    o.attr("value") = py::int_(i + 100000);
}
// new and keep, caster
static py::object vec(std::vector<int> v) {
    PyObject *t = PyTuple_New((Py_ssize_t)v.size());
    for (size_t i = 0; i < v.size(); i++) PyTuple_SET_ITEM(t, i, PyLong_FromLong(v[i]));
    return py::cast<py::object>(py::handle(t));
}
static py::object vec_right(std::vector<int> v) {
    PyObject *t = PyTuple_New((Py_ssize_t)v.size());
    for (size_t i = 0; i < v.size(); i++) PyTuple_SET_ITEM(t, i, PyLong_FromLong(v[i]));
    return py::reinterpret_steal<py::object>(t);
}
PYBIND11_MODULE(with_pybind11, m) {
    m.def("borrow_new", &borrow_new); m.def("borrow_new_right", &borrow_new_right);
    m.def("release_it", &release_it); m.def("release_it_right", &release_it_right);
    m.def("subscribe", &subscribe); m.def("unsubscribe", &unsubscribe); m.def("unsubscribe_right", &unsubscribe_right);
    py::class_<Holder>(m, "Holder").def(py::init<py::object>());
    py::class_<HolderRight>(m, "HolderRight").def(py::init<py::object>());
    m.def("fill", &fill); m.def("fill_right", &fill_right);
    m.def("checked", &checked); m.def("checked_right", &checked_right);
    py::class_<Emitter, std::shared_ptr<Emitter>>(m, "Emitter", py::dynamic_attr()).def(py::init<>()).def("on", &Emitter::on).def("fire", &Emitter::fire);
    py::class_<Deferred>(m, "Deferred").def(py::init<>()).def("on", &Deferred::on).def("fire", &Deferred::fire);
    py::class_<Branch>(m, "Branch").def(py::init<>())
        .def("keep", &Branch::set_next, py::keep_alive<1, 2>())
        .def("refer", &Branch::set_next);
    m.def("sum_items", &sum_items); m.def("sum_items_right", &sum_items_right);
    m.def("set_attr", &set_attr); m.def("set_attr_right", &set_attr_right);
    m.def("vec", &vec); m.def("vec_right", &vec_right);
    // the same as borrow_new, where most people write it
    m.def("in_lambda", [](py::handle o) {
        return py::reinterpret_borrow<py::object>(PyObject_Str(o.ptr()));
    });
    m.def("in_lambda_right", [](py::handle o) {
        return py::reinterpret_steal<py::object>(PyObject_Str(o.ptr()));
    });
}
