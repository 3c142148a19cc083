"""Write the sources of a tuning build, in which the search parameters are variables (layer 6).

`setup.py` runs this file before Lux is built, so it imports nothing of Lux.
"""

import re
from pathlib import Path

PARAMETERS = Path("lux/search/params.pxd")
PARAMETER = re.compile(r"^    ([A-Z_]+) = (-?\d+) +# (-?\d+) \.\. (\d+), (\d+)", re.MULTILINE)
MODULE = '''\
PARAMETERS = {table}
_used = {{name: numbers[0] for name, numbers in PARAMETERS.items()}}


def set_values(values: dict) -> None:
    """Search with these values, by name, from now on; the others are unchanged."""
    global {names}
    _used.update(values)
    {names} = [_used[name] for name in PARAMETERS]


set_values({{}})
'''


def tunable_parameters(header: str) -> tuple[str, str]:
    """Return the header and the module of the parameters for a tuning build, given the header of other builds.

    Raises:
        ValueError: a parameter in the last enum of the header is not described by a range and a step.
    """
    constants, _, parameters = header.rpartition("cdef enum:\n")
    table = {name: tuple(map(int, numbers)) for name, *numbers in PARAMETER.findall(parameters)}
    if len(table) != parameters.count(" = "):
        raise ValueError(f"{PARAMETERS}: expected `NAME = value  # least .. largest, step` in its last enum")
    variables = re.sub(r"^    (\w+) = -?\d+", r"    int \1", parameters, flags=re.MULTILINE)
    module = MODULE.format(table=table, names=", ".join(table))
    return constants.replace("TUNABLE = 0", "TUNABLE = 1") + "cdef:\n" + variables, module


def write_tunable_sources(folder: Path) -> None:
    """Copy the sources in the current folder, with variables for parameters; unchanged files are not written."""
    texts = {path: path.read_text(encoding="utf-8") for path in Path().glob("lux/**/*.p*[yxd]")}
    texts[PARAMETERS], texts[PARAMETERS.with_suffix(".py")] = tunable_parameters(texts[PARAMETERS])
    for path, text in texts.items():
        copy = folder / path
        if not copy.exists() or copy.read_text(encoding="utf-8") != text:
            copy.parent.mkdir(parents=True, exist_ok=True)
            copy.write_text(text, encoding="utf-8")
