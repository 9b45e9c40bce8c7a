#include "report/text/sorted.h"

size_t
sorted_first(const void *elements, size_t count, size_t size,
             const void *wanted, sorted_order *order)
{
    size_t low = 0, high = count;

    while (low < high) {
        size_t middle = low + (high - low) / 2;

        if (order((const char *)elements + middle * size, wanted) < 0) {
            low = middle + 1;
        }
        else {
            high = middle;
        }
    }
    return low;
}
