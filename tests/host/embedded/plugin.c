/*
 * What a host loads: it is linked with libpython, and runs Python in whatever
 * thread calls it. Each time it takes references too many, unless CORRECT.
 */
#include <Python.h>

enum { LISTS = 50 };

static const char script[] =
    "import threading\n"
    "class Node:\n"
    "    def __init__(self, next):\n"
    "        self.next = next\n"
    "    def __del__(self):\n"
    "        pass\n"
    "def chain(length):\n"
    "    node = None\n"
    "    for number in range(length):\n"
    "        node = Node(node)\n"
    "        yield {number: [node, str(number)]}\n"
    "def work():\n"
    "    total = 0\n"
    "    for step in range(20):\n"
    "        for table in chain(50):\n"
    "            total += len(table)\n"
    "        try:\n"
    "            raise ValueError(total)\n"
    "        except ValueError as error:\n"
    "            total = error.args[0]\n"
    "    return total\n"
    "def run():\n"
    "    assert work() == 1000\n"
#ifndef OWN_THREADS_ONLY
    "    threads = [threading.Thread(target=work) for i in range(2)]\n"
    "    for thread in threads: thread.start()\n"
    "    for thread in threads: thread.join()\n"
#endif
    "run()\n";

static PyThreadState *first;

__attribute__((noinline)) static void
forget_one(PyObject *list)
{
#ifndef CORRECT
    Py_INCREF(list);
#endif
    PyList_Append(list, Py_None);
}

int
plugin_begin(void)
{
    Py_InitializeEx(0);
    first = PyEval_SaveThread();
    return 0;
}

int
plugin_work(void)
{
    PyGILState_STATE state = PyGILState_Ensure();
    int failed = PyRun_SimpleString(script);

    for (int i = 0; i < LISTS; i++) {
        PyObject *list = PyList_New(0);

        forget_one(list);
        Py_DECREF(list);
    }
    PyGILState_Release(state);
    return failed;
}

int
plugin_end(void)
{
    PyEval_RestoreThread(first);
    return Py_FinalizeEx();
}
