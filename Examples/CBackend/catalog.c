/*
 * catalog.c - the list of photos, albums and problems: how it grows while a folder is read, and look-ups in it.
 */
#include "archives.h"

#include <stdlib.h>
#include <string.h>

/* ---- Growing; false: memory ran out ---- */

/* Makes room for one more element of a list of `count`: at each power of two, twice as many. */
static bool make_room(void **list, uint64_t count, size_t size)
{
    if ((count & (count - 1)) != 0) return true;
    void *grown = realloc(*list, (count == 0 ? 1 : count * 2) * size);
    if (grown != NULL) *list = grown;
    return grown != NULL;
}

bool catalog_add_problem(catalog *catalog, const char *path, picker_status reason, const char *message)
{
    char *copy = strdup(path);
    if (copy == NULL || !make_room((void **)&catalog->problems, catalog->problem_count, sizeof(problem))) {
        free(copy);
        return false;
    }
    catalog->problems[catalog->problem_count++] = (problem){copy, abi_utf8(copy), reason, message};
    return true;
}

bool catalog_add_album(catalog *catalog, const uint8_t key[32], const char *path, const char *name, uint64_t *index)
{
    char *title = abi_utf8(name);
    if (title == NULL) title = strdup(name);
    if (title == NULL || !make_room((void **)&catalog->albums, catalog->album_count, sizeof(album))) {
        free(title);
        return false;
    }
    album *added = &catalog->albums[catalog->album_count];
    *added = (album){.title = title};
    identifier_make(key, IDENTIFIER_FOLDER, path, added->identifier);
    *index = catalog->album_count++;
    return true;
}

bool catalog_add_photo(catalog *catalog, const uint8_t key[32], const photo *found, const char *path)
{
    char *copy = strdup(path);
    if (copy == NULL || !make_room((void **)&catalog->photos, catalog->photo_count, sizeof *found)) {
        free(copy);
        return false;
    }
    photo *added = &catalog->photos[catalog->photo_count++];
    *added = *found;
    added->path = copy;
    added->text = abi_utf8(copy);
    identifier_make(key, IDENTIFIER_ASSET, copy, added->identifier);
    catalog->albums[added->album].count += 1;
    return true;
}

/* ---- Order ---- */

static int by_path(const void *left, const void *right)
{
    return strcmp(((const photo *)left)->path, ((const photo *)right)->path);
}

static picker_time date_of(const photo *photo) { return photo->taken == NO_DATE ? photo->modified : photo->taken; }

/* What was taken at the same time comes by path, so that the order is the same each time. */
static int newest_first(const void *left, const void *right)
{
    picker_time first = date_of(left), second = date_of(right);
    return first != second ? (first < second) - (first > second) : by_path(left, right);
}

static int by_identifier(const void *left, const void *right)
{
    return strcmp((*(const photo *const *)left)->identifier, (*(const photo *const *)right)->identifier);
}

static void free_photo(photo *photo)
{
    free(photo->path);
    free(photo->text);
}

/* An archive may have two members of one name; they would have one identifier. */
static void drop_repeated(catalog *catalog)
{
    uint64_t kept = 0;
    qsort(catalog->photos, catalog->photo_count, sizeof *catalog->photos, by_path);
    for (uint64_t index = 0; index < catalog->photo_count; index++) {
        photo *photo = &catalog->photos[index];
        if (kept == 0 || by_path(photo, &catalog->photos[kept - 1]) != 0) {
            catalog->photos[kept++] = *photo;
        } else {
            catalog->albums[photo->album].count -= 1;
            free_photo(photo);
        }
    }
    catalog->photo_count = kept;
}

bool catalog_sort(catalog *catalog)
{
    /* One more, so that an empty catalog is no allocation of nothing. */
    catalog->by_identifier = malloc((catalog->photo_count + 1) * sizeof *catalog->by_identifier);
    if (catalog->by_identifier == NULL) return false;
    if (catalog->photo_count == 0) return true;
    drop_repeated(catalog);
    qsort(catalog->photos, catalog->photo_count, sizeof *catalog->photos, newest_first);
    for (uint64_t index = 0; index < catalog->photo_count; index++)
        catalog->by_identifier[index] = &catalog->photos[index];
    qsort(catalog->by_identifier, catalog->photo_count, sizeof *catalog->by_identifier, by_identifier);
    return true;
}

/* ---- Look-ups ---- */

static int compare_identifier(const void *key, const void *element)
{
    return strcmp(key, (*(const photo *const *)element)->identifier);
}

const photo *catalog_find(const catalog *catalog, picker_string identifier)
{
    char text[IDENTIFIER_SIZE] = {0};
    if (identifier.data == NULL || identifier.length != sizeof text - 1) return NULL;
    memcpy(text, identifier.data, identifier.length);
    const photo **found =
        bsearch(text, catalog->by_identifier, catalog->photo_count, sizeof *found, compare_identifier);
    return found == NULL ? NULL : *found;
}

uint64_t catalog_find_album(const catalog *catalog, picker_string identifier)
{
    uint64_t index = 0;
    while (index < catalog->album_count && !abi_equal(identifier, catalog->albums[index].identifier))
        index++;
    return index;
}

void catalog_free(catalog *catalog)
{
    for (uint64_t index = 0; index < catalog->photo_count; index++)
        free_photo(&catalog->photos[index]);
    for (uint64_t index = 0; index < catalog->album_count; index++)
        free(catalog->albums[index].title);
    for (uint64_t index = 0; index < catalog->problem_count; index++) {
        free(catalog->problems[index].path);
        free(catalog->problems[index].text);
    }
    free(catalog->photos);
    free(catalog->by_identifier);
    free(catalog->albums);
    free(catalog->problems);
}
