/*
 * host PLUGIN local|global THREADS [close] - knows nothing of Python: it loads
 * a plugin that does, calls it from several threads at a time, and may unload
 * it before it ends.
 */
#include <dlfcn.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { THREADS_MAX = 64 };

typedef int plugin_function(void);

static plugin_function *
function_of(void *plugin, const char *name)
{
    void *symbol = dlsym(plugin, name);
    plugin_function *function;

    if (symbol == NULL) {
        fprintf(stderr, "%s\n", dlerror());
        exit(2);
    }
    memcpy(&function, &symbol, sizeof function);
    return function;
}

static void *
work(void *plugin)
{
    int (*function)(void) = function_of(plugin, "plugin_work");

    for (int i = 0; i < 3; i++) {
        if (function() != 0) {
            exit(3);
        }
    }
    return NULL;
}

int
main(int count, char **arguments)
{
    int mode = strcmp(arguments[2], "global") == 0 ? RTLD_GLOBAL : RTLD_LOCAL;
    int threads = atoi(arguments[3]);
    pthread_t thread[THREADS_MAX];
    void *plugin = dlopen(arguments[1], RTLD_NOW | mode);

    if (plugin == NULL) {
        fprintf(stderr, "%s\n", dlerror());
        return 2;
    }
    function_of(plugin, "plugin_begin")();
    /* Some one after the other: their stacks are used again. */
    for (int i = 0; i < threads; i++) {
        pthread_create(&thread[0], NULL, work, plugin);
        pthread_join(thread[0], NULL);
    }
    for (int i = 0; i < threads; i++) {
        pthread_create(&thread[i], NULL, work, plugin);
    }
    for (int i = 0; i < threads; i++) {
        pthread_join(thread[i], NULL);
    }
    function_of(plugin, "plugin_end")();
    if (count > 4) {
        dlclose(plugin);
    }
    puts("done");
    return 0;
}
