/*
 * shelf.h - a backend over photos on a server, which speaks the small interface that README.md describes.
 *
 * Nothing is read ahead: a list is asked for in windows, an image when it is wanted. While a library is open, two things
 * of it change, and each has a lock: the connections (connections.c) and what was learnt of photos (facts.c). So every
 * function may run on any number of threads at a time (R11).
 *
 * Read on in this order: backend.c, settings.c, library.c, fetch.c, image.c, bytes.c are what the host calls; then what
 * they stand on: server.c, photo.c, facts.c, transfer.c, connections.c, abi.c.
 */
#ifndef SHELF_H
#define SHELF_H

#include <picker/backend_api.h>

#include <curl/curl.h>
#include <jansson.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdbool.h>

/* Of an identifier in the ABI: one letter, at most 63 characters of the server's, and a NUL. */
#define IDENTIFIER_SIZE 65
/* Of the word by which the server names a state of its photos, with its NUL. */
#define STATE_SIZE 65
/* Most photos or albums that the server is asked for at once. */
#define PAGE 200
/* Most bytes of an answer in JSON: a page with the longest names has fewer. */
#define MOST_JSON (4u << 20)

/* ---- What a library is made of ---- */

/* What people said, as it is needed. */
typedef struct settings {
    /* "https://photos.example:8443/shelf", without a "/" at its end. */
    char *address;
    /* The host of it, for messages. */
    char *host;
    /* The whole header. It is a secret: it goes to `address` and nowhere else. */
    char *authorization;
    /* A file with certificates to trust, or NULL: those of the system. */
    char *certificate;
    uint32_t connections;
    /* Seconds without a byte after which the server counts as gone. */
    uint32_t patience;
} settings;

typedef struct connections connections;
typedef struct facts facts;

typedef struct library {
    const picker_host *host;
    /* Those of the administrator, 0 where there are none. */
    picker_limits_v1 limits;
    settings settings;
    /* What the server said when the library was opened; `about` owns both texts. */
    json_t *about;
    picker_string title, account;
    connections *connections;
    facts *facts;
    atomic_bool is_shutting_down;
} library;

/* ---- settings.c ---- */

extern const picker_setting_description *const settings_described[];
extern const uint32_t settings_count;
extern const picker_string settings_schemes[];
extern const uint32_t settings_scheme_count;
/* Fills `settings`, which settings_free is to be called for in any case. */
picker_status settings_read(settings *settings, const picker_open_request *request, picker_error *error);
void settings_free(settings *settings);

/* ---- library.c, fetch.c, image.c, bytes.c: the functions of picker_library ---- */

void library_fill_table(library *library, picker_library *table);
/* PICKER_CLOSED after begin_shutdown, else what the call says; `call` may be NULL. */
picker_status library_check(const library *library, const picker_call *call, picker_error *error);
void library_free(library *library);

picker_status fetch_begin(void *context, const picker_fetch_request *request, const picker_call *call,
                          picker_fetch *fetch, picker_error *error);
picker_status fetch_count_all(void *context, const picker_fetch_request *request, const picker_call *call,
                              uint64_t *count, picker_error *error);
picker_status fetch_key_assets(void *context, picker_string collection, uint32_t media_types,
                               const picker_asset_sink *sink, const picker_call *call, picker_error *error);

picker_status image_request(void *context, const picker_image_request *request, const picker_frame_sink *sink,
                            const picker_call *call, picker_error *error);

picker_status bytes_read(void *context, const picker_read_request *request, const picker_call *call, uint64_t *length,
                         picker_error *error);

/* ---- query.c ---- */

/* Conditions and sort keys without their capability are refused: better than left out silently (R7.2). */
picker_status query_refuse(const picker_query *query, picker_error *error);

/* ---- photo.c: a photo, as the server describes it ---- */

/* Texts are those of the JSON that it was read from. */
typedef struct photo {
    char identifier[IDENTIFIER_SIZE];
    picker_string name;
    /* A uniform type identifier. */
    const char *type;
    uint64_t size, version;
    /* Upright; 0 when they are not known. */
    uint32_t width, height;
    bool is_dated;
    picker_time taken, modified;
} photo;

/* False: it is no photo as the interface describes one. */
bool photo_read(const json_t *document, photo *photo);
/* What is told of a photo, in fetches and in details alike. */
picker_asset photo_record(const photo *photo);
/* The photo with that identifier, asked for now; it lives as long as *document, which is to be released. */
picker_status photo_ask(library *library, picker_string identifier, const picker_call *call, json_t **document,
                        photo *photo, picker_error *error);

/* ---- identifier.c: the server's names for things, as identifiers of the ABI ---- */

enum { IDENTIFIER_PHOTO = 'a', IDENTIFIER_ALBUM = 'c' };

/* False: what the server said cannot be one. */
bool identifier_make(char kind, picker_string id, char identifier[IDENTIFIER_SIZE]);
/* The server's name in an identifier, which then needs no escaping in an address; NULL: it is none of ours. */
const char *identifier_read(char kind, picker_string text, char identifier[IDENTIFIER_SIZE]);

/* ---- facts.c: what was learnt of the photos seen last, so that an image costs one question and not two ---- */

typedef struct fact {
    char identifier[IDENTIFIER_SIZE];
    uint64_t size, version;
    uint32_t width, height;
} fact;

/* NULL when memory ran out. */
facts *facts_new(void);
void facts_free(facts *facts);
void facts_learn(facts *facts, const photo *photo);
/* To be called when the server says that the photo is not what it was. */
void facts_forget(facts *facts, const char *identifier);
bool facts_find(facts *facts, const char *identifier, fact *found);

/* ---- transfer.c: one question to the server and its answer ---- */

typedef struct question {
    /* What follows the library's address: "/photos?first=0&count=100". */
    const char *path;
    /* Bytes wanted, as in HTTP: "0-99"; NULL: all. */
    const char *range;
    /* Most bytes of the body; more is PICKER_TOO_LARGE. */
    uint64_t most;
    /* Memory of at least `most` bytes for the body; NULL: the answer allocates. */
    uint8_t *into;
    /* On the host's clock, after which it is too late; 0: none. */
    uint64_t last_moment;
} question;

typedef struct answer {
    /* Of HTTP. */
    long status;
    uint8_t *bytes;
    uint64_t length;
    /* Milliseconds; 0: the server said nothing. */
    uint64_t retry_after;
    /* From Content-Range: where the bytes begin, and how many there are in all. */
    bool has_range;
    uint64_t first, whole;
    /* From Shelf-Size: of the image in the answer. */
    uint32_t width, height;
} answer;

/*
 * PICKER_OK when the server answered something, a refusal perhaps, of which the body is not kept; answer_free is to be
 * called in any case.
 */
picker_status transfer(library *library, const question *question, const picker_call *call, answer *answer,
                       picker_error *error);
void answer_free(const question *question, answer *answer);

/* ---- server.c: what answers mean ---- */

/* PICKER_OK for a yes, else what the refusal means. */
picker_status server_check(const library *library, const answer *answer, picker_error *error);
/* Both: transfer, then server_check. */
picker_status server_ask(library *library, const question *question, const picker_call *call, answer *answer,
                         picker_error *error);
/* Asks for a document, which is to be released with json_decref. */
picker_status server_document(library *library, const char *path, const picker_call *call, json_t **document,
                              picker_error *error);
/* For an answer that is not what the interface says. */
picker_status server_misspoke(const library *library, picker_error *error);
/* A text of an object; absent (NULL) when there is none. */
picker_string server_text(const json_t *object, const char *key);
/* A number of an object that is not negative. */
bool server_number(const json_t *object, const char *key, uint64_t *number);

/* ---- connections.c ---- */

/* A connection that stays open between questions, with what libcurl needs for one. */
typedef struct lane {
    CURLM *multi;
    CURL *easy;
    bool is_used;
} lane;

/* NULL when memory ran out or libcurl cannot be used. */
connections *connections_new(uint32_t count);
void connections_free(connections *connections);
/* Waits while all are used. After PICKER_OK, connections_give_back is to be called. */
picker_status connections_take(library *library, const picker_call *call, uint64_t last_moment, lane **taken,
                               picker_error *error);
void connections_give_back(connections *connections, lane *lane);

/* ---- signals.c: what libcurl and OpenSSL must not do to the thread that they run on (R15.6) ---- */

typedef struct guarded {
    sigset_t before;
    bool was_pending;
} guarded;

/* Between these two all signals are blocked, also in threads that are started, and a SIGPIPE is taken away. */
void signals_guard(guarded *guarded);
void signals_restore(const guarded *guarded);

/* ---- abi.c: how structs, texts and errors cross the boundary ---- */

/*
 * Copies a struct of the host's, as much of it as both sides know (R5.2): `own` keeps what it was set to where the
 * host's struct is shorter, and a longer one does no harm.
 */
void abi_take(void *own, uint32_t own_size, const void *hosts);
/* Fills a struct of the host's, at most the struct_size bytes it has, and says how many they are (R5.3). */
void abi_give(void *hosts, const void *own, uint32_t own_size);

picker_string abi_text(const char *text);
bool abi_equal(picker_string left, const char *right);
/* A copy with a NUL at its end; NULL when memory ran out. */
char *abi_copy(picker_string text);
/* PICKER_UNSUPPORTED when a request has a link that must be known: this backend knows none (R5.10). */
picker_status abi_refuse_links(const picker_link *first, picker_error *error);
/* Writes the message, ASCII on one line, and returns the status (R10.3). As printf. */
picker_status abi_fail(picker_error *error, picker_status status, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
/* The same, with the milliseconds after which to ask again; 0: nothing is known of that (R10.6). */
picker_status abi_fail_for(picker_error *error, picker_status status, uint64_t milliseconds, const char *message);

#endif
