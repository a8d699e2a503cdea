/* A hash of 128 bits that is the same in every process and on every platform, unlike that of Python. It is not
 * cryptographic: one can construct two states with the same hash. */
#ifndef C2D_HASH_H
#define C2D_HASH_H

#include "../base/binding.h"

/* Two hashes of 64 bits that use different bijections: the finalizers of SplitMix64 (Steele, Lea, Flood, 2014, with
 * constants by Stafford) and MurmurHash3 (Appleby). For two inputs that differ, both agree by chance with probability
 * 2^-128. */
typedef struct hash128 {
    uint64_t a, b;
} hash128;

void hash_word(hash128 *h, uint64_t word);
void hash_number(hash128 *h, double number);
void hash_hash(hash128 *h, hash128 other);
/* Of a shape or a body. Equal ones have equal hashes: the hash is of everything that == compares. */
void hash_shape(hash128 *h, PyObject *object);
/* Hashes numbers, strings, bytes, None and tuples of these by value; all other objects have the same hash. Equal
 * numbers have equal hashes. False with an error set. No user code runs. */
bool hash_item(hash128 *h, PyObject *item);

#endif
