"""Build the attack tables (layer 1).

Every table comes from a slow ray walker, which is simple and also the tests' oracle. Sliders are
looked up by PEXT where the build targets BMI2 and by magic multiplication elsewhere; only the index differs.

Source: https://www.chessprogramming.org/Magic_Bitboards and https://www.chessprogramming.org/BMI2#PEXTBitboards
"""

import cython
from cython.cimports.lux.rules.bitboard import *
from cython.cimports.lux.rules.random import next_random
from cython.cimports.lux.rules.types import *

# For each square the least seed that gives a magic, a multiplier that maps no two occupancies with different attacks to
# the same slot. BISHOP's, then ROOK's.
# fmt: off
MAGIC_SEEDS = [
    21907, 958, 5965, 3194, 101, 804, 856, 14023,
    2718, 622, 1138, 4005, 661, 1896, 117, 1432,
    4221, 3997, 5619, 11906, 1751, 1695, 2309, 539,
    1483, 1483, 3625, 308278, 109814, 34914, 1601, 145,
    3162, 2293, 21286, 209457, 29380, 1399, 3089, 16187,
    968, 178, 12783, 3619, 418, 195, 1536, 1523,
    856, 748, 284, 429, 1855, 42, 3625, 958,
    14023, 1432, 675, 1523, 1519, 4953, 2718, 21907,

    642505, 140795, 295489, 237783, 490515, 336364, 78917, 26827,
    45864, 65967, 29500, 212035, 7705, 10224, 74345, 38198,
    24950, 4228, 488857, 218676, 106513, 10224, 38874, 422778,
    34961, 20073, 11331, 389183, 7768, 263108, 37839, 204143,
    22522, 62805, 34206, 43425, 41557, 176943, 33891, 110099,
    81710, 81484, 215758, 553311, 540952, 304335, 7705, 132762,
    36922, 49796, 1036, 33806, 66407, 365283, 23204, 4582,
    45681, 36551, 88324, 386682, 1858952, 4276, 10345, 6028,
]
# fmt: on


def slow_slider_attacks(square: Square, occupied: Bitboard, kind: PieceType) -> Bitboard:
    attacks: Bitboard = 0
    for rank_step in range(-1, 2):
        for file_step in range(-1, 2):
            # Rooks change one coordinate at a time, bishops both.
            if (rank_step != 0) + (file_step != 0) != (1 if kind == ROOK else 2):
                continue
            rank: cython.int = rank_of(square) + rank_step
            file: cython.int = file_of(square) + file_step
            while 0 <= rank < 8 and 0 <= file < 8:
                attacks |= square_bb(8 * rank + file)
                if occupied & square_bb(8 * rank + file):
                    break
                rank += rank_step
                file += file_step
    return attacks


def init_slider(table: cython.pointer[Slider], storage: cython.pointer[Bitboard], kind: PieceType) -> cython.void:
    """Fill *table*, one row a square, from consecutive slices of *storage*."""
    past: Bitboard[64]  # attacks past one occupied square
    attacks: Bitboard[MAX_SUBSETS]
    for square in range(64):
        slider: cython.pointer[Slider] = cython.address(table[square])
        slider.attacks = storage
        slider.mask = 0
        attacks[0] = slow_slider_attacks(square, 0, kind)
        for blocker in range(64):
            past[blocker] = slow_slider_attacks(square, square_bb(blocker), kind)
            if past[blocker] != attacks[0]:
                slider.mask |= square_bb(blocker)
        # Magics are sparse.
        state: uint64_t = MAGIC_SEEDS[64 * (kind - BISHOP) + square]
        slider.magic = next_random(cython.address(state)) & next_random(cython.address(state))
        slider.magic &= next_random(cython.address(state))
        slider.shift = 64 - popcount(slider.mask)
        # The carry-rippler walks all subsets of the mask, in PEXT order. Blockers hide squares independently: intersect
        # the attacks past the lowest with those past the others.
        subset: Bitboard = 0
        for i in range(cython.cast(cython.int, square_bb(popcount(slider.mask)))):
            if i > 0:
                attacks[i] = attacks[i & (i - 1)] & past[lsb(subset)]
            slider.attacks[slider_index(slider, subset)] = attacks[i]
            subset = (subset - slider.mask) & slider.mask
            storage += 1


def init_attacks() -> cython.void:
    """Build every table of the module."""
    for square in range(64):
        TABLES.pawn[WHITE][square] = pawn_attacks_bb(WHITE, square_bb(square))
        TABLES.pawn[BLACK][square] = pawn_attacks_bb(BLACK, square_bb(square))
        # A king steps as far as a queen on a full board.
        TABLES.king[square] = slow_slider_attacks(square, ALL_SQUARES, ROOK)
        TABLES.king[square] |= slow_slider_attacks(square, ALL_SQUARES, BISHOP)
        for to in range(64):
            # A knight goes one step along one coordinate and two along the other.
            if abs(rank_of(to) - rank_of(square)) * abs(file_of(to) - file_of(square)) == 2:
                TABLES.knight[square] |= square_bb(to)
    init_slider(TABLES.rook, ROOK_STORAGE, ROOK)
    init_slider(TABLES.bishop, BISHOP_STORAGE, BISHOP)

    # Two squares share a line if a slider on one attacks the other on the empty board.
    for straight in range(2):
        for a in range(64):
            for b in range(64):
                if slider_attacks(straight, a, 0) & square_bb(b):
                    towards: Bitboard = slider_attacks(straight, a, square_bb(b))
                    TABLES.between[a][b] = towards & slider_attacks(straight, b, square_bb(a))
                    shared: Bitboard = slider_attacks(straight, a, 0) & slider_attacks(straight, b, 0)
                    TABLES.line[a][b] = shared | square_bb(a) | square_bb(b)


init_attacks()
