# Layer 5. How this core was built: the compiler's and setup.py's macros.

cdef extern from * nogil:
    """
    #define LUX_TEXT_OF(number) #number
    #define LUX_TEXT(number) LUX_TEXT_OF(number)
    #if defined(__clang__)
    #define LUX_COMPILER "clang " LUX_TEXT(__clang_major__) "." LUX_TEXT(__clang_minor__) "." \
        LUX_TEXT(__clang_patchlevel__)
    #else
    #define LUX_COMPILER "gcc " __VERSION__
    #endif
    #ifdef NDEBUG
    #define LUX_ASSERTS 0
    #else
    #define LUX_ASSERTS 1
    #endif
    """
    const char* BUILD_ARCH "LUX_ARCH"
    const char* BUILD_COMPILER "LUX_COMPILER"
    const bint BUILD_TUNE "LUX_TUNE"
    const bint BUILD_ASSERTS "LUX_ASSERTS"
