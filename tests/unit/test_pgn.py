"""PGN: round trips against python-chess, what is found in the wild, and mistakes that cost no other game."""

import io
import random
import time
from weakref import ref

import chess.pgn
import pytest

from lux import Board
from lux.analysis.move_times import move_times
from lux.pgn import Game, PgnError, clock_seconds, open_pgn, read_game, read_games
from lux.text.uci_move import NULL_UCI
from tests.cases import DATA, read_table
from tests.playouts import playouts

LICHESS = DATA / "lichess.pgn"
GOOD = '[Event "good"]\n\n1. f3 e5 2. g4 Qh4# 0-1\n'


def read(text):
    """Return the only game of a text."""
    (game,) = read_games(text)
    assert isinstance(game, Game), game
    return game


def moves(game):
    return " ".join(node.move for node in game.mainline())


def tree_of(node):
    """Return what a tree says, node by node, for either library; python-chess keeps NAGs in a set."""
    found, left = [], [node]
    while left:
        node = left.pop()
        move = node.move if node.move is None or isinstance(node.move, str) else node.move.uci()
        comments = [" ".join(text.split()) for text in (getattr(node, "starting_comment", ""), node.comment)]
        found.append((move, comments, sorted(set(node.nags)), len(node.variations)))
        left += node.variations
    return found


def oracle_game(text):
    game = chess.pgn.read_game(io.StringIO(text))
    assert not game.errors
    return game


def random_tree(rng, oracle):
    """Return a game of the oracle's moves with random variations, comments and NAGs."""
    game = chess.pgn.Game()
    start = oracle.root()
    if start != chess.Board():
        game.setup(start)
    node, board = game, game.board()
    for move in oracle.move_stack:
        node = node.add_main_variation(move)
        # Any of these may stand anywhere; the last is a line that begins as an escaped one would.
        comment = rng.choice(["", "", "a good move " * rng.randrange(20), "[%clk 0:01:00] {", "x " * 38 + "%; [x]"])
        node.comment = comment.strip()
        node.nags = set(rng.sample([1, 4, 6, 14, 146], rng.choice([0, 0, 1, 3])))
        for other in rng.sample(sorted(board.legal_moves, key=str), rng.randrange(2)):
            if other != move:
                side = node.parent.add_variation(other, starting_comment=rng.choice(["", "instead"]))
                for reply in list(side.board().legal_moves)[:1]:
                    side.add_variation(reply, comment="so")
        board.push(move)
    return game


# Round trips


@pytest.mark.parametrize("chess960", [False, True])
def test_random_games_go_round_by_python_chess(chess960):
    rng = random.Random(960 + chess960)
    games = {id(oracle): oracle for oracle, _ in playouts(5, 1500, chess960=chess960)}
    assert len(games) > 20
    for oracle in games.values():
        theirs = random_tree(rng, oracle)
        ours = read(str(theirs))
        assert tree_of(ours) == tree_of(theirs)
        assert ours.end().board().fen(shredder=True) == oracle.shredder_fen(en_passant="legal")
        written = str(ours)
        again = oracle_game(written)
        assert (tree_of(again), dict(again.headers)) == (tree_of(theirs), ours.headers)
        assert str(read(written)) == written
        assert max(map(len, written.splitlines())) < 80


def test_real_games_are_read_as_python_chess_reads_them():
    games = list(read_games(open_pgn(str(LICHESS))))
    assert len(games) == 6
    with LICHESS.open(encoding="utf-8") as file:
        for game in games:
            theirs = chess.pgn.read_game(file)
            assert game.headers == dict(theirs.headers)
            assert tree_of(game) == tree_of(theirs)
            assert tree_of(oracle_game(str(game))) == tree_of(theirs)


def test_a_board_becomes_a_game():
    board = Board("bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w HFhf - 2 9", chess960=True)
    for san in ("Nc3", "Nd7", "b4"):
        board.push_san(san)
    game = Game.from_board(board, {"White": 'The "Great" \\ A'})
    theirs = oracle_game(str(game))
    assert theirs.end().board().fen() == board.fen()
    assert (game.headers["Variant"], game.headers["SetUp"], game.result) == ("Chess960", "1", "*")
    assert read(str(game)).headers == game.headers
    mated = Board()
    for san in ("f3", "e5", "g4", "Qh4#"):
        mated.push_san(san)
    assert Game.from_board(mated).headers["Result"] == "0-1"
    assert str(Game.from_board(mated)).splitlines()[-1] == "1. f3 e5 2. g4 Qh4# 0-1"


def test_a_fen_is_written_with_the_tag_that_announces_it():
    for given, expected in (({}, "1"), ({"SetUp": "1"}, "1"), ({"SetUp": "0"}, "0")):
        game = Game({"FEN": "7k/8/5KQ1/8/8/8/8/8 w - - 0 1"} | given)
        assert str(game).count("[SetUp ") == 1
        assert read(str(game)).headers["SetUp"] == expected
        assert dict(game.headers).get("SetUp") == given.get("SetUp")
    assert "SetUp" not in str(Game())


def test_the_main_line_of_a_deep_game_is_written_and_read():
    shuffle = "g1f3 g8f6 f3g1 f6g8 ".split() * 500
    game = Game()
    game.add_line(shuffle)
    assert moves(read(str(game))).split() == shuffle


# What is found in the wild


WRITTEN = [
    *read_table("written_pgn.tsv"),
    ("glyphs and a NUL", "1. e4! e5?! 2. Nf3!! $14 Nc6\0 *", "e2e4 e7e5 g1f3 b8c6"),
    ("very deep nesting", "1. e4 " + "(1. d4 " * 2000 + ")" * 2000 + "e5 *", "e2e4 e7e5"),
]


@pytest.mark.parametrize(("text", "expected"), [row[1:] for row in WRITTEN], ids=[row[0] for row in WRITTEN])
def test_what_programs_and_people_write(text, expected):
    game = read(text.replace("\\n", "\n"))
    assert moves(game) == expected.removeprefix("-")
    assert moves(read(str(game))) == moves(game)


# Each kind of trouble, as in public bug reports and files: the first of a kind is a case that was reported.
PLAYERS = '[White "A"]\n[Black "B"]\n'
FOUR = "1. e4 e5 2. Nf3 Nc6"
SECOND = '\n\n[White "A"]\n[Black "B"]\n[Result "0-1"]\n\n1. d4 d5 0-1\n'
TAGS = [
    '[WhiteType: "program"]', '[White-Elo "2400"]', '[1stPrize "x"]', '[White Elo "2400"]', "[WhiteElo 2400]",
    "[WhiteElo]", "[]", "[WhiteElo “2400”]", "[ 'WhiteElo' '2400' ]", '["2400"]', '[WhiteElo: 2400"]', '[Élan "x"]',
    "; kept by hand", "% for a program", "{kept}", "; two\n% remarks",
]  # fmt: skip
SIGNS = (
    "± ∓ ⩲ ⩱ ∞ □ = +- += -+ +/- N D ~ ‼ ⁇ ch mate , … ... + # (=) =/+ ±, ⁉ → TN \u200b \u2060 \xa0 !? $13 e.p. dbl.ch. "
    "+\u2212"
).split(" ")
RESULTS = [
    ("1/2", "1/2-1/2"), ("1:0", "1-0"), ("½-½", "1/2-1/2"), ("½", "1/2-1/2"), ("0:1", "0-1"), ("0.5-0.5", "1/2-1/2"),
    ("1\u20130", "1-0"), ("1/2:1/2", "1/2-1/2"), ("0 - 1", "0-1"), ("½\u2013½", "1/2-1/2"), ("1\u22120", "1-0"),
    ("White wins", "*"), ("draw", "*"), ("1-½", "*"),
]  # fmt: skip
ZEROS = [(0, ""), (4, FOUR), (7, f"{FOUR} 3. Bc4 Bc5 4. 0-0")]  # both have lost
AFTER = ["{resigned}", "$1", "1-0", "\x1a", "\n{resigned}\n", "; resigned", "1-0\n{resigned}\n\n{at last}", "*", "\0"]
BRACES = ["{a {b} c}", "{a {b}", "{{a}}", "{a\n{b}\nc}", "} {a}", "{a ; b}"]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        *((f'[White "A"]\n{tag}\n[Black "B"]\n[Result "1-0"]\n\n{FOUR} 1-0\n', [("A", 4, "1-0")]) for tag in TAGS),
        *((f"{PLAYERS}\n1. e4 e5 2. Nf3 {sign} Nc6 1-0", [("A", 4, "1-0")]) for sign in SIGNS),
        *((f"{PLAYERS}\n1. e4 e5 2. Nf3{sign}Nc6 1-0", [("A", 4, "1-0")]) for sign in ("± ", " ±", "+-\u200b", ",")),
        *((f"{PLAYERS}\n{FOUR} {end}{SECOND}", [("A", 4, result), ("A", 2, "0-1")]) for end, result in RESULTS),
        *((f"{PLAYERS}\n{FOUR} 1-0 {after}{SECOND}", [("A", 4, "1-0"), ("A", 2, "0-1")]) for after in AFTER),
        *((f"{PLAYERS}\n{FOUR} 1-0\n{after}\n", [("A", 4, "1-0")]) for after in AFTER),
        *((f"{PLAYERS}\n1. e4 {brace} e5 2. Nf3 Nc6 1-0", [("A", 4, "1-0")]) for brace in BRACES),
        ('[White "A"] 1. e4 *\n[White "B"] 1. d4 d5 *\n', [("A", 1, "*"), ("B", 2, "*")]),
        ('[White "A"] 1. e4 * [White "B"] 1. d4 d5 *', [("A", 1, "*"), ("B", 2, "*")]),
        ('[White "A"] [Black "B"] * [White "B"] 1. d4 d5', [("A", 0, "*"), ("B", 2, "*")]),
        ("1. e4 e5 1-0 1. d4 0-1 1. c4 *", [("?", 2, "1-0"), ("?", 1, "0-1"), ("?", 1, "*")]),
        ("1. e4 e5\n\n1. d4\n\n1. c4 c5 *", [("?", 2, "*"), ("?", 1, "*"), ("?", 2, "*")]),
        ("1. e4\n\n1... e5\n\n2. d4 *", [("?", 3, "*")]),
        ("{preface}\n\n" + PLAYERS + "\n1. e4 *", [("A", 1, "*")]),
        (f"{PLAYERS}\n1. e4 Nf6 2. e5 Nd51-0", [("A", 4, "1-0")]),
        ("♙e4 e5 ♘f3 ♞c6 O\u2013O *", [("?", 4, "*")]),
        *((f'[Variant "{kind}"] 1. e4 *', [("?", 1, "*")]) for kind in ("Classical", "Illegal", "wild/0", "wild/8a")),
        *((blank, []) for blank in ("", "\n \t\n", "; a remark\n% another")),
        ('[White "A"]\n[Result "1-0"]\n\n[White "B"]\n', [("A", 0, "1-0"), ("B", 0, "*")]),
        # The result is what the tag says, or else the end.
        ('[Result "1-0"] 1. e4 0-1', [("?", 1, "1-0")]),
        ("1. e4 (1. d4 0-1) 1/2-1/2", [("?", 1, "1/2-1/2")]),
        ('[Result "White wins"] 1. e4', [("?", 1, "*")]),
        *((f'{PLAYERS}[Result "0-0"]\n\n{some} 0-0{SECOND}', [("A", n, "*"), ("A", 2, "0-1")]) for n, some in ZEROS),
    ],
)  # fmt: skip
def test_games_that_follow_no_standard_are_read(text, expected):
    items = list(read_games(text))
    found = [
        (game.headers["White"], len(list(game.mainline())), game.result)
        for game in (item.game if isinstance(item, PgnError) else item for item in items)
    ]
    assert found == expected
    for item in items:
        if isinstance(item, Game):
            again = read(str(item))
            assert (tree_of(again), again.headers, again.errors) == (tree_of(item), item.headers, [])
            assert again.end().comment == item.end().comment


@pytest.mark.parametrize(
    ("line", "value"),
    [
        (r'[White "The \"Great\" \\ A"]', r'The "Great" \ A'),
        (r'[White "C:\games\"]', "C:\\games\\"),
        ('[White "Smith, "The King""]', 'Smith, "The King"'),
        ('[White "a [b] ]"]', "a [b] ]"),
        ('  [ White   "spaced"  ]', "spaced"),
        ('[White "unfinished"', "unfinished"),
        ('[White ""]', ""),
        ('[White " two  blanks, one\xa0that stays "]', " two  blanks, one\xa0that stays "),
    ],
)
def test_tags(line, value):
    game = read(f'[Event "x"]\n{line}\n[Black "y"]\n\n1. e4 *')
    assert (game.headers["White"], game.headers["Black"], moves(game)) == (value, "y", "e2e4")
    assert read(str(game)).headers == game.headers


@pytest.mark.parametrize(
    "data",
    [
        pytest.param("\ufeff" + GOOD + "\n\ufeff" + GOOD, id="marks"),
        pytest.param((GOOD * 2).replace("\n", "\r\n"), id="CRLF"),
        pytest.param((GOOD * 2).replace("\n", "\r"), id="CR"),
        pytest.param(GOOD.rstrip() + "\n" + GOOD, id="no empty line"),
        pytest.param(GOOD.replace("0-1", "") + GOOD.rstrip(), id="no result, no last line end"),
        pytest.param("1. f3 e5 2. g4 Qh4# 0-1 1. f3 e5 2. g4 Qh4# 0-1", id="no tags"),
        pytest.param((GOOD * 2).encode("utf-16"), id="UTF-16"),
    ],
)
def test_forms_of_files(data, tmp_path):
    path = tmp_path / "games.pgn"
    path.write_bytes(data if isinstance(data, bytes) else data.encode())
    assert [moves(game) for game in read_games(path)] == ["f2f3 e7e5 g2g4 d8h4"] * 2
    if isinstance(data, str):
        assert len(list(read_games(data))) == 2


@pytest.mark.parametrize(
    ("white", "read"),
    [
        ("Müller".encode("latin-1"), "Müller"),
        (b"\x8atefan \x84J\x94, 5 \x80 \x96 \x9e", "Štefan „J”, 5 € \u2013 ž"),
        (b"a\x81\x8d\x8f\x90\x9db", "a\ufffd\ufffd\ufffd\ufffd\ufffdb"),
        ("Łukasz".encode(), "Łukasz"),
    ],
)
def test_bytes_that_are_not_utf8_are_windows_1252(white, read, tmp_path):
    path = tmp_path / "mixed.pgn"
    path.write_bytes(b'[White "' + white + b'"]\n' + '[Black "Łukasz"]\n\n*'.encode())
    (game,) = read_games(path)
    assert (game.headers["White"], game.headers["Black"]) == (read, "Łukasz")


def test_signs_are_nags():
    game = read("1. e4± e5 ∓! 2. Nf3 N Nc6 +/- $14 3. Bb5+= a6 =+? 4. Ba4□ *")
    assert [node.nags for node in game.mainline()] == [{16}, {17, 1}, {146}, {16, 14}, {14}, {15, 2}, {7}]


def test_a_comment_after_the_result_stays_with_its_game():
    assert read("1. e4 1-0 {resigned}").end().comment == "resigned"
    first, second = read_games("1. e4 *\n{over}\n\n{new} 1. d4 *")
    assert (first.end().comment, second.comment) == ("over", "new")


@pytest.mark.parametrize("name", ["White Elo", "", "a]", 'a"b', "Élan", "-x", "a\nb", "a\n"])
def test_a_name_that_cannot_stand_in_pgn_is_refused(name):
    game = Game()
    for change in (
        lambda: game.headers.__setitem__(name, "x"),
        lambda: game.headers.update({name: "x"}),
        lambda: game.headers.setdefault(name, "x"),
        lambda: game.headers.__ior__({name: "x"}),
        lambda: setattr(game, "headers", {name: "x"}),
        lambda: Game({name: "x"}),
    ):
        with pytest.raises(ValueError, match="not the name of a tag"):
            change()
    with pytest.raises(TypeError, match="the value of WhiteElo must be text, not 2400"):
        Game({"WhiteElo": 2400})
    game.headers |= {"White-Elo": "2400", "1st": "x", "WhiteType:": "program"}
    assert read(str(game)).headers == game.headers == dict(oracle_game(str(game)).headers)


@pytest.mark.parametrize("spelling", ["--", "Z0", "0000", "@@@@", "<>", "null", "---"])
def test_null_moves_are_moves(spelling):
    """They have one spelling in the end, and the game before them is not forgotten."""
    game = read(f"1. Nf3 Nf6 2. Ng1 {spelling} 3. Nf3 Ng8 4. Ng1 (4. {spelling}) Nf6 *")
    assert str(game).endswith("1. Nf3 Nf6 2. Ng1 -- 3. Nf3 Ng8 4. Ng1 ( 4. -- ) 4... Nf6 *")
    board = game.end().board()
    assert (board.move_stack[3], len(board.move_stack), board.fullmove_number) == (NULL_UCI, 8, 5)
    assert [node.san() for node in game.mainline()][3] == "--"
    assert repr(game.end().parent.parent.parent.parent.parent) == "<Node 2. Ng1>"


@pytest.mark.parametrize(
    "fen",
    ["nr2k1rn/pppppppp/8/8/8/8/PPPPPPPP/NR2K1RN w KQkq - 0 1", "1rk3r1/pppppppp/8/8/8/8/PPPPPPPP/1RK3R1 w BGbg -"],
)
def test_castling_rights_may_make_a_game_chess960(fen):
    game = read(f'[FEN "{fen}"]\n\n1. O-O O-O-O *')
    assert (game.board().chess960, moves(read(str(game)))) == (True, moves(game))
    assert not read('[FEN "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1"] *').board().chess960


def test_numbers_of_any_length_are_read():
    digits = "9" * 5000
    game = read(
        f'[TimeControl "{digits}+{digits}"]\n\n1. e4 ${digits} {{[%clk {digits}:00:00] [%emt 0:00:{digits}]'
        f" [%eval {digits}] +1.0/{digits} {digits}s}} e5 {{[%clk 0:00:{digits}] [%eval #{digits}]}} {digits}. Nf3 *"
    )
    for node in game.mainline():
        assert (node.clock(), node.emt(), node.eval(), node.nags) == (None, None, None, set())
    assert move_times(game) == [None] * 3
    assert clock_seconds("999999:59:59.999") < 4e9


HUGE = {
    "errors": lambda size: "1. e5 *\n" * (size // 8),
    "braces": lambda size: "1. e4 " + "{" * size + "\n" * size + "{" * size,
    "comments that are not closed": lambda size: '1. e4 {\n[White "A"]\n' * (size // 8),
    "closed braces": lambda size: "1. e4 " + "{}" * size + "}" * size,
    "brackets": lambda size: '[A "x ' * size,
    "quotes": lambda size: '[White "' + '"' * size + "\n" + '[White "' + '\\"' * size,
    "parentheses": lambda size: "1. e4 " + "(" * size + ")" * size,
    "variations": lambda size: "1. e4 e5 " + "(1... c5) " * size,
    "commands": lambda size: "1. e4 {" + "[%clk " * size + "} *",
    "words": lambda size: "1. e4 " + "e4-" * size + " e5" + " x" * size,
    "one word": lambda size: "1. e4 " + "=+-" * size + "a" * size,
    "tags in a line": lambda size: '[A "x"]' * size,
}


@pytest.mark.parametrize("kind", HUGE)
def test_time_grows_with_the_text(kind):
    """Eight times the text takes about eight times as long, not 64 times."""

    def seconds(size):
        start = time.process_time()
        first, *_ = read_games(HUGE[kind](size))
        if isinstance(first, Game):
            assert [node.clock() for node in first.mainline()].count(None) == len(list(first.mainline()))
            str(first)
        return time.process_time() - start

    # Once is enough: a busy machine makes one of two equal measurements five times as long.
    assert any(seconds(8 * 2000) < 25 * seconds(2000) + 0.2 for _ in range(3))


def test_comments_glyphs_and_commands_stay():
    game = read("{before} $13 1. e4! {good} {[%eval 0.24] [%clk 0:05:00]} ({or} ⌓ 1. d4 $10) 1... e5?? *")
    first = game.variations[0]
    assert (game.comment, first.comment, first.nags) == ("before", "good [%eval 0.24] [%clk 0:05:00]", {1})
    assert (first.command("eval"), first.command("clk"), first.command("emt")) == ("0.24", "0:05:00", None)
    assert (game.variations[1].starting_comment, game.variations[1].nags) == ("or", {10, 142})
    assert first.variations[0].nags == {4}
    assert read("1. e4 {[%csl Ra1][%cal Ga1a2]a\0b} *").end().comment == "[%csl Ra1][%cal Ga1a2]a b"
    first.set_command("eval", "#-3")
    first.set_command("clk", None)
    assert first.comment == "[%eval #-3] good"
    first.comment = " "
    assert "{ before } $13 1. e4 $1 ( { or } 1. d4 $10 $142 ) 1... e5" in str(game)
    del game.variations[1]
    assert "1. e4 $1 e5" in str(game)


# Mistakes


MISTAKES = [(text.replace("\\n", "\n"), *rest) for text, *rest in read_table("pgn_mistakes.tsv")]


@pytest.mark.parametrize(("bad", "_", "line", "reason"), [row for row in MISTAKES if row[1] == "-"])
def test_a_mistake_is_reported_with_number_and_line_and_costs_one_game(bad, _, line, reason):
    bad = f'[Event "bad"]\n\n{bad}\n\n'
    error, *rest = read_games(bad + GOOD + "\n" + bad)
    assert isinstance(error, PgnError)
    assert (error.number, error.line) == (1, int(line))
    assert reason in error.reason
    assert str(error).startswith(f"game 1, line {line}: ")
    assert moves(rest[0]) == "f2f3 e7e5 g2g4 d8h4"
    assert (rest[1].number, rest[1].line, rest[1].reason) == (3, 5 + bad.count("\n") + int(line) - 1, error.reason)


@pytest.mark.parametrize(("text", "expected", "line", "reason"), [row for row in MISTAKES if row[1] != "-"])
def test_what_a_game_can_do_without_is_noted_and_costs_nothing_else(text, expected, line, reason):
    for game in (read(text), *read_games(f"{text}\n\n{GOOD}\n", errors="raise")):
        if moves(game) == "f2f3 e7e5 g2g4 d8h4":
            continue
        assert moves(game) == expected
        assert str(game.errors[0]).startswith(f"game 1, line {line}: {reason}")
        assert read(str(game)).errors == []


@pytest.mark.parametrize("seed", range(20))
def test_noise_is_survived(seed):
    rng = random.Random(seed)
    text = list(LICHESS.read_text(encoding="utf-8")[:4000])
    for _ in range(40):
        text[rng.randrange(len(text))] = rng.choice('(){}[];%$"\\\n10-*eN \0é')
    items = list(read_games("".join(text) + "\n}\n\n" + GOOD))
    assert moves(items[-1]) == "f2f3 e7e5 g2g4 d8h4"
    for item in items:
        if isinstance(item, Game):
            assert not chess.pgn.read_game(io.StringIO(str(item))).errors


def test_a_text_with_nothing_of_a_game_is_none():
    (error,) = read_games("name,Elo\nNN,2400\n")
    assert str(error) == "game 1, line 1: 'name,Elo' is not PGN"


def test_a_file_is_let_go_after_its_first_game():
    file = io.StringIO(GOOD + "\n1. e4 *\n")
    seen = ref(file)
    assert moves(read_game(file)) == "f2f3 e7e5 g2g4 d8h4"
    del file
    assert seen() is None


def test_a_source_is_a_path_a_text_or_lines(tmp_path):
    path = tmp_path / "games.PGN"
    path.write_text(GOOD + "\n1. e4 *\n", encoding="utf-8")
    with open(path, encoding="utf-8") as file:
        expected = [moves(game) for game in read_games(file)]
    assert expected == ["f2f3 e7e5 g2g4 d8h4", "e2e4"]
    for source in (path, str(path), path.read_text(), path.read_text().splitlines(keepends=True)):
        assert [moves(game) for game in read_games(source)] == expected
    with pytest.raises(FileNotFoundError):
        next(read_games("nowhere.pgn"))


def test_errors_are_yielded_or_raised():
    text = "1. e4 *\n1. e5 (1. e4 *) 1-0\n1. d4 *"
    games = read_games(text, errors="raise")
    assert moves(next(games)) == "e2e4"
    with pytest.raises(PgnError, match="game 2, line 2: illegal move e5"):
        next(games)
    first, error, last = read_games(text)
    assert (moves(first), error.line, moves(last)) == ("e2e4", 2, "d2d4")
    with pytest.raises(ValueError, match="'yield' or 'raise', not 'ignore'"):
        read_games("", errors="ignore")


def test_what_nodes_tell_is_what_python_chess_reads():
    text = (
        "1. e4 {[%eval 0.17] [%clk 1:02:03]} e5 {[%eval -1.2,20] [%clk 0:00:07.5]}"
        " 2. f4 {[%eval #-3]} a6 {[%eval #2] [%emt 0:00:05]} *"
    )
    oracle, game = chess.pgn.read_game(io.StringIO(text)), read(text)
    for expected, node in zip(oracle.mainline(), game.mainline(), strict=True):
        assert node.san() == expected.san()
        white = expected.eval().white()
        assert (node.eval().cp, node.eval().mate) == (white.score(), white.mate())
        assert node.clock() == expected.clock()
        assert node.emt() == expected.emt()
    with pytest.raises(ValueError, match="no move leads"):
        game.san()
    assert (game.eval(), game.clock()) == (None, None)
    assert [node.eval() for node in read("1. e4 {[%eval ?]} e5 {[%eval #x]} *").mainline()] == [None, None]


def test_nodes_and_games_tell_what_they_are():
    game = read('[White "Anna"]\n[Black "Bert"]\n\n1. e4 e5 2. Nf3 1-0')
    assert repr(game) == "<Game Anna - Bert, 3 plies, 1-0>"
    assert [repr(node) for node in game.mainline()] == ["<Node 1. e4>", "<Node 1... e5>", "<Node 2. Nf3>"]
    assert repr(Game().add_variation("e2e5")) == "<Node e2e5, which is illegal>"


def test_an_unclaimed_draw_is_not_a_result():
    board = Board()
    for move in ["g1f3", "g8f6", "f3g1", "f6g8"] * 2:
        board.push(move)
    assert Game.from_board(board).result == "1/2-1/2"
    board.pop()
    assert Game.from_board(board).result == "*"
