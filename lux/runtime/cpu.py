"""Detect the features of the CPU (layer 5).

The levels are those of the x86-64 psABI, section 3.1.1, which compilers take as `-march=x86-64-v3`. The CPUID bits of
their features are in Intel's manual, volume 2, CPUID.
"""

from cython.cimports.libc.stdint import uint32_t

EBX = 1  # places among the registers that CPUID fills
ECX = 2
EXTENDED = "80000001"  # leaves are in hexadecimal

# What each level adds to the one before it, by leaf and register: feature and bit.
FEATURES = {
    "x86-64-v2": {
        ("1", ECX): {"cmpxchg16b": 13, "popcnt": 23, "sse3": 0, "ssse3": 9, "sse4.1": 19, "sse4.2": 20},
        (EXTENDED, ECX): {"lahf": 0},
    },
    "x86-64-v3": {
        ("1", ECX): {"osxsave": 27, "avx": 28, "f16c": 29, "fma": 12, "movbe": 22},
        ("7", EBX): {"avx2": 5, "bmi1": 3, "bmi2": 8},
        (EXTENDED, ECX): {"lzcnt": 5},
    },
    "x86-64-v4": {("7", EBX): {"avx512f": 16, "avx512bw": 30, "avx512cd": 28, "avx512dq": 17, "avx512vl": 31}},
}
# Bits of XCR0: registers that the system must save before a program may use them.
SAVED = {"x86-64-v3": 0x06, "x86-64-v4": 0xE6}


def missing_features(level: str) -> list[str]:
    """Return what this CPU, or its system, lacks for `level`; empty if code for that level runs here.

    Raises:
        KeyError: there is no such level, for example on a CPU other than x86-64.
    """
    answer: uint32_t[4]
    lacking: list = []
    if not IS_X86 or level not in FEATURES:
        raise KeyError(level)
    for name, features in FEATURES.items():
        for (leaf, register), bits in features.items():
            found = answer[register] if cpuid(int(leaf, 16), answer) else 0
            lacking += [feature for feature, bit in bits.items() if not found >> bit & 1]
        if name in SAVED and not lacking:
            xgetbv(answer)
            if answer[0] & SAVED[name] != SAVED[name]:
                lacking.append(f"a system that saves the registers of {name}")
        if name == level:
            break
    return lacking
