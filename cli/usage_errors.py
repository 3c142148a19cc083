"""Explain errors in a command line: click's messages, rewritten."""

import re
from collections.abc import Sequence
from difflib import get_close_matches

import click
from click.types import FloatParamType, IntParamType

WRONG_NUMBER = re.compile(r"(.*) is not (?:a valid|in the range) .*")
TOO_MANY = re.compile(r"Got unexpected extra arguments? \((.*)\)")


def sentence(error: click.UsageError) -> str:
    """Return one line on what is wrong, naming the option or argument."""
    message = " ".join(error.format_message().split()).removesuffix(".")
    if isinstance(error, click.NoSuchOption):
        return f"there is no option {error.option_name}{did_you_mean(error.possibilities or ())}"
    if isinstance(error, click.BadOptionUsage):
        return f"{error.option_name} needs a value" if "requires an argument" in message else message
    if isinstance(error, click.MissingParameter) and error.param is not None:
        return f"{name_of(error.param)} is missing"
    if isinstance(error, click.BadParameter) and error.param is not None:
        return wrong_value(error)
    if extra := TOO_MANY.fullmatch(message):
        return f"unexpected argument {extra[1]!r}"
    return message


def did_you_mean(names: Sequence[str]) -> str:
    """Return a question with suggestions, or nothing."""
    if not names:
        return ""
    *others, last = sorted(names)
    return f"; did you mean {', '.join(others)}{' or ' if others else ''}{last}?"


def close_to(name: str, names: Sequence[str]) -> str:
    """Return a question that suggests similar names."""
    return did_you_mean(get_close_matches(name, names, 3, 0.6))


def name_of(parameter: click.Parameter) -> str:
    """Return an option's longest name, or an argument's name in the help."""
    if isinstance(parameter, click.Option):
        return max(parameter.opts, key=len)
    return (parameter.metavar or str(parameter.name).upper()).strip("[].")


def wrong_value(error: click.BadParameter) -> str:
    """Return what is wrong with a value: not a number, out of range, or not one of the choices."""
    name, kind = name_of(error.param), error.param.type
    message = error.message.strip().removesuffix(".")
    number = WRONG_NUMBER.fullmatch(message)
    if isinstance(kind, IntParamType | FloatParamType) and number:
        return f"{name} takes {described(kind)}, not {number[1].strip(chr(39))}"
    if isinstance(kind, click.Choice) and " is not one of " in message:
        given = message.partition(" is not one of ")[0].strip("'")
        choices = [str(choice) for choice in kind.choices]
        return f"{name} takes {', '.join(choices[:-1])} or {choices[-1]}, not {given}"
    return f"{name}: {message}"


def described(kind: IntParamType | FloatParamType) -> str:
    """Describe the numbers that a type takes."""
    what = "a whole number" if isinstance(kind, IntParamType) else "a number"
    low, high = getattr(kind, "min", None), getattr(kind, "max", None)
    if low is not None and high is not None:
        return f"{what} from {low} to {high}"
    return what if low is None else f"{what} of at least {low}"
