"""Detect the features of the CPU (layer 5).

The levels are those of the x86-64 psABI, section 3.1.1, which compilers take as `-march=x86-64-v3`. The CPUID bits of
their features are in Intel's manual, volume 2, CPUID.
"""

import cython
from cython.cimports.libc.stdint import uint32_t

EBX = 1  # places among the registers that CPUID fills
ECX = 2
EXTENDED = "80000001"  # leaves are in hexadecimal

# What each level adds to the one before it: feature, leaf, register, bit.
FEATURES = {
    "x86-64-v2": (
        ("cmpxchg16b", "1", ECX, 13),
        ("lahf", EXTENDED, ECX, 0),
        ("popcnt", "1", ECX, 23),
        ("sse3", "1", ECX, 0),
        ("ssse3", "1", ECX, 9),
        ("sse4.1", "1", ECX, 19),
        ("sse4.2", "1", ECX, 20),
    ),
    "x86-64-v3": (
        ("osxsave", "1", ECX, 27),
        ("avx", "1", ECX, 28),
        ("avx2", "7", EBX, 5),
        ("bmi1", "7", EBX, 3),
        ("bmi2", "7", EBX, 8),
        ("f16c", "1", ECX, 29),
        ("fma", "1", ECX, 12),
        ("lzcnt", EXTENDED, ECX, 5),
        ("movbe", "1", ECX, 22),
    ),
    "x86-64-v4": (
        ("avx512f", "7", EBX, 16),
        ("avx512bw", "7", EBX, 30),
        ("avx512cd", "7", EBX, 28),
        ("avx512dq", "7", EBX, 17),
        ("avx512vl", "7", EBX, 31),
    ),
}
# Bits of XCR0: registers that the system must save before a program may use them.
SAVED = {"x86-64-v3": 0x06, "x86-64-v4": 0xE6}


def register_of(leaf: uint32_t, which: cython.int):
    answer: uint32_t[4]
    return answer[which] if cpuid(leaf, answer) else 0


def system_saves(registers: uint32_t):
    answer: uint32_t[2]
    xgetbv(answer)
    return answer[0] & registers == registers


def missing_features(level: str) -> list[str]:
    """Return what this CPU, or its system, lacks for `level`; empty if code for that level runs here.

    Raises:
        KeyError: there is no such level, for example on a CPU other than x86-64.
    """
    lacking: list = []
    if not IS_X86 or level not in FEATURES:
        raise KeyError(level)
    for name, features in FEATURES.items():
        for feature, leaf, register, bit in features:
            if not register_of(int(leaf, 16), register) >> bit & 1:
                lacking.append(feature)
        if name in SAVED and not lacking and not system_saves(SAVED[name]):
            lacking.append(f"a system that saves the registers of {name}")
        if name == level:
            break
    return lacking
