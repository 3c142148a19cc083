# Layer 5. CPUID. Compiled for any CPU, since it runs before the CPU is known.

from libc.stdint cimport uint32_t

cdef extern from * nogil:
    """
    #if defined(__x86_64__)
    #include <cpuid.h>
    #define LUX_IS_X86 1
    #define LUX_CPUID(leaf, out) __get_cpuid_count((leaf), 0, (out), (out) + 1, (out) + 2, (out) + 3)
    #define LUX_XGETBV(out) __asm__ volatile("xgetbv" : "=a"((out)[0]), "=d"((out)[1]) : "c"(0))
    #else
    #define LUX_IS_X86 0
    #define LUX_CPUID(leaf, out) ((void)(leaf), (void)(out), 0)
    #define LUX_XGETBV(out) ((void)(out))
    #endif
    """
    const bint IS_X86 "LUX_IS_X86"
    # Ask for one leaf; false, and nothing written, where the CPU does not know it. eax, ebx, ecx, edx go to out[0..3].
    bint cpuid "LUX_CPUID" (uint32_t leaf, uint32_t* out) noexcept
    # The registers that the system saves when it changes from process to process; only where CPUID has `osxsave`.
    void xgetbv "LUX_XGETBV" (uint32_t* out) noexcept
