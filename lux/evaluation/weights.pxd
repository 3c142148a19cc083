# Layer 3. The learned evaluation: its weights and its last layer.

from lux.evaluation.features cimport HIDDEN, INPUTS
from lux.rules.types cimport Value, int16_t, int32_t, int64_t

cdef enum:
    QA = 255                    # 1.0 in the first layer
    QB = 64                     # and in the weights of the second
    MAX_BUCKETS = 8             # sets of weights of the second layer, chosen by how many pieces are left
    MAX_FEATURE_WEIGHT = 505    # 1.98 * QA: 33 of them fit in 16 bits
    MAX_OUTPUT_WEIGHT = 127     # 1.98 * QB: times QA it fits in 16 bits
    MAX_OUTPUT_BIAS = 1632000   # 100 * QA * QB
    MAX_SCALE = 10000
    # 255 * 255 * 127 is the largest product: 260 of them fit, whatever their signs.
    PRODUCTS_IN_32_BITS = 256

# Rows of `feature_weights` begin on cache lines if the struct does.
cdef struct Weights:
    int16_t[INPUTS][HIDDEN] feature_weights         # by QA
    int16_t[HIDDEN] feature_bias                    # by QA
    int16_t[MAX_BUCKETS][2][HIDDEN] output_weights  # by QB; [bucket][0: side to move, 1: the other]
    int32_t[MAX_BUCKETS] output_bias                # by QA * QB
    int buckets                                     # 1 or MAX_BUCKETS
    int scale                                       # centipawns of an output of 1.0

ctypedef const Weights* WeightsPtr
ctypedef const int16_t* Sums

# The last layer: centipawns, within the bounds of an evaluation, from the sums of the first, [HIDDEN] for the side to
# move and for the other.
cdef Value network_output(WeightsPtr net, Sums us, Sums them, int bucket) noexcept nogil

# Private to weights.py.
cdef int64_t weighted_sum(Sums sums, Sums weights) noexcept nogil


# The output bucket for a board with `count` pieces: of eight buckets, each serves four piece counts.
cdef inline int output_bucket(const Weights* net, int count) noexcept nogil:
    return (count - 1) * net.buckets // 32


# SCReLU, clip to 0 .. QA and square, times a weight. The weight comes to one factor first: that fits in 16 bits.
cdef inline int32_t screlu_product(int16_t value, int16_t weight) noexcept nogil:
    cdef int16_t clipped = min(max(value, 0), <int16_t>QA)
    return <int16_t>(clipped * weight) * clipped
