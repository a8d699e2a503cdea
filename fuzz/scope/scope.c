/* Every small input of the parts of the core that have only integers and pointers: sorts, heaps, sets, chains and
 * trees, and the hull of points on a lattice. Bugs of such code show in small cases, and of these none is left out.
 * fuzz/scope/run.sh builds and runs it. Prints the number of cases of each part; a violated property prints itself and
 * aborts. */
#include "../../csrc/core/broad/ranked_heap.h"
#include "../../csrc/core/exact/buckets.h"
#include "../../csrc/core/exact/radix_sort.h"
#include "../../csrc/core/exact/rank_set.h"
#include "../../csrc/core/level/avl_tree.h"
#include "../target.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

static unsigned long cases;

static void end_part(const char *name)
{
    printf("%s %lu\n", name, cases);
    cases = 0;
}

/* The next list of n digits below base; false after the last one. */
static bool next_digits(unsigned *digits, unsigned n, unsigned base)
{
    for (unsigned i = 0; i < n; i++) {
        if (++digits[i] < base)
            return true;
        digits[i] = 0;
    }
    return false;
}

/* ---- heaps ---- */

#define HEAP 7

typedef struct element {
    c2d_rank rank;
    unsigned index;
} element;

static size_t place[HEAP];

static void note_place(void *context, const void *at, size_t where)
{
    (void)context;
    place[((const element *)at)->index] = where;
}

/* Sorting moves each element to its place and says so; equal values are in order of their keys. */
static void sort_heap(const element *all, unsigned n)
{
    element list[HEAP];
    c2d_heap heap = {list, sizeof *list, c2d_ranks_before, NULL, note_place};

    memcpy(list, all, n * sizeof *list);
    for (unsigned i = 0; i < n; i++)
        place[list[i].index] = i;
    c2d_heap_sort_list(&heap, n);
    for (unsigned i = 0; i < n; i++) {
        CHECK(i == 0 || c2d_compare_ranks(&list[i - 1], &list[i]) < 0, "place %u", i);
        CHECK(place[list[i].index] == i, "element %u is at %u", list[i].index, i);
    }
}

/* The best ones are those of the sorted list. */
static void keep_best(const element *all, unsigned n, size_t most)
{
    element list[HEAP];
    size_t count = 0;

    for (unsigned i = 0; i < n; i++) {
        count = c2d_ranked_add(list, sizeof *list, count, most, &all[i]);
        CHECK(count == (i + 1 < most ? i + 1 : most), "%zu kept of %u", count, i + 1);
        for (size_t k = 1; k < count; k++)
            CHECK(c2d_compare_ranks(&list[(k - 1) / 2], &list[k]) > 0, "no heap at %zu", k);
    }
    c2d_ranked_sort(list, sizeof *list, count);
    for (unsigned k = 0; k < count; k++) {
        unsigned before = 0;
        for (unsigned i = 0; i < n; i++)
            before += c2d_compare_ranks(&all[i], &list[k]) < 0;
        CHECK(before == k, "%u are better than the one at %u", before, k);
    }
}

static void try_heaps(void)
{
    for (unsigned n = 0; n <= HEAP; n++) {
        unsigned digits[HEAP] = {0};
        do {
            element all[HEAP];
            for (unsigned i = 0; i < n; i++)
                all[i] = (element){{digits[i], (i * 3 + 5) % HEAP}, i};
            sort_heap(all, n);
            for (size_t most = 0; most <= n; most++)
                keep_best(all, n, most);
            cases++;
        } while (next_digits(digits, n, 4));
    }
    end_part("heaps");
}

/* ---- the radix sort ---- */

static void try_radix_sort(void)
{
    enum { MOST = 6 };
    static const uint64_t keys[] = {0, 1, 255, 256, 0x00ff00ff00ff00ff, (uint64_t)1 << 63, UINT64_MAX};
    static const double numbers[] = {-INFINITY, -1e60, -1.5, -1, -0x1p-1074, 0, 0x1p-1074, 1, 1.5, 1e60, INFINITY};

    for (unsigned n = 0; n <= MOST; n++) {
        unsigned digits[MOST] = {0};
        do {
            c2d_radix_item list[MOST], spare[MOST];
            for (unsigned i = 0; i < n; i++)
                list[i] = (c2d_radix_item){keys[digits[i]], i};
            c2d_radix_sort(list, n, spare);
            for (unsigned i = 0; i < n; i++) {
                CHECK(list[i].key == keys[digits[list[i].value]], "another key at %u", i);
                CHECK(i == 0 || list[i - 1].key < list[i].key ||
                          (list[i - 1].key == list[i].key && list[i - 1].value < list[i].value),
                      "the order at %u", i);
            }
            cases++;
        } while (next_digits(digits, n, sizeof keys / sizeof *keys));
    }
    for (size_t i = 1; i < sizeof numbers / sizeof *numbers; i++)
        CHECK(c2d_radix_key(numbers[i - 1]) < c2d_radix_key(numbers[i]), "%g and the one before", numbers[i]);
    end_part("radix_sort");
}

/* ---- sets of ranks ---- */

/* Sets of up to four of these ranks, which are at the ends of words of each level. */
static void try_ranks_of(uint32_t size)
{
    static const uint32_t at[] = {0, 1, 63, 64, 65, 127, 128, 4095, 4096, 4097, 262143, 262144, 262145};
    enum { RANKS = sizeof at / sizeof *at, MEMBERS = 4 };
    unsigned digits[MEMBERS] = {0};
    c2d_ranks set;

    CHECK(c2d_ranks_open(&set, size) == C2D_OK, "no memory");
    do {
        bool has[RANKS] = {false};
        for (unsigned i = 0; i < MEMBERS; i++)
            if (at[digits[i]] < size) {
                c2d_ranks_toggle(&set, at[digits[i]]);
                has[digits[i]] = !has[digits[i]];
            }
        for (int i = 0; i < RANKS && at[i] < size; i++) {
            int next = i, previous = i;
            while (next < RANKS && !has[next])
                next++;
            while (previous >= 0 && !has[previous])
                previous--;
            CHECK(c2d_ranks_has(&set, at[i]) == has[i], "rank %u", (unsigned)at[i]);
            CHECK(c2d_ranks_next(&set, at[i]) == (next < RANKS ? at[next] : C2D_NULL_INDEX), "after %u",
                  (unsigned)at[i]);
            CHECK(c2d_ranks_previous(&set, at[i]) == (previous >= 0 ? at[previous] : C2D_NULL_INDEX), "before %u",
                  (unsigned)at[i]);
        }
        for (int i = 0; i < RANKS; i++)
            if (has[i])
                c2d_ranks_toggle(&set, at[i]);
        for (int k = 0; k < set.levels; k++)
            for (uint32_t w = 0; w < set.words[k] && w < 70; w++)
                CHECK(set.level[k][w] == 0, "level %d is not empty", k);
        cases++;
    } while (next_digits(digits, MEMBERS, RANKS));
    c2d_ranks_close(&set);
}

static void try_ranks(void)
{
    static const uint32_t sizes[] = {0, 1, 2, 63, 64, 65, 128, 129, 4096, 4097, 262144, 262145, 262146};

    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++)
        try_ranks_of(sizes[i]);
    end_part("rank_set");
}

/* ---- buckets ---- */

/* Chunks of two elements: every order of additions to three buckets. */
static void try_buckets(void)
{
    enum { BUCKETS = 3, MOST = 8, CHUNK = 32 };

    for (unsigned n = 0; n <= MOST; n++) {
        unsigned digits[MOST] = {0};
        do {
            c2d_buckets b;
            unsigned counts[BUCKETS] = {0};
            CHECK(c2d_buckets_open(&b, BUCKETS, CHUNK, 0) == C2D_OK, "no memory");
            for (uint64_t i = 0; i < n; i++) {
                void *at = c2d_buckets_add(&b, digits[i], sizeof i);
                CHECK(at, "no memory");
                memcpy(at, &i, sizeof i);
                counts[digits[i]]++;
            }
            for (unsigned k = 0; k < BUCKETS; k++) {
                unsigned i = n;
                CHECK(c2d_buckets_size(&b, k) == counts[k] * sizeof(uint64_t), "bucket %u", k);
                for (c2d_chunk c = c2d_buckets_last(&b, k); c.begin; c = c2d_buckets_before(c))
                    for (const char *e = c.end; e > c.begin; e -= sizeof(uint64_t)) {
                        uint64_t value;
                        memcpy(&value, e - sizeof value, sizeof value);
                        while (i-- > 0 && digits[i] != k)
                            ;
                        CHECK(value == i, "bucket %u has %u, not %u", k, (unsigned)value, i);
                        counts[k]--;
                    }
                CHECK(counts[k] == 0, "bucket %u lacks %u", k, counts[k]);
            }
            c2d_buckets_close(&b);
            cases++;
        } while (next_digits(digits, n, BUCKETS));
    }
    end_part("buckets");
}

/* ---- AVL trees ---- */

/* The least tree that a removal unbalances where both rotations seem to do. */
#define MEMBERS 8
#define REMOVED 5 /* members of the trees that are taken apart in every order */

typedef struct sequence {
    c2d_avl_node nodes[MEMBERS];
    uint32_t root, list[MEMBERS]; /* the members in order */
    unsigned count;
} sequence;

static unsigned check_subtree(const sequence *s, uint32_t member, uint32_t parent, unsigned *at)
{
    if (member == C2D_NULL_INDEX)
        return 0;
    const c2d_avl_node *p = &s->nodes[member];
    CHECK(p->parent == parent, "the parent of %u", (unsigned)member);
    unsigned left = check_subtree(s, p->child[0], member, at);
    CHECK(*at < s->count && s->list[*at] == member, "%u is at %u", (unsigned)member, *at);
    CHECK(p->next[0] == (*at > 0 ? s->list[*at - 1] : C2D_NULL_INDEX), "before %u", (unsigned)member);
    ++*at;
    CHECK(p->next[1] == (*at < s->count ? s->list[*at] : C2D_NULL_INDEX), "after %u", (unsigned)member);
    unsigned right = check_subtree(s, p->child[1], member, at), height = 1 + (left > right ? left : right);
    CHECK(left <= right + 1 && right <= left + 1 && p->height == height, "the height of %u", (unsigned)member);
    return height;
}

static unsigned position_of(const sequence *s, uint32_t member)
{
    unsigned at = 0;

    while (s->list[at] != member)
        at++;
    return at;
}

typedef struct position {
    const sequence *sequence;
    unsigned at;
} position;

static bool is_from(const void *context, uint32_t member)
{
    const position *p = context;

    return position_of(p->sequence, member) >= p->at;
}

static void check_sequence(const sequence *s)
{
    c2d_avl_tree tree = {(c2d_avl_node *)s->nodes, s->root};
    unsigned at = 0;

    check_subtree(s, s->root, C2D_NULL_INDEX, &at);
    CHECK(at == s->count, "%u of %u members", at, s->count);
    for (unsigned k = 0; k <= s->count; k++) {
        position p = {s, k};
        uint32_t before, found = c2d_avl_find(&tree, is_from, &p, &before);
        CHECK(found == (k < s->count ? s->list[k] : C2D_NULL_INDEX), "position %u", k);
        CHECK(before == (k > 0 ? s->list[k - 1] : C2D_NULL_INDEX), "before position %u", k);
    }
    cases++;
}

/* Removes each member, and from a small tree the others after it, in every order. */
static void take_apart(const sequence *s)
{
    for (unsigned k = 0; k < s->count; k++) {
        sequence less = *s;
        c2d_avl_tree tree = {less.nodes, s->root};
        c2d_avl_remove(&tree, s->list[k]);
        less.root = tree.root;
        less.count--;
        memmove(&less.list[k], &less.list[k + 1], (less.count - k) * sizeof *less.list);
        check_sequence(&less);
        if (s->count <= REMOVED)
            take_apart(&less);
    }
}

/* Inserts the next member at every position. */
static void put_together(const sequence *s)
{
    for (unsigned k = 0; s->count < MEMBERS && k <= s->count; k++) {
        sequence more = *s;
        c2d_avl_tree tree = {more.nodes, s->root};
        c2d_avl_insert(&tree, s->count, k > 0 ? s->list[k - 1] : C2D_NULL_INDEX,
                       k < s->count ? s->list[k] : C2D_NULL_INDEX);
        more.root = tree.root;
        memmove(&more.list[k + 1], &more.list[k], (s->count - k) * sizeof *more.list);
        more.list[k] = s->count;
        more.count++;
        check_sequence(&more);
        take_apart(&more);
        put_together(&more);
    }
}

static void try_avl_trees(void)
{
    static const sequence empty = {.root = C2D_NULL_INDEX};

    put_together(&empty);
    end_part("avl_tree");
}

/* ---- the tree of boxes ---- */

typedef struct answer {
    unsigned found;
} answer;

static bool add_found(void *context, uint32_t item)
{
    answer *a = context;

    CHECK(!(a->found >> item & 1), "%u is visited twice", (unsigned)item);
    a->found |= 1u << item;
    return true;
}

static c2d_bounds box_at(unsigned x) { return (c2d_bounds){{x, 0}, {x + 1.0, 1}}; }

/* What a query of each place finds among the boxes that are there; places: by item. */
static void check_boxes(const c2d_tree *tree, const unsigned *places, unsigned items, unsigned present)
{
    for (unsigned x = 0; x < items; x++) {
        answer a = {0};
        unsigned expected = 0;
        for (unsigned i = 0; i < items; i++)
            if (present >> i & 1 && places[i] <= x + 1 && x <= places[i] + 1)
                expected |= 1u << i;
        c2d_tree_query(tree, box_at(x), add_found, &a);
        CHECK(a.found == expected, "at %u: %x, not %x", x, a.found, expected);
    }
}

/* Boxes at any places in any order; then each second one moves, and all are removed from either end. */
static void try_box_trees(void)
{
    enum { MOST = 6 };

    for (unsigned n = 1; n <= MOST; n++) {
        unsigned digits[MOST] = {0};
        do {
            for (unsigned how = 0; how < 2; how++) {
                c2d_tree tree;
                uint32_t leaves[MOST];
                unsigned places[MOST], present = 0;
                c2d_tree_init(&tree);
                memcpy(places, digits, sizeof places);
                for (unsigned i = 0; i < n; i++) {
                    CHECK(c2d_tree_insert(&tree, box_at(places[i]), i, &leaves[i]) == C2D_OK, "no memory");
                    check_boxes(&tree, places, n, present |= 1u << i);
                }
                for (unsigned i = how; i < n; i += 2) {
                    places[i] = n - 1 - places[i];
                    c2d_tree_move(&tree, leaves[i], box_at(places[i]));
                    check_boxes(&tree, places, n, present);
                }
                for (unsigned k = 0; k < n; k++) {
                    unsigned i = how ? n - 1 - k : k;
                    c2d_tree_remove(&tree, leaves[i]);
                    check_boxes(&tree, places, n, present &= ~(1u << i));
                }
                c2d_tree_free(&tree);
                cases++;
            }
        } while (next_digits(digits, n, n));
    }
    end_part("tree");
}

/* ---- hulls ---- */

static double cross(c2d_vec o, c2d_vec p, c2d_vec q) { return (p.x - o.x) * (q.y - o.y) - (p.y - o.y) * (q.x - o.x); }

/* Points of a lattice of 3 by 3: the products are exact. */
static void try_hulls(void)
{
    enum { MOST = 6 };

    for (unsigned n = 1; n <= MOST; n++) {
        unsigned digits[MOST] = {0};
        do {
            c2d_vec points[MOST], hull[MOST];
            size_t count = 0;
            unsigned used = 0;
            for (unsigned i = 0; i < n; i++)
                points[i] = (c2d_vec){digits[i] % 3, digits[i] / 3};
            CHECK(c2d_hull(points, n, hull, &count) == C2D_OK && count >= 1 && count <= n, "%zu vertices", count);
            for (size_t k = 0; k < count; k++) {
                c2d_vec v = hull[k], w = hull[(k + 1) % count], u = hull[(k + 2) % count];
                CHECK(k == 0 || hull[0].x < v.x || (hull[0].x == v.x && hull[0].y < v.y), "vertex %zu is the first", k);
                CHECK(count < 3 || cross(v, w, u) > 0, "vertex %zu is not convex", k);
                for (unsigned i = 0; i < n; i++) {
                    c2d_vec p = points[i];
                    CHECK(count < 2 || cross(v, w, p) >= 0, "point %u is outside", i);
                    CHECK(count != 2 || cross(v, w, p) == 0, "point %u is not on the line", i);
                    used |= (unsigned)(p.x == v.x && p.y == v.y) << k;
                    CHECK(count != 1 || (p.x == v.x && p.y == v.y), "point %u is another one", i);
                    CHECK(count != 2 || (hull[0].x <= p.x && p.x <= hull[1].x), "point %u is beyond the segment", i);
                }
            }
            CHECK(used == (1u << count) - 1, "a vertex is no point");
            cases++;
        } while (next_digits(digits, n, 9));
    }
    end_part("hull");
}

int main(void)
{
    try_heaps();
    try_radix_sort();
    try_ranks();
    try_buckets();
    try_avl_trees();
    try_box_trees();
    try_hulls();
    return fflush(stdout) == 0 ? 0 : 1;
}
