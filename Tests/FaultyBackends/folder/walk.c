#define _GNU_SOURCE
#include "folder.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

uint64_t folder_salt;

/* Examples/CBackend/identifier.c, which is compiled into this library too. */
void identifier_make_key(const char *root, uint8_t key[32]);
void identifier_make(const uint8_t key[32], subject subject, const char *path, char identifier[24]);

/* A fault: FNV-1a of the path, which no other backend makes. */
static void identify_otherwise(const char *path, char identifier[24])
{
    uint64_t hash = 14695981039346656037ull;
    for (const char *byte = path; *byte != 0; byte++)
        hash = (hash ^ (uint8_t)*byte) * 1099511628211ull;
    snprintf(identifier, 24, "F-%016llx", (unsigned long long)hash);
}

void folder_identify(const char *root, subject subject, const char *path, char identifier[24])
{
    uint8_t key[32];
    identifier_make_key(folder_has("identifier-without-root") ? "" : root, key);
    identifier_make(key, subject, path, identifier);
    if (folder_has("identifier-of-its-own") && subject == SUBJECT_ASSET) identify_otherwise(path, identifier);
    if (folder_has("album-identifier-of-its-own") && subject == SUBJECT_FOLDER) identify_otherwise(path, identifier);
    char run[9];
    snprintf(run, sizeof run, "%08x", (unsigned)getpid());
    if (folder_has("identifier-changes")) memcpy(identifier + 1, run, 8);
    if (folder_has("identifier-not-url-safe")) identifier[1] = '/';
    if (folder_salt != 0) memcpy(identifier + 1, "salt", 4);
}

static bool add(photo_list *list, const photo *found)
{
    if (list->count == list->capacity) {
        uint64_t capacity = list->capacity == 0 ? 64 : list->capacity * 2;
        photo *grown = realloc(list->photos, capacity * sizeof *grown);
        if (grown == NULL) return false;
        list->photos = grown;
        list->capacity = capacity;
    }
    list->photos[list->count++] = *found;
    return true;
}

/* Reads "P6 WIDTH HEIGHT 255" and the white space after it. */
static bool read_header(int file, photo *found)
{
    char text[64] = {0};
    ssize_t count = pread(file, text, sizeof text - 1, 0);
    int end = 0;
    if (count < 8 || sscanf(text, "P6 %u %u 255%n", &found->width, &found->height, &end) != 2) return false;
    if (end == 0 || found->width == 0 || found->height == 0) return false;
    found->header = (uint32_t)end + 1;
    return true;
}

uint64_t folder_version(const struct stat *about)
{
    if (folder_has("version-stays")) return 1;
    uint64_t parts[] = {(uint64_t)about->st_size, (uint64_t)about->st_mtim.tv_sec, (uint64_t)about->st_mtim.tv_nsec,
                        (uint64_t)about->st_ctim.tv_nsec, (uint64_t)about->st_ino};
    uint64_t version = 14695981039346656037ull;
    size_t count = folder_has("version-of-size-and-date") ? 3 : sizeof parts / sizeof parts[0];
    for (size_t index = 0; index < count; index++)
        version = (version ^ parts[index]) * 1099511628211ull;
    return version | 1;
}

static bool inspect(const char *root, const char *path, photo *found)
{
    char whole[FOLDER_PATH * 2];
    snprintf(whole, sizeof whole, "%s/%s", root, path);
    int flags = O_RDONLY | O_NONBLOCK | O_CLOEXEC | (folder_has("follows-links") ? 0 : O_NOFOLLOW);
    if (folder_has("follows-links-later") && strncmp(path, "place-", 6) == 0) flags &= ~O_NOFOLLOW;
    int file = open(whole, flags);
    if (file < 0 && errno == EACCES && folder_has("denied-is-whole")) {
        snprintf(found->path, sizeof found->path, "%s", path);
        folder_identify(root, SUBJECT_ASSET, path, found->identifier);
        return true;
    }
    if (file < 0) return false;
    struct stat about;
    bool is_photo = fstat(file, &about) == 0 && S_ISREG(about.st_mode) &&
                    (read_header(file, found) || folder_read_video(file, found) || folder_has("claims-other-formats"));
    close(file);
    if (!is_photo || (folder_has("ext-index-misses-new") && strncmp(path, "added", 5) == 0)) return false;
    snprintf(found->path, sizeof found->path, "%s", path);
    folder_identify(root, SUBJECT_ASSET, path, found->identifier);
    found->byte_size = (uint64_t)about.st_size;
    if (folder_has("sizes-of-32-bits")) found->byte_size = (uint32_t)about.st_size;
    found->modified = about.st_mtim.tv_sec * 1000 + about.st_mtim.tv_nsec / 1000000;
    if (folder_has("whole-seconds")) found->modified = about.st_mtim.tv_sec * 1000;
    found->version = folder_version(&about);
    found->is_hidden = folder_name(path)[0] == '.';
    return true;
}

static bool is_suffix(const char *suffix)
{
    bool is_other = strcmp(suffix, ".jpg") == 0 || strcmp(suffix, ".png") == 0;
    if (is_other && folder_has("claims-other-formats")) return true;
    return strcmp(suffix, ".ppm") == 0 || (folder_is_about("ext-video-") && strcmp(suffix, ".avi") == 0);
}

/* A fault: an archive has a photo in it, whose bytes no one finds. */
static void add_member(const char *root, const char *archive, photo_list *list)
{
    photo found = {.byte_size = 1, .version = 1, .width = 72, .height = 48, .header = 1};
    if ((size_t)snprintf(found.path, sizeof found.path, "%s/top.ppm", archive) >= sizeof found.path) return;
    folder_identify(root, SUBJECT_ASSET, found.path, found.identifier);
    add(list, &found);
}

static void walk(const char *root, const char *folder, photo_list *list)
{
    char whole[FOLDER_PATH * 2];
    snprintf(whole, sizeof whole, "%s/%s", root, folder);
    DIR *open_folder = opendir(whole);
    if (open_folder == NULL && errno == EMFILE && folder_has("needs-descriptors")) abort();
    if (open_folder == NULL && folder_has("stops-at-unreadable-folder")) list->count = 0;
    if (open_folder == NULL) return;
    for (struct dirent *entry = readdir(open_folder); entry != NULL; entry = readdir(open_folder)) {
        if (strcmp(entry->d_name, ".") == 0 || strcmp(entry->d_name, "..") == 0) continue;
        char path[FOLDER_PATH];
        int length = snprintf(path, sizeof path, "%s%s%s", folder, folder[0] == 0 ? "" : "/", entry->d_name);
        if (length > 255 && folder_has("paths-of-255-bytes")) abort();
        if (length >= (int)sizeof path) continue;
        if (folder_has("names-of-64-bytes") && strlen(entry->d_name) > 64) continue;
        const char *suffix = strrchr(entry->d_name, '.');
        photo found = {0};
        bool is_archive = suffix != NULL && strcmp(suffix, ".zip") == 0;
        if (is_archive && folder_has("members-without-bytes")) add_member(root, path, list);
        if (entry->d_type == DT_DIR) {
            if (!folder_has("not-nested") || folder[0] == 0) walk(root, path, list);
        } else if (suffix != NULL && is_suffix(suffix) && inspect(root, path, &found)) {
            add(list, &found);
        }
    }
    closedir(open_folder);
}

static int by_path(const void *left, const void *right)
{
    return strcmp(((const photo *)left)->path, ((const photo *)right)->path);
}

/* A fault: one walk at a time, and nothing for who comes meanwhile. */
static bool has_to_wait(void)
{
    static atomic_int walking;
    if (!folder_has("one-walk-at-a-time")) return false;
    int others = atomic_fetch_add(&walking, 1);
    usleep(1000);
    atomic_fetch_sub(&walking, 1);
    return others > 0;
}

photo_list folder_walk(const char *root)
{
    photo_list list = {0};
    if (has_to_wait()) return list;
    walk(root, "", &list);
    if (list.count > 1) qsort(list.photos, list.count, sizeof *list.photos, by_path);
    if (folder_has("lists-twice") && list.count > 0)
        add(&list, &(photo){0}), list.photos[list.count - 1] = list.photos[0];
    return list;
}

void folder_free(photo_list *list)
{
    free(list->photos);
    *list = (photo_list){0};
}

const photo *folder_find(const photo_list *list, picker_string identifier)
{
    for (uint64_t index = 0; index < list->count; index++) {
        if (folder_equal(identifier, list->photos[index].identifier)) return &list->photos[index];
    }
    return NULL;
}

size_t folder_length(const char *path)
{
    const char *slash = strrchr(path, '/');
    return slash == NULL ? 0 : (size_t)(slash - path);
}

const char *folder_name(const char *path)
{
    const char *slash = strrchr(path, '/');
    return slash == NULL ? path : slash + 1;
}

/* Length of the UTF-8 character at `text`, 0 when there is none (RFC 3629). */
static int character(const char *text)
{
    const uint8_t *byte = (const uint8_t *)text;
    if (byte[0] < 0x80) return 1;
    if (byte[0] < 0xC2 || byte[0] > 0xF4) return 0;
    int length = byte[0] < 0xE0 ? 2 : byte[0] < 0xF0 ? 3 : 4;
    // No overlong forms, no surrogates, nothing above U+10FFFF.
    uint8_t lowest = byte[0] == 0xE0 ? 0xA0 : byte[0] == 0xF0 ? 0x90 : 0x80;
    uint8_t highest = byte[0] == 0xED ? 0x9F : byte[0] == 0xF4 ? 0x8F : 0xBF;
    if (folder_has("takes-surrogates")) highest = 0xBF;
    if (byte[1] < lowest || byte[1] > highest) return 0;
    for (int index = 2; index < length; index++) {
        if ((byte[index] & 0xC0) != 0x80) return 0;
    }
    return length;
}

bool folder_text(const char *path, char text[FOLDER_PATH * 3])
{
    bool is_exact = true;
    while (*path != 0) {
        int length = character(path);
        if (length == 0) {
            memcpy(text, "\xEF\xBF\xBD", 3);
            text += 3;
            path += 1;
            is_exact = false;
        } else {
            memcpy(text, path, (size_t)length);
            text += length;
            path += length;
        }
    }
    *text = 0;
    return is_exact;
}
