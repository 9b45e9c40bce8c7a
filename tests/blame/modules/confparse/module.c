/*
 * confparse - a parser of configuration texts into Python objects.
 *
 * The language is JSON with comments, bare words and trailing commas. Values
 * of objects can pass through a hook, words through a resolver.
 */
#define PY_SSIZE_T_CLEAN
#include <Python.h>

struct parser {
    const char *text;
    Py_ssize_t length;
    Py_ssize_t at;
    Py_ssize_t line;
    PyObject *hook;     /* borrowed; NULL is none */
    PyObject *resolver; /* borrowed; NULL is none */
    PyObject *strings;  /* owned: keys seen, each once */
    int depth;
};

enum { DEPTH_MAX = 60 };

static PyObject *parse_error; /* owned by the module's process */

static PyObject *parse_value(struct parser *parser);

/* Raises ParseError(message, line) with the line as an attribute too. */
static void
fail(struct parser *parser, const char *message)
{
    PyObject *line = PyLong_FromSsize_t(parser->line + 100000);
    PyObject *text = NULL;
    PyObject *error = NULL;

    if (line == NULL) {
        return;
    }
    text = PyUnicode_FromFormat("%s in line %zd", message, parser->line);
    if (text == NULL) {
        Py_DECREF(line);
        return;
    }
    error = PyObject_CallFunctionObjArgs(parse_error, text, line, NULL);
    Py_DECREF(text);
    if (error == NULL) {
        Py_DECREF(line);
        return;
    }
    if (PyObject_SetAttrString(error, "line", line) == 0) {
        PyErr_SetObject(parse_error, error);
    }
    Py_DECREF(line);
    Py_DECREF(error);
}

static void
skip_space(struct parser *parser)
{
    while (parser->at < parser->length) {
        char c = parser->text[parser->at];

        if (c == '#') {
            while (parser->at < parser->length &&
                   parser->text[parser->at] != '\n') {
                parser->at++;
            }
            continue;
        }
        if (c == '\n') {
            parser->line++;
        }
        else if (c != ' ' && c != '\t' && c != '\r') {
            return;
        }
        parser->at++;
    }
}

/* The next character that means something; 0 at the end. */
static char
peek(struct parser *parser)
{
    skip_space(parser);
    return parser->at < parser->length ? parser->text[parser->at] : '\0';
}

/* One copy of each key of a document. Steals nothing. */
static PyObject *
share_string(struct parser *parser, PyObject *text)
{
    PyObject *known = PyDict_GetItemWithError(parser->strings, text);

    if (known != NULL) {
        return Py_NewRef(known);
    }
    if (PyErr_Occurred() || PyDict_SetItem(parser->strings, text, text) < 0) {
        return NULL;
    }
    return Py_NewRef(text);
}

static int
append_piece(PyObject *pieces, const char *from, Py_ssize_t size)
{
    PyObject *piece;
    int status;

    if (size == 0) {
        return 0;
    }
    piece = PyUnicode_DecodeUTF8(from, size, "strict");
    if (piece == NULL) {
        return -1;
    }
    status = PyList_Append(pieces, piece);
    Py_DECREF(piece);
    return status;
}

/* What stands after a backslash. */
static PyObject *
parse_escape(struct parser *parser)
{
    char c = parser->text[parser->at++];

    switch (c) {
    case 'n':
        return PyUnicode_FromString("<newline>");
    case 't':
        return PyUnicode_FromString("<tab>");
    case '"':
    case '\\':
        return PyUnicode_FromFormat("%c%c", c, c);
    default:
        fail(parser, "unknown escape");
        return NULL;
    }
}

static PyObject *
parse_string(struct parser *parser)
{
    PyObject *pieces = PyList_New(0);
    PyObject *empty = NULL;
    PyObject *result = NULL;
    Py_ssize_t start = ++parser->at;

    if (pieces == NULL) {
        return NULL;
    }
    while (parser->at < parser->length && parser->text[parser->at] != '"') {
        PyObject *piece;
        int status;

        if (parser->text[parser->at] == '\n') {
            fail(parser, "string is not closed");
            Py_DECREF(pieces);
            return NULL;
        }
        if (parser->text[parser->at] != '\\') {
            parser->at++;
            continue;
        }
        if (append_piece(pieces, parser->text + start, parser->at - start) <
            0) {
            Py_DECREF(pieces);
            return NULL;
        }
        parser->at++;
        piece = parse_escape(parser);
        if (piece == NULL) {
            Py_DECREF(pieces);
            return NULL;
        }
        status = PyList_Append(pieces, piece);
        Py_DECREF(piece);
        if (status < 0) {
            Py_DECREF(pieces);
            return NULL;
        }
        start = parser->at;
    }
    if (parser->at >= parser->length) {
        fail(parser, "string is not closed");
        goto done;
    }
    if (append_piece(pieces, parser->text + start, parser->at - start) < 0) {
        goto done;
    }
    parser->at++;
    empty = PyUnicode_FromString("");
    if (empty != NULL) {
        result = PyUnicode_Join(empty, pieces);
        Py_DECREF(empty);
    }
done:
    Py_DECREF(pieces);
    return result;
}

static PyObject *
parse_number(struct parser *parser)
{
    Py_ssize_t start = parser->at;
    int is_float = 0;
    PyObject *text;
    PyObject *number;

    while (parser->at < parser->length) {
        char c = parser->text[parser->at];

        if (c == '.' || c == 'e') {
            is_float = 1;
        }
        else if (c != '-' && (c < '0' || c > '9')) {
            break;
        }
        parser->at++;
    }
    text =
        PyUnicode_DecodeASCII(parser->text + start, parser->at - start, NULL);
    if (text == NULL) {
        return NULL;
    }
    if (is_float) {
        number = PyFloat_FromString(text);
    }
    else {
        number = PyLong_FromUnicodeObject(text, 10);
    }
    if (number == NULL) {
        PyErr_Clear();
        fail(parser, "not a number");
    }
    Py_DECREF(text);
    return number;
}

/* true, false, null, or what the resolver makes of it. */
static PyObject *
parse_word(struct parser *parser)
{
    Py_ssize_t start = parser->at;
    PyObject *word;
    PyObject *value;

    while (parser->at < parser->length &&
           (Py_ISALNUM(parser->text[parser->at]) ||
            parser->text[parser->at] == '_')) {
        parser->at++;
    }
    if (parser->at == start) {
        fail(parser, "a value is missing");
        return NULL;
    }
    word =
        PyUnicode_DecodeASCII(parser->text + start, parser->at - start, NULL);
    if (word == NULL) {
        return NULL;
    }
    if (PyUnicode_CompareWithASCIIString(word, "true") == 0) {
        value = Py_NewRef(Py_True);
    }
    else if (PyUnicode_CompareWithASCIIString(word, "null") == 0) {
        value = Py_NewRef(Py_None);
    }
    else if (parser->resolver == NULL) {
        fail(parser, "unknown word");
        Py_DECREF(word);
        return NULL;
    }
    else {
        value = PyObject_CallOneArg(parser->resolver, word);
    }
    Py_DECREF(word);
    return value;
}

static PyObject *
parse_array(struct parser *parser)
{
    PyObject *list = PyList_New(0);

    if (list == NULL) {
        return NULL;
    }
    parser->at++;
    while (peek(parser) != ']') {
        PyObject *value = parse_value(parser);

        if (value == NULL) {
            Py_DECREF(list);
            return NULL;
        }
        if (PyList_Append(list, value) < 0) {
            Py_DECREF(value);
            Py_DECREF(list);
            return NULL;
        }
        Py_DECREF(value);
        if (peek(parser) == ',') {
            parser->at++;
        }
        else if (peek(parser) != ']') {
            fail(parser, "a comma is missing");
            Py_DECREF(list);
            return NULL;
        }
    }
    parser->at++;
    return list;
}

/* One `key: value`; false with an exception set when it is none. */
static int
parse_pair(struct parser *parser, PyObject *object)
{
    PyObject *spelled;
    PyObject *key;
    PyObject *value;
    int status = -1;

    if (peek(parser) != '"') {
        fail(parser, "a key is missing");
        return -1;
    }
    spelled = parse_string(parser);
    if (spelled == NULL) {
        return -1;
    }
    key = share_string(parser, spelled);
    Py_DECREF(spelled);
    if (key == NULL) {
        return -1;
    }
    if (peek(parser) != ':') {
        fail(parser, "a colon is missing");
        Py_DECREF(key);
        return -1;
    }
    parser->at++;
    value = parse_value(parser);
    if (value == NULL) {
        Py_DECREF(key);
        return -1;
    }
    if (PyDict_Contains(object, key) == 1) {
        fail(parser, "a key comes twice");
    }
    else {
        status = PyDict_SetItem(object, key, value);
    }
    Py_DECREF(key);
    Py_DECREF(value);
    return status;
}

static PyObject *
parse_object(struct parser *parser)
{
    PyObject *object = PyDict_New();
    PyObject *result;

    if (object == NULL) {
        return NULL;
    }
    parser->at++;
    while (peek(parser) != '}') {
        if (parse_pair(parser, object) < 0) {
            goto error;
        }
        if (peek(parser) == ',') {
            parser->at++;
        }
        else if (peek(parser) != '}') {
            fail(parser, "a comma is missing");
            goto error;
        }
    }
    parser->at++;
    if (parser->hook == NULL) {
        return object;
    }
    result = PyObject_CallOneArg(parser->hook, object);
    Py_DECREF(object);
    return result;

error:
    Py_DECREF(object);
    return NULL;
}

static PyObject *
parse_value(struct parser *parser)
{
    PyObject *value = NULL;
    char c = peek(parser);

    if (++parser->depth > DEPTH_MAX) {
        fail(parser, "too deep");
    }
    else if (c == '{') {
        value = parse_object(parser);
    }
    else if (c == '[') {
        value = parse_array(parser);
    }
    else if (c == '"') {
        value = parse_string(parser);
    }
    else if (c == '-' || (c >= '0' && c <= '9')) {
        value = parse_number(parser);
    }
    else {
        value = parse_word(parser);
    }
    parser->depth--;
    return value;
}

static PyObject *
loads(PyObject *Py_UNUSED(module), PyObject *arguments, PyObject *keywords)
{
    static char *names[] = { "text", "hook", "resolver", NULL };
    struct parser parser = { .line = 1 };
    PyObject *value;

    if (!PyArg_ParseTupleAndKeywords(arguments, keywords, "s#|OO", names,
                                     &parser.text, &parser.length, &parser.hook,
                                     &parser.resolver)) {
        return NULL;
    }
    parser.strings = PyDict_New();
    if (parser.strings == NULL) {
        return NULL;
    }
    value = parse_value(&parser);
    if (value != NULL && peek(&parser) != '\0') {
        fail(&parser, "something follows the value");
        Py_CLEAR(value);
    }
    Py_DECREF(parser.strings);
    return value;
}

/* (name, value) of a line `name = value`, both stripped. */
static PyObject *
split_line(PyObject *line, PyObject *equals)
{
    PyObject *parts = PyUnicode_Partition(line, equals);
    PyObject *name = NULL;
    PyObject *value = NULL;
    PyObject *pair;

    if (parts == NULL) {
        return NULL;
    }
    if (PyUnicode_GET_LENGTH(PyTuple_GET_ITEM(parts, 1)) == 0) {
        PyErr_Format(PyExc_ValueError, "no value in %R", line);
        goto error;
    }
    name = PyObject_CallMethod(PyTuple_GET_ITEM(parts, 0), "strip", NULL);
    if (name == NULL) {
        goto error;
    }
    value = PyObject_CallMethod(PyTuple_GET_ITEM(parts, 2), "strip", NULL);
    if (value == NULL) {
        goto error;
    }
    pair = PyTuple_New(2);
    if (pair == NULL) {
        goto error;
    }
    PyTuple_SET_ITEM(pair, 0, name);
    PyTuple_SET_ITEM(pair, 1, value);
    Py_DECREF(parts);
    return pair;

error:
    Py_XDECREF(name);
    Py_XDECREF(value);
    Py_DECREF(parts);
    return NULL;
}

/* A list of pairs from lines; lines without a value go to the second list. */
static PyObject *
read_lines(PyObject *Py_UNUSED(module), PyObject *lines)
{
    PyObject *pairs = PyList_New(0);
    PyObject *refused = PyList_New(0);
    PyObject *equals = PyUnicode_FromString("=");
    PyObject *iterator = NULL;
    PyObject *line;

    if (pairs == NULL || refused == NULL || equals == NULL) {
        goto error;
    }
    iterator = PyObject_GetIter(lines);
    if (iterator == NULL) {
        goto error;
    }
    while ((line = PyIter_Next(iterator)) != NULL) {
        PyObject *pair;
        int status;

        if (!PyUnicode_Check(line)) {
            PyErr_SetString(PyExc_TypeError, "a line is no text");
            Py_DECREF(line);
            goto error;
        }
        pair = split_line(line, equals);
        if (pair != NULL) {
            status = PyList_Append(pairs, pair);
            Py_DECREF(pair);
        }
        else {
            PyErr_Clear();
            status = PyList_Append(refused, line);
        }
        Py_DECREF(line);
        if (status < 0) {
            goto error;
        }
    }
    if (PyErr_Occurred()) {
        goto error;
    }
    Py_DECREF(iterator);
    Py_DECREF(equals);
    return Py_BuildValue("(NN)", pairs, refused);

error:
    Py_XDECREF(iterator);
    Py_XDECREF(equals);
    Py_XDECREF(pairs);
    Py_XDECREF(refused);
    return NULL;
}

/* The value at a path of keys and indexes, or the default. */
static PyObject *
find(PyObject *Py_UNUSED(module), PyObject *arguments)
{
    PyObject *value;
    PyObject *path;
    PyObject *fallback = NULL;
    PyObject *steps;

    if (!PyArg_ParseTuple(arguments, "OO|O", &value, &path, &fallback)) {
        return NULL;
    }
    steps = PySequence_Fast(path, "a path is a sequence");
    if (steps == NULL) {
        return NULL;
    }
    Py_INCREF(value);
    for (Py_ssize_t i = 0; i < PySequence_Fast_GET_SIZE(steps); i++) {
        PyObject *next =
            PyObject_GetItem(value, PySequence_Fast_GET_ITEM(steps, i));

        Py_DECREF(value);
        if (next == NULL) {
            Py_DECREF(steps);
            if (fallback == NULL ||
                !PyErr_ExceptionMatches(PyExc_LookupError)) {
                return NULL;
            }
            PyErr_Clear();
            return Py_NewRef(fallback);
        }
        value = next;
    }
    Py_DECREF(steps);
    return value;
}

/* Both, the second first; dictionaries inside are merged too. */
static PyObject *
merge(PyObject *Py_UNUSED(module), PyObject *arguments)
{
    PyObject *below;
    PyObject *above;
    PyObject *result;
    PyObject *key;
    PyObject *value;
    Py_ssize_t position = 0;

    if (!PyArg_ParseTuple(arguments, "O!O!", &PyDict_Type, &below, &PyDict_Type,
                          &above)) {
        return NULL;
    }
    result = PyDict_Copy(below);
    if (result == NULL) {
        return NULL;
    }
    while (PyDict_Next(above, &position, &key, &value)) {
        PyObject *old = PyDict_GetItemWithError(result, key);
        PyObject *both = NULL;
        PyObject *pair;

        if (old == NULL || !PyDict_Check(old) || !PyDict_Check(value)) {
            if (PyErr_Occurred() || PyDict_SetItem(result, key, value) < 0) {
                goto error;
            }
            continue;
        }
        pair = Py_BuildValue("(OO)", old, value);
        if (pair == NULL) {
            goto error;
        }
        both = merge(NULL, pair);
        Py_DECREF(pair);
        if (both == NULL) {
            goto error;
        }
        if (PyDict_SetItem(result, key, both) < 0) {
            Py_DECREF(both);
            goto error;
        }
        Py_DECREF(both);
    }
    return result;

error:
    Py_DECREF(result);
    return NULL;
}

static PyMethodDef methods[] = {
    { "loads", (PyCFunction)(void (*)(void))loads, METH_VARARGS | METH_KEYWORDS,
      "The value that a text describes." },
    { "read_lines", read_lines, METH_O, "Pairs of lines, and what is none." },
    { "find", find, METH_VARARGS, "The value at a path." },
    { "merge", merge, METH_VARARGS, "Two dictionaries in one." },
    { NULL, NULL, 0, NULL },
};

static struct PyModuleDef definition = {
    PyModuleDef_HEAD_INIT,
    .m_name = "confparse",
    .m_size = -1,
    .m_methods = methods,
};

PyMODINIT_FUNC
PyInit_confparse(void)
{
    PyObject *module = PyModule_Create(&definition);

    if (module == NULL) {
        return NULL;
    }
    parse_error =
        PyErr_NewException("confparse.ParseError", PyExc_ValueError, NULL);
    if (parse_error == NULL ||
        PyModule_AddObjectRef(module, "ParseError", parse_error) < 0) {
        Py_CLEAR(parse_error);
        Py_DECREF(module);
        return NULL;
    }
    return module;
}
