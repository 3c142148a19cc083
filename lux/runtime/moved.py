"""Keep the old names of modules, each with a DeprecationWarning."""

import warnings
from collections.abc import Sequence
from importlib import import_module
from importlib.machinery import ModuleSpec
from types import ModuleType

MOVED = {
    "lux.build": "lux.runtime.build",
    "lux.legality": "lux.analysis.legality",
    "lux.move_times": "lux.analysis.move_times",
    "lux.phases": "lux.analysis.phases",
    "lux.piece_values": "lux.analysis.piece_values",
    "lux.search_trace": "lux.analysis.search_trace",
    "lux.search_tree": "lux.analysis.search_tree",
    "lux.strength": "lux.uci.strength",
    "lux.tunables": "lux.uci.tunables",
}


class MovedFinder:
    """Find a module by its old name, with a DeprecationWarning. Ask it last."""

    def find_spec(
        self, name: str, path: Sequence[str] | None = None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        """Return a spec for the old name of a module that has moved; None for any other name."""
        return ModuleSpec(name, self) if name in MOVED else None

    def create_module(self, spec: ModuleSpec) -> ModuleType:
        """Return the module under its new name."""
        new_name = MOVED[spec.name]
        warnings.warn(f"{spec.name} has moved to {new_name}", DeprecationWarning, stacklevel=2)
        module = import_module(new_name)
        self.spec = module.__spec__
        return module

    def exec_module(self, module: ModuleType) -> None:
        """Leave the module as it is: it has been executed under its new name."""
        module.__spec__ = self.spec
