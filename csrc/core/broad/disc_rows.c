/* Tests of four discs at a time by SSE2, of sixteen by AVX-512, or of one. A disc has few candidates, so a loop over
 * them would often mispredict its end: the tests of most discs are a constant number, and so are the first pairs that
 * are written. */
#include "disc_rows.h"

#include "../exact/exact.h"
#include "../exact/rank_set.h"

#if defined(__SSE2__) || defined(_M_X64)
#include <emmintrin.h>
#endif
#if defined(__x86_64__) && defined(__GNUC__) && !defined(C2D_NO_AVX512)
#define HAS_AVX512
#include <immintrin.h>
#define AVX512        __attribute__((target("avx512f,avx512vl,popcnt")))
#define AVX512_INLINE static inline __attribute__((always_inline, target("avx512f,avx512vl,popcnt")))
#endif

/* ---- pairs ---- */

/* After make_room, there is room for this many more pairs. */
#define RESERVE (C2D_DISC_PADDING + 4)
#define MOST    (C2D_DISC_PAIRS_AT_ONCE - RESERVE)

static bool flush(c2d_disc_hits *h)
{
    h->ended = h->count > 0 && !h->visit(h->context, h->pairs, h->count);
    h->found += h->count;
    h->count = 0;
    return !h->ended;
}

static bool relate_exactly(const c2d_disc *a, const c2d_disc *b, bool touching)
{
    c2d_shape s, t;
    bool valid = c2d_circle(&s, a->center, a->radius) == C2D_OK && c2d_circle(&t, b->center, b->radius) == C2D_OK;
    return valid && c2d_relate(&s, &t) >= (touching ? C2D_TOUCHING : C2D_OVERLAPPING);
}

/* The margin is that of c2d_relate. False if another thread has made a disc invalid. Lemma length. */
static bool discs_meet(const c2d_disc *a, const c2d_disc *b, bool touching)
{
    c2d_vec d = c2d_sub(a->center, b->center);
    double radius = a->radius + b->radius, r2 = radius * radius, gap = r2 - c2d_dot(d, d);
    return fabs(gap) > C2D_FILTER_LENGTH * r2 ? gap > 0 : relate_exactly(a, b, touching);
}

static inline c2d_index_pair in_order(uint32_t i, uint32_t j)
{
    c2d_index_pair pair = {i < j ? i : j, i < j ? j : i};
    return pair;
}

/* Decides the doubtful pairs and appends those that meet. */
static bool decide_doubtful(c2d_disc_hits *h)
{
    for (uint32_t k = 0; k < h->doubtful_count; k++) {
        if (h->count == C2D_DISC_PAIRS_AT_ONCE && !flush(h))
            return false;
        h->pairs[h->count] = h->doubtful[k];
        h->count += discs_meet(&h->discs[h->doubtful[k].i], &h->discs[h->doubtful[k].j], h->touching);
    }
    h->doubtful_count = 0;
    return true;
}

static inline bool make_room(c2d_disc_hits *h)
{
    return (h->doubtful_count <= MOST || decide_doubtful(h)) && (h->count <= MOST || flush(h));
}

/* The difference of two gaps, one of true numbers and the other of rounded ones, for discs in the same cell or in
 * adjacent ones, in units of C, the units of a cell, which are at most 2^21. Coordinates differ by at most 2 C; their
 * differences are exact floats, within 4 of the true ones: their squares are within 16 C + 16 each. The sum of the
 * radii is at most C and within 1: its square is within 2 C + 1. The roundings of the squares, the sums and the
 * difference are less than 28 C^2 2^-24, at most 3.5 C. Together less than 39 C. */
#define GAP_ERROR 64
/* Lemma disc_rows. */
static float margin_of(const c2d_disc_cells *g) { return (float)(GAP_ERROR * (double)(1u << g->cell_bits)); }

void c2d_disc_hits_open(c2d_disc_hits *h, const c2d_disc_cells *g)
{
    h->margin = margin_of(g);
    h->ended = false;
    h->found = h->count = h->doubtful_count = 0;
}

bool c2d_disc_hits_try(c2d_disc_hits *h, uint32_t i, uint32_t j)
{
    if (!make_room(h))
        return false;
    h->pairs[h->count] = in_order(i, j);
    h->count += discs_meet(&h->discs[i], &h->discs[j], h->touching);
    return true;
}

void c2d_disc_hits_visit_rest(c2d_disc_hits *h)
{
    if (!h->ended && decide_doubtful(h))
        flush(h);
}

static inline void add_doubtful(c2d_disc_hits *h, uint32_t item, const uint32_t *others, unsigned bits)
{
    for (; bits; bits &= bits - 1)
        h->doubtful[h->doubtful_count++] = in_order(item, others[c2d_lowest_bit(bits)]);
}

/* ---- candidates ---- */

/* The discs that one disc is tested against. */
typedef struct candidates {
    uint32_t first, last; /* in its own row, */
    uint32_t begin, end;  /* in the next row */
} candidates;

static inline candidates candidates_of(const c2d_disc_row *r, uint32_t k)
{
    uint32_t column = r->strip->x[k] >> r->cell_bits;
    const uint32_t *start = r->start + column, *below = r->below + column;
    return (candidates){r->own_cell == C2D_LATER_DISCS ? k + 1 : start[r->own_cell == C2D_NO_DISCS], start[2],
                        below[-1], below[2]};
}

/* Most discs have at most so many. */
#define FEW_OWN   4
#define FEW_BELOW 8

static inline bool are_few(candidates c) { return c.last - c.first <= FEW_OWN && c.end - c.begin <= FEW_BELOW; }

/* ---- four at a time ---- */

/* Discs from the index first on. */
typedef struct four_tests {
    unsigned meet, maybe; /* bit k: disc first + k; those that meet may meet */
} four_tests;

#if defined(__SSE2__) || defined(_M_X64)
static inline four_tests test_four(const c2d_disc_hits *h, const c2d_disc_strip *a, uint32_t k, const c2d_disc_strip *b,
                                   uint32_t first)
{
    __m128i dx = _mm_sub_epi32(_mm_loadu_si128((const __m128i *)(b->x + first)), _mm_set1_epi32((int)a->x[k]));
    __m128i dy = _mm_sub_epi32(_mm_loadu_si128((const __m128i *)(b->y + first)), _mm_set1_epi32((int)a->y[k]));
    __m128 x = _mm_cvtepi32_ps(dx), y = _mm_cvtepi32_ps(dy);
    __m128 radius = _mm_add_ps(_mm_loadu_ps(b->radius + first), _mm_set1_ps(a->radius[k]));
    __m128 gap = _mm_sub_ps(_mm_mul_ps(radius, radius), _mm_add_ps(_mm_mul_ps(x, x), _mm_mul_ps(y, y)));
    __m128 margin = _mm_set1_ps(h->margin);
    unsigned meet = (unsigned)_mm_movemask_ps(_mm_cmpgt_ps(gap, margin));
    unsigned maybe = (unsigned)_mm_movemask_ps(_mm_cmpge_ps(gap, _mm_sub_ps(_mm_setzero_ps(), margin)));
    return (four_tests){meet, maybe};
}
#else
static inline four_tests test_four(const c2d_disc_hits *h, const c2d_disc_strip *a, uint32_t k, const c2d_disc_strip *b,
                                   uint32_t first)
{
    four_tests t = {0, 0};
    for (unsigned i = 0; i < 4; i++) {
        float x = (float)(int32_t)(b->x[first + i] - a->x[k]), y = (float)(int32_t)(b->y[first + i] - a->y[k]);
        float radius = b->radius[first + i] + a->radius[k], gap = radius * radius - (x * x + y * y);
        t.meet |= (unsigned)(gap > h->margin) << i;
        t.maybe |= (unsigned)(gap >= -h->margin) << i;
    }
    return t;
}
#endif

/* Writes the pairs of an item with those of `width` others whose bits are set. The first pairs are written in any case,
 * and counted if they exist. */
#define PAIRS_IN_ANY_CASE 3

static inline void add_pairs(c2d_disc_hits *h, uint32_t item, const uint32_t *others, unsigned bits, int width)
{
    unsigned any = 1u << (width - 1);
    c2d_index_pair *out = h->pairs + h->count;
    for (int k = 0; k < PAIRS_IN_ANY_CASE; k++) {
        *out = in_order(item, others[c2d_lowest_bit(bits | any)]);
        out += bits != 0;
        bits &= bits - 1;
    }
    for (; bits; bits &= bits - 1)
        *out++ = in_order(item, others[c2d_lowest_bit(bits)]);
    h->count = (uint32_t)(out - h->pairs);
}

/* Tests disc k of a against a range of b of any length. */
static bool search_long(c2d_disc_hits *h, const c2d_disc_strip *a, uint32_t k, const c2d_disc_strip *b, uint32_t first,
                        uint32_t last)
{
    for (; first < last; first += C2D_DISC_PADDING) {
        uint32_t count = last - first < C2D_DISC_PADDING ? last - first : C2D_DISC_PADDING;
        four_tests all = {0, 0};
        for (uint32_t i = 0; i < count; i += 4) {
            four_tests t = test_four(h, a, k, b, first + i);
            all.meet |= t.meet << i;
            all.maybe |= t.maybe << i;
        }
        unsigned within = (2u << (count - 1)) - 1;
        if (!make_room(h))
            return false;
        add_pairs(h, a->item[k], b->item + first, all.meet & within, C2D_DISC_PADDING);
        add_doubtful(h, a->item[k], b->item + first, (all.meet ^ all.maybe) & within);
    }
    return true;
}

bool c2d_disc_row_search_portable(c2d_disc_hits *h, const c2d_disc_row *r)
{
    const c2d_disc_strip *a = r->strip;
    for (uint32_t k = r->from; k < r->to; k++) {
        candidates c = candidates_of(r, k);
        if (!are_few(c)) {
            if (!search_long(h, a, k, r->own, c.first, c.last) || !search_long(h, a, k, r->next, c.begin, c.end))
                return false;
            continue;
        }
        four_tests t = test_four(h, a, k, r->own, c.first), u = test_four(h, a, k, r->next, c.begin),
                   v = test_four(h, a, k, r->next, c.begin + 4);
        unsigned within = ((1u << (c.last - c.first)) - 1) | ((1u << (c.end - c.begin)) - 1) << FEW_OWN;
        uint32_t items[FEW_OWN + FEW_BELOW];
        memcpy(items, r->own->item + c.first, FEW_OWN * sizeof *items);
        memcpy(items + FEW_OWN, r->next->item + c.begin, FEW_BELOW * sizeof *items);
        if (!make_room(h))
            return false;
        unsigned meet = (t.meet | u.meet << 4 | v.meet << 8) & within;
        unsigned maybe = (t.maybe | u.maybe << 4 | v.maybe << 8) & within;
        add_pairs(h, a->item[k], items, meet, FEW_OWN + FEW_BELOW);
        add_doubtful(h, a->item[k], items, meet ^ maybe);
    }
    return true;
}

/* ---- sixteen at a time ---- */

#ifdef HAS_AVX512

/* Sixteen discs. */
typedef struct sixteen {
    __m512i x, y, radius, item;
} sixteen;

typedef struct sixteen_tests {
    __mmask16 meet, maybe;
} sixteen_tests;

AVX512_INLINE sixteen load_all(const c2d_disc_strip *s, uint32_t first)
{
    return (sixteen){_mm512_loadu_si512(s->x + first), _mm512_loadu_si512(s->y + first),
                     _mm512_loadu_si512(s->radius + first), _mm512_loadu_si512(s->item + first)};
}

/* Four elements in the lanes from 0 on, and eight in those from 8 on. */
AVX512_INLINE __m512i load_few(const void *own, const void *below)
{
    return _mm512_inserti64x4(_mm512_castsi128_si512(_mm_loadu_si128(own)), _mm256_loadu_si256(below), 1);
}

AVX512_INLINE sixteen_tests test_sixteen(const c2d_disc_strip *a, uint32_t k, const sixteen *b, __m512 margin,
                                         __mmask16 within)
{
    __m512 x = _mm512_cvtepi32_ps(_mm512_sub_epi32(b->x, _mm512_set1_epi32((int)a->x[k])));
    __m512 y = _mm512_cvtepi32_ps(_mm512_sub_epi32(b->y, _mm512_set1_epi32((int)a->y[k])));
    __m512 radius = _mm512_add_ps(_mm512_castsi512_ps(b->radius), _mm512_set1_ps(a->radius[k]));
    __m512 gap = _mm512_sub_ps(_mm512_mul_ps(radius, radius), _mm512_add_ps(_mm512_mul_ps(x, x), _mm512_mul_ps(y, y)));
    return (sixteen_tests){
        _mm512_mask_cmp_ps_mask(within, gap, margin, _CMP_GT_OQ),
        _mm512_mask_cmp_ps_mask(within, gap, _mm512_sub_ps(_mm512_setzero_ps(), margin), _CMP_GE_OQ)};
}

/* Writes the pairs of an item with the others whose bits are set: eight in any case. */
AVX512_INLINE void add_sixteen(c2d_disc_hits *h, uint32_t item, __m512i others, __mmask16 bits)
{
    const __m512i alternately = _mm512_setr_epi32(0, 16, 1, 17, 2, 18, 3, 19, 4, 20, 5, 21, 6, 22, 7, 23);
    __m512i met = _mm512_maskz_compress_epi32(bits, others), one = _mm512_set1_epi32((int)item);
    __m512i i = _mm512_min_epu32(met, one), j = _mm512_max_epu32(met, one);
    uint32_t count = (uint32_t)__builtin_popcount(bits);
    c2d_index_pair *out = h->pairs + h->count;
    _mm512_storeu_si512(out, _mm512_permutex2var_epi32(i, alternately, j));
    if (count > 8)
        _mm512_storeu_si512(out + 8,
                            _mm512_permutex2var_epi32(i, _mm512_add_epi32(alternately, _mm512_set1_epi32(8)), j));
    h->count += count;
}

/* The pairs that are neither sure to meet nor sure to be apart are few. */
AVX512_INLINE void add_doubtful_sixteen(c2d_disc_hits *h, uint32_t item, __m512i others, sixteen_tests t)
{
    if (t.meet == t.maybe)
        return;
    uint32_t items[16];
    _mm512_storeu_si512(items, others);
    add_doubtful(h, item, items, (unsigned)(t.meet ^ t.maybe));
}

static AVX512 bool search_long_avx512(c2d_disc_hits *h, const c2d_disc_strip *a, uint32_t k, const c2d_disc_strip *b,
                                      uint32_t first, uint32_t last)
{
    __m512 margin = _mm512_set1_ps(h->margin);
    for (; first < last; first += C2D_DISC_PADDING) {
        if (!make_room(h))
            return false;
        for (uint32_t i = first; i < first + C2D_DISC_PADDING && i < last; i += 16) {
            sixteen others = load_all(b, i);
            __mmask16 within = (__mmask16)(last - i < 16 ? (1u << (last - i)) - 1 : 0xffff);
            sixteen_tests t = test_sixteen(a, k, &others, margin, within);
            add_sixteen(h, a->item[k], others.item, t.meet);
            add_doubtful_sixteen(h, a->item[k], others.item, t);
        }
    }
    return true;
}

static AVX512 bool search_row_avx512(c2d_disc_hits *h, const c2d_disc_row *row)
{
    const c2d_disc_row r = *row;
    const c2d_disc_strip a = *r.strip, own = *r.own, next = *r.next;
    __m512 margin = _mm512_set1_ps(h->margin);
    for (uint32_t k = r.from; k < r.to; k++) {
        candidates c = candidates_of(&r, k);
        if (!are_few(c)) {
            if (!search_long_avx512(h, &a, k, &own, c.first, c.last) ||
                !search_long_avx512(h, &a, k, &next, c.begin, c.end))
                return false;
            continue;
        }
        sixteen others = {load_few(own.x + c.first, next.x + c.begin), load_few(own.y + c.first, next.y + c.begin),
                          load_few(own.radius + c.first, next.radius + c.begin),
                          load_few(own.item + c.first, next.item + c.begin)};
        unsigned within = ((1u << (c.last - c.first)) - 1) | ((1u << (c.end - c.begin)) - 1) << 8;
        sixteen_tests t = test_sixteen(&a, k, &others, margin, (__mmask16)within);
        if (!make_room(h))
            return false;
        add_sixteen(h, a.item[k], others.item, t.meet);
        add_doubtful_sixteen(h, a.item[k], others.item, t);
    }
    return true;
}
#endif

c2d_disc_row_search *c2d_disc_row_search_fastest(void)
{
#ifdef HAS_AVX512
    __builtin_cpu_init();
    if (__builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512vl") && __builtin_cpu_supports("popcnt"))
        return search_row_avx512;
#endif
    return c2d_disc_row_search_portable;
}
