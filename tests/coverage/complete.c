/*
 * complete - reads counts and the ledger's belief at one and the same moment.
 *
 * Called through ctypes.PyDLL, so nothing moves between the two readings. No
 * Python in here: what it reads, it does not change.
 */
#include <stddef.h>
#include <stdint.h>

typedef long references_function(void *object);

void complete_compare(references_function *references,
                      const uint64_t *addresses, int64_t *actual,
                      int64_t *believed, size_t count, int narrow);

/* narrow: four bytes count, and are negative in an immortal object. */
void
complete_compare(references_function *references, const uint64_t *addresses,
                 int64_t *actual, int64_t *believed, size_t count, int narrow)
{
    for (size_t i = 0; i < count; i++) {
        void *object = (void *)(uintptr_t)addresses[i];
        actual[i] =
            narrow ? *(const int32_t *)object : *(const int64_t *)object;
        believed[i] = references(object);
    }
}
