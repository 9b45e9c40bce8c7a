#include "arch/features.h"

#include <cpuid.h>

/*
 * Instruction sets: the words of leaf 1 (SSE3 to AVX, FMA) and leaf 7 (BMI, AVX2,
 * AVX-512). What identifies one core among others is left out.
 */
uint64_t
processor_features(void)
{
    unsigned a = 0, b = 0, c = 0, d = 0;
    uint64_t features = 0;

    if (__get_cpuid(1, &a, &b, &c, &d)) {
        features = (uint64_t)c << 32 | d;
    }
    if (__get_cpuid_count(7, 0, &a, &b, &c, &d)) {
        features = (features ^ b) * 0x9e3779b97f4a7c15u ^ c;
    }
    return features;
}
