/*
 * packer - writes objects as bytes, and reads them again.
 *
 * A value is one letter, then what the letter says; sizes are numbers of 32
 * bits. Objects of other types go through the caller's `default`, lists that
 * contain themselves are refused.
 */
#define PY_SSIZE_T_CLEAN
#include <Python.h>

struct encoder {
    PyObject *parts;    /* a list of bytes */
    PyObject *fallback; /* borrowed; NULL is none */
    PyObject *inside;   /* a set of the containers being written */
    int sort_keys;
};

static PyObject *pack_error;
static PyTypeObject report_type;

static PyStructSequence_Field report_fields[] = {
    { "values", "how many values" },
    { "size", "in bytes" },
    { "names", "of the fields of records" },
    { NULL, NULL },
};

static PyStructSequence_Desc report_description = {
    .name = "packer.Report",
    .doc = "What a packed text holds.",
    .fields = report_fields,
    .n_in_sequence = 3,
};

static int encode(struct encoder *encoder, PyObject *value);

/* Writing */

static int
put_bytes(struct encoder *encoder, const char *bytes, Py_ssize_t size)
{
    PyObject *part = PyBytes_FromStringAndSize(bytes, size);
    int status;

    if (part == NULL) {
        return -1;
    }
    status = PyList_Append(encoder->parts, part);
    Py_DECREF(part);
    return status;
}

static int
put_head(struct encoder *encoder, char letter, Py_ssize_t size)
{
    char head[5] = { letter };

    if (size > 0x7fffffff) {
        PyErr_SetString(PyExc_OverflowError, "too large to pack");
        return -1;
    }
    for (int i = 0; i < 4; i++) {
        head[i + 1] = (char)(size >> (8 * i));
    }
    return put_bytes(encoder, head, sizeof head);
}

static int
encode_text(struct encoder *encoder, PyObject *text)
{
    PyObject *bytes = PyUnicode_AsUTF8String(text);

    if (bytes == NULL) {
        return -1;
    }
    if (put_head(encoder, 's', PyBytes_GET_SIZE(bytes)) < 0) {
        Py_DECREF(bytes);
        return -1;
    }
    if (PyList_Append(encoder->parts, bytes) < 0) {
        Py_DECREF(bytes);
        return -1;
    }
    Py_DECREF(bytes);
    return 0;
}

/* Whole numbers as text: they have any size. */
static int
encode_number(struct encoder *encoder, PyObject *number, char letter)
{
    PyObject *text = PyObject_Repr(number);
    const char *digits;
    Py_ssize_t size;
    int status = -1;

    if (text == NULL) {
        return -1;
    }
    digits = PyUnicode_AsUTF8AndSize(text, &size);
    if (digits != NULL && put_head(encoder, letter, size) == 0) {
        status = put_bytes(encoder, digits, size);
    }
    Py_DECREF(text);
    return status;
}

/* Marks a container as being written; -1 when it is inside itself. */
static int
enter(struct encoder *encoder, PyObject *container)
{
    PyObject *address = PyLong_FromVoidPtr(container);
    int found;

    if (address == NULL) {
        return -1;
    }
    found = PySet_Contains(encoder->inside, address);
    if (found != 0) {
        if (found > 0) {
            PyErr_SetString(pack_error, "a container is inside itself");
        }
        Py_DECREF(address);
        return -1;
    }
    if (PySet_Add(encoder->inside, address) < 0) {
        Py_DECREF(address);
        return -1;
    }
    Py_DECREF(address);
    return 0;
}

static int
leave(struct encoder *encoder, PyObject *container)
{
    PyObject *address = PyLong_FromVoidPtr(container);
    int status;

    if (address == NULL) {
        return -1;
    }
    status = PySet_Discard(encoder->inside, address);
    Py_DECREF(address);
    return status < 0 ? -1 : 0;
}

static int
encode_sequence(struct encoder *encoder, PyObject *sequence)
{
    PyObject *fast;

    if (enter(encoder, sequence) < 0) {
        return -1;
    }
    fast = PySequence_Fast(sequence, "not a sequence");
    if (fast == NULL) {
        return -1;
    }
    if (put_head(encoder, 'l', PySequence_Fast_GET_SIZE(fast)) < 0) {
        Py_DECREF(fast);
        return -1;
    }
    for (Py_ssize_t i = 0; i < PySequence_Fast_GET_SIZE(fast); i++) {
        PyObject *item = PySequence_Fast_GET_ITEM(fast, i);

        Py_INCREF(item);
        if (encode(encoder, item) < 0) {
            Py_DECREF(item);
            Py_DECREF(fast);
            return -1;
        }
        Py_DECREF(item);
    }
    Py_DECREF(fast);
    return leave(encoder, sequence);
}

static int
encode_mapping(struct encoder *encoder, PyObject *mapping)
{
    PyObject *items = NULL;
    PyObject *iterator = NULL;
    PyObject *item;

    if (enter(encoder, mapping) < 0) {
        return -1;
    }
    items = PyMapping_Items(mapping);
    if (items == NULL) {
        return -1;
    }
    if (encoder->sort_keys && PyList_Sort(items) < 0) {
        goto error;
    }
    if (put_head(encoder, 'd', PyList_GET_SIZE(items)) < 0) {
        goto error;
    }
    iterator = PyObject_GetIter(items);
    if (iterator == NULL) {
        goto error;
    }
    while ((item = PyIter_Next(iterator)) != NULL) {
        if (!PyTuple_Check(item) || PyTuple_GET_SIZE(item) != 2) {
            PyErr_Format(pack_error, "%R is no item", item);
            Py_DECREF(item);
            goto error;
        }
        if (encode(encoder, PyTuple_GET_ITEM(item, 0)) < 0 ||
            encode(encoder, PyTuple_GET_ITEM(item, 1)) < 0) {
            Py_DECREF(item);
            goto error;
        }
        Py_DECREF(item);
    }
    if (PyErr_Occurred()) {
        goto error;
    }
    Py_DECREF(iterator);
    Py_DECREF(items);
    return leave(encoder, mapping);

error:
    Py_XDECREF(iterator);
    Py_DECREF(items);
    return -1;
}

/* An object that names its fields: a mapping of these. */
static int
encode_fields(struct encoder *encoder, PyObject *value, PyObject *names)
{
    PyObject *record = PyDict_New();
    PyObject *iterator;
    PyObject *name;
    int status;

    if (record == NULL) {
        return -1;
    }
    iterator = PyObject_GetIter(names);
    if (iterator == NULL) {
        Py_DECREF(record);
        return -1;
    }
    while ((name = PyIter_Next(iterator)) != NULL) {
        PyObject *field = PyObject_GetAttr(value, name);

        if (field == NULL || PyDict_SetItem(record, name, field) < 0) {
            Py_XDECREF(field);
            Py_DECREF(name);
            Py_DECREF(iterator);
            Py_DECREF(record);
            return -1;
        }
        Py_DECREF(field);
        Py_DECREF(name);
    }
    Py_DECREF(iterator);
    if (PyErr_Occurred()) {
        Py_DECREF(record);
        return -1;
    }
    status = encode_mapping(encoder, record);
    Py_DECREF(record);
    return status;
}

static int
encode_other(struct encoder *encoder, PyObject *value)
{
    PyObject *names = PyObject_GetAttrString(value, "pack_fields");
    PyObject *replaced;
    int status;

    if (names != NULL) {
        status = encode_fields(encoder, value, names);
        Py_DECREF(names);
        return status;
    }
    if (!PyErr_ExceptionMatches(PyExc_AttributeError)) {
        return -1;
    }
    PyErr_Clear();
    if (encoder->fallback == NULL) {
        PyErr_Format(pack_error, "cannot pack %.100s", Py_TYPE(value)->tp_name);
        return -1;
    }
    if (enter(encoder, value) < 0) {
        return -1;
    }
    replaced = PyObject_CallOneArg(encoder->fallback, value);
    if (replaced == NULL) {
        return -1;
    }
    status = encode(encoder, replaced);
    Py_DECREF(replaced);
    return status < 0 ? -1 : leave(encoder, value);
}

static int
encode(struct encoder *encoder, PyObject *value)
{
    int status;

    if (Py_EnterRecursiveCall(" while packing")) {
        return -1;
    }
    if (value == Py_None) {
        status = put_bytes(encoder, "n", 1);
    }
    else if (PyUnicode_Check(value)) {
        status = encode_text(encoder, value);
    }
    else if (PyBytes_Check(value)) {
        status = put_head(encoder, 'b', PyBytes_GET_SIZE(value));
        if (status == 0) {
            status = PyList_Append(encoder->parts, value);
        }
    }
    else if (PyFloat_Check(value)) {
        status = encode_number(encoder, value, 'f');
    }
    else if (PyLong_Check(value)) {
        status = encode_number(encoder, value, 'i');
    }
    else if (PyList_Check(value) || PyTuple_Check(value)) {
        status = encode_sequence(encoder, value);
    }
    else if (PyDict_Check(value)) {
        status = encode_mapping(encoder, value);
    }
    else {
        status = encode_other(encoder, value);
    }
    Py_LeaveRecursiveCall();
    return status;
}

static PyObject *
pack(PyObject *Py_UNUSED(module), PyObject *arguments, PyObject *keywords)
{
    static char *names[] = { "value", "default", "sort_keys", NULL };
    struct encoder encoder = { .fallback = NULL };
    PyObject *value;
    PyObject *nothing;
    PyObject *result = NULL;

    if (!PyArg_ParseTupleAndKeywords(arguments, keywords, "O|Op", names, &value,
                                     &encoder.fallback, &encoder.sort_keys)) {
        return NULL;
    }
    encoder.parts = PyList_New(0);
    encoder.inside = PySet_New(NULL);
    if (encoder.parts == NULL || encoder.inside == NULL) {
        goto done;
    }
    if (encode(&encoder, value) < 0) {
        goto done;
    }
    nothing = PyBytes_FromStringAndSize(NULL, 0);
    if (nothing == NULL) {
        goto done;
    }
    result = PyObject_CallMethod(nothing, "join", "O", encoder.parts);
    Py_DECREF(nothing);

done:
    Py_XDECREF(encoder.parts);
    Py_XDECREF(encoder.inside);
    return result;
}

/* Reading */

struct decoder {
    const char *at;
    const char *end;
    PyObject *hook;  /* borrowed; what makes objects of mappings, or NULL */
    PyObject *names; /* a dictionary of the keys seen */
    Py_ssize_t values;
};

static PyObject *decode(struct decoder *decoder);

static int
read_size(struct decoder *decoder, Py_ssize_t *size)
{
    if (decoder->end - decoder->at < 4) {
        PyErr_SetString(pack_error, "cut short");
        return -1;
    }
    *size = 0;
    for (int i = 0; i < 4; i++) {
        *size |= (Py_ssize_t)(unsigned char)*decoder->at++ << (8 * i);
    }
    return 0;
}

static PyObject *
decode_text(struct decoder *decoder, char letter)
{
    const char *start;
    PyObject *text;
    PyObject *number;
    Py_ssize_t size;

    if (read_size(decoder, &size) < 0) {
        return NULL;
    }
    if (decoder->end - decoder->at < size) {
        PyErr_SetString(pack_error, "cut short");
        return NULL;
    }
    start = decoder->at;
    decoder->at += size;
    if (letter == 'b') {
        return PyBytes_FromStringAndSize(start, size);
    }
    text = PyUnicode_DecodeUTF8(start, size, NULL);
    if (text == NULL || letter == 's') {
        return text;
    }
    number = letter == 'f' ? PyFloat_FromString(text)
                           : PyLong_FromUnicodeObject(text, 10);
    Py_DECREF(text);
    return number;
}

static PyObject *
decode_list(struct decoder *decoder)
{
    PyObject *list;
    Py_ssize_t size;

    if (read_size(decoder, &size) < 0) {
        return NULL;
    }
    if (size > decoder->end - decoder->at) {
        PyErr_SetString(pack_error, "cut short");
        return NULL;
    }
    list = PyList_New(size);
    if (list == NULL) {
        return NULL;
    }
    for (Py_ssize_t i = 0; i < size; i++) {
        PyObject *item = decode(decoder);

        if (item == NULL) {
            Py_DECREF(list);
            return NULL;
        }
        PyList_SET_ITEM(list, i, item);
    }
    return list;
}

/* A key, the same object each time. */
static PyObject *
decode_key(struct decoder *decoder)
{
    PyObject *key = decode(decoder);
    PyObject *known;

    if (key == NULL) {
        return NULL;
    }
    known = PyDict_SetDefault(decoder->names, key, key);
    if (known == NULL) {
        Py_DECREF(key);
        return NULL;
    }
    Py_INCREF(known);
    Py_DECREF(key);
    return known;
}

static PyObject *
decode_mapping(struct decoder *decoder)
{
    PyObject *mapping;
    PyObject *key = NULL;
    PyObject *value = NULL;
    Py_ssize_t size;

    if (read_size(decoder, &size) < 0) {
        return NULL;
    }
    mapping = PyDict_New();
    if (mapping == NULL) {
        return NULL;
    }
    while (size-- > 0) {
        key = decode_key(decoder);
        if (key == NULL) {
            goto error;
        }
        value = decode(decoder);
        if (value == NULL) {
            goto error;
        }
        if (PyDict_SetItem(mapping, key, value) < 0) {
            goto error;
        }
        Py_CLEAR(key);
        Py_CLEAR(value);
    }
    if (decoder->hook == NULL) {
        return mapping;
    }
    value = PyObject_CallFunctionObjArgs(decoder->hook, mapping, NULL);
    Py_DECREF(mapping);
    return value;

error:
    Py_XDECREF(key);
    Py_XDECREF(value);
    Py_DECREF(mapping);
    return NULL;
}

static PyObject *
decode(struct decoder *decoder)
{
    char letter;

    if (decoder->at == decoder->end) {
        PyErr_SetString(pack_error, "cut short");
        return NULL;
    }
    decoder->values++;
    letter = *decoder->at++;
    switch (letter) {
    case 'n':
        Py_RETURN_NONE;
    case 's':
    case 'b':
    case 'i':
    case 'f':
        return decode_text(decoder, letter);
    case 'l':
        return decode_list(decoder);
    case 'd':
        return decode_mapping(decoder);
    default:
        PyErr_Format(pack_error, "unknown letter %d", letter);
        return NULL;
    }
}

/* The value and the rest, for texts of several values. */
static PyObject *
unpack(PyObject *Py_UNUSED(module), PyObject *arguments)
{
    struct decoder decoder = { .hook = NULL };
    Py_buffer buffer;
    PyObject *value = NULL;
    PyObject *rest = NULL;

    if (!PyArg_ParseTuple(arguments, "y*|O", &buffer, &decoder.hook)) {
        return NULL;
    }
    decoder.at = (const char *)buffer.buf;
    decoder.end = decoder.at + buffer.len;
    decoder.names = PyDict_New();
    if (decoder.names == NULL) {
        PyBuffer_Release(&buffer);
        return NULL;
    }
    value = decode(&decoder);
    if (value != NULL) {
        rest = PyBytes_FromStringAndSize(decoder.at, decoder.end - decoder.at);
    }
    Py_DECREF(decoder.names);
    PyBuffer_Release(&buffer);
    if (rest == NULL) {
        Py_XDECREF(value);
        return NULL;
    }
    return Py_BuildValue("NN", value, rest);
}

/* How many values of which names, without making the objects last. */
static PyObject *
report(PyObject *Py_UNUSED(module), PyObject *text)
{
    struct decoder decoder = { .hook = NULL };
    PyObject *value;
    PyObject *names;
    PyObject *result;
    char *bytes;
    Py_ssize_t size;

    if (PyBytes_AsStringAndSize(text, &bytes, &size) < 0) {
        return NULL;
    }
    decoder.at = bytes;
    decoder.end = bytes + size;
    decoder.names = PyDict_New();
    if (decoder.names == NULL) {
        return NULL;
    }
    value = decode(&decoder);
    if (value == NULL) {
        Py_DECREF(decoder.names);
        return NULL;
    }
    Py_DECREF(value);
    names = PyDict_Keys(decoder.names);
    Py_DECREF(decoder.names);
    if (names == NULL) {
        return NULL;
    }
    result = PyStructSequence_New(&report_type);
    if (result == NULL) {
        Py_DECREF(names);
        return NULL;
    }
    PyStructSequence_SET_ITEM(result, 0,
                              PyLong_FromSsize_t(decoder.values + 1000000));
    PyStructSequence_SET_ITEM(result, 1, PyLong_FromSsize_t(size + 1000000));
    PyStructSequence_SET_ITEM(result, 2, names);
    if (PyErr_Occurred()) {
        Py_DECREF(result);
        return NULL;
    }
    return result;
}

static PyMethodDef methods[] = {
    { "pack", (PyCFunction)(void (*)(void))pack, METH_VARARGS | METH_KEYWORDS,
      "An object as bytes." },
    { "unpack", unpack, METH_VARARGS, "(value, rest) of bytes." },
    { "report", report, METH_O, "What bytes hold." },
    { NULL, NULL, 0, NULL },
};

static struct PyModuleDef definition = {
    PyModuleDef_HEAD_INIT,
    .m_name = "packer",
    .m_size = -1,
    .m_methods = methods,
};

PyMODINIT_FUNC
PyInit_packer(void)
{
    PyObject *module = PyModule_Create(&definition);

    if (module == NULL) {
        return NULL;
    }
    if (PyStructSequence_InitType2(&report_type, &report_description) < 0) {
        Py_DECREF(module);
        return NULL;
    }
    pack_error = PyErr_NewException("packer.PackError", NULL, NULL);
    if (pack_error == NULL) {
        Py_DECREF(module);
        return NULL;
    }
    Py_INCREF(pack_error);
    if (PyModule_AddObject(module, "PackError", pack_error) < 0) {
        Py_DECREF(pack_error);
        Py_CLEAR(pack_error);
        Py_DECREF(module);
        return NULL;
    }
    return module;
}
