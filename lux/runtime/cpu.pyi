"""Stubs of the compiled module `lux.runtime.cpu`; the docstrings live in cpu.py."""

FEATURES: dict[str, tuple[tuple[str, str, int, int], ...]]

def missing_features(level: str) -> list[str]: ...
