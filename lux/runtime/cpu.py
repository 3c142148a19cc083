"""Detect the features of the CPU (layer 5).

The levels are those of the x86-64 psABI, section 3.1.1, which compilers take as `-march=x86-64-v3`.
"""

# What each level adds to the one before it. No CPU has these without the rest of its level.
FEATURES = {
    "x86-64-v2": {"popcnt": HAS_POPCNT, "sse4.2": HAS_SSE4_2},
    "x86-64-v3": {"avx2": HAS_AVX2, "bmi1": HAS_BMI1, "bmi2": HAS_BMI2, "fma": HAS_FMA},
    "x86-64-v4": {
        "avx512bw": HAS_AVX512BW,
        "avx512cd": HAS_AVX512CD,
        "avx512dq": HAS_AVX512DQ,
        "avx512vl": HAS_AVX512VL,
    },
}


def missing_features(level: str) -> list[str]:
    """Return what this CPU, or its system, lacks for `level`; empty if code for that level runs here.

    Raises:
        KeyError: there is no such level, for example on a CPU other than x86-64.
    """
    if not IS_X86 or level not in FEATURES:
        raise KeyError(level)
    lacking: list = []
    for name, features in FEATURES.items():
        lacking += [feature for feature, there in features.items() if not there]
        if name == level:
            break
    return lacking
