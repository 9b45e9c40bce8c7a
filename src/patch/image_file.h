/*
 * image_file - the file that an image was loaded from, compared with memory.
 *
 * Code is in memory as it is in the file, unless somebody changed it: a debugger set a breakpoint, perf a uprobe, another tool patched a
 * function, the dynamic linker relocated code. Plans are made from the file.
 */
#ifndef REFTALLY_PATCH_IMAGE_FILE_H
#define REFTALLY_PATCH_IMAGE_FILE_H

#include "base/arena.h"
#include "patch/image.h"

enum image_file_state {
    IMAGE_FILE_SAME,    /* memory is what the file says */
    IMAGE_FILE_CHANGED, /* but for some bytes: the image has its code_shift */
    IMAGE_FILE_OTHER,   /* gone, replaced, or not to be read */
};

/*
 * Reads the file, by the path the image came from or the one that the kernel
 * knows. It is the right one when its build-id is the image's; of an image
 * without one every byte of code must agree. A copy of its code goes into the arena when
 * memory differs. `digest` is that of all the bytes compared, as the file has
 * them.
 */
enum image_file_state image_file_compare(struct image *image,
                                         struct arena *arena, uint64_t *digest);

#endif
