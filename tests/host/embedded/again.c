/*
 * A host that starts Python and ends it, twelve times: LIBRARY by dlopen, each
 * second time in a thread of its own.
 */
#include <dlfcn.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { TIMES = 12 };

static const char script[] =
    "import array, collections, json, struct, threading, zlib\n"
    "class Node:\n"
    "    pass\n"
    "kept = [Node() for number in range(300)]\n"
    "kept[0].all = kept\n"
    "thread = threading.Thread(target=json.dumps, args=([1] * 100,))\n"
    "thread.start()\n"
    "thread.join()\n"
    "waits = (number for number in range(10))\n"
    "next(waits)\n"
    "print(len(kept), flush=True)\n";

static void (*initialize)(int with_signals);
static int (*run)(const char *script);
static int (*finalize)(void);

static void
find(void *library, const char *name, void *function)
{
    void *symbol = dlsym(library, name);

    if (symbol == NULL) {
        fprintf(stderr, "%s\n", dlerror());
        exit(2);
    }
    memcpy(function, &symbol, sizeof symbol);
}

static void *
once(void *unused)
{
    (void)unused;
    initialize(0);
    if (run(script) != 0 || finalize() != 0) {
        exit(3);
    }
    return NULL;
}

int
main(void)
{
    void *library = dlopen(LIBRARY, RTLD_NOW | RTLD_GLOBAL);
    pthread_t thread;

    if (library == NULL) {
        fprintf(stderr, "%s\n", dlerror());
        return 2;
    }
    find(library, "Py_InitializeEx", &initialize);
    find(library, "PyRun_SimpleString", &run);
    find(library, "Py_FinalizeEx", &finalize);
    for (int i = 0; i < TIMES; i++) {
        if (i % 2 == 0) {
            once(NULL);
        }
        else if (pthread_create(&thread, NULL, once, NULL) != 0 ||
                 pthread_join(thread, NULL) != 0) {
            return 4;
        }
    }
    return 0;
}
