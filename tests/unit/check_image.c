#include "patch/image.h"

#include <check.h>
#include <elf.h>
#include <stdlib.h>
#include <string.h>

enum { IMAGE_BYTES = 4096, NOTE_AT = 256 };

static _Alignas(16) uint8_t memory[IMAGE_BYTES];

static struct dl_phdr_info
loaded_with(ElfW(Phdr) headers[2], ElfW(Phdr) other)
{
    headers[0] = (ElfW(Phdr)){ .p_type = PT_LOAD,
                               .p_flags = PF_R | PF_X,
                               .p_memsz = IMAGE_BYTES,
                               .p_filesz = IMAGE_BYTES };
    headers[1] = other;
    return (struct dl_phdr_info){ .dlpi_addr = (uintptr_t)memory,
                                  .dlpi_name = "image.so",
                                  .dlpi_phdr = headers,
                                  .dlpi_phnum = 2 };
}

static void
put_build_id(void)
{
    ElfW(Nhdr)
        note = { .n_namesz = 4, .n_descsz = 8, .n_type = NT_GNU_BUILD_ID };

    memcpy(memory + NOTE_AT, &note, sizeof note);
    memcpy(memory + NOTE_AT + sizeof note, "GNU\0abcdefgh", 12);
}

START_TEST(the_build_id_is_that_of_the_note)
{
    ElfW(Phdr) headers[2];
    struct image image;
    struct dl_phdr_info info = loaded_with(
        headers,
        (ElfW(Phdr)){ .p_type = PT_NOTE, .p_vaddr = NOTE_AT, .p_memsz = 24 });

    put_build_id();
    ck_assert(image_describe(&info, &image));
    ck_assert_uint_eq(image.build_id_bytes, 8);
    ck_assert_mem_eq(image.build_id, "abcdefgh", 8);
}
END_TEST

static const uint32_t parts[] = { PT_NOTE, PT_DYNAMIC, PT_GNU_EH_FRAME };

START_TEST(what_is_not_loaded_is_not_read)
{
    ElfW(Phdr) headers[2];
    struct image image;
    struct dl_phdr_info info =
        loaded_with(headers, (ElfW(Phdr)){ .p_type = parts[_i],
                                           .p_vaddr = 0 - (uintptr_t)memory,
                                           .p_memsz = 32 });

    ck_assert(image_describe(&info, &image));
    ck_assert_uint_eq(image.build_id_bytes, 0);
    ck_assert_uint_eq(image.frames.header, 0);
    ck_assert(!image_refers_to_python(&image));
}
END_TEST

START_TEST(a_note_that_ends_behind_the_image_is_not_read)
{
    ElfW(Phdr) headers[2];
    struct image image;
    struct dl_phdr_info info =
        loaded_with(headers, (ElfW(Phdr)){ .p_type = PT_NOTE,
                                           .p_vaddr = NOTE_AT,
                                           .p_memsz = IMAGE_BYTES });

    put_build_id();
    ck_assert(image_describe(&info, &image));
    ck_assert_uint_eq(image.build_id_bytes, 0);
}
END_TEST

int
main(void)
{
    Suite *suite = suite_create("image");
    TCase *tests = tcase_create("image");
    SRunner *runner = srunner_create(suite);

    tcase_add_test(tests, the_build_id_is_that_of_the_note);
    tcase_add_loop_test(tests, what_is_not_loaded_is_not_read, 0,
                        sizeof parts / sizeof parts[0]);
    tcase_add_test(tests, a_note_that_ends_behind_the_image_is_not_read);
    suite_add_tcase(suite, tests);
    srunner_run_all(runner, CK_NORMAL);
    int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
