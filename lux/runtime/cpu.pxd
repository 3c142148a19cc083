# Layer 5. What the CPU has and its system saves. Compiled for any CPU, since it runs before the CPU is known.

cdef extern from * nogil:
    """
    #if defined(__x86_64__)
    #define LUX_IS_X86 1
    #define LUX_HAS(feature) (__builtin_cpu_supports(feature) != 0)
    #else
    #define LUX_IS_X86 0
    #define LUX_HAS(feature) 0
    #endif
    """
    const bint IS_X86 "LUX_IS_X86"
    const bint HAS_POPCNT 'LUX_HAS("popcnt")'
    const bint HAS_SSE4_2 'LUX_HAS("sse4.2")'
    const bint HAS_AVX2 'LUX_HAS("avx2")'
    const bint HAS_BMI1 'LUX_HAS("bmi")'
    const bint HAS_BMI2 'LUX_HAS("bmi2")'
    const bint HAS_FMA 'LUX_HAS("fma")'
    const bint HAS_AVX512BW 'LUX_HAS("avx512bw")'
    const bint HAS_AVX512CD 'LUX_HAS("avx512cd")'
    const bint HAS_AVX512DQ 'LUX_HAS("avx512dq")'
    const bint HAS_AVX512VL 'LUX_HAS("avx512vl")'
