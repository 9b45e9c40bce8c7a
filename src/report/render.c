#include "report/render.h"

#include <string.h>

static const struct {
    const char *name;
    render_function *render;
} formats[] = {
    { "text", render_text },
    { "json", render_json },
};

render_function *
render_find(const char *format, size_t length)
{
    for (size_t i = 0; i < sizeof formats / sizeof formats[0]; i++) {
        if (strlen(formats[i].name) == length &&
            memcmp(formats[i].name, format, length) == 0) {
            return formats[i].render;
        }
    }
    return NULL;
}

const char *
render_formats(void)
{
    return "text, json";
}
