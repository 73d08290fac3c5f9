/*
 * backend.h - a backend: what it is, whether it can run here, and how a library is opened with it.
 */
#ifndef PICKER_BACKEND_H
#define PICKER_BACKEND_H

#include "call.h"
#include "library.h"

PICKER_C_BEGIN

/* Capabilities: an operation whose bit is off returns PICKER_UNSUPPORTED, one whose bit is on works (R7). */
/* PICKER_RESIZE_EXACT gives exactly the target size. */
#define PICKER_CAPABILITY_EXACT_SIZE 0x2ull
/* picker_library.observe */
#define PICKER_CAPABILITY_OBSERVE 0x4ull
/* Changes name their assets; picker_library.changes_since */
#define PICKER_CAPABILITY_CHANGE_DETAILS 0x8ull
/* Collections of PICKER_COLLECTION_FOLDER hold others. */
#define PICKER_CAPABILITY_NESTED_COLLECTIONS 0x10ull
/* The extension org.picker.write/1 */
#define PICKER_CAPABILITY_WRITE 0x20ull
/* The extension org.picker.video/1 */
#define PICKER_CAPABILITY_VIDEO 0x40ull
/* Images of HEIC, HEIF and AVIF files; the extension org.picker.heif/1 */
#define PICKER_CAPABILITY_HEIF 0x80ull
/* The extension org.picker.search/1 */
#define PICKER_CAPABILITY_SEARCH 0x100ull
/* The extension org.picker.index/1 */
#define PICKER_CAPABILITY_INDEX 0x200ull
/* Changes name their collections, too; needs PICKER_CAPABILITY_CHANGE_DETAILS. */
#define PICKER_CAPABILITY_COLLECTION_CHANGES 0x400ull
/* PICKER_SUBTYPE_STACKED, in records and in queries */
#define PICKER_CAPABILITY_STACKS 0x800ull

/*
 * Capabilities of queries: a bit for each condition (32 to 47) and each sort key (48 to 63) of picker_query. media_types, limit
 * and PICKER_SORT_NATURAL have none, because every backend serves them. What has its bit off is PICKER_UNSUPPORTED.
 */
/* any_subtypes, no_subtypes */
#define PICKER_CAPABILITY_QUERY_SUBTYPES 0x100000000ull
/* PICKER_QUERY_CREATED_FROM, PICKER_QUERY_CREATED_BEFORE */
#define PICKER_CAPABILITY_QUERY_DATES 0x200000000ull
/* PICKER_QUERY_FAVORITES */
#define PICKER_CAPABILITY_QUERY_FAVORITES 0x400000000ull
/* PICKER_HIDDEN_INCLUDE, PICKER_HIDDEN_ONLY */
#define PICKER_CAPABILITY_QUERY_HIDDEN 0x800000000ull
/* PICKER_QUERY_RATINGS */
#define PICKER_CAPABILITY_QUERY_RATINGS 0x1000000000ull
/* PICKER_QUERY_TEXT */
#define PICKER_CAPABILITY_QUERY_TEXT 0x2000000000ull
/* PICKER_QUERY_PLACE */
#define PICKER_CAPABILITY_QUERY_PLACE 0x4000000000ull
/* PICKER_QUERY_CONTENT_TYPES */
#define PICKER_CAPABILITY_QUERY_CONTENT_TYPES 0x8000000000ull
/* PICKER_QUERY_BYTES_FROM, PICKER_QUERY_BYTES_BELOW */
#define PICKER_CAPABILITY_QUERY_BYTES 0x10000000000ull
/* PICKER_SORT_CREATION_TIME, both ways, as with those that follow. */
#define PICKER_CAPABILITY_SORT_CREATION_TIME     0x1000000000000ull
#define PICKER_CAPABILITY_SORT_MODIFICATION_TIME 0x2000000000000ull
#define PICKER_CAPABILITY_SORT_FILENAME          0x4000000000000ull
#define PICKER_CAPABILITY_SORT_BYTE_SIZE         0x8000000000000ull
/* Subtypes, dates, favourites, hidden ones and all sort keys: what most lists of photos ask. */
#define PICKER_CAPABILITY_FULL_QUERY 0xF000F00000000ull

/* Kinds of settings: how a value is asked for, and what it may be. */
/* One line of text. */
#define PICKER_SETTING_TEXT 1u
/* A whole number in decimal digits, "-" before it when it is negative. */
#define PICKER_SETTING_NUMBER 2u
/* "yes" or "no". */
#define PICKER_SETTING_FLAG 3u
/* One of `choices`. */
#define PICKER_SETTING_CHOICE 4u

/* Flags of settings. */
/* No library opens without it. */
#define PICKER_SETTING_REQUIRED 0x1u
/* Never shown, logged, or kept where others can read it. */
#define PICKER_SETTING_SECRET 0x2u

/* What a backend wants to know before it opens a library (R18). Lives as long as the backend. */
typedef struct picker_setting_description {
    uint32_t struct_size;
    /* PICKER_SETTING_REQUIRED, PICKER_SETTING_SECRET */
    uint32_t flags;
    const picker_link *next;
    /* PICKER_SETTING_TEXT … */
    uint32_t kind;
    uint32_t reserved;
    /* Lower-case letters, digits and "-", at most 64. */
    picker_string key;
    /* For people: beside the field, and below it. */
    picker_string title;
    picker_string help;
    /* What stands for it when nothing was said; absent: nothing does. */
    picker_string default_value;
    /* With PICKER_SETTING_CHOICE: that many. */
    const picker_string *choices;
    uint64_t choice_count;
} picker_setting_description;

/* What a backend takes from the machine; known before anything is opened. */
/* It makes connections. */
#define PICKER_REQUIRES_NETWORK 0x1u

/*
 * Flags of picker_backend_info: the runtime. What libraries and the runtime of a language, which a plugin brings along, do to the
 * process though R15.1 and R11.1 keep the plugin's own code from it (R15.7).
 */
/* They register functions to be called when the process ends or forks, as OpenSSL does. */
#define PICKER_RUNTIME_EXIT_HANDLERS 0x1u
/* They keep threads, which block all signals, until the process ends. */
#define PICKER_RUNTIME_THREADS 0x2u
/* They handle signals, as the runtime of Go does: a host that has handlers of its own runs such a plugin in a worker alone. */
#define PICKER_RUNTIME_SIGNAL_HANDLERS 0x4u

/* Strings live as long as the backend. */
typedef struct picker_backend_info {
    uint32_t struct_size;
    /* PICKER_RUNTIME_* */
    uint32_t flags;
    const picker_link *next;
    /* `auto` takes the highest among the backends that can run; ours use 100, 200 and 300. */
    int32_t priority;
    /* PICKER_HEADER_REVISION of the headers that the plugin was built with (R5.12). */
    uint32_t header_revision;
    /* Lower-case letters, digits and "-", at most 64. */
    picker_string id;
    picker_string name;
    picker_string version;
    /* PICKER_CAPABILITY_* */
    uint64_t capabilities;
    /* Uniform type identifiers whose images it makes, that many. */
    const picker_string *formats;
    uint64_t format_count;
    /*
     * The schemes of the addresses that it opens, that many: "immich+https". Lower-case letters, digits, "+", "-" and ".",
     * a letter first. None: it opens folders, and folders alone.
     */
    const picker_string *schemes;
    uint64_t scheme_count;
    /* Array of pointers, so that a later, larger struct does not shift the elements (R5). */
    const picker_setting_description *const *settings;
    uint32_t setting_count;
    /* PICKER_REQUIRES_* */
    uint32_t required;
} picker_backend_info;

/* Flags of picker_open_request. A backend may pass over those that it does not know. */
/* The caller is about to refresh the index by org.picker.index/1: what the index knows will do until then. */
#define PICKER_OPEN_UNREFRESHED 0x1u

/* Owned by the caller, valid during the call. */
typedef struct picker_open_request {
    uint32_t struct_size;
    /* PICKER_OPEN_* */
    uint32_t flags;
    const picker_link *next;
    /*
     * Where the photos are: the canonical absolute path of a folder, bytes of the file system, which begin with "/"; or an
     * address, "SCHEME://…", with a scheme of picker_backend_info.schemes. No secret is in it.
     */
    picker_bytes location;
    /* A folder of this library's own for what a backend keeps; absent: it keeps nothing. */
    picker_bytes data_directory;
    /* A folder of this library's own for what can be had again; absent: it keeps nothing. See R18. */
    picker_bytes cache_directory;
    /* What was said to the backend's settings: that many keys, and as many values. */
    const picker_string *setting_keys;
    const picker_string *setting_values;
    uint64_t setting_count;
    /* By what the functions of the host know this library, such as those of org.picker.secrets/1; 0: they do not. */
    uint64_t library;
} picker_open_request;

/*
 * The host allocates the struct, sets struct_size, and the entry point fills at most that many bytes.
 * The functions take `context` first.
 */
typedef struct picker_backend {
    uint32_t struct_size;
    uint32_t reserved;
    void *context;

    /*
     * Fills *info, at most info->struct_size bytes.
     * Ownership: *info is the caller's, what it points to the backend's. Lifetime: until destroy.
     * State: after entry. Thread: [any-thread]. Returns: PICKER_OK.
     */
    picker_status (*info)(void *context, picker_backend_info *info, picker_error *error);

    /*
     * Finds out whether the backend can run here: libraries, devices, permissions. Quick, without side effects, calls
     * no host function except log (R13).
     * State: after entry, before open_library. Thread: [any-thread].
     * Returns: PICKER_OK, or why not: PICKER_UNSUPPORTED with a message that says what is missing.
     */
    picker_status (*probe)(void *context, picker_error *error);

    /*
     * Opens a library. More than one may be open, of the same folder too. May build an index, and reports its progress
     * in files then.
     * Ownership: *library is the host's memory; the backend fills it. Lifetime: until its close.
     * State: after probe. Thread: [worker-thread].
     * Returns: PICKER_OK, PICKER_NOT_FOUND (nothing is there), PICKER_INVALID_ARGUMENT (not a folder, an address of
     * another kind, a setting), PICKER_UNSUPPORTED (a server of a kind or version that it does not speak with),
     * PICKER_ACCESS_DENIED, PICKER_IO, and what says why another machine does not answer: see picker_library. After
     * anything but PICKER_OK the host ignores *library.
     */
    picker_status (*open_library)(void *context, const picker_open_request *request, const picker_call *call,
                                  picker_library *library, picker_error *error);

    /*
     * An extension of the backend by id, or NULL when it has none of that name (R6).
     * Lifetime of the result: until destroy. State: after probe. Thread: [any-thread].
     */
    const void *(*get_extension)(void *context, picker_string id);

    /*
     * Ends the backend; nothing is called on it afterwards, and the host table may go. Called at most once, when
     * every library is closed. The shared library itself stays loaded (R2).
     * State: no library is open. Thread: [any-thread].
     */
    void (*destroy)(void *context);
} picker_backend;

PICKER_C_END

#endif
