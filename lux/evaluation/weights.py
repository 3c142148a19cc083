"""Compute the last layer of a network (layer 3); `lux/network.py` reads the file.

3,072 inputs, HIDDEN neurons per side, squared clipped ReLU, one output: (3072 -> HIDDEN) x 2 -> 1. The file is
little-endian, without padding::

    bytes    content
    0 - 7    magic, "LUXNNUE" and a line feed
    8 - 11   version, 1
    12 - 15  inputs, 3,072: 768 for each king bucket, as features.pxd numbers them
    16 - 19  hidden neurons per side
    20 - 23  output buckets, 1 or 8: sets of output weights, chosen by the number of pieces
    24 - 27  QA, 255: represents 1.0 in the first layer
    28 - 31  QB, 64: represents 1.0 in the output weights
    32 - 35  scale: centipawns of an output of 1.0
    36 - 39  CRC-32 of all other bytes
    40 -     16 bits each: feature weights [inputs][hidden], by QA; feature biases [hidden], by QA; output weights
             [buckets][2][hidden], by QB, those for the side to move first; then 32 bits each: output biases
             [buckets], by QA * QB

Weights are at most 1.98, so that 16 bits hold every accumulator value and the product of a weight with an activation:
those of features lie within -505 and 505, those of outputs within -127 and 127.

Source: https://www.chessprogramming.org/NNUE, in the simple form of bullet's examples.
"""

import cython
from cython.cimports.lux.evaluation.features import HIDDEN
from cython.cimports.lux.rules.types import VALUE_MAX_EVAL, Value, int32_t, int64_t


def network_output(net: WeightsPtr, us: Sums, them: Sums, bucket: cython.int) -> Value:
    total: int64_t = weighted_sum(us, net.output_weights[bucket][0])
    total += weighted_sum(them, net.output_weights[bucket][1])
    # Squaring has brought in a factor QA that the bias does not have.
    output: int64_t = total // QA + net.output_bias[bucket]
    value: Value = cython.cast(Value, output * net.scale // (QA * QB))
    return max(1 - VALUE_MAX_EVAL, min(VALUE_MAX_EVAL - 1, value))


def weighted_sum(sums: Sums, weights: Sums) -> int64_t:
    """Return the sum of one side's activations times their weights, in parts that fit in 32 bits."""
    total: int64_t = 0
    begin: cython.int = 0
    while begin < HIDDEN:
        part: int32_t = 0
        for i in range(begin, min(begin + PRODUCTS_IN_32_BITS, HIDDEN)):
            part += screlu_product(sums[i], weights[i])
        total += part
        begin += PRODUCTS_IN_32_BITS
    return total
