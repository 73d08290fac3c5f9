/*
 * identifier.c - local identifiers as docs/abi.md, R8.4, wants them: the same for the same file in every backend that
 * reads folders, so that a selection survives when one backend is exchanged for another.
 */
#include "archives.h"

#include <stdlib.h>
#include <string.h>

/* SHA-256, FIPS 180-4. */
static const uint32_t round_constants[64] = {
    0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1, 0x923f82a4, 0xab1c5ed5,
    0xd807aa98, 0x12835b01, 0x243185be, 0x550c7dc3, 0x72be5d74, 0x80deb1fe, 0x9bdc06a7, 0xc19bf174,
    0xe49b69c1, 0xefbe4786, 0x0fc19dc6, 0x240ca1cc, 0x2de92c6f, 0x4a7484aa, 0x5cb0a9dc, 0x76f988da,
    0x983e5152, 0xa831c66d, 0xb00327c8, 0xbf597fc7, 0xc6e00bf3, 0xd5a79147, 0x06ca6351, 0x14292967,
    0x27b70a85, 0x2e1b2138, 0x4d2c6dfc, 0x53380d13, 0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85,
    0xa2bfe8a1, 0xa81a664b, 0xc24b8b70, 0xc76c51a3, 0xd192e819, 0xd6990624, 0xf40e3585, 0x106aa070,
    0x19a4c116, 0x1e376c08, 0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a, 0x5b9cca4f, 0x682e6ff3,
    0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208, 0x90befffa, 0xa4506ceb, 0xbef9a3f7, 0xc67178f2,
};

typedef struct hash {
    uint32_t state[8];
    uint8_t block[64];
    uint64_t length;
} hash;

static uint32_t turned(uint32_t word, int count) { return word >> count | word << (32 - count); }

static void add_block(hash *hash)
{
    uint32_t schedule[64];
    for (int index = 0; index < 16; index++) {
        const uint8_t *at = hash->block + index * 4;
        schedule[index] = (uint32_t)at[0] << 24 | (uint32_t)at[1] << 16 | (uint32_t)at[2] << 8 | at[3];
    }
    for (int index = 16; index < 64; index++) {
        uint32_t near = schedule[index - 2], far = schedule[index - 15];
        schedule[index] = (turned(near, 17) ^ turned(near, 19) ^ near >> 10) + schedule[index - 7] +
                          (turned(far, 7) ^ turned(far, 18) ^ far >> 3) + schedule[index - 16];
    }
    uint32_t v[8];
    memcpy(v, hash->state, sizeof v);
    for (int index = 0; index < 64; index++) {
        uint32_t choice = (v[4] & v[5]) ^ (~v[4] & v[6]);
        uint32_t majority = (v[0] & v[1]) ^ (v[0] & v[2]) ^ (v[1] & v[2]);
        uint32_t first = v[7] + (turned(v[4], 6) ^ turned(v[4], 11) ^ turned(v[4], 25)) + choice +
                         round_constants[index] + schedule[index];
        uint32_t second = (turned(v[0], 2) ^ turned(v[0], 13) ^ turned(v[0], 22)) + majority;
        memmove(v + 1, v, 7 * sizeof v[0]);
        v[4] += first;
        v[0] = first + second;
    }
    for (int index = 0; index < 8; index++)
        hash->state[index] += v[index];
}

static void add(hash *hash, const void *bytes, size_t count)
{
    for (size_t index = 0; index < count; index++) {
        hash->block[hash->length++ % 64] = ((const uint8_t *)bytes)[index];
        if (hash->length % 64 == 0) add_block(hash);
    }
}

static hash begin(void)
{
    return (hash){
        .state = {0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a, 0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19}};
}

static void finish(hash *hash, uint8_t digest[32])
{
    uint64_t bits = hash->length * 8;
    add(hash, "\x80", 1);
    while (hash->length % 64 != 56)
        add(hash, "", 1);
    for (int shift = 56; shift >= 0; shift -= 8)
        add(hash, &(uint8_t){(uint8_t)(bits >> shift)}, 1);
    for (int index = 0; index < 32; index++)
        digest[index] = (uint8_t)(hash->state[index / 4] >> (24 - index % 4 * 8));
}

void identifier_make_key(const char *root, uint8_t key[32])
{
    hash hash = begin();
    /* The NUL at the end of the word belongs to it. */
    add(&hash, "picker.library/1", 17);
    add(&hash, root, strlen(root));
    finish(&hash, key);
}

void identifier_make(const uint8_t key[32], subject subject, const char *path, char identifier[IDENTIFIER_SIZE])
{
    static const char alphabet[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
    uint8_t digest[32];
    hash hash = begin();
    add(&hash, key, 32);
    add(&hash, &(uint8_t){(uint8_t)subject}, 1);
    add(&hash, path, strlen(path));
    finish(&hash, digest);

    /* The first 128 bits, six at a time; the last character has two of them, and four zeros. */
    identifier[0] = subject == IDENTIFIER_ASSET ? 'a' : 'c';
    for (int index = 0; index < 22; index++) {
        int bit = index * 6;
        uint32_t pair = (uint32_t)digest[bit / 8] << 8 | (index == 21 ? 0 : digest[bit / 8 + 1]);
        identifier[index + 1] = alphabet[pair >> (10 - bit % 8) & 63];
    }
    identifier[23] = 0;
}
