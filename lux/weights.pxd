# Layer 3. The weights of the evaluation, S(middlegame, endgame) in centipawns.
#
# Squares and ranks are as the owner of the piece sees them, a1 first. C tables, so that the compiler knows them.
# Fitted to the results of Lux's own games: see evaluate.py.

cdef extern from * nogil:
    """
    #define S(mg, eg) ((eg) * 65536 + (mg))
    static const int LUX_PIECE_SQUARE[6][64] = {
        {  /* pawn */
            S(85, 110), S(85, 110), S(85, 110), S(85, 110), S(85, 110), S(85, 110), S(85, 110), S(85, 110),
            S(68, 100), S(76, 97), S(80, 101), S(80, 106), S(83, 105), S(85, 119), S(88, 93), S(69, 115),
            S(70, 108), S(72, 108), S(92, 102), S(86, 104), S(91, 118), S(81, 105), S(82, 110), S(67, 111),
            S(70, 118), S(86, 117), S(92, 108), S(94, 113), S(96, 115), S(96, 113), S(87, 108), S(56, 119),
            S(71, 116), S(79, 114), S(85, 106), S(98, 108), S(100, 100), S(81, 124), S(80, 103), S(72, 119),
            S(104, 97), S(65, 107), S(95, 132), S(96, 141), S(100, 124), S(91, 123), S(74, 126), S(94, 114),
            S(66, 100), S(67, 123), S(109, 164), S(99, 123), S(100, 128), S(125, 143), S(96, 172), S(135, 140),
            S(85, 110), S(85, 110), S(85, 110), S(85, 110), S(85, 110), S(85, 110), S(85, 110), S(85, 110),
        },
        {  /* knight */
            S(309, 268), S(296, 255), S(300, 278), S(299, 266), S(291, 271), S(295, 301), S(297, 270), S(318, 298),
            S(281, 288), S(302, 272), S(299, 274), S(313, 280), S(314, 281), S(312, 277), S(320, 282), S(278, 305),
            S(298, 256), S(314, 271), S(306, 285), S(333, 296), S(317, 320), S(320, 281), S(311, 318), S(308, 265),
            S(283, 245), S(327, 280), S(318, 295), S(327, 278), S(341, 298), S(340, 291), S(333, 285), S(318, 277),
            S(315, 266), S(322, 289), S(328, 292), S(336, 309), S(336, 288), S(346, 288), S(322, 288), S(348, 262),
            S(288, 253), S(301, 279), S(329, 282), S(332, 288), S(294, 297), S(352, 290), S(344, 279), S(315, 294),
            S(310, 276), S(311, 322), S(292, 266), S(318, 313), S(334, 264), S(328, 269), S(327, 301), S(277, 284),
            S(234, 252), S(291, 302), S(295, 281), S(307, 286), S(291, 264), S(293, 277), S(322, 278), S(291, 262),
        },
        {  /* bishop */
            S(332, 286), S(319, 314), S(335, 306), S(315, 305), S(307, 318), S(321, 334), S(339, 313), S(308, 286),
            S(338, 304), S(340, 290), S(336, 306), S(332, 307), S(332, 323), S(312, 283), S(348, 323), S(322, 273),
            S(335, 312), S(356, 311), S(313, 324), S(336, 321), S(337, 302), S(332, 329), S(347, 289), S(336, 301),
            S(328, 318), S(312, 320), S(348, 319), S(329, 327), S(337, 326), S(345, 287), S(307, 313), S(348, 289),
            S(313, 277), S(323, 328), S(312, 342), S(350, 327), S(341, 291), S(312, 332), S(328, 296), S(314, 344),
            S(319, 327), S(336, 323), S(320, 334), S(374, 312), S(337, 320), S(301, 303), S(325, 331), S(355, 304),
            S(312, 307), S(330, 315), S(338, 282), S(330, 315), S(319, 301), S(328, 295), S(307, 303), S(292, 297),
            S(344, 320), S(325, 309), S(335, 339), S(313, 299), S(334, 308), S(313, 303), S(315, 303), S(335, 313),
        },
        {  /* rook */
            S(458, 542), S(470, 529), S(475, 518), S(489, 504), S(478, 515), S(471, 511), S(475, 526), S(469, 518),
            S(439, 525), S(450, 529), S(467, 511), S(480, 519), S(492, 514), S(490, 511), S(477, 522), S(448, 538),
            S(456, 540), S(469, 531), S(494, 528), S(482, 519), S(487, 515), S(489, 529), S(494, 509), S(458, 532),
            S(445, 554), S(460, 541), S(467, 529), S(472, 544), S(465, 539), S(487, 523), S(461, 520), S(474, 548),
            S(464, 553), S(462, 573), S(478, 542), S(485, 534), S(458, 551), S(494, 542), S(435, 538), S(482, 536),
            S(489, 546), S(495, 554), S(491, 537), S(489, 534), S(530, 529), S(497, 549), S(495, 529), S(481, 540),
            S(478, 545), S(470, 563), S(487, 551), S(499, 541), S(501, 542), S(495, 541), S(479, 540), S(491, 537),
            S(504, 534), S(497, 571), S(489, 553), S(480, 563), S(478, 542), S(494, 556), S(468, 554), S(477, 545),
        },
        {  /* queen */
            S(974, 931), S(967, 950), S(987, 926), S(988, 893), S(969, 923), S(971, 914), S(981, 937), S(962, 938),
            S(976, 934), S(980, 934), S(983, 946), S(986, 930), S(982, 950), S(974, 955), S(956, 961), S(978, 941),
            S(949, 951), S(984, 949), S(966, 961), S(981, 968), S(971, 989), S(971, 963), S(983, 975), S(995, 960),
            S(978, 977), S(950, 950), S(970, 965), S(971, 983), S(967, 998), S(971, 995), S(983, 958), S(988, 933),
            S(975, 936), S(968, 973), S(994, 980), S(968, 1008), S(985, 988), S(976, 973), S(980, 998), S(998, 961),
            S(960, 938), S(961, 959), S(1003, 979), S(981, 985), S(997, 979), S(999, 979), S(1004, 962), S(1011, 973),
            S(991, 951), S(977, 956), S(979, 963), S(959, 967), S(994, 980), S(1010, 982), S(1013, 977), S(977, 970),
            S(1003, 960), S(986, 966), S(1001, 959), S(963, 959), S(1000, 962), S(973, 953), S(995, 967), S(963, 950),
        },
        {  /* king */
            S(-1, -17), S(2, -31), S(3, -24), S(-30, -26), S(-12, -40), S(-5, -38), S(14, -56), S(11, -78),
            S(-54, -50), S(-15, -2), S(-24, 2), S(-25, 1), S(-30, -5), S(-19, -7), S(-12, -23), S(-9, -43),
            S(-59, -27), S(-56, 10), S(-64, 3), S(-50, 19), S(-73, 12), S(-49, 5), S(-25, -5), S(-35, -21),
            S(-69, -16), S(-48, 7), S(-83, 7), S(-76, 26), S(-53, 23), S(-48, 19), S(-44, 10), S(-56, -23),
            S(-61, -21), S(-72, 27), S(-68, 34), S(-68, 38), S(-56, 39), S(-67, 17), S(-60, 37), S(-63, -19),
            S(-76, -41), S(-78, 18), S(-64, 38), S(-59, 22), S(-69, 40), S(-75, 30), S(-67, 28), S(-67, 7),
            S(-70, -24), S(-70, 24), S(-63, 8), S(-61, 24), S(-65, 16), S(-70, 9), S(-69, 10), S(-76, -55),
            S(-77, -51), S(-70, -2), S(-60, 23), S(-64, -11), S(-68, -16), S(-69, -5), S(-71, -26), S(-67, -18),
        },
    };
    static const int LUX_MOBILITY[4][28] = {
        {  /* knight */
            S(-28, -18), S(-10, -1), S(-4, -7), S(3, 4), S(8, 12), S(10, 22), S(13, 24),
            S(21, 29), S(29, 16), S(25, 25), S(30, 30), S(35, 35), S(40, 40), S(45, 45),
            S(50, 50), S(55, 55), S(60, 60), S(65, 65), S(70, 70), S(75, 75), S(80, 80),
            S(85, 85), S(90, 90), S(95, 95), S(100, 100), S(105, 105), S(110, 110), S(115, 115),
        },
        {  /* bishop */
            S(-47, -46), S(-39, -22), S(-35, -1), S(-29, -9), S(-19, 6), S(-18, 19), S(-14, 23),
            S(-13, 34), S(0, 26), S(-7, 31), S(12, 16), S(17, 27), S(28, 40), S(28, 14),
            S(40, 40), S(45, 45), S(50, 50), S(55, 55), S(60, 60), S(65, 65), S(70, 70),
            S(75, 75), S(80, 80), S(85, 85), S(90, 90), S(95, 95), S(100, 100), S(105, 105),
        },
        {  /* rook */
            S(-83, -49), S(-32, -34), S(-22, -40), S(-17, -7), S(-9, -9), S(-10, 6), S(-7, 19),
            S(-2, 9), S(1, 24), S(9, 26), S(9, 30), S(3, 43), S(12, 39), S(33, 34),
            S(45, 33), S(24, 40), S(27, 45), S(30, 50), S(33, 55), S(36, 60), S(39, 65),
            S(42, 70), S(45, 75), S(48, 80), S(51, 85), S(54, 90), S(57, 95), S(60, 100),
        },
        {  /* queen */
            S(-26, -52), S(-11, -52), S(-13, -57), S(-8, -73), S(-7, -69), S(-13, -27), S(-7, -19),
            S(-8, 9), S(3, -12), S(2, 11), S(10, 1), S(7, 33), S(6, 38), S(7, 16),
            S(5, 21), S(12, 13), S(1, 42), S(6, 53), S(25, 27), S(15, 36), S(18, 50),
            S(21, 32), S(5, 29), S(10, 23), S(20, 40), S(16, 37), S(26, 51), S(27, 55),
        },
    };
    static const int LUX_PASSED[8] = {
        S(0, 0), S(5, 15), S(5, 18), S(-17, 41), S(22, 56), S(36, 100), S(88, 113), S(0, 0),
    };
    static const int LUX_PASSED_FREE[8] = {
        S(0, 0), S(0, 0), S(0, 0), S(14, 1), S(7, 33), S(39, 56), S(51, 130), S(0, 0),
    };
    static const int LUX_PASSED_OWN_KING[8] = {
        S(-3, 24), S(-5, 40), S(-3, 26), S(11, -2), S(3, -14), S(6, -20), S(-2, -10), S(-28, -9),
    };
    static const int LUX_PASSED_THEIR_KING[8] = {
        S(-21, -56), S(0, -42), S(19, -32), S(11, -12), S(-3, 22), S(-7, 26), S(-18, 38), S(-1, 18),
    };
    static const int LUX_CONNECTED[8] = {
        S(0, 0), S(2, 4), S(6, -4), S(4, -4), S(10, 26), S(62, -9), S(65, 31), S(0, 0),
    };
    static const int LUX_THREAT_BY_PAWN[6] = {
        S(0, 0), S(55, 32), S(48, 45), S(62, 17), S(25, 23), S(0, 0),
    };
    static const int LUX_THREAT_BY_MINOR[6] = {
        S(0, 0), S(16, 43), S(22, 16), S(51, 3), S(44, 19), S(0, 0),
    };
    static const int LUX_THREAT_BY_ROOK[6] = {
        S(0, 0), S(5, 25), S(11, 18), S(-7, -2), S(49, 26), S(0, 0),
    };
    static const int LUX_SHIELD[4] = {
        S(-18, 6), S(-2, -7), S(4, -2), S(5, 3),
    };
    static const int LUX_KING_DANGER[24] = {
        S(-23, -10), S(-13, 3), S(-21, -5), S(-25, -11), S(-20, -6), S(-22, -8), S(-33, -12), S(-32, -14),
        S(-47, -17), S(-61, -14), S(-84, -9), S(-95, -20), S(-125, -1), S(-146, -4), S(-179, 1), S(-200, -10),
        S(-226, -5), S(-249, -11), S(-277, -14), S(-280, -20), S(-280, -20), S(-280, -21), S(-280, -22), S(-280, -23),
    };
    static const int LUX_ROOK_FILE[2] = {
        S(7, 21), S(15, 5),
    };
    static const int LUX_KING_FILE[2] = {
        S(-20, 3), S(-24, -11),
    };
    static const int LUX_OUTPOST[2] = {
        S(29, 9), S(10, -2),
    };
    static const int LUX_ISOLATED = S(-14, -15);
    static const int LUX_DOUBLED = S(-6, -20);
    static const int LUX_BACKWARD = S(-8, -14);
    static const int LUX_BISHOP_PAIR = S(41, 50);
    static const int LUX_ROOK_SEVENTH = S(4, 10);
    static const int LUX_HANGING = S(15, 34);
    static const int LUX_TEMPO = S(21, 14);
    #undef S
    """
    const int[6][64] PIECE_SQUARE "LUX_PIECE_SQUARE"  # [piece type][square]: material and placement
    const int[4][28] MOBILITY "LUX_MOBILITY"          # [piece type - KNIGHT][reachable squares of the mobility area]
    const int[8] PASSED "LUX_PASSED"                  # [rank]
    const int[8] PASSED_FREE "LUX_PASSED_FREE"        # [rank]: the square before it is empty and not attacked
    const int[8] PASSED_OWN_KING "LUX_PASSED_OWN_KING"  # [king's steps to the square before it]
    const int[8] PASSED_THEIR_KING "LUX_PASSED_THEIR_KING"  # [king's steps to the square before it]
    const int[8] CONNECTED "LUX_CONNECTED"            # [rank]: beside a pawn or protected by one
    const int[6] THREAT_BY_PAWN "LUX_THREAT_BY_PAWN"  # [piece type attacked]
    const int[6] THREAT_BY_MINOR "LUX_THREAT_BY_MINOR"  # [piece type attacked]
    const int[6] THREAT_BY_ROOK "LUX_THREAT_BY_ROOK"  # [piece type attacked]
    const int[4] SHIELD "LUX_SHIELD"                  # [own pawns in the two ranks before the king, at most 3]
    const int[24] KING_DANGER "LUX_KING_DANGER"       # [attack units against the own king, at most 23]
    const int[2] ROOK_FILE "LUX_ROOK_FILE"            # [half open, open]
    const int[2] KING_FILE "LUX_KING_FILE"            # [half open, open]: for each file on and beside the king's
    const int[2] OUTPOST "LUX_OUTPOST"                # [knight, bishop]
    const int ISOLATED "LUX_ISOLATED"
    const int DOUBLED "LUX_DOUBLED"
    const int BACKWARD "LUX_BACKWARD"
    const int BISHOP_PAIR "LUX_BISHOP_PAIR"
    const int ROOK_SEVENTH "LUX_ROOK_SEVENTH"
    const int HANGING "LUX_HANGING"                   # for each undefended piece or pawn attacked
    const int TEMPO "LUX_TEMPO"                       # for the side to move
