"""Build the attack tables (layer 1).

Every table comes from a slow ray walker, which is simple and also the tests' oracle. Sliders are
looked up by PEXT where the build targets BMI2 and by magic multiplication elsewhere; only the index differs.

Source: https://www.chessprogramming.org/Magic_Bitboards and https://www.chessprogramming.org/BMI2#PEXTBitboards
"""

import cython
from cython.cimports.libc.string import memset
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


def step_attacks(square: Square, long_step: cython.int, short_step: cython.int) -> Bitboard:
    """Return the squares at most (long, short) or (short, long) steps away: (2, 1) for knights, (1, 1) or (1, 0)."""
    attacks: Bitboard = 0
    for to in range(64):
        ranks: cython.int = abs(rank_of(to) - rank_of(square))
        files: cython.int = abs(file_of(to) - file_of(square))
        if (ranks == long_step and files == short_step) or (ranks == short_step and files == long_step):
            attacks |= square_bb(to)
    return attacks


def relevant_occupancy(square: Square, kind: PieceType) -> Bitboard:
    """Return the squares whose occupation changes the slider's attacks: its rays short of the board's edge."""
    edges: Bitboard = ((RANK_1_BB | RANK_8_BB) & ~rank_bb(rank_of(square))) | (
        (FILE_A_BB | FILE_H_BB) & ~file_bb(file_of(square))
    )
    return slow_slider_attacks(square, 0, kind) & ~edges


def fill_subsets(
    occupancy: cython.pointer[Bitboard],
    attacks: cython.pointer[Bitboard],
    mask: Bitboard,
    square: Square,
    kind: PieceType,
) -> cython.int:
    """Write every subset of *mask*, in PEXT order, and the slider's attacks for each; return their number."""
    alone: Bitboard[64]  # attacks past one occupied square
    for blocker in range(64):
        if mask & square_bb(blocker):
            alone[blocker] = slow_slider_attacks(square, square_bb(blocker), kind)
    occupancy[0] = 0
    attacks[0] = slow_slider_attacks(square, 0, kind)
    size: cython.int = 1
    # The carry-rippler walks all subsets of the mask.
    subset: Bitboard = mask & -mask
    while subset != 0:
        occupancy[size] = subset
        # Blockers hide squares independently: intersect the attacks past the lowest with those past the others.
        attacks[size] = attacks[size & (size - 1)] & alone[lsb(subset)]
        size += 1
        subset = (subset - mask) & mask
    return size


def init_slider(table: cython.pointer[Slider], storage: cython.pointer[Bitboard], kind: PieceType) -> cython.void:
    """Fill *table*, one row a square, from consecutive slices of *storage*."""
    occupancy: Bitboard[MAX_SUBSETS]
    attacks: Bitboard[MAX_SUBSETS]
    for square in range(64):
        slider: cython.pointer[Slider] = cython.address(table[square])
        slider.attacks = storage
        slider.mask = relevant_occupancy(square, kind)
        # Magics are sparse.
        state: uint64_t = MAGIC_SEEDS[64 * (kind - BISHOP) + square]
        slider.magic = next_random(cython.address(state)) & next_random(cython.address(state))
        slider.magic &= next_random(cython.address(state))
        slider.shift = 64 - popcount(slider.mask)
        size: cython.int = fill_subsets(occupancy, attacks, slider.mask, square, kind)
        storage += size
        for i in range(size):
            slider.attacks[slider_index(slider, occupancy[i])] = attacks[i]


def init_lines() -> cython.void:
    """Fill the tables of the squares between two squares, and of the line through them."""
    rays: Bitboard[64]
    memset(TABLES.between, 0, cython.sizeof(TABLES.between))
    memset(TABLES.line, 0, cython.sizeof(TABLES.line))
    for kind in range(BISHOP, ROOK + 1):
        for a in range(64):
            rays[a] = slow_slider_attacks(a, 0, kind)
        for a in range(64):
            for b in range(64):
                if not (rays[a] & square_bb(b)):
                    continue
                TABLES.between[a][b] = slow_slider_attacks(a, square_bb(b), kind) & slow_slider_attacks(
                    b, square_bb(a), kind
                )
                TABLES.line[a][b] = (rays[a] & rays[b]) | square_bb(a) | square_bb(b)


def init_attacks() -> cython.void:
    """Build every table of the module."""
    for square in range(64):
        TABLES.pawn[WHITE][square] = pawn_attacks_bb(WHITE, square_bb(square))
        TABLES.pawn[BLACK][square] = pawn_attacks_bb(BLACK, square_bb(square))
        TABLES.knight[square] = step_attacks(square, 2, 1)
        TABLES.king[square] = step_attacks(square, 1, 1) | step_attacks(square, 1, 0)
    init_slider(TABLES.rook, ROOK_STORAGE, ROOK)
    init_slider(TABLES.bishop, BISHOP_STORAGE, BISHOP)
    init_lines()


init_attacks()
