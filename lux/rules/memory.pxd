# Layer 0. Memory for the big tables, and the arithmetic of finding a place in them.

from libc.stdint cimport uint64_t

cdef extern from * nogil:
    """
    #include <stdint.h>
    #include <stdlib.h>
    #if defined(__linux__)
    #include <sys/mman.h>
    #define LUX_ADVISE_HUGE_PAGES(memory, bytes) madvise((memory), (bytes), MADV_HUGEPAGE)
    #define LUX_GIVE_BACK_PAGES(memory, bytes) (madvise((memory), (bytes), MADV_DONTNEED) == 0)
    #else
    #define LUX_ADVISE_HUGE_PAGES(memory, bytes) ((void)0)
    #define LUX_GIVE_BACK_PAGES(memory, bytes) ((void)(memory), (void)(bytes), 0)
    #endif
    #define LUX_MUL_HIGH(a, b) ((uint64_t)(((unsigned __int128)(a) * (b)) >> 64))
    /* Without the asm, gcc takes functions that only prefetch for pure and drops calls of them. */
    static inline void lux_prefetch(const void* address) { __asm__ volatile (""); __builtin_prefetch(address); }
    """
    void advise_huge_pages "LUX_ADVISE_HUGE_PAGES" (void* memory, size_t bytes) noexcept
    # Zero the memory by giving it back to the system until it is used again; false where the system does not.
    bint give_back_pages "LUX_GIVE_BACK_PAGES" (void* memory, size_t bytes) noexcept
    # The high 64 bits of the product: scales a random `a` down to 0 .. b - 1.
    uint64_t mul_high "LUX_MUL_HIGH" (uint64_t a, uint64_t b) noexcept
    void prefetch "lux_prefetch" (const void* address) noexcept
    void* calloc(size_t count, size_t size) noexcept
    void free(void* memory) noexcept

cdef enum:
    CACHE_LINE = 64
    MAX_TABLE_MIB = 33554432    # more than any machine has, and far from where the number of bytes would wrap


# Zeroed memory at a multiple of `alignment`, a power of two from CACHE_LINE on, or NULL; for `free_aligned`. C's own
# functions for it differ from system to system.
cdef inline void* alloc_aligned(size_t size, size_t alignment) noexcept nogil:
    cdef char* block = <char*>calloc(size + alignment, 1)
    if block == NULL:
        return NULL
    # Between the two there is room for the block's address, since calloc aligns to two pointers.
    cdef char* memory = block + (alignment - <size_t>block % alignment)
    (<void**>memory - 1)[0] = block
    return memory


# Free what `alloc_aligned` or `alloc_table` returned, which may be NULL.
cdef inline void free_aligned(void* memory) noexcept nogil:
    if memory != NULL:
        free((<void**>memory - 1)[0])


# Zeroed memory for a table of `mib` mebibytes, or NULL; for `free_aligned`. Aligned to a huge page where the size
# allows, which saves most of the misses in address translation. Fresh memory comes zeroed from the system, page by page
# as it is used, so that no time is spent on what is never used.
cdef inline void* alloc_table(size_t mib) noexcept nogil:
    if mib > MAX_TABLE_MIB:
        return NULL
    cdef void* table = alloc_aligned(mib << 20, 2 << 20 if mib % 2 == 0 else 4096)
    if table != NULL:
        advise_huge_pages(table, mib << 20)
    return table
