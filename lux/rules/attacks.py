"""Build the attack tables (layer 1).

Every table comes from a slow ray walker, which is simple and also the tests' oracle. Sliders are
looked up by PEXT where the build targets BMI2 and by magic multiplication elsewhere; both read the same kind of
table, so only the index differs.

Source: https://www.chessprogramming.org/Magic_Bitboards and https://www.chessprogramming.org/BMI2#PEXTBitboards
"""

import cython
from cython.cimports.libc.string import memcpy, memset
from cython.cimports.lux.rules.bitboard import *
from cython.cimports.lux.rules.types import *

# For each square the least seed from which the first candidate of `find_magic` fits: with others it finds magics, too,
# but all of them take a fifth of a second, at every start. BISHOP's, then ROOK's.
# fmt: off
MAGIC_SEEDS = [
    6704, 4286, 656, 459, 1626, 692, 2918, 9567,
    717, 625, 2257, 5112, 2257, 335, 3614, 3622,
    1309, 10929, 20484, 32578, 12047, 22881, 3836, 2272,
    3589, 160, 342, 37202, 211467, 9326, 3658, 3200,
    347, 311, 5090, 81134, 51669, 3620, 2261, 1305,
    4901, 6904, 301, 13240, 24429, 2489, 3816, 989,
    2918, 2032, 1155, 49, 60, 463, 4774, 4286,
    9567, 3622, 2687, 6, 2311, 1573, 717, 6704,

    12802666, 12614429, 11963724, 13912886, 12061154, 6450154, 252401, 11931454,
    105477, 58403, 198265, 25755, 12056, 38278, 15343, 27105,
    191439, 69966, 157073, 40933, 52377, 399834, 81687, 149984,
    187694, 108746, 38734, 43860, 73522, 560657, 15343, 152362,
    128766, 12919, 39628, 25755, 109748, 47875, 29457, 69146,
    80761, 2167, 123438, 71270, 52620, 38278, 18100, 14840,
    11178, 2167, 38734, 8567, 73522, 91278, 2494, 28679,
    134225, 134225, 92907, 432224, 1382859, 77115, 93169, 21618,
]
# fmt: on


def slow_slider_attacks(square: Square, occupied: Bitboard, kind: PieceType) -> Bitboard:
    """Return what a rook or bishop attacks, each ray ending on the first occupied square."""
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


def next_random(state: cython.pointer[Bitboard]) -> Bitboard:
    """Advance *state* and return it. Source: xorshift64, Marsaglia 2003."""
    state[0] ^= state[0] << 13
    state[0] ^= state[0] >> 7
    state[0] ^= state[0] << 17
    return state[0]


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


def find_magic(
    slider: cython.pointer[Slider],
    occupancy: cython.pointer[Bitboard],
    attacks: cython.pointer[Bitboard],
    size: cython.int,
    seed: uint32_t,
) -> cython.void:
    """Find a multiplier that maps no two occupancies with different attacks to the same slot.

    Candidates are sparse random numbers from *seed*; `tried` marks the slots of the current attempt, so the table need
    not be cleared between attempts.
    """
    tried: cython.int[MAX_SUBSETS]
    memset(tried, 0, cython.sizeof(tried))
    state: Bitboard = MAGIC_STATE + seed
    attempt: cython.int = 0
    done: cython.bint = False
    while not done:
        slider.magic = next_random(cython.address(state)) & next_random(cython.address(state))
        slider.magic &= next_random(cython.address(state))
        if popcount((slider.magic * slider.mask) & RANK_8_BB) < 6:
            continue
        attempt += 1
        done = True
        for i in range(size):
            index: Bitboard = (occupancy[i] * slider.magic) >> slider.shift
            if tried[index] < attempt:
                tried[index] = attempt
                slider.attacks[index] = attacks[i]
            elif slider.attacks[index] != attacks[i]:
                done = False
                break


def init_slider(table: cython.pointer[Slider], storage: cython.pointer[Bitboard], kind: PieceType) -> cython.void:
    """Fill *table*, one row a square, from consecutive slices of *storage*."""
    occupancy: Bitboard[MAX_SUBSETS]
    attacks: Bitboard[MAX_SUBSETS]
    for square in range(64):
        slider: cython.pointer[Slider] = cython.address(table[square])
        slider.attacks = storage
        slider.mask = relevant_occupancy(square, kind)
        slider.magic = 0
        slider.shift = 64 - popcount(slider.mask)
        size: cython.int = fill_subsets(occupancy, attacks, slider.mask, square, kind)
        storage += size
        if HAS_PEXT:
            memcpy(slider.attacks, attacks, size * cython.sizeof(Bitboard))
        else:
            find_magic(slider, occupancy, attacks, size, MAGIC_SEEDS[64 * (kind - BISHOP) + square])


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
