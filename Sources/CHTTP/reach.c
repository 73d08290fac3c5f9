#include "reach.h"

#include <arpa/inet.h>
#include <netinet/in.h>
#include <string.h>

struct block {
    uint32_t prefix;
    int bits;
    /* Whether it may be reached when it was named itself. */
    int is_near;
};

/* What is not globally reachable of IANA's IPv4 special-purpose address registry (RFC 6890), and multicast. */
static const struct block blocks[] = {
    {0x00000000, 8, 0},  {0x0A000000, 8, 1},  {0x64400000, 10, 1}, {0x7F000000, 8, 1},  {0xA9FE0000, 16, 0},
    {0xAC100000, 12, 1}, {0xC0000000, 24, 0}, {0xC0000200, 24, 0}, {0xC0586300, 24, 0}, {0xC0A80000, 16, 1},
    {0xC6120000, 15, 1}, {0xC6336400, 24, 0}, {0xCB007100, 24, 0}, {0xE0000000, 3, 0},
};

static int reaches_four(chttp_reach reach, uint32_t address)
{
    for (size_t index = 0; index < sizeof blocks / sizeof blocks[0]; index++) {
        uint32_t mask = ~(uint32_t)0 << (32 - blocks[index].bits);
        if ((address & mask) == blocks[index].prefix) return reach == CHTTP_REACH_NEAR && blocks[index].is_near;
    }
    return 1;
}

static uint32_t four_at(const uint8_t *bytes)
{
    return (uint32_t)bytes[0] << 24 | (uint32_t)bytes[1] << 16 | (uint32_t)bytes[2] << 8 | bytes[3];
}

static int reaches_six(chttp_reach reach, const uint8_t *bytes)
{
    static const uint8_t zeros[15], mapped[12] = {0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xFF, 0xFF};
    static const uint8_t translated[12] = {0, 0x64, 0xFF, 0x9B};
    if (memcmp(bytes, zeros, 15) == 0) return bytes[15] == 1 && reach == CHTTP_REACH_NEAR;
    /* An address of IPv4 in one of IPv6, in its three ways, is what that is. */
    if (memcmp(bytes, mapped, 12) == 0 || memcmp(bytes, translated, 12) == 0)
        return reaches_four(reach, four_at(bytes + 12));
    if (bytes[0] == 0x20 && bytes[1] == 0x02) return reaches_four(reach, four_at(bytes + 2));
    /* Unique local (fc00::/7). */
    if ((bytes[0] & 0xFE) == 0xFC) return reach == CHTTP_REACH_NEAR;
    /* Of the rest, 2000::/3 is what is given out; Teredo, documentation and benchmarks are in it and reach no one. */
    if ((bytes[0] & 0xE0) != 0x20) return 0;
    return !(bytes[0] == 0x20 && bytes[1] == 0x01 && (bytes[2] < 0x02 || (bytes[2] == 0x0D && bytes[3] == 0xB8)));
}

int chttp_literal_reaches(chttp_reach reach, const char *host)
{
    uint8_t four[4], six[16];
    char inner[64];
    if (inet_pton(AF_INET, host, four) == 1) return reach == CHTTP_REACH_ALL || reaches_four(reach, four_at(four));
    size_t length = strlen(host);
    if (length < 2 || length - 2 >= sizeof inner || host[0] != '[' || host[length - 1] != ']') return -1;
    memcpy(inner, host + 1, length - 2);
    inner[length - 2] = 0;
    if (inet_pton(AF_INET6, inner, six) != 1) return -1;
    return reach == CHTTP_REACH_ALL || reaches_six(reach, six);
}

int chttp_reaches(chttp_reach reach, const struct sockaddr *address)
{
    if (reach == CHTTP_REACH_ALL) return 1;
    if (address->sa_family == AF_INET) {
        const struct sockaddr_in *four = (const struct sockaddr_in *)(const void *)address;
        return reaches_four(reach, ntohl(four->sin_addr.s_addr));
    }
    if (address->sa_family == AF_INET6) {
        const struct sockaddr_in6 *six = (const struct sockaddr_in6 *)(const void *)address;
        return reaches_six(reach, six->sin6_addr.s6_addr);
    }
    return 0;
}
