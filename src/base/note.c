#include "base/note.h"

#include "base/quiet_write.h"

#include <stdbool.h>
#include <unistd.h>

/* Text under construction; `length` goes on counting when `out` is full. */
struct text {
    char *out;
    size_t size;
    size_t length;
};

static void
text_add(struct text *text, char character)
{
    if (text->length + 1 < text->size) {
        text->out[text->length] = character;
    }
    text->length++;
}

static void
text_add_string(struct text *text, const char *string)
{
    if (string == NULL) {
        string = "(null)";
    }
    for (; *string != '\0'; string++) {
        text_add(text, *string);
    }
}

static void
text_add_number(struct text *text, unsigned long number, unsigned base)
{
    char digits[3 * sizeof number];
    size_t count = 0;

    do {
        digits[count++] = "0123456789abcdef"[number % base];
        number /= base;
    } while (number != 0);
    while (count > 0) {
        text_add(text, digits[--count]);
    }
}

static void
text_add_signed(struct text *text, long number)
{
    unsigned long magnitude = (unsigned long)number;

    if (number < 0) {
        text_add(text, '-');
        magnitude = -magnitude;
    }
    text_add_number(text, magnitude, 10);
}

size_t
note_format_list(char *out, size_t size, const char *format, va_list arguments)
{
    struct text text = { out, size, 0 };

    for (; *format != '\0'; format++) {
        if (*format != '%') {
            text_add(&text, *format);
            continue;
        }
        bool is_long = format[1] == 'l';
        char kind = format[is_long ? 2 : 1];

        if (kind == '%' && !is_long) {
            text_add(&text, '%');
        }
        else if (kind == 's' && !is_long) {
            text_add_string(&text, va_arg(arguments, const char *));
        }
        else if (kind == 'd') {
            text_add_signed(&text, is_long ? va_arg(arguments, long)
                                           : va_arg(arguments, int));
        }
        else if (kind == 'u' || kind == 'x') {
            text_add_number(&text,
                            is_long ? va_arg(arguments, unsigned long)
                                    : va_arg(arguments, unsigned),
                            kind == 'u' ? 10 : 16);
        }
        else {
            text_add_string(&text, format);
            break;
        }
        format += is_long ? 2 : 1;
    }
    if (size > 0) {
        out[text.length < size ? text.length : size - 1] = '\0';
    }
    return text.length;
}

size_t
note_format(char *out, size_t size, const char *format, ...)
{
    va_list arguments;

    va_start(arguments, format);
    size_t length = note_format_list(out, size, format, arguments);
    va_end(arguments);
    return length;
}

/* Not memcpy: that one uses vector registers, and the host may need them. */
static void
copy(char *out, const char *bytes, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        out[i] = bytes[i];
    }
}

void
note(const char *format, ...)
{
    static const char prefix[] = "reftally: ";
    enum { PREFIX_BYTES = sizeof prefix - 1 };
    char line[NOTE_BYTES];
    va_list arguments;

    copy(line, prefix, PREFIX_BYTES);
    /* The room of the terminator takes the newline. */
    va_start(arguments, format);
    size_t room = sizeof line - PREFIX_BYTES;
    size_t length =
        note_format_list(line + PREFIX_BYTES, room, format, arguments);
    va_end(arguments);

    if (length >= room) {
        length = room - 1;
        copy(line + PREFIX_BYTES + length - 3, "...", 3);
    }
    for (size_t i = PREFIX_BYTES; i < PREFIX_BYTES + length; i++) {
        unsigned char byte = (unsigned char)line[i];

        if (byte < 0x20 || byte == 0x7f) {
            line[i] = '?';
        }
    }
    line[PREFIX_BYTES + length] = '\n';
    quiet_write(STDERR_FILENO, line, PREFIX_BYTES + length + 1);
}
