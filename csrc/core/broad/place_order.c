/* The order in which many things are visited or stored: neighbours in the plane come near each other, so that what they
 * share is still in the cache. No answer depends on the order. */
#include "place_order.h"

#include "../exact/allocate.h"

/* The average number of things per cell. */
#define PLACES_PER_CELL 16
/* Up to this number the order makes no difference. */
#define UNSORTED_LIMIT 2048

#define SAMPLE_SIZE 63

static int compare_numbers(const void *p, const void *q)
{
    double a = *(const double *)p, b = *(const double *)q;
    return (a > b) - (a < b);
}

/* The columns, or rows, of the grid of cells. They span the middle of the coordinates; places outside are in the first
 * or the last. */
typedef struct bands {
    double low, inverse;
    uint32_t count;
} bands;

static bands choose_bands(double sample[SAMPLE_SIZE], uint32_t count)
{
    qsort(sample, SAMPLE_SIZE, sizeof *sample, compare_numbers);
    double low = sample[SAMPLE_SIZE / 32], high = sample[SAMPLE_SIZE - 1 - SAMPLE_SIZE / 32];
    bands l = {low, high > low ? count / (high - low) : 0, count};
    return l;
}

static uint32_t band_of(const bands *l, double x)
{
    double t = (x - l->low) * l->inverse;
    return t > 0 ? t < l->count ? (uint32_t)t : l->count - 1 : 0;
}

/* A counting sort by cell; false if there is no memory. */
static bool sort_by_cell(c2d_place_of *place, const void *context, uint32_t n, uint32_t *order)
{
    double x[SAMPLE_SIZE], y[SAMPLE_SIZE];
    for (uint32_t k = 0; k < SAMPLE_SIZE; k++) {
        c2d_vec p = place(context, (uint32_t)((uint64_t)k * n / SAMPLE_SIZE));
        x[k] = p.x - p.x == 0 ? p.x : 0;
        y[k] = p.y - p.y == 0 ? p.y : 0;
    }
    uint32_t side = 1;
    while (side * side < n / PLACES_PER_CELL)
        side++;
    bands across = choose_bands(x, side), down = choose_bands(y, side);
    uint32_t *start = c2d_new_array(side * side, sizeof *start), *key = c2d_new_array(n, sizeof *key);
    bool good = start && key;
    if (good) {
        memset(start, 0, side * side * sizeof *start);
        for (uint32_t i = 0; i < n; i++) {
            c2d_vec p = place(context, i);
            key[i] = band_of(&down, p.y) * side + band_of(&across, p.x);
            start[key[i]]++;
        }
        for (uint32_t c = 0, sum = 0; c < side * side; c++) {
            uint32_t count = start[c];
            start[c] = sum;
            sum += count;
        }
        for (uint32_t i = 0; i < n; i++)
            order[start[key[i]]++] = i;
    }
    free(start);
    free(key);
    return good;
}

bool c2d_place_order(c2d_place_of *place, const void *context, uint32_t n, uint32_t *order)
{
    for (uint32_t i = 0; i < n; i++)
        order[i] = i;
    return n <= UNSORTED_LIMIT || sort_by_cell(place, context, n, order);
}
