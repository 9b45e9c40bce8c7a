/*
 * An interpreter that loads libpython as a host would: LIBRARY by dlopen. Its
 * modules find their symbols there, because it is loaded for all.
 */
#include <dlfcn.h>
#include <stdio.h>
#include <string.h>

int
main(int count, char **arguments)
{
    void *library = dlopen(LIBRARY, RTLD_NOW | RTLD_GLOBAL);
    void *function = library == NULL ? NULL : dlsym(library, "Py_BytesMain");
    int (*python)(int, char **);

    if (function == NULL) {
        fprintf(stderr, "%s\n", dlerror());
        return 2;
    }
    memcpy(&python, &function, sizeof python);
    return python(count, arguments);
}
