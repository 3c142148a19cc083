# Layer 5. Perft for Python: the table, and counts in tasks that threads share.

from lux.rules.perft cimport PerftCounts, PerftEntry, PerftTable as Table


cdef class PerftTable:
    cdef Table table
    cdef readonly size_t mib            # its size
