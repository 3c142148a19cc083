"""`setoption`, through the protocol and on the table itself."""

import re
import time

import pytest

from lux.options import Button, Check, Option, Options, Spin
from lux.protocol import ProtocolError


@pytest.mark.parametrize(
    "line",
    [
        "name Hash value 1",
        "name hash value 32",
        "name HASH value +8",
        "name Threads value 1",
        "name Clear Hash",
        "name clear   hash value",
        "name Move Overhead value 0",
        "name move overhead value 5000",
        "name Ponder value TRUE",
        "name UCI_Chess960 value false",
        "name UCI_LimitStrength value true",
        "name uci_elo value 2600",
        "name Skill Level value 0",
    ],
)
def test_good_option_is_silent(session, line):
    session.send(f"setoption {line}")
    assert session.ready() == []
    assert session.bestmove("go depth 2") != "(none)"


@pytest.mark.parametrize(
    ("line", "told"),
    [
        ("", "expected 'name"),
        ("Hash 32", "expected 'name"),
        ("name", "name is missing"),
        ("name value 3", "name is missing"),
        ("name Nonsense value 3", "unknown option: 'Nonsense'"),
        ("name Hash", "not nothing; it stays 16"),
        ("name Hash value", "not nothing"),
        ("name Hash value 0", "from 1 to 65536, not '0'; it stays 16"),
        ("name Hash value 65537", "not '65537'"),
        ("name Hash value -1", "not '-1'"),
        ("name Hash value 1.5", "not '1.5'"),
        ("name Hash value ٣", "not '٣'"),
        ("name Hash value " + "9" * 5000, "from 1 to 65536"),
        ("name Threads value 0", "from 1 to 1024"),
        ("name Move Overhead value 5001", "from 0 to 5000"),
        ("name Ponder value yes", "true or false, not 'yes'; it stays false"),
    ],
)
def test_bad_option_gets_one_line_and_changes_nothing(session, line, told):
    session.send(f"setoption {line}")
    (answer,) = session.ready()
    assert answer.startswith("info string ")
    assert told in answer
    assert session.bestmove("go depth 2") != "(none)"


def test_hash_beyond_memory_keeps_the_table(session):
    # Whether the largest table can be had depends on the machine: either way the engine plays on.
    session.send("setoption name Hash value 65536")
    answers = session.ready()
    assert answers == [] or (len(answers) == 1 and "it stays 16" in answers[0])
    session.send("setoption name Hash value 4")
    assert session.ready() == []
    assert session.bestmove("go depth 4") != "(none)"


def test_every_change_of_hash_plays_on(session):
    for mib in (1, 64, 2, 16):
        session.send(f"setoption name Hash value {mib}", "go depth 5")
        session.expect("bestmove .*")
    assert not [line for line in session.seen if line.startswith("info string")]


@pytest.fixture
def options():
    return Options(
        Spin("Depth Limit", 5, 1, 9), Check("Quiet", True), Option("Name", ""), Button("Reset", lambda _: None)
    )


def test_declarations(options):
    assert [option.declaration() for option in options] == [
        "option name Depth Limit type spin default 5 min 1 max 9",
        "option name Quiet type check default true",
        "option name Name type string default <empty>",
        "option name Reset type button",
    ]


def test_values(options):
    options.setoption("name DEPTH limit value 9".split())
    options.setoption("NAME Quiet VALUE False".split())
    options.setoption("name Name value a b".split())
    options.setoption("name Reset".split())
    assert [option.value for option in options] == [9, False, "a b", None]
    options.setoption("name Name value".split())
    assert options["name"].value == ""


def test_refusal_by_the_owner_keeps_the_value():
    def refuse(value):
        raise ProtocolError("no")

    options = Options(Spin("Size", 1, 1, 9, refuse))
    with pytest.raises(ProtocolError, match="no"):
        options.setoption("name Size value 3".split())
    assert options["Size"].value == 1


@pytest.mark.parametrize("option", ["UCI_LimitStrength value true", "Skill Level value 0"])
def test_a_limited_player_varies_and_spends_little(session, option):
    session.send(f"setoption name {option}")
    chosen = set()
    for _ in range(20):
        session.send("go wtime 60000 btime 60000")
        *infos, best = session.expect("bestmove .*")
        chosen.add(best.split()[1])
        assert all(" multipv 1 " in info for info in infos)
        assert int(re.search(r" nodes (\d+)", infos[-1])[1]) < 5000
    assert len(chosen) > 1
    session.send("setoption name UCI_LimitStrength value false", "setoption name Skill Level value 20", "go depth 6")
    assert any(line.startswith("info depth 6 ") for line in session.expect("bestmove .*"))


def test_a_limited_player_takes_mates_and_waits_for_stop(session):
    mate = "position fen 6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - 0 1"
    session.send("setoption name Skill Level value 5", mate)
    assert {session.bestmove("go depth 3") for _ in range(5)} == {"d1d8"}
    session.send("position startpos", "go infinite")
    time.sleep(0.3)
    assert not any(line.startswith("bestmove") for line in session.ready())
    assert session.bestmove("stop") != "(none)"
