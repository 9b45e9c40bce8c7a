/*
 * A thread of C, below which no Python code is, calls back and forgets what it
 * is given. Whoever reads the stack finds it outside of all Python.
 */
#define PY_SSIZE_T_CLEAN
#include <Python.h>
#include <pthread.h>

struct job {
    PyObject *callback;
    int times;
};

static void *
tell_all(void *argument)
{
    struct job *job = (struct job *)argument;

    for (int i = 0; i < job->times; i++) {
        PyGILState_STATE state = PyGILState_Ensure();
        PyObject *answer = PyObject_CallFunction(job->callback, "i", i);

        if (answer == NULL) {
            PyErr_Print();
        }
#ifdef CORRECT
        Py_XDECREF(answer);
#endif
        PyGILState_Release(state);
    }
    return NULL;
}

static PyObject *
tell(PyObject *module, PyObject *args)
{
    struct job job;
    pthread_t thread;

    (void)module;
    if (!PyArg_ParseTuple(args, "Oi", &job.callback, &job.times)) {
        return NULL;
    }
    Py_BEGIN_ALLOW_THREADS;
    if (pthread_create(&thread, NULL, tell_all, &job) == 0) {
        pthread_join(thread, NULL);
    }
    Py_END_ALLOW_THREADS;
    Py_RETURN_NONE;
}

static PyMethodDef methods[] = {
    { "tell", tell, METH_VARARGS, "Tell the callback numbers." },
    { NULL, NULL, 0, NULL },
};

static struct PyModuleDef definition = {
    PyModuleDef_HEAD_INIT,
    .m_name = "dropped_in_a_thread",
    .m_methods = methods,
};

PyMODINIT_FUNC
PyInit_dropped_in_a_thread(void)
{
    return PyModule_Create(&definition);
}
