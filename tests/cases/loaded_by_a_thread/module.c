/*
 * A thread that never has the interpreter's lock loads libraries that do not call
 * Python, and asks for their functions, while others run Python code: what these
 * take is seen then, and afterwards.
 */
#define PY_SSIZE_T_CLEAN
#include <Python.h>
#include <dlfcn.h>
#include <pthread.h>

enum { LIBRARIES = 256, PATH_BYTES = 1024, ASKED = 3 };

static char paths[LIBRARIES][PATH_BYTES];
static Py_ssize_t path_count;
static pthread_t loader;
static int ended;

static void *
load_all(void *unused)
{
    (void)unused;
    for (Py_ssize_t i = 0; i < path_count; i++) {
        void *library = dlopen(paths[i], RTLD_NOW | RTLD_LOCAL);

        for (int n = 0; library != NULL && n < ASKED; n++) {
            dlsym(library, "nothing");
        }
    }
    __atomic_store_n(&ended, 1, __ATOMIC_RELEASE);
    return NULL;
}

static PyObject *
load(PyObject *module, PyObject *list)
{
    (void)module;
    for (; path_count < LIBRARIES && path_count < PyList_GET_SIZE(list);
         path_count++) {
        const char *path = PyUnicode_AsUTF8(PyList_GET_ITEM(list, path_count));

        if (path == NULL) {
            return NULL;
        }
        snprintf(paths[path_count], PATH_BYTES, "%s", path);
    }
    if (pthread_create(&loader, NULL, load_all, NULL) != 0) {
        return PyErr_NoMemory();
    }
    Py_RETURN_NONE;
}

static PyObject *
has_loaded(PyObject *module, PyObject *unused)
{
    (void)module;
    (void)unused;
    return PyBool_FromLong(__atomic_load_n(&ended, __ATOMIC_ACQUIRE));
}

static PyObject *
keep(PyObject *module, PyObject *object)
{
    (void)module;
#ifndef CORRECT
    Py_INCREF(object);
#endif
    Py_INCREF(object);
    return object;
}

static PyMethodDef methods[] = {
    { "load", load, METH_O, NULL },
    { "has_loaded", has_loaded, METH_NOARGS, NULL },
    { "keep", keep, METH_O, NULL },
    { NULL, NULL, 0, NULL },
};

static struct PyModuleDef definition = {
    PyModuleDef_HEAD_INIT,
    .m_name = "loaded_by_a_thread",
    .m_size = -1,
    .m_methods = methods,
};

PyMODINIT_FUNC
PyInit_loaded_by_a_thread(void)
{
    return PyModule_Create(&definition);
}
