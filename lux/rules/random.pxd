# Layer 0. Pseudo-random numbers, the same for the same state. Header only.
#
# Source: SplitMix64 by Sebastiano Vigna, https://prng.di.unimi.it/splitmix64.c

from lux.rules.types cimport uint64_t

cdef extern from * nogil:
    """
    #include <stdint.h>
    #define LUX_GOLDEN_RATIO UINT64_C(0x9E3779B97F4A7C15)
    #define LUX_MIX_1 UINT64_C(0xBF58476D1CE4E5B9)
    #define LUX_MIX_2 UINT64_C(0x94D049BB133111EB)
    """
    const uint64_t GOLDEN_RATIO "LUX_GOLDEN_RATIO"
    const uint64_t MIX_1 "LUX_MIX_1"
    const uint64_t MIX_2 "LUX_MIX_2"


cdef inline uint64_t next_random(uint64_t* state) noexcept nogil:
    state[0] += GOLDEN_RATIO
    cdef uint64_t mixed = (state[0] ^ state[0] >> 30) * MIX_1
    mixed = (mixed ^ mixed >> 27) * MIX_2
    return mixed ^ mixed >> 31
