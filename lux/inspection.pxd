# Layer 5. The core as Python sees it, for tests and tools. Nothing here is of use to C.

from lux.search.history cimport History

cdef History no_history     # zeros, as C sets up what is global
