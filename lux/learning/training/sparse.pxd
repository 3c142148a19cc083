# Layer 7. The part of training that runs for each piece on each board: inputs from records, first layer, gradient.

from lux.rules.position cimport Position

cdef enum:
    MAX_PIECES = 32
    MAX_HIDDEN = 2048           # room for the gradient of one side's sums

# Private to sparse.py.
# Write the inputs of both sides, the side to move first, [2][MAX_PIECES], and return the number of pieces.
cdef int board_inputs(const Position* pos, short* inputs) noexcept nogil
cdef void clip_sums(
    const short* inputs, int count, const float* weights, const float* bias, int hidden, float* out) noexcept nogil
cdef void add_gradient(
    const short* inputs, int count, const float* clipped, const float* gradient, int hidden, float* weights,
    float* bias) noexcept nogil
