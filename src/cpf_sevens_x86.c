/* Ranking kernels of six and seven cards for AVX2 and AVX-512 (with VBMI2 and VNNI: Ice Lake, Zen 4 and later). */
#include "cpf_simd.h"

#ifdef CPF_X86_64

#include <immintrin.h>

#include "cpf_sevens.h"
#include "cpf_sevens_rows.h"

/* Return byte i of the key of a rank; 0 for numbers that are no rank. */
static inline uint8_t key_byte(const cpf_sevens *sevens, int rank, int i) {
    return rank < CPF_RANKS ? (uint8_t)(sevens->card[4 * rank] >> (32 + 8 * i)) : 0;
}

/* ---- AVX-512 ---- */

/* Sixteen hands are in two vectors, of the first four cards and of the others. The lanes of the others are filled: cards
 * 5, 6, 7, 5 of seven, and cards 5, 6, 5, 6 of six. So three rotations of one vector compare all cards of both. */
typedef struct vectors512 {
    __m512i four_low, four_high, rest_low, rest_high; /* places of the cards in bytes 0..63, and in the last 64 bytes */
    __mmask64 four_is_high, rest_is_high;
    __m512i plane[3]; /* byte i of the rank keys, by card */
    __m512i suits;    /* by card: 0, 1, 8 or 64, so that a sum has the counts of three suits */
    __m512i flushes;  /* a bit for each sum */
    __m512i counted;  /* 1 for the cards of the second vector that are no repetitions */
    __m512i numbers;  /* 0..63 */
} vectors512;

CPF_AVX512_SEVENS static inline vectors512 setup_avx512(const cpf_sevens *sevens, int width) {
    static const uint8_t suit_value[4] = {0, 1, 8, 64};
    uint8_t low[2][64], high[2][64], planes[3][64], suits[64], numbers[64];
    uint64_t is_high[2] = {0, 0};
    uint32_t flushes[16] = {0};
    for (int i = 0; i < 64; i++) {
        for (int part = 0; part < 2; part++) {
            int place = i / 4 * width + (part ? 4 + i % 4 % (width - 4) : i % 4);
            low[part][i] = (uint8_t)(place & 63);
            high[part][i] = (uint8_t)((place + 64 - 16 * width) & 63); /* a vector that ends with the last hand */
            is_high[part] |= (uint64_t)(place >= 64) << i;
        }
        for (int byte = 0; byte < 3; byte++) planes[byte][i] = key_byte(sevens, i / 4, byte);
        suits[i] = suit_value[i & 3];
        numbers[i] = (uint8_t)i;
    }
    for (int sum = 0; sum < 512; sum++) {
        int second = sum & 7, third = sum >> 3 & 7, fourth = sum >> 6, first = width - second - third - fourth;
        if (first >= 5 || second >= 5 || third >= 5 || fourth >= 5) flushes[sum / 32] |= 1u << sum % 32;
    }
    vectors512 v = {_mm512_loadu_si512(low[0]),
                    _mm512_loadu_si512(high[0]),
                    _mm512_loadu_si512(low[1]),
                    _mm512_loadu_si512(high[1]),
                    is_high[0],
                    is_high[1],
                    {_mm512_loadu_si512(planes[0]), _mm512_loadu_si512(planes[1]), _mm512_loadu_si512(planes[2])},
                    _mm512_loadu_si512(suits),
                    _mm512_loadu_si512(flushes),
                    _mm512_set1_epi32(width == 7 ? 0x010101 : 0x0101),
                    _mm512_loadu_si512(numbers)};
    return v;
}

/* Return the sum of two vectors of bytes, in each lane of 32 bits. */
CPF_AVX512_SEVENS static inline __m512i lane_sums(const vectors512 *v, __m512i of_four, __m512i of_rest) {
    __m512i sums = _mm512_dpbusd_epi32(_mm512_setzero_si512(), of_four, _mm512_set1_epi8(1));
    return _mm512_dpbusd_epi32(sums, of_rest, v->counted);
}

/* A vector with a byte 0 where a byte of `a` equals one of `b`. */
#define DIFFER(a, b) _mm512_xor_si512(a, b)

CPF_AVX512_SEVENS static inline int read_avx512(const vectors512 *v, const uint8_t *cards, int width,
                                                cpf_sevens_group *group) {
    const __m512i first_byte = _mm512_set1_epi32(0xff);
    __m512i least = _mm512_set1_epi8(-1), most = _mm512_setzero_si512();
    uint64_t flushes = 0;
    for (int block = 0; block < CPF_SEVENS_GROUP; block += 16, cards += 16 * width) {
        const __m512i low = _mm512_loadu_si512(cards), high = _mm512_loadu_si512(cards + 16 * width - 64);
        const __m512i four =
            _mm512_mask_permutexvar_epi8(_mm512_permutexvar_epi8(v->four_low, low), v->four_is_high, v->four_high, high);
        const __m512i rest =
            _mm512_mask_permutexvar_epi8(_mm512_permutexvar_epi8(v->rest_low, low), v->rest_is_high, v->rest_high, high);
        const __m512i rest_8 = _mm512_rol_epi32(rest, 8);
        __m512i same = _mm512_min_epu8(DIFFER(four, _mm512_rol_epi32(four, 8)), DIFFER(four, _mm512_rol_epi32(four, 16)));
        same = _mm512_min_epu8(same, _mm512_min_epu8(DIFFER(four, rest), DIFFER(four, rest_8)));
        if (width == 7) {
            same = _mm512_min_epu8(
                same, _mm512_min_epu8(DIFFER(four, _mm512_rol_epi32(rest, 16)), DIFFER(four, _mm512_rol_epi32(rest, 24))));
        }
        /* The first byte of seven cards compares card 5 with its repetition. */
        same = _mm512_min_epu8(same, _mm512_or_si512(DIFFER(rest, rest_8), first_byte));
        least = _mm512_min_epu8(least, same);
        most = _mm512_max_epu8(most, _mm512_max_epu8(four, rest));
        __m512i sum = _mm512_setzero_si512();
        for (int byte = 2; byte >= 0; byte--)
            sum = _mm512_add_epi32(_mm512_slli_epi32(sum, 8), lane_sums(v, _mm512_permutexvar_epi8(four, v->plane[byte]),
                                                                        _mm512_permutexvar_epi8(rest, v->plane[byte])));
        sum = _mm512_and_si512(sum, _mm512_set1_epi32(CPF_SEVENS_SUM));
        _mm512_storeu_si512(group->sum + block, sum);
        _mm512_storeu_si512(group->row + block, _mm512_srli_epi32(sum, CPF_SEVENS_COLUMN));
        const __m512i suits = lane_sums(v, _mm512_shuffle_epi8(v->suits, four), _mm512_shuffle_epi8(v->suits, rest));
        const __m512i word = _mm512_permutexvar_epi32(_mm512_srli_epi32(suits, 5), v->flushes);
        flushes |= (uint64_t)_mm512_test_epi32_mask(_mm512_rorv_epi32(word, suits), _mm512_set1_epi32(1)) << block;
    }
    group->flush = flushes;
    return (_mm512_testn_epi8_mask(least, least) | _mm512_cmpge_epu8_mask(most, _mm512_set1_epi8(CPF_CARDS))) != 0;
}

/* Like cpf_list_flushes, for 32 flushes at once. */
CPF_AVX512_SEVENS static inline int list_avx512(const vectors512 *v, uint16_t *list, int n, int64_t hand, uint64_t flush) {
    const __m512i numbers = _mm512_maskz_compress_epi8(flush, v->numbers), begin = _mm512_set1_epi16((short)hand);
    const __m512i low = _mm512_cvtepu8_epi16(_mm512_castsi512_si256(numbers));
    _mm512_storeu_si512(list + n, _mm512_add_epi16(low, begin));
    const int flushes = (int)_mm_popcnt_u64(flush);
    if (CPF_UNLIKELY(flushes > 32)) {
        const __m512i high = _mm512_cvtepu8_epi16(_mm512_extracti64x4_epi64(numbers, 1));
        _mm512_storeu_si512(list + n + 32, _mm512_add_epi16(high, begin));
    }
    return n + flushes;
}

CPF_SEVEN_KERNEL(CPF_AVX512_SEVENS, seven6_avx512, 6, vectors512, setup_avx512, read_avx512, list_avx512)
CPF_SEVEN_KERNEL(CPF_AVX512_SEVENS, seven7_avx512, 7, vectors512, setup_avx512, read_avx512, list_avx512)

const cpf_seven_kernels cpf_sevens_avx512 = {seven6_avx512, seven7_avx512};

/* ---- AVX2 ---- */

/* A hand is in a lane of 64 bits, whose last bytes are 255. Byte i of all rank keys is a table of 16 bytes; the bytes of a
 * lane are added by _mm256_sad_epu8. */
typedef struct vectors256 {
    __m256i plane[3];
} vectors256;

CPF_AVX2 static inline __m256i both(const uint8_t half[16]) {
    return _mm256_broadcastsi128_si256(_mm_loadu_si128((const __m128i *)(const void *)half));
}

CPF_AVX2 static inline vectors256 setup_avx2(const cpf_sevens *sevens, int width) {
    (void)width;
    vectors256 v;
    for (int i = 0; i < 3; i++) {
        uint8_t bytes[16];
        for (int rank = 0; rank < 16; rank++) bytes[rank] = key_byte(sevens, rank, i);
        v.plane[i] = both(bytes);
    }
    return v;
}

/* Return the two hands of each of two loads, in lanes that end with padding. */
CPF_AVX2 static inline __m256i hands_at(const uint8_t *low, const uint8_t *high, __m256i places, __m256i padding) {
    __m256i loaded = _mm256_inserti128_si256(_mm256_castsi128_si256(_mm_loadu_si128((const __m128i *)(const void *)low)),
                                             _mm_loadu_si128((const __m128i *)(const void *)high), 1);
    return _mm256_or_si256(_mm256_shuffle_epi8(loaded, places), padding);
}

/* Return the lower 32 bits of the lanes of two vectors, in the order of their hands. */
CPF_AVX2 static inline __m256i lower_words(__m256i a, __m256i b) {
    return _mm256_castps_si256(_mm256_shuffle_ps(_mm256_castsi256_ps(a), _mm256_castsi256_ps(b), 0x88));
}

CPF_AVX2 static inline __m256i byte_sums(__m256i table, __m256i places) {
    return _mm256_sad_epu8(_mm256_shuffle_epi8(table, places), _mm256_setzero_si256());
}

/* Return the sums of table entries for eight hands, as 32-bit numbers. */
CPF_AVX2 static inline __m256i sums_of_eight(__m256i table, __m256i a, __m256i b) {
    return lower_words(byte_sums(table, a), byte_sums(table, b));
}

/* Return a vector that is not 0 where a card is over 51, or equals the card one, two or three places on. */
CPF_AVX2 static inline __m256i invalid(__m256i hands, __m256i padding, const __m256i rotations[3]) {
    __m256i cards = _mm256_andnot_si256(padding, hands), bad = _mm256_subs_epu8(cards, _mm256_set1_epi8(CPF_CARDS - 1));
    for (int i = 0; i < 3; i++)
        bad = _mm256_or_si256(bad, _mm256_cmpeq_epi8(hands, _mm256_shuffle_epi8(hands, rotations[i])));
    return bad;
}

CPF_AVX2 static inline int read_avx2(const vectors256 *v, const uint8_t *cards, int width, cpf_sevens_group *group) {
    /* A load of 16 bytes has two hands; every second load ends with its hands, so that nothing beyond them is read. */
    static const uint8_t early7[16] = {0, 1, 2, 3, 4, 5, 6, 255, 7, 8, 9, 10, 11, 12, 13, 255},
                         late7[16] = {2, 3, 4, 5, 6, 7, 8, 255, 9, 10, 11, 12, 13, 14, 15, 255},
                         early6[16] = {0, 1, 2, 3, 4, 5, 255, 255, 6, 7, 8, 9, 10, 11, 255, 255},
                         late6[16] = {4, 5, 6, 7, 8, 9, 255, 255, 10, 11, 12, 13, 14, 15, 255, 255};
    /* Other places of the padding become 0, and differ from it. */
    static const uint8_t rotate7[3][16] = {{1, 2, 3, 4, 5, 6, 0, 255, 9, 10, 11, 12, 13, 14, 8, 255},
                                           {2, 3, 4, 5, 6, 0, 1, 255, 10, 11, 12, 13, 14, 8, 9, 255},
                                           {3, 4, 5, 6, 0, 1, 2, 255, 11, 12, 13, 14, 8, 9, 10, 255}},
                         rotate6[3][16] = {{1, 2, 3, 4, 5, 0, 255, 255, 9, 10, 11, 12, 13, 8, 255, 255},
                                           {2, 3, 4, 5, 0, 1, 255, 255, 10, 11, 12, 13, 8, 9, 255, 255},
                                           {3, 4, 5, 0, 1, 2, 255, 255, 11, 12, 13, 8, 9, 10, 255, 255}};
    static const uint8_t low_suits[16] = {1, 16}, high_suits[16] = {0, 0, 1, 16};
    const int skip = 16 - 2 * width;
    const __m256i early = both(width == 7 ? early7 : early6), late = both(width == 7 ? late7 : late6);
    const __m256i padding = _mm256_set1_epi64x(width == 7 ? (long long)0xff00000000000000 : (long long)0xffff000000000000);
    const __m256i rotations[3] = {both(width == 7 ? rotate7[0] : rotate6[0]), both(width == 7 ? rotate7[1] : rotate6[1]),
                                  both(width == 7 ? rotate7[2] : rotate6[2])};
    const __m256i suits_01 = both(low_suits), suits_23 = both(high_suits);
    const __m256i rank_bits = _mm256_set1_epi8(0x3f), suit_bits = _mm256_set1_epi8((char)0x83);
    __m256i bad = _mm256_setzero_si256();
    uint64_t flushes = 0;
    for (int block = 0; block < CPF_SEVENS_GROUP; block += 8, cards += 8 * width) {
        const __m256i a = hands_at(cards, cards + 4 * width, early, padding);                          /* hands 0, 1, 4, 5 */
        const __m256i b = hands_at(cards + 2 * width - skip, cards + 6 * width - skip, late, padding); /* 2, 3, 6, 7 */
        bad = _mm256_or_si256(bad, _mm256_or_si256(invalid(a, padding, rotations), invalid(b, padding, rotations)));
        const __m256i ranks_a = _mm256_and_si256(_mm256_srli_epi16(a, 2), rank_bits);
        const __m256i ranks_b = _mm256_and_si256(_mm256_srli_epi16(b, 2), rank_bits);
        __m256i sum = sums_of_eight(v->plane[2], ranks_a, ranks_b);
        sum = _mm256_add_epi32(_mm256_slli_epi32(sum, 8), sums_of_eight(v->plane[1], ranks_a, ranks_b));
        sum = _mm256_add_epi32(_mm256_slli_epi32(sum, 8), sums_of_eight(v->plane[0], ranks_a, ranks_b));
        sum = _mm256_and_si256(sum, _mm256_set1_epi32(CPF_SEVENS_SUM));
        _mm256_storeu_si256((__m256i *)(void *)(group->sum + block), sum);
        _mm256_storeu_si256((__m256i *)(void *)(group->row + block), _mm256_srli_epi32(sum, CPF_SEVENS_COLUMN));
        const __m256i in_suit_a = _mm256_and_si256(a, suit_bits), in_suit_b = _mm256_and_si256(b, suit_bits);
        __m256i counts = _mm256_add_epi32(sums_of_eight(suits_01, in_suit_a, in_suit_b),
                                          _mm256_slli_epi32(sums_of_eight(suits_23, in_suit_a, in_suit_b), 8));
        counts = _mm256_add_epi32(counts, _mm256_set1_epi32((int)CPF_SEVENS_COUNTERS));
        counts = _mm256_and_si256(counts, _mm256_set1_epi32((int)CPF_SEVENS_FLUSH_BITS));
        const __m256i no_flush = _mm256_cmpeq_epi32(counts, _mm256_setzero_si256());
        flushes |= (uint64_t)(~_mm256_movemask_ps(_mm256_castsi256_ps(no_flush)) & 255) << block;
    }
    group->flush = flushes;
    return !_mm256_testz_si256(bad, bad);
}

CPF_SEVEN_KERNEL(CPF_AVX2, seven6_avx2, 6, vectors256, setup_avx2, read_avx2, cpf_list_flushes)
CPF_SEVEN_KERNEL(CPF_AVX2, seven7_avx2, 7, vectors256, setup_avx2, read_avx2, cpf_list_flushes)

const cpf_seven_kernels cpf_sevens_avx2 = {seven6_avx2, seven7_avx2};

#else
typedef int cpf_no_x86_sevens; /* ISO C forbids an empty translation unit */
#endif
