"""A signal handler that jumps (siglongjmp) out of whatever is going on, as those
of cysignals do, and so out of the library, too."""
#: prints jumped 300 times
#: prints counted as before: True
#: setting sample all
#: may miss
import ctypes
import os
import shutil
import subprocess
import sys
import sysconfig

SOURCE = r"""
#include <Python.h>
#include <setjmp.h>
#include <signal.h>
#include <sys/time.h>

static sigjmp_buf before;

static void
on_alarm(int number)
{
    siglongjmp(before, number);
}

/* Nothing but the object's count is in the middle of anything. */
int
jump(PyObject *object, int times)
{
    volatile int jumped = 0;
    struct itimerval soon = { .it_value = { .tv_usec = 500 } };

    signal(SIGALRM, on_alarm);
    while (jumped < times) {
        if (sigsetjmp(before, 1) == 0) {
            setitimer(ITIMER_REAL, &soon, NULL);
            for (;;) {
                Py_INCREF(object);
                __asm__ volatile("" ::: "memory");
                Py_DECREF(object);
                __asm__ volatile("" ::: "memory");
            }
        }
        jumped++;
    }
    signal(SIGALRM, SIG_IGN);
    return jumped;
}
"""
compiler = shutil.which("gcc") or shutil.which("clang")
headers = sysconfig.get_paths()["include"]
if compiler is None or not os.path.exists(os.path.join(headers, "Python.h")):
    print("no compiler, or no headers of this interpreter")
    sys.exit(77)
with open("jump.c", "w") as file:
    file.write(SOURCE)
subprocess.run([compiler, "-O1", "-fPIC", "-shared", "-I", headers, "-o",
                "jump.so", "jump.c"], check=True)
jump = ctypes.PyDLL("./jump.so").jump
jump.argtypes = [ctypes.py_object, ctypes.c_int]
object_of_jumps = [1]
print("jumped", jump(object_of_jumps, 300), "times")
# A jump may come between a change and its counterpart: one reference each.
others = sys.getrefcount(object_of_jumps) - sys.getrefcount([1])
print("counted as before:", 0 <= others <= 301)
del object_of_jumps
made = [[number] for number in range(100000)]
assert sum(one[0] for one in made) == 99999 * 50000
