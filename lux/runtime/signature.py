"""Add to compiled classes the signature that `inspect.signature` and `help` show (layer 5)."""

from collections.abc import Callable


class ClassSignature:
    """Stand in a compiled class for its `__signature__`, which the compiler does not write.

    Args:
        example: a function with the arguments of the class, whose body does not matter.
    """

    def __init__(self, example: Callable) -> None:
        self.example = example

    def __get__(self, instance: object, owner: type) -> object:
        """Return the signature; `inspect` is imported only now, since it is slow."""
        from inspect import signature

        return signature(self.example)
