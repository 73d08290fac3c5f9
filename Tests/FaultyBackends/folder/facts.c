#define _GNU_SOURCE
#include "folder.h"

#include <locale.h>
#include <pthread.h>
#include <string.h>
#include <wctype.h>

/*
 * What people say of a photo is made up from its name: no one wrote it into a PPM file. Every seventh length of a name is
 * not rated, and every other photo has a place.
 */
void folder_facts_of(const photo *photo, photo_facts *facts)
{
    size_t length = strlen(folder_name(photo->path));
    uint32_t sum = 0;
    for (const char *letter = photo->path; *letter != 0; letter++)
        sum = sum * 31 + (uint8_t)*letter;
    facts->has_rating = length % 7 != 6;
    facts->rating = (uint32_t)(length % 7) % 6;
    facts->has_place = sum % 2 == 0;
    facts->latitude = (double)(sum / 2 % 181) - 90;
    facts->longitude = (double)(sum / 512 % 361) - 180;
    facts->title = sum % 3 == 0 ? "Sea Gull" : "Beach";
    facts->caption = sum % 5 == 0 ? "Low Tide" : NULL;
    facts->keyword = sum % 7 == 0 ? "evening" : "Noon";
}

static locale_t letters;
static void find_letters(void) { letters = newlocale(LC_CTYPE_MASK, "C.UTF-8", NULL); }

static uint32_t small(uint32_t letter)
{
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    if (folder_has("text-in-its-case")) return letter;
    if (letter < 0x80 || folder_has("text-in-ascii")) {
        return letter >= 'A' && letter <= 'Z' ? letter + 'a' - 'A' : letter;
    }
    pthread_once(&once, find_letters);
    return letters == NULL ? letter : (uint32_t)towlower_l((wint_t)letter, letters);
}

/* A place in a text in UTF-8, and the second of two letters that the one before it is equal to; 0: there is none. */
typedef struct reader {
    const char *at;
    const char *end;
    uint32_t second;
} reader;

static bool has_more(const reader *reader) { return reader->second != 0 || reader->at < reader->end; }

/* The next letter, as a small one in which those are equal that Unicode's default case folding unites; goes on behind it. */
static uint32_t next_letter(reader *reader)
{
    uint32_t letter = reader->second;
    reader->second = 0;
    if (letter != 0) return letter;
    letter = (uint8_t)*reader->at++;
    int more = letter < 0xC0 ? 0 : letter < 0xE0 ? 1 : letter < 0xF0 ? 2 : 3;
    if (more > 0) letter &= 0x3Fu >> more;
    for (; more > 0 && reader->at < reader->end; more--)
        letter = letter << 6 | ((uint8_t)*reader->at++ & 0x3F);
    letter = small(letter);
    if (folder_has("text-in-small-letters")) return letter;
    // What has no other small letter: ß is ss, and ς at the end of a word is σ.
    if (letter == 0xDF) reader->second = 's';
    return letter == 0xDF ? 's' : letter == 0x3C2 ? 0x3C3 : letter;
}

static bool begins(reader text, picker_string part)
{
    reader wanted = {part.data, part.data + part.length, 0};
    while (has_more(&wanted)) {
        if (!has_more(&text) || next_letter(&text) != next_letter(&wanted)) return false;
    }
    return true;
}

/* Whether a text, or NULL, has a part. */
static bool has_part(const char *text, picker_string part)
{
    if (text == NULL) return false;
    for (reader reader = {text, text + strlen(text), 0}; has_more(&reader); next_letter(&reader)) {
        if (begins(reader, part)) return true;
    }
    return false;
}

static bool is_called(const photo *photo, const photo_facts *facts, picker_string part)
{
    char text[FOLDER_PATH * 3];
    folder_text(photo->path, text);
    if (has_part(folder_name(text), part)) return true;
    if (folder_has("text-in-names-alone")) return false;
    return has_part(facts->title, part) || has_part(facts->caption, part) || has_part(facts->keyword, part);
}

static bool is_inside(const photo_facts *facts, const picker_query *query)
{
    if (!facts->has_place) return folder_has("box-has-what-has-no-place");
    if (facts->latitude < query->south || facts->latitude > query->north) return false;
    bool is_west = facts->longitude<query->west, is_east = facts->longitude> query->east;
    if (folder_has("box-without-edges")) is_east = facts->longitude >= query->east;
    return query->west <= query->east || folder_has("box-does-not-cross") ? !is_west && !is_east : !is_west || !is_east;
}

static bool is_of_type(const photo *photo, const picker_query *query)
{
    const char *type = photo->is_video ? "public.avi" : "public.pbm";
    for (uint64_t index = 0; index < query->content_type_count; index++) {
        picker_string asked = query->content_types[index];
        bool begins_so = asked.length <= strlen(type) && memcmp(asked.data, type, asked.length) == 0;
        if (begins_so && (asked.length == strlen(type) || folder_has("types-by-beginning"))) return true;
    }
    return false;
}

bool folder_has_facts(const photo *photo, const picker_query *query)
{
    photo_facts facts;
    folder_facts_of(photo, &facts);
    uint32_t asked = query->flags;
    if (folder_has("bytes-without-flag") && query->bytes_below != 0) asked |= PICKER_QUERY_BYTES_BELOW;
    uint32_t rating = facts.has_rating || folder_has("unrated-is-one") ? 1u << facts.rating : 1u;
    if (folder_has("unrated-is-one") && !facts.has_rating) rating = 2u;
    if ((asked & PICKER_QUERY_RATINGS) != 0 && (query->ratings & rating) == 0) return false;
    if ((asked & PICKER_QUERY_TEXT) != 0 && !is_called(photo, &facts, query->text)) return false;
    if ((asked & PICKER_QUERY_PLACE) != 0 && !is_inside(&facts, query)) return false;
    if ((asked & PICKER_QUERY_CONTENT_TYPES) != 0 && !is_of_type(photo, query)) return false;
    if ((asked & PICKER_QUERY_BYTES_FROM) != 0 && photo->byte_size < query->bytes_from) return false;
    if ((asked & PICKER_QUERY_BYTES_BELOW) == 0 || photo->byte_size < query->bytes_below) return true;
    return folder_has("bytes-below-is-inclusive") && photo->byte_size == query->bytes_below;
}

/* NaN is in no range. */
static bool is_between(double least, double value, double most) { return least <= value && value <= most; }

bool folder_are_facts_valid(const picker_query *query)
{
    if (folder_has("takes-any-fact")) return true;
    uint32_t asked = query->flags;
    bool is_rated = query->ratings != 0 && (query->ratings & ~PICKER_RATING_MASK) == 0;
    if ((asked & PICKER_QUERY_RATINGS) != 0 && !is_rated) return false;
    if ((asked & PICKER_QUERY_TEXT) != 0 && query->text.length == 0) return false;
    bool has_types = query->content_types != NULL && query->content_type_count > 0;
    if ((asked & PICKER_QUERY_CONTENT_TYPES) != 0 && !has_types) return false;
    if ((asked & PICKER_QUERY_PLACE) == 0) return true;
    return is_between(-90, query->south, query->north) && is_between(query->south, query->north, 90) &&
           is_between(-180, query->west, 180) && is_between(-180, query->east, 180);
}
