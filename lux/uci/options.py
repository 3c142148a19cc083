"""UCI options: a table of typed settings that announces itself and checks values."""

from collections.abc import Callable, Iterator

from lux.protocol import ProtocolError, parse_number, printable

# UCI's type of an option, by that of its default.
KINDS = {bool: "check", int: "spin", str: "string", type(None): "button"}


class Option:
    """One setting: a name, a current `value`, and `on_set`, called with each new value before it is stored.

    The type of the default decides which values are allowed; whole numbers also lie within `bounds`, both included. An
    error of `on_set`, or too little memory, rejects the value; the option is then unchanged.
    """

    def __init__(
        self,
        name: str,
        default: bool | int | str | None,
        on_set: Callable[[object], None] | None = None,
        bounds: tuple[int, int] = (0, 0),
    ) -> None:
        self.name, self.kind, self.value = name, KINDS[type(default)], default
        self.on_set = on_set
        self.low, self.high = bounds
        self.default = str(self)

    def declaration(self) -> str:
        """Return the line that announces the option to a GUI."""
        line = f"option name {self.name} type {self.kind}"
        if self.kind != "button":
            line += f" default {self.default}"
        return f"{line} min {self.low} max {self.high}" if self.kind == "spin" else line

    def set(self, text: str) -> None:
        """Set the value from the GUI's text; raise ProtocolError if it is not allowed or cannot be set."""
        value = self._parse(text)
        try:
            if self.on_set is not None:
                self.on_set(value)
        except MemoryError:
            raise ProtocolError(f"not enough memory for {self.name} {value}; it stays {self}") from None
        except (OSError, ValueError) as error:
            raise ProtocolError(f"{self.name} is unchanged: {error}") from None
        self.value = value

    def _parse(self, text: str) -> bool | int | str | None:
        """Return the value that `text` spells; a number out of range is rejected, not clamped."""
        if self.kind == "button":
            return None  # some GUIs send an empty value
        if self.kind == "string":
            return "" if text == "<empty>" else text
        if self.kind == "check":
            wanted, value = "true or false", {"true": True, "false": False}.get(text.lower())
        else:
            wanted, value = f"a number from {self.low} to {self.high}", parse_number(text.removeprefix("+"))
            if value is not None and not self.low <= value <= self.high:
                value = None
        if value is None:
            given = f"'{printable(text)}'" if text else "nothing"
            raise ProtocolError(f"option {self.name} takes {wanted}, not {given}; it stays {self}")
        return value

    def __str__(self) -> str:
        return str(self.value).lower() if self.kind == "check" else str(self.value) or "<empty>"


class Options:
    """The engine's options in the order in which they are announced; upper and lower case name the same one."""

    def __init__(self, *options: Option) -> None:
        self._by_name = {option.name.lower(): option for option in options}

    def __iter__(self) -> Iterator[Option]:
        return iter(self._by_name.values())

    def __str__(self) -> str:
        """Return names and values, as in `Hash=16, Ponder=false`."""
        return ", ".join(f"{option.name}={option}" for option in self if option.kind != "button")

    def __getitem__(self, name: str) -> Option:
        """Return the option of that name; raise ProtocolError if there is none."""
        if name.lower() not in self._by_name:
            raise ProtocolError(f"unknown option: '{printable(name)}'")
        return self._by_name[name.lower()]
