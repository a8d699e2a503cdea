/* Property: all pairs of discs are those that c2d_relate finds by trying all, each once, among all, across a split or
 * within what is before it, however they lie, also in any number of sections and parts; every version of the search
 * visits them in the same order; a visit that ends it ends it; lack of memory is said. */
#include "../../csrc/core/broad/disc_search.h"
#include "../decode.h"
#include "../target.h"

#include <string.h>

#define DISCS 48

typedef struct cloud {
    c2d_disc disc[DISCS];
    c2d_shape shape[DISCS];
    unsigned count;
    signed char relation[DISCS][DISCS];
} cloud;

static void add(cloud *c, c2d_vec center, double radius)
{
    c2d_disc disc = {center, radius};
    c2d_status status;

    if (c->count == DISCS)
        return;
    status = c2d_check_disc(&disc);
    CHECK(status == c2d_circle(&c->shape[c->count], center, radius), "%s", c2d_rule(status));
    if (status == C2D_OK)
        c->disc[c->count++] = disc;
}

static c2d_vec beside(c2d_vec p, double x, double y)
{
    c2d_vec q = {p.x + x, p.y + y};
    return q;
}

/* Any disc; one that touches another along an axis or by a 3-4-5 triangle; a square of discs; an earlier one, an ulp
 * off. */
static void read_discs(reader *in, cloud *c)
{
    unsigned how = read_byte(in) % 6;
    c2d_disc last = c->count ? c->disc[read_byte(in) % c->count] : (c2d_disc){{0, 0}, 1};
    double radius = read_size(in), apart = last.radius + radius;

    switch (how) {
    case 0: add(c, read_point(in), radius); break;
    case 1: add(c, beside(last.center, apart, 0), radius); break;
    case 2: add(c, beside(last.center, -0.6 * apart, 0.8 * apart), radius); break;
    case 3: add(c, beside(last.center, 0, ulps_off(-apart, (int)(read_byte(in) % 5) - 2)), radius); break;
    case 4:
        for (unsigned side = 1 + read_byte(in) % 6, i = 0; i < side * side; i++)
            add(c, beside(last.center, i / side * 2 * last.radius, i % side * 2 * last.radius), last.radius);
        break;
    default: add(c, last.center, ulps_off(last.radius, (int)(read_byte(in) % 3) - 1)); break;
    }
}

typedef struct answer {
    const cloud *cloud;
    unsigned split, stop;
    size_t found;
    uint64_t order; /* a hash of the pairs in the order of the visits */
    bool within, touching;
    unsigned char seen[DISCS * DISCS / 8];
} answer;

static bool wanted(const cloud *c, unsigned i, unsigned j, unsigned split, bool within, bool touching)
{
    return (split == 0 || (i < split && (split <= j || within))) &&
           c->relation[i][j] >= (touching ? C2D_TOUCHING : C2D_OVERLAPPING);
}

static bool visit(void *context, const c2d_index_pair *pairs, size_t count)
{
    answer *a = context;

    CHECK(count > 0, "no pairs");
    for (size_t k = 0; k < count; k++) {
        unsigned i = pairs[k].i, j = pairs[k].j, at = i * DISCS + j;
        CHECK(i < j && j < a->cloud->count, "pair %u, %u of %u", i, j, a->cloud->count);
        CHECK(wanted(a->cloud, i, j, a->split, a->within, a->touching), "discs %u and %u do not meet", i, j);
        CHECK(!(a->seen[at / 8] >> at % 8 & 1), "pair %u, %u visited twice", i, j);
        a->seen[at / 8] |= (unsigned char)(1 << at % 8);
        a->found++;
        a->order = a->order * UINT64_C(0x9e3779b97f4a7c15) + at;
    }
    return a->stop == 0 || --a->stop > 0;
}

/* The search in sections and parts, the parts in any order; where memory is short, some pairs may be missing. portable:
 * not by the fastest version. Returns whether all is done. */
static bool search_in_parts(const c2d_disc *discs, size_t n, const answer *a, uint32_t sections, uint32_t parts,
                            bool portable, c2d_visit_pairs *count, void *context)
{
    c2d_disc_search s;
    c2d_disc_extent extent = n ? c2d_disc_extent_of(discs, n) : (c2d_disc_extent){{0, 0}, {0, 0}, 0};
    c2d_status status =
        c2d_disc_search_open(&s, discs, n, portable ? NULL : &extent, a->split, a->within, a->touching, sections);

    if (portable)
        s.search_row = c2d_disc_row_search_portable;
    CHECK(status || s.sections <= sections, "%u sections", (unsigned)s.sections);
    for (uint32_t k = s.sections; k-- > 0 && !status;)
        status = c2d_disc_search_sort(&s, k);
    bool whole = !status;
    for (uint32_t k = 0; k < parts && !status; k++) {
        c2d_status fault = c2d_disc_search_part(&s, (parts / 2 + k) % parts, parts, count, context);
        CHECK(!fault || fault == C2D_NO_MEMORY, "part %u: %s", (unsigned)k, c2d_rule(fault));
        whole &= !fault;
    }
    CHECK(status || c2d_disc_search_largest(&s) <= n, "a strip of %u discs", (unsigned)c2d_disc_search_largest(&s));
    c2d_disc_search_close(&s);
    return whole;
}

/* The extent of parts joined is that of all, as are the numbers of its definition; plain discs are valid as they are.
 */
static void ask_extent(const cloud *c)
{
    c2d_disc_extent all, joined;

    if (c->count == 0)
        return;
    joined = all = c2d_disc_extent_of(c->disc, c->count);
    for (unsigned i = 0; i < c->count; i++) {
        c2d_disc checked = c->disc[i];
        c2d_disc_extent one = c2d_disc_extent_of(&c->disc[i], 1);
        CHECK(one.low.x >= all.low.x && one.low.y >= all.low.y && one.high.x <= all.high.x &&
                  one.high.y <= all.high.y && one.radius <= all.radius,
              "disc %u is outside", i);
        joined = i == 0 ? one : c2d_disc_extent_join(joined, one);
        CHECK(!c2d_discs_are_plain(&c->disc[i], 1) ||
                  (c2d_check_disc(&checked) == C2D_OK && checked.center.x == c->disc[i].center.x &&
                   checked.center.y == c->disc[i].center.y && checked.radius == c->disc[i].radius),
              "disc %u is not plain", i);
    }
    CHECK(joined.low.x == all.low.x && joined.low.y == all.low.y && joined.high.x == all.high.x &&
              joined.high.y == all.high.y && joined.radius == all.radius,
          "%u discs have another extent", c->count);
}

static void ask(reader *in, const cloud *c, unsigned split, bool within, bool touching)
{
    static answer a;
    unsigned hits = 0;
    c2d_status status;

    for (unsigned i = 0; i < c->count; i++)
        for (unsigned j = i + 1; j < c->count; j++)
            hits += wanted(c, i, j, split, within, touching);
    for (int round = 0; round < 2; round++) {
        memset(&a, 0, sizeof a);
        a.cloud = c;
        a.split = split;
        a.within = within;
        a.touching = touching;
        target_allocations_left = round == 0 ? (int)(read_byte(in) % 16) - 4 : -1; /* strips need eight */
        status = c2d_disc_pairs(c->disc, c->count, split, within, touching, visit, &a);
        CHECK(status == C2D_OK || (status == C2D_NO_MEMORY && round == 0), "%s", c2d_rule(status));
        CHECK(status != C2D_OK || a.found == hits, "%zu pairs visited, %u meet", a.found, hits);
    }
    for (int round = 0; round < 2; round++) {
        uint32_t sections = 1 + read_byte(in) % 4, parts = 1 + read_byte(in) % 7;
        memset(a.seen, 0, sizeof a.seen);
        a.found = 0;
        a.order = 0;
        target_allocations_left = round == 0 ? (int)(read_byte(in) % 64) - 4 : -1;
        bool whole = search_in_parts(c->disc, c->count, &a, sections, parts, false, visit, &a);
        CHECK(whole ? a.found == hits : round == 0 && a.found <= hits, "%zu pairs in parts, %u meet", a.found, hits);
        if (!whole)
            continue;
        uint64_t order = a.order;
        memset(a.seen, 0, sizeof a.seen);
        a.found = 0;
        a.order = 0;
        target_allocations_left = -1;
        search_in_parts(c->disc, c->count, &a, sections, parts, true, visit, &a);
        CHECK(a.found == hits && (round == 0 || a.order == order), "%zu pairs in another order, %u meet", a.found,
              hits);
    }
    target_allocations_left = -1;
    memset(a.seen, 0, sizeof a.seen);
    a.stop = 1;
    a.found = 0;
    status = c2d_disc_pairs(c->disc, c->count, split, within, touching, visit, &a);
    CHECK(status == C2D_OK && a.found <= hits && (a.found > 0) == (hits > 0), "%zu of %u pairs, then told to end",
          a.found, hits);
}

typedef struct tally {
    size_t found, count, most;
} tally;

static bool count_pairs(void *context, const c2d_index_pair *pairs, size_t count)
{
    tally *t = context;

    for (size_t k = 0; k < count; k++)
        CHECK(pairs[k].i < pairs[k].j && pairs[k].j < t->count, "pair %u, %u", pairs[k].i, pairs[k].j);
    t->found += count;
    return t->found < t->most;
}

/* More discs than are sorted at once, in a square where each of every 16th row touches its neighbours, and more at one
 * position than are searched at once. The number of pairs is known. */
static void ask_many(unsigned side, unsigned heap)
{
    static c2d_disc disc[200 * 200 + 600];
    tally t = {0, side * side + heap, SIZE_MAX};
    size_t square = (size_t)(side - 1) * ((side + 15) / 16), heaped = (size_t)heap * (heap - 1) / 2;

    for (unsigned i = 0; i < t.count; i++) {
        unsigned row = i / side;
        disc[i].center.x = i < side * side ? (row % 16 ? 3.0 : 2.0) * (i % side) : 3.0 * side;
        disc[i].center.y = i < side * side ? 3.0 * row : 3.0 * side; /* the discs at one position touch no others */
        disc[i].radius = 1;
    }
    c2d_status status = c2d_disc_pairs(disc, t.count, 0, false, true, count_pairs, &t);
    CHECK(status == C2D_OK && t.found == square + heaped, "%zu pairs of %zu discs, %s", t.found, t.count,
          c2d_rule(status));
    t.found = 0;
    status = c2d_disc_pairs(disc, t.count, 0, false, false, count_pairs, &t);
    CHECK(status == C2D_OK && t.found == heaped, "%zu overlapping pairs of %zu discs, %s", t.found, t.count,
          c2d_rule(status));
    answer options = {.touching = true};
    for (uint32_t parts = 1 + heap % 3; parts < 40; parts *= 3) {
        t.found = 0;
        search_in_parts(disc, t.count, &options, parts, parts, parts & 1, count_pairs, &t);
        CHECK(t.found == square + heaped, "%zu pairs in %u parts", t.found, (unsigned)parts);
    }
    size_t ends[] = {1, square + heaped / 2}; /* among the square, among the heap */
    for (int k = 0; k < 2; k++) {
        t.found = 0;
        t.most = ends[k];
        status = c2d_disc_pairs(disc, t.count, 0, false, true, count_pairs, &t);
        CHECK(status == C2D_OK && t.found >= t.most && t.found < t.most + 2048, "%zu pairs, not ended at %zu", t.found,
              t.most);
    }
    t.found = 0;
    target_allocations_left = (int)(heap / 2 % 7); /* the strips need eight, then pairs are visited */
    status = c2d_disc_pairs(disc, t.count, 0, false, true, count_pairs, &t);
    CHECK(status == C2D_NO_MEMORY && t.found == 0, "%zu pairs without memory, %s", t.found, c2d_rule(status));
    target_allocations_left = -1;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static cloud c;
    reader in = reader_open(data, size);

    target_subjects(NULL, NULL);
    c.count = 0;
    while (read_left(&in) > 3)
        read_discs(&in, &c);
    for (unsigned i = 0; i < c.count; i++)
        for (unsigned j = i + 1; j < c.count; j++)
            c.relation[i][j] = (signed char)c2d_relate(&c.shape[i], &c.shape[j]);
    ask_extent(&c);
    target_tests_by_box = size % 3 ? 256 : size % 8;
    ask(&in, &c, 0, false, true);
    ask(&in, &c, 0, false, false);
    ask(&in, &c, c.count / 2, false, size & 1);
    ask(&in, &c, c.count / 3, true, size & 2);
    target_tests_by_box = 256;
    c2d_disc_search s;
    CHECK(c2d_disc_search_open(&s, c.disc, (size_t)1 << 31, NULL, 0, false, true, 2) == C2D_NO_MEMORY,
          "room for 2^31 discs?");
    c2d_disc_search_close(&s);
    CHECK(c2d_disc_pairs(c.disc, (size_t)1 << 31, 0, false, true, visit, NULL) == C2D_NO_MEMORY,
          "room for 2^31 discs?");
    if (size == 447)
        ask_many(190 + data[0] % 10, 1 + 2 * data[1]);
    return 0;
}
