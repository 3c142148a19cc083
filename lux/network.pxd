# Layer 5. A network as a Python object.

from lux.evaluation.weights cimport Sums, Weights
from lux.rules.types cimport int16_t


cdef class Network:
    cdef Weights* weights
    cdef readonly str path
    cdef readonly unsigned int checksum

    cdef object read_body(self, bytes header, bytes body)


cdef Sums copy_weights(int16_t* target, Sums source, int count, int limit, str name) except NULL
