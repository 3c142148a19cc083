"""UCI options: a table of typed settings that announces itself and checks values."""

from collections.abc import Callable, Iterator

from lux.protocol import ProtocolError, parse_number, parse_setoption, printable


class Option:
    """One setting: a name, a current `value`, and `on_set`, called with each new value before it is stored.

    An error of `on_set`, or too little memory, rejects the value; the option is then unchanged.
    """

    kind = "string"

    def __init__(self, name: str, default: object, on_set: Callable[[object], None] | None = None) -> None:
        self.name = name
        self.default = default
        self.value = default
        self.on_set = on_set

    def declaration(self) -> str:
        """Return the line that announces the option to a GUI."""
        return f"option name {self.name} type {self.kind} default {self._text(self.default)}"

    def set(self, text: str) -> None:
        """Set the value from the GUI's text; raise ProtocolError if it is not allowed or cannot be set."""
        value = self.parse(text)
        try:
            if self.on_set is not None:
                self.on_set(value)
        except MemoryError:
            raise ProtocolError(f"not enough memory for {self.name} {value}; it stays {self}") from None
        except (OSError, ValueError) as error:
            raise ProtocolError(f"{self.name} is unchanged: {error}") from None
        self.value = value

    def parse(self, text: str) -> object:
        """Return the value that `text` spells; an empty string is written `<empty>`."""
        return "" if text == "<empty>" else text

    def __str__(self) -> str:
        return self._text(self.value)

    def _text(self, value: object) -> str:
        return str(value) or "<empty>"

    def _refuse(self, text: str, wanted: str) -> ProtocolError:
        given = f"'{printable(text)}'" if text else "nothing"
        return ProtocolError(f"option {self.name} takes {wanted}, not {given}; it stays {self._text(self.value)}")


class Check(Option):
    """A switch."""

    kind = "check"

    def parse(self, text: str) -> bool:
        """Return the value of `true` or `false`, in upper or lower case."""
        if text.lower() not in ("true", "false"):
            raise self._refuse(text, "true or false")
        return text.lower() == "true"

    def _text(self, value: object) -> str:
        return "true" if value else "false"


class Spin(Option):
    """A whole number within a range, both ends included."""

    kind = "spin"

    def __init__(
        self, name: str, default: int, low: int, high: int, on_set: Callable[[object], None] | None = None
    ) -> None:
        super().__init__(name, default, on_set)
        self.low = low
        self.high = high

    def declaration(self) -> str:
        """Return the announcement with the range."""
        return f"{super().declaration()} min {self.low} max {self.high}"

    def parse(self, text: str) -> int:
        """Return the number; a number out of range is rejected, not clamped."""
        number = parse_number(text.removeprefix("+"))
        if number is None or not self.low <= number <= self.high:
            raise self._refuse(text, f"a number from {self.low} to {self.high}")
        return number


class Button(Option):
    """An action without a value."""

    kind = "button"

    def __init__(self, name: str, on_set: Callable[[object], None]) -> None:
        super().__init__(name, None, on_set)

    def declaration(self) -> str:
        """Return the announcement, which has no default."""
        return f"option name {self.name} type button"

    def parse(self, text: str) -> None:
        """Ignore the value: some GUIs send an empty one."""


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
        try:
            return self._by_name[name.lower()]
        except KeyError:
            raise ProtocolError(f"unknown option: '{printable(name)}'") from None

    def setoption(self, words: list[str]) -> None:
        """Carry out `setoption name <name, spaces allowed> [value <text>]`, given the words after `setoption`."""
        name, value = parse_setoption(words)
        self[name].set(value)
