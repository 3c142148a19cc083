# Layer 3. Files as memory, read only, on POSIX and on Windows.

cdef extern from * nogil:
    """
    #include <stdint.h>
    #if defined(_WIN32)
    #define WIN32_LEAN_AND_MEAN
    #include <windows.h>
    static void* lux_map_file(intptr_t file, size_t size) {
        HANDLE mapping = CreateFileMappingW((HANDLE)file, NULL, PAGE_READONLY, 0, 0, NULL);
        void* data = mapping ? MapViewOfFile(mapping, FILE_MAP_READ, 0, 0, size) : NULL;
        if (mapping) CloseHandle(mapping);
        return data;
    }
    static void lux_unmap_file(void* data, size_t size) {
        (void)size;
        UnmapViewOfFile(data);
    }
    #else
    #include <sys/mman.h>
    static void* lux_map_file(intptr_t file, size_t size) {
        void* data = mmap(NULL, size, PROT_READ, MAP_SHARED, (int)file, 0);
        if (data == MAP_FAILED) return NULL;
        /* Probes are random accesses, so reading ahead would be wasted. */
        madvise(data, size, MADV_RANDOM);
        return data;
    }
    static void lux_unmap_file(void* data, size_t size) {
        munmap(data, size);
    }
    #endif
    """
    # The `size` bytes of an open file, by its descriptor or, on Windows, its handle; NULL if they cannot be mapped.
    void* map_file "lux_map_file" (Py_ssize_t file, size_t size) noexcept
    void unmap_file "lux_unmap_file" (void* data, size_t size) noexcept
