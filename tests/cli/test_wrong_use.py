"""Wrong command lines of `lux` and `tictac`: one line that says what is wrong, and status 2."""

import shlex

import pytest

from lux.cli.group import COMMANDS
from lux.cli.tictac.commands import tictac
from tests.cli.in_process import run_here

# What is typed, and where it is worth a look what is said. Ranges of numbers are click's own.
LUX = """
nonsense; --nonsense; ''
plya -> No such command 'plya'. Did you mean play?
benhc -> No such command 'benhc'. Did you mean bench?
play --them wood -> No such option
play --depth x -> Invalid value for '--depth': 'x' is not a valid integer
play --elo 99999 -> Invalid value for '--elo': 99999 is not in the range 400<=x<=2600.
play --theme pink -> Invalid value for '--theme': 'pink' is not one of 'wood', 'slate', 'paper', 'green'.
perft -> Missing argument 'DEPTH'.
play --movetime x; play --white; play e4; perft -1; perft x
play --depth 3 --movetime 1; play --elo 1500 --level 5; play --book setup.py --no-book; play --resume --elo 1500
play --fen garbage; play --fen '8/8/8/8/8/8/8/8 w - - 0 1'; play --time 5+; play --book /nonexistent
play --chess960 960; play --chess960 7 --fen '4k3/8/8/8/8/8/8/4K2R w K - 0 1'; play --color white --black lux
analyse; analyse nowhere.pgn; analyse lux/text; analyse - -; analyse '8/8/8/8/8/8/8/8 w - - 0 1'
analyse startpos --output x.pgn; analyse startpos --plot x.svg; analyse startpos --html x.html
analyse startpos --jobs 2; analyse startpos --cluster local:2; analyse GAMES --chess960
analyse GAMES --jobs 2 --cluster local:2; analyse GAMES --cluster local:0; analyse GAMES --output - --json
analyse GAMES --output - --html -; analyse GAMES --output x.pgn --html ./x.pgn; analyse GAMES --html GAMES
analyse GAMES --plot x.gif; analyse GAMES --output GAMES
epd; epd nowhere.epd; epd tests; eval nowhere x/y; eval startpos --svg; tree nowhere
perft 3 nowhere; perft 3 8/8/8/8/8/8/8/8 w - -; perft 3 --hash 1 --no-bulk; perft 3 --stats --divide; perft 0 --divide
perft 4 --cluster local:2 --divide; perft 4 --cluster local:2 --threads 2; perft 4 --split 2; perft 4 --checkpoint file
datagen x.viri --cluster local:2 --threads 2 -> --threads is for this process, not for --cluster
perft-suite no-such-file.epd; perft-suite --max-nodes many; perft-suite --option Hash=1
perft-suite --engine true --hash 1; perft-suite --engine true --option Hash; perft-suite --engine true --timeout 0
perft-compare 3; perft-compare 3 nowhere --engine true
"""
TICTAC = """
nonsense; --nonsense; play --level 11; play --board 3x3; play --board 9x9x9; perft; perft 2 '3/3/3 o'; solve 'XXX/3/3 x'
solve --board 3x3x4
"""


def cases(text):
    for line in text.strip().splitlines():
        typed, arrow, said = line.partition(" -> ")
        yield from [(typed, said)] if arrow else ((part.strip(), "") for part in line.split(";"))


@pytest.mark.parametrize(("line", "said"), [*cases(LUX)])
def test_lux(line, said):
    check("lux", line, said, run_here(*args_of(line)), COMMANDS)


@pytest.mark.parametrize(("line", "said"), [*cases(TICTAC)])
def test_tictac(line, said):
    check("tictac", line, said, run_here(*args_of(line), program=tictac), tictac.commands)


def args_of(line):
    return shlex.split(line.replace("GAMES", "tests/data/lichess.pgn"))


def check(program, line, said, done, commands):
    assert (done.returncode, done.stdout) == (2, "")
    first = args_of(line)[0]
    path = f"{program} {first}" if first in commands else program
    assert done.stderr.startswith(f"{path}: {said}")
    assert done.stderr.endswith(f"(see `{path} --help`)\n")
    assert done.stderr.count("\n") == 1
