/* Least significant byte first, without the bytes that are equal in all keys. */
#include "radix_sort.h"

#include <string.h>

void c2d_radix_sort(c2d_radix_item *list, size_t n, c2d_radix_item *spare)
{
    enum { BYTES = 8, VALUES = 256 };
    size_t count[BYTES][VALUES] = {{0}};
    for (size_t i = 0; i < n; i++)
        for (int b = 0; b < BYTES; b++)
            count[b][list[i].key >> 8 * b & 255]++;
    c2d_radix_item *from = list, *to = spare;
    for (int b = 0; b < BYTES; b++) {
        size_t start = 0;
        if (n == 0 || count[b][list[0].key >> 8 * b & 255] == n)
            continue; /* this byte is equal in all keys */
        for (int v = 0; v < VALUES; v++) {
            size_t items = count[b][v];
            count[b][v] = start;
            start += items;
        }
        for (size_t i = 0; i < n; i++)
            to[count[b][from[i].key >> 8 * b & 255]++] = from[i];
        c2d_radix_item *sorted = to;
        to = from;
        from = sorted;
    }
    if (from != list)
        memcpy(list, from, n * sizeof *list);
}

uint64_t c2d_radix_key(double x)
{
    uint64_t bits, sign = (uint64_t)1 << 63;
    memcpy(&bits, &x, sizeof bits);
    return bits & sign ? ~bits : bits | sign;
}
