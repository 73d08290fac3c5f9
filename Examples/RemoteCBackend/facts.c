/*
 * facts.c - what was learnt of the photos seen last. A table with a place for each hash: who comes later takes the place,
 * so it never grows and nothing has to be thrown out.
 */
#include "shelf.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

enum { PLACES = 4096 };

struct facts {
    pthread_mutex_t lock;
    fact places[PLACES];
};

facts *facts_new(void)
{
    facts *made = calloc(1, sizeof *made);
    if (made != NULL) pthread_mutex_init(&made->lock, NULL);
    return made;
}

void facts_free(facts *facts)
{
    if (facts == NULL) return;
    pthread_mutex_destroy(&facts->lock);
    free(facts);
}

/* FNV-1a, http://www.isthe.com/chongo/tech/comp/fnv/ */
static fact *place(facts *facts, const char *identifier)
{
    uint32_t hash = 2166136261u;
    for (; *identifier != 0; identifier++)
        hash = (hash ^ (uint8_t)*identifier) * 16777619u;
    return &facts->places[hash % PLACES];
}

void facts_learn(facts *facts, const photo *photo)
{
    fact known = {.size = photo->size, .version = photo->version, .width = photo->width, .height = photo->height};
    memcpy(known.identifier, photo->identifier, sizeof known.identifier);
    pthread_mutex_lock(&facts->lock);
    *place(facts, photo->identifier) = known;
    pthread_mutex_unlock(&facts->lock);
}

void facts_forget(facts *facts, const char *identifier)
{
    pthread_mutex_lock(&facts->lock);
    fact *known = place(facts, identifier);
    if (strcmp(known->identifier, identifier) == 0) known->identifier[0] = 0;
    pthread_mutex_unlock(&facts->lock);
}

bool facts_find(facts *facts, const char *identifier, fact *found)
{
    pthread_mutex_lock(&facts->lock);
    *found = *place(facts, identifier);
    pthread_mutex_unlock(&facts->lock);
    return strcmp(found->identifier, identifier) == 0;
}
