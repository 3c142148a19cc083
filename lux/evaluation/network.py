"""Read networks and compute their last layer (layer 3).

768 inputs, HIDDEN sums for each side, squared clipped ReLU, one output: (768 -> HIDDEN) x 2 -> 1. The file is
little-endian, without padding:

    bytes    content
    0 - 7    magic, "LUXNNUE" and a line feed
    8 - 11   version, 1
    12 - 15  inputs, 768
    16 - 19  hidden sums of a side
    20 - 23  output buckets, 1 or 8: sets of output weights, chosen by the number of men
    24 - 27  QA, 255: stands for 1.0 in the first layer
    28 - 31  QB, 64: stands for 1.0 in the output weights
    32 - 35  scale: centipawns that an output of 1.0 stands for
    36 - 39  CRC-32 of all other bytes
    40 -     16 bits each: feature weights [inputs][hidden], by QA; feature biases [hidden], by QA; output weights
             [buckets][2][hidden], by QB, those for the side to move first; then 32 bits each: output biases
             [buckets], by QA * QB

Weights are at most 1.98, so that 16 bits hold every sum and product: those of features lie within -505 and 505, those
of outputs within -127 and 127.

Source: https://www.chessprogramming.org/NNUE, in the plain form that bullet's examples made common.
"""

import cython
from cython.cimports.libc.stdio import snprintf
from cython.cimports.libc.string import memcmp
from cython.cimports.lux.evaluation.features import HIDDEN, INPUTS
from cython.cimports.lux.rules.types import VALUE_MAX_EVAL, Value, int16_t, int32_t, int64_t


def init_crc() -> cython.void:
    """Fill the table of CRC-32, the one of zlib and PNG, that takes eight bits at once."""
    for byte in range(256):
        crc: uint32_t = byte
        for _ in range(8):
            crc = (crc >> 1) ^ (CRC_POLYNOMIAL if crc & 1 else 0)
        CRC_TABLE[byte] = crc


init_crc()


def crc32(crc: uint32_t, data: Bytes, size: cython.size_t) -> uint32_t:
    """Extend the checksum *crc*, at first 0, by *size* bytes of *data*."""
    crc = ~crc
    for i in range(size):
        crc = (crc >> 8) ^ CRC_TABLE[(crc ^ data[i]) & 255]
    return ~crc


def read_u32(data: Bytes) -> uint32_t:
    """Return the 32 bits at *data*, little-endian."""
    value: uint32_t = 0
    for i in range(4):
        value |= cython.cast(uint32_t, data[i]) << (8 * i)
    return value


def read_network(net: cython.pointer[Network], data: Bytes, size: cython.size_t, fault: cython.p_char) -> cython.bint:
    """Fill *net* from the *size* bytes of a file, or say in *fault* what is wrong with them and return False."""
    if not check_header(data, size, fault):
        return False
    net.buckets = read_u32(data + BUCKETS_AT)
    net.scale = read_u32(data + SCALE_AT)
    if not check_body(data, size, net.buckets, fault):
        return False
    at: Bytes = data + HEADER_BYTES
    place: cython.pointer[Bytes] = cython.address(at)
    if not read_weights(
        net.feature_weights[0], INPUTS * HIDDEN, MAX_FEATURE_WEIGHT, "feature weight", place, fault
    ) or not read_weights(net.feature_bias, HIDDEN, MAX_FEATURE_WEIGHT, "feature bias", place, fault):
        return False
    if not read_weights(
        net.output_weights[0][0], net.buckets * 2 * HIDDEN, MAX_OUTPUT_WEIGHT, "output weight", place, fault
    ):
        return False
    for bucket in range(net.buckets):
        bias: cython.int = cython.cast(int32_t, read_u32(at + 4 * bucket))
        if not -MAX_OUTPUT_BIAS <= bias <= MAX_OUTPUT_BIAS:
            snprintf(fault, FAULT_BYTES, "output bias %d is %d, beyond %d", bucket, bias, MAX_OUTPUT_BIAS)
            return False
        net.output_bias[bucket] = bias
    return True


def check_header(data: Bytes, size: cython.size_t, fault: cython.p_char) -> cython.bint:
    """Tell whether this build can use a network with this header, or say in *fault* why not."""
    if size < HEADER_BYTES or memcmp(data, "LUXNNUE\n", 8) != 0:
        snprintf(fault, FAULT_BYTES, "no network of Lux")
        return False
    if (
        not check_field(data + VERSION_AT, "version", FILE_VERSION, fault)
        or not check_field(data + INPUTS_AT, "inputs", INPUTS, fault)
        or not check_field(data + HIDDEN_AT, "hidden sums", HIDDEN, fault)
        or not check_field(data + QA_AT, "QA", QA, fault)
        or not check_field(data + QB_AT, "QB", QB, fault)
    ):
        return False
    buckets: uint32_t = read_u32(data + BUCKETS_AT)
    if buckets != 1 and buckets != MAX_BUCKETS:
        snprintf(fault, FAULT_BYTES, "output buckets: %u, wanted 1 or %d", buckets, MAX_BUCKETS)
        return False
    scale: uint32_t = read_u32(data + SCALE_AT)
    if scale == 0 or scale > MAX_SCALE:
        snprintf(fault, FAULT_BYTES, "scale: %u, wanted 1 to %d", scale, MAX_SCALE)
        return False
    return True


def check_field(field: Bytes, name: CString, wanted: uint32_t, fault: cython.p_char) -> cython.bint:
    """Tell whether a field of the header is what this build needs, or say in *fault* what it is."""
    found: uint32_t = read_u32(field)
    if found != wanted:
        snprintf(fault, FAULT_BYTES, "%s: %u, wanted %u", name, found, wanted)
        return False
    return True


def check_body(data: Bytes, size: cython.size_t, buckets: cython.int, fault: cython.p_char) -> cython.bint:
    """Tell whether the file is as long as its header says, and whole, or say in *fault* what is wrong."""
    wanted: cython.size_t = HEADER_BYTES + 2 * (INPUTS + 1 + 2 * buckets) * HIDDEN + 4 * buckets
    if size != wanted:
        snprintf(fault, FAULT_BYTES, "%zu bytes, wanted %zu", size, wanted)
        return False
    found: uint32_t = crc32(crc32(0, data, CHECKSUM_AT), data + HEADER_BYTES, size - HEADER_BYTES)
    if found != read_u32(data + CHECKSUM_AT):
        snprintf(fault, FAULT_BYTES, "damaged: checksum %08x, wanted %08x", found, read_u32(data + CHECKSUM_AT))
        return False
    return True


def read_weights(
    weights: cython.pointer[int16_t],
    count: cython.int,
    limit: cython.int,
    name: CString,
    at: cython.pointer[Bytes],
    fault: cython.p_char,
) -> cython.bint:
    """Read *count* weights and advance *at*, or say in *fault* which of them is beyond *limit*."""
    for i in range(count):
        weight: cython.int = cython.cast(int16_t, at[0][2 * i] | at[0][2 * i + 1] << 8)
        if abs(weight) > limit:
            snprintf(fault, FAULT_BYTES, "%s %d is %d, beyond %d", name, i, weight, limit)
            return False
        weights[i] = weight
    at[0] += 2 * count
    return True


def network_output(net: NetworkPtr, us: Sums, them: Sums, bucket: cython.int) -> Value:
    """Return the last layer's output in centipawns, within the bounds of an evaluation."""
    our_weights: Sums = net.output_weights[bucket][0]
    their_weights: Sums = net.output_weights[bucket][1]
    total: int32_t = 0
    for i in range(HIDDEN):
        total += screlu_product(us[i], our_weights[i])
    for i in range(HIDDEN):
        total += screlu_product(them[i], their_weights[i])
    # Squaring has brought in a factor QA that the bias does not have.
    output: int64_t = total // QA + net.output_bias[bucket]
    value: Value = cython.cast(Value, output * net.scale // (QA * QB))
    return max(1 - VALUE_MAX_EVAL, min(VALUE_MAX_EVAL - 1, value))
