#include "report/symbols/demangle.h"

#include <dlfcn.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "report/text/memory.h"

enum { MANGLED_MAX = 4096, RUST_HASH_DIGITS = 16 };

/* As the Itanium C++ ABI has it; the result is malloc'ed. */
typedef char *demangle_function(const char *mangled, char *buffer,
                                size_t *length, int *status);

static demangle_function *
find_function(void)
{
    static const char *const libraries[] = { "libstdc++.so.6",
                                             "libc++abi.so.1" };
    static demangle_function *function;
    static bool looked;

    for (size_t i = 0; !looked && function == NULL &&
                       i < sizeof libraries / sizeof libraries[0];
         i++) {
        void *library = dlopen(libraries[i], RTLD_NOW | RTLD_LOCAL);
        void *found = library != NULL ? dlsym(library, "__cxa_demangle") : NULL;

        memcpy(&function, &found, sizeof function);
    }
    looked = true;
    return function;
}

/* "spam::parse(_object*) const" -> "spam::parse" */
static void
drop_parameters(char *name)
{
    size_t length = strlen(name);
    int depth = 0;

    static const char qualifier[] = " const";

    if (length > sizeof qualifier &&
        strcmp(name + length - (sizeof qualifier - 1), qualifier) == 0) {
        length -= sizeof qualifier - 1;
    }
    if (length == 0 || name[length - 1] != ')') {
        return;
    }
    for (size_t i = length; i > 0; i--) {
        depth += name[i - 1] == ')';
        depth -= name[i - 1] == '(';
        if (depth == 0) {
            /* "operator()" alone has no parameters to lose. */
            if (i > 1 && strncmp(name + i - 1, "()", 3) == 0 && i > 8 &&
                strncmp(name + i - 9, "operator", 8) == 0) {
                return;
            }
            name[i - 1] = '\0';
            return;
        }
    }
}

/* Rust's older scheme is that of C++, with a hash and its own escapes. */
static bool
drop_rust_hash(char *name)
{
    size_t length = strlen(name);
    char *hash = length > RUST_HASH_DIGITS + 3
                     ? name + length - RUST_HASH_DIGITS - 3
                     : NULL;

    if (hash == NULL || strncmp(hash, "::h", 3) != 0 ||
        strspn(hash + 3, "0123456789abcdef") != RUST_HASH_DIGITS) {
        return false;
    }
    *hash = '\0';
    return true;
}

static void
replace_rust_escapes(char *name)
{
    static const struct {
        const char *escape, *text;
    } escapes[] = {
        { "$LT$", "<" },  { "$GT$", ">" },  { "$RF$", "&" },  { "$BP$", "*" },
        { "$LP$", "(" },  { "$RP$", ")" },  { "$C$", "," },   { "$u20$", " " },
        { "$u27$", "'" }, { "$u7b$", "{" }, { "$u7d$", "}" }, { "$u5b$", "[" },
        { "$u5d$", "]" }, { "..", "::" },
    };
    char *out = name;

    if (strncmp(name, "_$", 2) == 0) {
        name++;
    }
    while (*name != '\0') {
        size_t i = 0, size;

        for (; i < sizeof escapes / sizeof escapes[0]; i++) {
            size = strlen(escapes[i].escape);
            if (strncmp(name, escapes[i].escape, size) == 0) {
                break;
            }
        }
        if (i == sizeof escapes / sizeof escapes[0]) {
            *out++ = *name++;
            continue;
        }
        /* No text is longer than its escape. */
        memcpy(out, escapes[i].text, strlen(escapes[i].text));
        out += strlen(escapes[i].text);
        name += size;
    }
    *out = '\0';
}

char *
demangle_name(const char *name)
{
    demangle_function *function;
    char *plain, *result;
    int status;

    if (name == NULL || strncmp(name, "_Z", 2) != 0 ||
        strlen(name) > MANGLED_MAX || (function = find_function()) == NULL) {
        return NULL;
    }
    plain = function(name, NULL, NULL, &status);
    if (plain == NULL || status != 0) {
        free(plain);
        return NULL;
    }
    if (drop_rust_hash(plain)) {
        replace_rust_escapes(plain);
    }
    else {
        drop_parameters(plain);
    }
    result = memory_text(plain);
    free(plain);
    return result;
}
