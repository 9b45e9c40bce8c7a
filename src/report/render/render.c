#include "report/render/render.h"

#include <string.h>

static const struct render_format formats[] = {
    { "text", "txt", render_text, false },
    { "json", "json", render_json, false },
    { "html", "html", render_html, true },
    { "collapsed", "collapsed", render_collapsed, false },
    { "pprof", "pb.gz", render_pprof, true },
    { "speedscope", "speedscope.json", render_speedscope, false },
    { "dot", "dot", render_dot, false },
    { "sarif", "sarif", render_sarif, false },
    { "junit", "xml", render_junit, false },
};

const struct render_format *
render_find(const char *format, size_t length)
{
    for (size_t i = 0; i < sizeof formats / sizeof formats[0]; i++) {
        if (strlen(formats[i].name) == length &&
            memcmp(formats[i].name, format, length) == 0) {
            return &formats[i];
        }
    }
    return NULL;
}

const char *
render_formats(void)
{
    return "text, json, html, collapsed, pprof, speedscope, dot, sarif, junit";
}
