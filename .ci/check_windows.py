"""Check under Wine what `.ci/windows.py` makes: the folder by its programs, the wheel in a whole CPython.

    apt install mingw-w64 wine64 wine

docs/windows.md lists what Wine cannot test, such as consoles.
"""

import os
import shlex
import subprocess
import sys
import tempfile
import zipfile
from pathlib import Path

import chess
import windows

TOOLS = Path(sys.executable).parent
FOLDER = "Шахматы и пробелы"  # Cyrillic letters and spaces
PATIENCE = "10"  # times the deadlines that tests set an engine: Wine starts processes slowly
PLAIN = "not slow and not timing"
TESTED_BY = ["pytest", "hypothesis", "pyyaml", "psutil", "pyte"]

# Tests left out, with the reason.
SIGNALS = "signals of POSIX"
PROTOCOL = {
    "test_ending.py::test_full_output_is_reported": "/dev/full, and line ends of standard error",
    "test_ending.py::test_signals_end_a_session_as_quit_does": SIGNALS,
    "test_ending.py::test_signals_end_a_single_command_as_any_program": SIGNALS,
    "test_options.py::test_syzygy_path": "directories are separated by a semicolon",
}
UNIT = {
    "test_board.py::test_memory_is_given_back": "the module resource",
    "test_client.py::test_a_command_that_cannot_be_started": "messages of the system",
    "test_client.py::test_a_program_that_speaks_no_uci": "cat",
    "test_client.py::test_an_engine_dies_with_what_it_started": "pidfd_open",
    "test_client.py::test_an_engine_that_fails_in_a_search": SIGNALS,
    "test_client.py::test_an_interrupted_search_is_stopped_and_the_next_one_answered": SIGNALS,
    "test_levels.py::test_an_installation_of_several_cores": "links extensions from beside the sources",
    "test_syzygy.py::test_numbers_of_positions": "writes to a file that is mapped, which Windows forbids",
    "test_syzygy.py::test_random_damage": "writes to a file that is mapped, which Windows forbids",
    "test_syzygy.py::test_unreadable_and_foreign_files": "messages of the system",
}
UNIT_FILES = {
    "test_replacing.py": "the module resource",
    "test_examples.py": "needs the sources",
    "test_stubs.py": "needs the sources",
    "test_doctests.py": "needs the sources",
}


def run(*command: str | Path, **environment: str) -> str:
    """Return the output of a command; Python under Wine needs pipes for its streams."""
    done = subprocess.run(
        [str(word) for word in command],
        env=os.environ | environment,
        input="",
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    )
    if done.returncode:
        sys.exit(f"{shlex.join(map(str, command))}: status {done.returncode}\n{done.stdout}")
    return done.stdout


def left_out(tests: str, reasons: dict[str, str]) -> list[str]:
    for name, reason in reasons.items():
        print(f"left out: {tests}/{name}: {reason}")
    return [f"--deselect={tests}/{name}" for name in reasons]


def check_folder(scratch: Path) -> None:
    """Run the folder's programs from a place with an awkward name, and the tests of the protocol with them."""
    (archive,) = windows.DIST.glob("lux-*-windows-x86_64.zip")
    with zipfile.ZipFile(archive) as packed:
        packed.extractall(scratch / FOLDER)
    (folder,) = (scratch / FOLDER).iterdir()
    scripts = scratch / "scripts"
    scripts.mkdir()
    for program in folder.glob("*.exe"):
        script = scripts / program.stem
        script.write_text(f'#!/bin/sh\nexec wine {shlex.quote(str(program))} "$@"\n', encoding="utf-8")
        script.chmod(0o755)
    print(run(scripts / "lux", "--version").strip())
    expected = run(TOOLS / "lux", "bench").splitlines()[-1].split()[0]
    for level in windows.LEVELS:
        nodes, _, nps, _ = run(scripts / "lux", "bench", LUX_LEVEL=level).splitlines()[-1].split()
        assert nodes == expected, f"bench: {nodes}, on Linux {expected}"
        print(f"{level}: bench {nodes} as on Linux, {nps} nps")
    print(run(scripts / "lux", "perft-suite", "tricky").splitlines()[-1])
    tests = "tests/protocol"
    options = ["-q", "-n", "2", "-m", PLAIN, *left_out(tests, PROTOCOL), tests, "tests/tictac/test_protocol.py"]
    options.append(
        "--deselect=tests/tictac/test_protocol.py::test_the_protocol_needs_no_compiled_module_and_no_package"
    )
    said = run(TOOLS / "python", "-m", "pytest", *options, LUX_SCRIPTS=str(scripts), LUX_TEST_PATIENCE=PATIENCE)
    print(f"protocol: {said.splitlines()[-1]}")


def check_wheel(scratch: Path) -> None:
    """Run tests of the rules, the evaluation and the tablebases with the wheel in a whole CPython."""
    (wheel,) = windows.DIST.glob("*-win_amd64.whl")
    site, away = scratch / "site", scratch / "away"
    windows.pip("install", "-q", "--no-compile", *windows.FOR_WINDOWS, "--target", site, wheel, *TESTED_BY)
    # The oracle comes as sources only, and is all Python.
    (site / "chess").symlink_to(Path(chess.__file__).parent)
    away.mkdir()
    for name in ("tests", "pyproject.toml"):
        (away / name).symlink_to(windows.ROOT / name)
    tests = "tests/unit"
    options = ["-q", "-p", "no:cacheprovider", "-m", PLAIN, *left_out(tests, UNIT)]
    for name, reason in UNIT_FILES.items():
        print(f"left out: {tests}/{name}: {reason}")
        options.append(f"--ignore={tests}/{name}")
    python = windows.python_of(windows.PYTHON) / "python.exe"
    os.chdir(away)
    said = run(
        *(
            "wine",
            python,
            "-X",
            "utf8",
            "-m",
            "pytest",
            *options,
            tests,
            "tests/evaluation",
            "tests/perft/test_suites.py",
        ),
        PYTHONPATH="Z:" + str(site).replace("/", "\\"),
    )
    print(f"wheel: {said.splitlines()[-1]}")


def main() -> None:
    windows.main()
    with tempfile.TemporaryDirectory() as name:
        os.environ |= {"WINEPREFIX": f"{name}/wine", "WINEDEBUG": "-all", "PYTHONDONTWRITEBYTECODE": "1"}
        check_folder(Path(name))
        check_wheel(Path(name))
        subprocess.run(["wineserver", "-k"], check=False)


if __name__ == "__main__":
    main()
