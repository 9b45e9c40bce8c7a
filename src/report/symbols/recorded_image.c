#include "report/symbols/recorded_image.h"

#include <stdlib.h>
#include <string.h>

#include "report/input/ledger_load.h"

struct recorded_image
recorded_image_read(const struct ledger *ledger, uint32_t index)
{
    const struct ledger_image *record = ledger_image_at(ledger, index);
    struct recorded_image image = {
        .path = ledger_printable(ledger, record->path),
        .build_id = ledger_printable(ledger, record->build_id),
    };
    const char *slash = image.path != NULL ? strrchr(image.path, '/') : NULL;

    image.name = slash != NULL ? slash + 1 : image.path;
    return image;
}

void
recorded_image_release(struct recorded_image *image)
{
    if (image->file != NULL) {
        image_file_close(image->file);
    }
    table_names_release(&image->tables);
    free(image->path);
    free(image->build_id);
}

struct image_file *
recorded_image_file(struct recorded_image *image)
{
    if (image->names == IMAGE_NAMES_UNASKED) {
        image->file =
            image_file_open(image->path, image->build_id, &image->names);
    }
    return image->file;
}

const struct table_name *
recorded_image_listed(struct recorded_image *image, uint64_t start)
{
    if (image->file != NULL && !image->knows_tables) {
        image->tables = table_names_find(image->file);
        image->knows_tables = true;
    }
    return table_names_at(&image->tables, start);
}
