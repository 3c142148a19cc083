# Layer 7. The part of training that runs for each piece on each board: inputs from records, evaluation, gradients.

from lux.rules.position cimport Position

cdef enum:
    MAX_PIECES = 32
    COLUMNS = 64                # of the weights at a time

# Private to sparse.py.
# Write the inputs of both sides, the side to move first, [2][MAX_PIECES], and return the number of pieces.
cdef int board_inputs(const Position* pos, short* inputs) noexcept nogil
cdef void add_rows(const short* rows, const short* inputs, int count, short* sums) noexcept nogil
cdef int clip_and_weigh(const short* sums, const short* weights, unsigned char* clipped) noexcept nogil
