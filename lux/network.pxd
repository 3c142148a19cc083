# Layer 5. The Python face of a network.

from lux.evaluation.network cimport Bytes
from lux.evaluation.network cimport Network as Weights


cdef class Network:
    cdef Weights* weights
    cdef readonly object path
    cdef readonly unsigned int checksum
