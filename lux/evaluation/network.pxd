# Layer 3. The learned evaluation: its weights, the file that holds them, its last layer.

from lux.evaluation.features cimport HIDDEN, INPUTS
from lux.rules.types cimport Value, int16_t, int32_t, uint8_t, uint32_t

cdef extern from * nogil:
    """
    #define LUX_CRC_POLYNOMIAL UINT32_C(0xEDB88320)
    """
    const uint32_t CRC_POLYNOMIAL "LUX_CRC_POLYNOMIAL"

cdef enum:
    QA = 255                    # stands for 1.0 in the first layer
    QB = 64                     # and in the weights of the second
    MAX_BUCKETS = 8             # sets of weights of the second layer, chosen by how many men are left
    MAX_FEATURE_WEIGHT = 505    # 1.98 * QA: 33 of them fit in 16 bits
    MAX_OUTPUT_WEIGHT = 127     # 1.98 * QB: times QA it fits in 16 bits
    MAX_OUTPUT_BIAS = 1632000   # 100 * QA * QB
    MAX_SCALE = 10000

# The file: its version, and where the fields of the header lie.
cdef enum:
    FILE_VERSION = 1
    VERSION_AT = 8
    INPUTS_AT = 12
    HIDDEN_AT = 16
    BUCKETS_AT = 20
    QA_AT = 24
    QB_AT = 28
    SCALE_AT = 32
    CHECKSUM_AT = 36
    HEADER_BYTES = 40
    FAULT_BYTES = 128           # room to say what is wrong with one

# Rows of `feature_weights` begin on cache lines if the struct does.
cdef struct Network:
    int16_t[INPUTS][HIDDEN] feature_weights         # by QA
    int16_t[HIDDEN] feature_bias                    # by QA
    int16_t[MAX_BUCKETS][2][HIDDEN] output_weights  # by QB; [bucket][0: side to move, 1: the other]
    int32_t[MAX_BUCKETS] output_bias                # by QA * QB
    int buckets                                     # 1 or MAX_BUCKETS
    int scale                                       # centipawns that an output of 1.0 stands for

ctypedef const Network* NetworkPtr
ctypedef const int16_t* Sums
ctypedef const uint8_t* Bytes
ctypedef const char* CString

# Take the weights from the bytes of a file. If they are wrong, say in `fault`, of FAULT_BYTES, what is, and return
# False: `net` is then undefined.
cdef bint read_network(Network* net, Bytes data, size_t size, char* fault) noexcept nogil
# The 32 bits at `data`, little-endian.
cdef uint32_t read_u32(Bytes data) noexcept nogil
# The last layer: centipawns from the sums of the first, [HIDDEN] for the side to move and for the other.
cdef Value network_output(NetworkPtr net, Sums us, Sums them, int bucket) noexcept nogil

# Private to network.py.
cdef uint32_t[256] CRC_TABLE
cdef void init_crc() noexcept nogil
cdef uint32_t crc32(uint32_t crc, Bytes data, size_t size) noexcept nogil
cdef uint32_t read_u32(Bytes data) noexcept nogil
cdef bint check_header(Bytes data, size_t size, char* fault) noexcept nogil
cdef bint check_field(Bytes field, CString name, uint32_t wanted, char* fault) noexcept nogil
cdef bint check_body(Bytes data, size_t size, int buckets, char* fault) noexcept nogil
cdef bint read_weights(
    int16_t* weights, int count, int limit, CString name, Bytes* at, char* fault) noexcept nogil


# Which weights of the second layer serve a board with `men` men: of eight sets, each serves four numbers of men.
cdef inline int output_bucket(const Network* net, int men) noexcept nogil:
    return (men - 1) * net.buckets // 32


# SCReLU, clip to 0 .. QA and square, times a weight. The weight comes to one factor first: that fits in 16 bits.
cdef inline int32_t screlu_product(int16_t value, int16_t weight) noexcept nogil:
    cdef int16_t clipped = min(max(value, 0), <int16_t>QA)
    return <int16_t>(clipped * weight) * clipped
