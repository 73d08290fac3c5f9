/*
 * walk.c - walks the folder once, when a library is opened: files, and members of archives.
 */
#include "archives.h"

#include <errno.h>
#include <fcntl.h>
#include <fts.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <unistd.h>

/* So much of a JPEG is read to find its size, orientation and date: EXIF has at most 64 KiB, and comes first. */
enum { HEAD = 1 << 17 };

/* `status` is why the walk ends early; what is wrong with one file is a problem of the catalog instead. */
typedef struct walk {
    library *library;
    const picker_call *call;
    picker_error *error;
    picker_status status;
    uint8_t *head;
} walk;

static void require(walk *walk, bool has_memory)
{
    if (!has_memory) walk->status = abi_fail(walk->error, PICKER_OUT_OF_MEMORY, "no memory for the list of photos");
}

static void add_problem(walk *walk, const char *path, picker_status reason, const char *message)
{
    require(walk, catalog_add_problem(&walk->library->catalog, path, reason, message));
}

/* Names that begin with a dot are made by programs, not by people: no backend of Picker shows what lies under them. */
static bool is_hidden(const char *path) { return path[0] == '.' || strstr(path, "/.") != NULL; }

/* Whether it is a JPEG; reads size, orientation and date if so. */
static bool look(walk *walk, int file, photo *photo)
{
    uint64_t length;
    /* What is wrong with one file must not show in the error of a call that goes well (R10.3). */
    picker_error unused = {.struct_size = sizeof unused};
    picker_status status = content_read(file, photo, 0, walk->head, HEAD, walk->call, &length, &unused);
    if (status == PICKER_CANCELLED || status == PICKER_DEADLINE) {
        walk->status = abi_fail(walk->error, status, "ended early");
    }
    jpeg_facts facts;
    if (status != PICKER_OK || !jpeg_look(walk->head, length, &facts)) return false;
    photo->width = facts.width;
    photo->height = facts.height;
    photo->orientation = facts.orientation;
    photo->taken = facts.taken;
    return true;
}

/*
 * Adds a photo to the album of the folder or archive at `place`. *album is 0 until the first photo is there, and then
 * one more than the album's index: a place without photos is no album.
 */
static void add_photo(walk *walk, const char *place, long *album, photo *found, const char *path)
{
    catalog *catalog = &walk->library->catalog;
    if (*album == 0) {
        uint64_t index = 0;
        const char *named = place[0] == 0 ? walk->library->root : place, *slash = strrchr(named, '/');
        const char *name = slash == NULL ? named : slash + 1;
        require(walk, catalog_add_album(catalog, walk->library->key, place, name, &index));
        if (walk->status != PICKER_OK) return;
        *album = (long)index + 1;
    }
    found->album = (uint64_t)*album - 1;
    require(walk, catalog_add_photo(catalog, walk->library->key, found, path));
}

/* ---- Archives ---- */

static bool is_named_jpeg(const char *path)
{
    const char *suffix = strrchr(path, '.');
    return suffix != NULL && (strcasecmp(suffix, ".jpg") == 0 || strcasecmp(suffix, ".jpeg") == 0);
}

/* A way out of the archive, a folder, or what programs put there. */
static bool is_strange(const char *path)
{
    return is_hidden(path) || strstr(path, "//") != NULL || path[strlen(path) - 1] == '/';
}

static const char *refusal(const zip_member *member, const photo *found, uint64_t archive_size)
{
    if (member->is_encrypted) return "it is encrypted";
    if (member->method != 0 && member->method != 8) return "it is compressed in another way than deflate";
    if (found->offset == 0 || found->offset + found->stored > archive_size) return "the archive is damaged here";
    return NULL;
}

static void visit_member(walk *walk, int file, const struct stat *status, const char *archive, const zip_member *member,
                         long *album)
{
    char *path = NULL;
    /* The name ends at a NUL, if an archive has one in it. */
    if (asprintf(&path, "%s/%.*s", archive, (int)member->name_length, member->name) < 0) {
        require(walk, false);
        return;
    }
    photo found = {
        .file_length = strlen(archive),
        .file_version = content_version(status),
        .offset = zip_data_offset(file, member),
        .stored = member->stored,
        .size = member->method == 0 ? member->stored : member->size,
        .is_deflated = member->method != 0,
        .modified = member->modified,
    };
    /* Changes with the archive; odd, and so never 0. */
    found.version = ((found.file_version ^ member->crc) * 1099511628211ull + member->header) | 1;
    const char *problem = refusal(member, &found, (uint64_t)status->st_size);
    if (!is_strange(path)) {
        if (problem == NULL && look(walk, file, &found)) add_photo(walk, archive, album, &found, path);
        if (problem != NULL && is_named_jpeg(path)) add_problem(walk, path, PICKER_UNSUPPORTED_FORMAT, problem);
    }
    free(path);
}

static void visit_archive(walk *walk, int file, const struct stat *status, const char *path)
{
    zip_directory directory;
    const char *problem = zip_open(file, (uint64_t)status->st_size, &directory);
    if (problem != NULL) {
        add_problem(walk, path, PICKER_CORRUPT_MEDIA, problem);
        return;
    }
    long album = 0;
    zip_member member;
    while (walk->status == PICKER_OK && zip_next(&directory, &member)) {
        walk->status = library_check(walk->library, walk->call, walk->error);
        if (walk->status == PICKER_OK) visit_member(walk, file, status, path, &member, &album);
    }
    if (walk->status == PICKER_OK && directory.members_left > 0) {
        add_problem(walk, path, PICKER_CORRUPT_MEDIA, "its ZIP directory is damaged: some members are not shown");
    }
    free(directory.bytes);
}

/* ---- Files ---- */

/* The first or the last that there are for a date further off than they count: some file systems keep such dates. */
static picker_time milliseconds(struct timespec time)
{
    picker_time seconds = time.tv_sec;
    if (seconds >= INT64_MAX / 1000) return INT64_MAX;
    if (seconds < INT64_MIN / 1000) return INT64_MIN;
    return seconds * 1000 + time.tv_nsec / 1000000;
}

static void visit_photo(walk *walk, FTSENT *folder, int file, const struct stat *status, const char *path)
{
    photo found = {
        .file_length = strlen(path),
        .file_version = content_version(status),
        .stored = (uint64_t)status->st_size,
        .size = (uint64_t)status->st_size,
        .modified = milliseconds(status->st_mtim),
    };
    found.version = found.file_version;
    if (!look(walk, file, &found)) return;
    char *place = strdup(path);
    require(walk, place != NULL);
    if (place == NULL) return;
    char *slash = strrchr(place, '/');
    place[slash == NULL ? 0 : slash - place] = 0;
    /* fts keeps a number for us with each folder, 0 at first. */
    add_photo(walk, place, &folder->fts_number, &found, path);
    free(place);
}

static void visit_file(walk *walk, FTSENT *entry, const char *path)
{
    /* O_NOFOLLOW, though fts saw a file: it may have been exchanged for a link since, or for a FIFO (O_NONBLOCK). */
    int file = open(entry->fts_path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK);
    if (file < 0) {
        add_problem(walk, path, errno == EACCES ? PICKER_ACCESS_DENIED : PICKER_IO, "it cannot be opened");
        return;
    }
    struct stat status;
    const char *suffix = strrchr(entry->fts_name, '.');
    bool is_archive = suffix != NULL && strcasecmp(suffix, ".zip") == 0;
    if (fstat(file, &status) == 0 && S_ISREG(status.st_mode)) {
        if (is_archive) visit_archive(walk, file, &status, path);
        if (!is_archive) visit_photo(walk, entry->fts_parent, file, &status, path);
    }
    close(file);
}

static void visit(walk *walk, FTS *tree, FTSENT *entry)
{
    /* The path from the root; "/" is the one root that ends in a slash. */
    const char *path = entry->fts_path + strlen(walk->library->root);
    while (*path == '/')
        path++;
    if (entry->fts_level > 0 && is_hidden(entry->fts_name)) {
        fts_set(tree, entry, FTS_SKIP);
        return;
    }
    bool is_unreadable = entry->fts_info == FTS_DNR || entry->fts_info == FTS_NS || entry->fts_info == FTS_ERR;
    if (entry->fts_info == FTS_F) visit_file(walk, entry, path);
    if (!is_unreadable) return;
    if (entry->fts_level == 0) {
        walk->status = abi_fail_errno(walk->error, entry->fts_errno, "the folder cannot be read");
    } else {
        picker_status reason = entry->fts_errno == EACCES ? PICKER_ACCESS_DENIED : PICKER_IO;
        add_problem(walk, path, reason, "it cannot be read");
    }
}

static int by_name(const FTSENT **left, const FTSENT **right) { return strcmp((*left)->fts_name, (*right)->fts_name); }

static void walk_tree(walk *walk)
{
    char *roots[] = {walk->library->root, NULL};
    /* No link but the root itself is followed, and the working directory is left alone (R15.3). */
    FTS *tree = fts_open(roots, FTS_PHYSICAL | FTS_COMFOLLOW | FTS_NOCHDIR, by_name);
    if (tree == NULL) {
        walk->status = abi_fail_errno(walk->error, errno, "the folder cannot be read");
        return;
    }
    FTSENT *entry;
    for (uint64_t count = 1; walk->status == PICKER_OK && (entry = fts_read(tree)) != NULL; count++) {
        walk->status = library_check(walk->library, walk->call, walk->error);
        if (walk->status == PICKER_OK) visit(walk, tree, entry);
        /* Of how many is not known. */
        walk->call->progress(walk->call->context, count, 0);
    }
    fts_close(tree);
}

picker_status walk_library(library *library, const picker_call *call, picker_error *error)
{
    walk walk = {.library = library, .call = call, .error = error, .head = malloc(HEAD)};
    require(&walk, walk.head != NULL);
    if (walk.status == PICKER_OK) walk_tree(&walk);
    if (walk.status == PICKER_OK) require(&walk, catalog_sort(&library->catalog));
    free(walk.head);
    return walk.status;
}
