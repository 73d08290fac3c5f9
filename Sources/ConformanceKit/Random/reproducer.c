#define _GNU_SOURCE
#include <picker/backend_api.h>

#include <dlfcn.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

enum call {
    END,
    OPEN,
    BEGIN_SHUTDOWN,
    CLOSE,
    INFO,
    PROBE,
    AUTHORIZATION_STATUS,
    COLLECTIONS,
    CAMERA_ROLL,
    COLLECTION,
    KEY_ASSETS,
    COUNT,
    FETCH,
    COUNT_OF_FETCH,
    WINDOW,
    INDEX_OF,
    RELEASE_FETCH,
    DETAILS,
    REQUEST_IMAGE,
    RELEASE_FRAME,
    READ,
    DIAGNOSTICS,
    CHANGES_SINCE,
    OBSERVE,
    GET_EXTENSION
};

struct step {
    enum call call;
    /* Slots of libraries, and of fetches or frames. */
    int library, slot;
    /* An asset or a collection, counted modulo what there is; -1: one that is not known. */
    int64_t which;
    uint64_t offset, length, limit;
    uint32_t scope, mask, hidden, favorites_only, any_subtypes, sort;
    uint32_t width, height, content, delivery, resize, version, crop;
    /* check says CANCELLED when it is asked so often, the sink stops at that record; 0: never. */
    uint64_t cancel_after, stop_at;
    /* There is a query; the deadline has passed; the call comes on another thread. */
    int has_query, is_late, is_elsewhere;
};

/* The calls. A call on a slot that is empty is passed over. */
static const struct step steps[] = {
    {.call = END},
};

static picker_backend backend;
static picker_library libraries[2];
static int is_open[2];
static picker_fetch fetches[4];
static int library_of_fetch[4]; /* 0: an empty slot; else the library's slot and 1. */
static picker_frame frames[6];
static int is_held[6];
static const char *root;
static char data[] = "/tmp/reproducer-XXXXXX";

static uint64_t now(void *context)
{
    (void)context;
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (uint64_t)time.tv_sec * 1000000000u + (uint64_t)time.tv_nsec;
}

static void host_log(void *context, uint32_t level, picker_string message)
{
    (void)context, (void)level, (void)message;
}

static const void *host_extension(void *context, picker_string id)
{
    (void)context, (void)id;
    return NULL;
}

static picker_string text(const char *words) { return (picker_string){words, strlen(words)}; }

/* What accompanies a call. */
struct around {
    const struct step *step;
    uint64_t checks, deadline;
    /* Records of the sink, and what to keep of them. */
    uint64_t records;
    void (*keep)(struct around *around, const void *record);
};

static picker_status check(void *context)
{
    struct around *around = context;
    around->checks++;
    uint64_t limit = around->step->cancel_after;
    if (limit != 0 && around->checks >= limit) return PICKER_CANCELLED;
    return around->deadline != 0 && now(NULL) >= around->deadline ? PICKER_DEADLINE : PICKER_OK;
}

static void progress(void *context, uint64_t done, uint64_t total) { (void)context, (void)done, (void)total; }

static picker_call call_of(struct around *around)
{
    return (picker_call){.struct_size = sizeof(picker_call),
                         .deadline = around->deadline,
                         .context = around,
                         .check = check,
                         .progress = progress};
}

static char words[512];

static picker_error error_of(void)
{
    return (picker_error){.struct_size = sizeof(picker_error), .message_capacity = sizeof words, .message = words};
}

static void tell(const char *name, picker_status status, const picker_error *error)
{
    printf("    %s: status %d", name, (int)status);
    if (status != PICKER_OK) printf(" (%.*s)", (int)error->message_length, words);
    printf("\n");
}

static picker_flow take(struct around *around, const void *record)
{
    around->records++;
    if (around->keep != NULL) around->keep(around, record);
    uint64_t limit = around->step->stop_at;
    return limit != 0 && around->records >= limit ? PICKER_STOP : PICKER_CONTINUE;
}

static picker_flow take_asset(void *context, const picker_asset *asset) { return take(context, asset); }
static picker_flow take_collection(void *context, const picker_collection *one) { return take(context, one); }
static picker_flow take_details(void *context, const picker_asset_details *one) { return take(context, one); }
static picker_flow take_frame(void *context, const picker_frame *frame) { return take(context, frame); }
static picker_flow take_change(void *context, const picker_change *change) { return take(context, change); }
static picker_flow take_diagnostic(void *context, const picker_diagnostic *one) { return take(context, one); }

#define SINK(type, function, around) \
    (type) { .struct_size = sizeof(type), .context = around, .emit = function }

struct asset {
    char identifier[65];
    uint32_t width, height;
    uint8_t *path;
    uint64_t path_length;
};

static struct asset *assets;
static uint64_t asset_count;
static char (*collections)[65];
static uint32_t *collection_types;
static uint64_t collection_count;

static void copy_identifier(char to[65], picker_string from)
{
    uint64_t length = from.length < 64 ? from.length : 64;
    memcpy(to, from.data, length);
    to[length] = 0;
}

static void *grown(void *list, uint64_t bytes)
{
    list = realloc(list, bytes);
    if (list == NULL) exit(2);
    return list;
}

static void keep_asset(struct around *around, const void *record)
{
    (void)around;
    const picker_asset *from = record;
    assets = grown(assets, (asset_count + 1) * sizeof *assets);
    struct asset *to = &assets[asset_count++];
    copy_identifier(to->identifier, from->local_identifier);
    to->width = from->pixel_width;
    to->height = from->pixel_height;
    int has_bytes = from->relative_path_bytes.data != NULL;
    to->path_length = has_bytes ? from->relative_path_bytes.length : from->relative_path.length;
    to->path = grown(NULL, to->path_length + 1);
    memcpy(to->path, has_bytes ? (const void *)from->relative_path_bytes.data : from->relative_path.data,
           to->path_length);
}

static void keep_collection(struct around *around, const void *record)
{
    (void)around;
    const picker_collection *from = record;
    collections = grown(collections, (collection_count + 1) * sizeof *collections);
    collection_types = grown(collection_types, (collection_count + 1) * sizeof *collection_types);
    collection_types[collection_count] = from->type;
    copy_identifier(collections[collection_count++], from->local_identifier);
}

static const struct asset *asset_of(int64_t which)
{
    return which < 0 || asset_count == 0 ? NULL : &assets[(uint64_t)which % asset_count];
}

static picker_string identifier_of_asset(int64_t which)
{
    const struct asset *asset = asset_of(which);
    return text(asset == NULL ? "nobody-has-this-identifier" : asset->identifier);
}

static picker_string identifier_of_collection(int64_t which)
{
    if (which < 0 || collection_count == 0) return text("nobody-has-this-identifier");
    return text(collections[(uint64_t)which % collection_count]);
}

static picker_query query;
static picker_string identifiers[16];
static picker_bytes paths[16];

static picker_fetch_request request_of(const struct step *step)
{
    picker_fetch_request request = {.struct_size = sizeof request, .scope = step->scope};
    int is_list = step->scope == PICKER_SCOPE_IDENTIFIERS || step->scope == PICKER_SCOPE_PATHS;
    uint64_t wanted = is_list ? step->length : 0;
    uint64_t count = wanted < asset_count ? wanted : asset_count;
    for (uint64_t index = 0; index < count && index < 16; index++) {
        const struct asset *asset = asset_of(step->which + (int64_t)index);
        identifiers[index] = text(asset->identifier);
        paths[index] = (picker_bytes){asset->path, asset->path_length};
    }
    if (step->scope == PICKER_SCOPE_COLLECTION) request.collection = identifier_of_collection(step->which);
    if (step->scope == PICKER_SCOPE_IDENTIFIERS && count > 0) request.identifiers = identifiers;
    if (step->scope == PICKER_SCOPE_IDENTIFIERS) request.identifier_count = count;
    if (step->scope == PICKER_SCOPE_PATHS && count > 0) request.paths = paths;
    if (step->scope == PICKER_SCOPE_PATHS) request.path_count = count;
    query = (picker_query){.struct_size = sizeof query,
                           .flags = step->favorites_only ? PICKER_QUERY_FAVORITES : 0,
                           .media_types = step->mask,
                           .any_subtypes = step->any_subtypes,
                           .hidden = step->hidden,
                           .sort = {step->sort},
                           .limit = step->limit};
    if (step->has_query) request.query = &query;
    return request;
}

static picker_image_request image_of(const struct step *step)
{
    picker_image_request request = {.struct_size = sizeof request,
                                    .flags = PICKER_REQUEST_ALLOW_NETWORK,
                                    .target_width = step->width,
                                    .target_height = step->height,
                                    .content_mode = step->content,
                                    .delivery_mode = step->delivery,
                                    .resize_mode = step->resize,
                                    .version = step->version,
                                    .accepted_formats = step->mask,
                                    .local_identifier = identifier_of_asset(step->which)};
    const struct asset *asset = asset_of(step->which);
    if (step->crop == 2) request.crop = (picker_rect){UINT32_MAX - 8, UINT32_MAX - 8, 8, 8};
    if (step->crop == 1 && asset != NULL && asset->width >= 4 && asset->height >= 4) {
        request.crop = (picker_rect){asset->width / 4, asset->height / 4, asset->width / 2, asset->height / 2};
    }
    return request;
}

static void release_fetch(int slot)
{
    if (library_of_fetch[slot] == 0) return;
    library_of_fetch[slot] = 0;
    fetches[slot].release(fetches[slot].context);
}

static void release_frame(int slot)
{
    if (!is_held[slot]) return;
    is_held[slot] = 0;
    frames[slot].release(frames[slot].release_context);
}

static void open_library(int slot, struct around *around)
{
    if (is_open[slot]) return;
    picker_call call = call_of(around);
    picker_error error = error_of();
    picker_open_request request = {.struct_size = sizeof request,
                                   .location = {(const uint8_t *)root, strlen(root)},
                                   .data_directory = {(const uint8_t *)data, strlen(data)}};
    libraries[slot] = (picker_library){.struct_size = sizeof(picker_library)};
    picker_status status = backend.open_library(backend.context, &request, &call, &libraries[slot], &error);
    tell("open_library", status, &error);
    is_open[slot] = status == PICKER_OK;
}

static void close_library(int slot)
{
    if (!is_open[slot]) return;
    for (int fetch = 0; fetch < 4; fetch++) {
        if (library_of_fetch[fetch] == slot + 1) release_fetch(fetch);
    }
    libraries[slot].begin_shutdown(libraries[slot].context);
    libraries[slot].close(libraries[slot].context);
    is_open[slot] = 0;
}

static void keep_frame(struct around *around, const void *record)
{
    release_frame(around->step->slot);
    frames[around->step->slot] = *(const picker_frame *)record;
    is_held[around->step->slot] = 1;
    printf("    a frame of %ux%u, flags %u\n", frames[around->step->slot].width, frames[around->step->slot].height,
           frames[around->step->slot].flags);
}

static void use_fetch(const struct step *step, struct around *around)
{
    if (step->call == RELEASE_FETCH) release_fetch(step->slot);
    if (library_of_fetch[step->slot] == 0) return;
    const picker_fetch *fetch = &fetches[step->slot];
    picker_call call = call_of(around);
    picker_error error = error_of();
    uint64_t number = 0;
    picker_asset_sink sink = SINK(picker_asset_sink, take_asset, around);
    switch (step->call) {
    case COUNT_OF_FETCH: tell("count", fetch->count(fetch->context, &call, &number, &error), &error); break;
    case WINDOW:
        tell("window", fetch->window(fetch->context, step->offset, step->length, &sink, &call, &error), &error);
        number = around->records;
        break;
    default:
        tell("index_of", fetch->index_of(fetch->context, identifier_of_asset(step->which), &call, &number, &error),
             &error);
    }
    printf("    number %llu\n", (unsigned long long)number);
}

static void list(const struct step *step, const picker_library *library, struct around *around)
{
    picker_call call = call_of(around);
    picker_error error = error_of();
    picker_collection_sink sink = SINK(picker_collection_sink, take_collection, around);
    picker_asset_sink asset_sink = SINK(picker_asset_sink, take_asset, around);
    picker_string which = identifier_of_collection(step->which);
    void *context = library->context;
    switch (step->call) {
    case COLLECTIONS:
        tell("collections", library->collections(context, (picker_string){NULL, 0}, step->mask, &sink, &call, &error),
             &error);
        break;
    case CAMERA_ROLL: tell("camera_roll", library->camera_roll(context, &sink, &call, &error), &error); break;
    case COLLECTION: tell("collection", library->collection(context, which, &sink, &call, &error), &error); break;
    default: tell("key_assets", library->key_assets(context, which, step->mask, &asset_sink, &call, &error), &error);
    }
    printf("    %llu records\n", (unsigned long long)around->records);
}

static void read_bytes(const struct step *step, const picker_library *library, struct around *around)
{
    picker_call call = call_of(around);
    picker_error error = error_of();
    uint64_t length = 0;
    picker_read_request request = {.struct_size = sizeof request,
                                   .flags = PICKER_REQUEST_ALLOW_NETWORK,
                                   .local_identifier = identifier_of_asset(step->which),
                                   .offset = step->offset,
                                   .buffer = grown(NULL, step->length + 1),
                                   .capacity = step->length};
    tell("read", library->read(library->context, &request, &call, &length, &error), &error);
    printf("    %llu bytes\n", (unsigned long long)length);
    free(request.buffer);
}

static void show(const struct step *step, const picker_library *library, struct around *around)
{
    picker_call call = call_of(around);
    picker_error error = error_of();
    picker_image_request request = image_of(step);
    picker_frame_sink sink = SINK(picker_frame_sink, take_frame, around);
    around->keep = keep_frame;
    tell("request_image", library->request_image(library->context, &request, &sink, &call, &error), &error);
}

static void fetch(const struct step *step, const picker_library *library, struct around *around)
{
    release_fetch(step->slot);
    picker_call call = call_of(around);
    picker_error error = error_of();
    picker_fetch_request request = request_of(step);
    fetches[step->slot] = (picker_fetch){.struct_size = sizeof(picker_fetch)};
    picker_status status = library->fetch(library->context, &request, &call, &fetches[step->slot], &error);
    tell("fetch", status, &error);
    library_of_fetch[step->slot] = status == PICKER_OK ? step->library + 1 : 0;
}

static void use_changes(const struct step *step, const picker_library *library, struct around *around)
{
    if (step->call == OBSERVE) around->deadline = now(NULL) + 20000000u;
    picker_call call = call_of(around);
    picker_error error = error_of();
    picker_change_sink sink = SINK(picker_change_sink, take_change, around);
    static const char token[] = "no token at all";
    picker_bytes since = {step->which ? (const uint8_t *)token : NULL, step->which ? sizeof token - 1 : 0};
    if (step->call == OBSERVE) {
        tell("observe", library->observe(library->context, &sink, &call, &error), &error);
    } else {
        tell("changes_since", library->changes_since(library->context, since, &sink, &call, &error), &error);
    }
}

static void use_library(const struct step *step, struct around *around)
{
    if (!is_open[step->library]) return;
    const picker_library *library = &libraries[step->library];
    picker_call call = call_of(around);
    picker_error error = error_of();
    picker_fetch_request request = request_of(step);
    picker_details_sink details = SINK(picker_details_sink, take_details, around);
    picker_diagnostic_sink diagnostics = SINK(picker_diagnostic_sink, take_diagnostic, around);
    uint64_t count = 0;
    uint32_t answer = 0;
    void *context = library->context;
    switch (step->call) {
    case BEGIN_SHUTDOWN: library->begin_shutdown(context); break;
    case AUTHORIZATION_STATUS:
        tell("authorization_status", library->authorization_status(context, &call, &answer, &error), &error);
        break;
    case COUNT:
        tell("count", library->count(context, &request, &call, &count, &error), &error);
        printf("    number %llu\n", (unsigned long long)count);
        break;
    case FETCH: fetch(step, library, around); break;
    case DETAILS:
        tell("details", library->details(context, identifier_of_asset(step->which), &details, &call, &error), &error);
        break;
    case REQUEST_IMAGE: show(step, library, around); break;
    case READ: read_bytes(step, library, around); break;
    case DIAGNOSTICS: tell("diagnostics", library->diagnostics(context, &diagnostics, &call, &error), &error); break;
    case GET_EXTENSION: (void)library->get_extension(context, text("org.example.nothing/1")); break;
    case CHANGES_SINCE:
    case OBSERVE: use_changes(step, library, around); break;
    default: list(step, library, around);
    }
}

static void perform(const struct step *step)
{
    struct around around = {.step = step, .deadline = step->is_late ? 1 : 0};
    picker_error error = error_of();
    picker_backend_info info = {.struct_size = sizeof info};
    switch (step->call) {
    case OPEN: open_library(step->library, &around); break;
    case CLOSE: close_library(step->library); break;
    case INFO: tell("info", backend.info(backend.context, &info, &error), &error); break;
    case PROBE: tell("probe", backend.probe(backend.context, &error), &error); break;
    case RELEASE_FRAME: release_frame(step->slot); break;
    case COUNT_OF_FETCH:
    case WINDOW:
    case INDEX_OF:
    case RELEASE_FETCH: use_fetch(step, &around); break;
    default: use_library(step, &around);
    }
}

static void *perform_elsewhere(void *step)
{
    perform(step);
    return NULL;
}

/* Lists what the calls are about, with a library of its own. */
static void find_subjects(void)
{
    static const struct step nothing = {.call = END};
    struct around around = {.step = &nothing, .keep = keep_asset};
    picker_call call = call_of(&around);
    picker_error error = error_of();
    open_library(0, &around);
    if (!is_open[0]) exit(2);
    const picker_library *library = &libraries[0];
    picker_fetch_request request = {.struct_size = sizeof request};
    picker_fetch all = {.struct_size = sizeof all};
    picker_asset_sink assets_sink = SINK(picker_asset_sink, take_asset, &around);
    if (library->fetch(library->context, &request, &call, &all, &error) != PICKER_OK) exit(2);
    all.window(all.context, 0, 1ull << 40, &assets_sink, &call, &error);
    all.release(all.context);
    around.keep = keep_collection;
    picker_collection_sink sink = SINK(picker_collection_sink, take_collection, &around);
    library->collections(library->context, (picker_string){NULL, 0}, UINT32_MAX, &sink, &call, &error);
    if (collection_count == 0) library->camera_roll(library->context, &sink, &call, &error);
    for (uint64_t at = 0; at < collection_count && at < 10000; at++) {
        if (collection_types[at] != PICKER_COLLECTION_FOLDER) continue;
        char *parent = strcpy((char[65]){0}, collections[at]);
        library->collections(library->context, text(parent), UINT32_MAX, &sink, &call, &error);
    }
    close_library(0);
}

static int load(const char *plugin, const picker_host *host)
{
    void *handle = dlopen(plugin, RTLD_NOW | RTLD_LOCAL);
    void *symbol = handle == NULL ? NULL : dlsym(handle, PICKER_BACKEND_ENTRY_SYMBOL);
    if (symbol == NULL) {
        fprintf(stderr, "%s\n", dlerror());
        return 0;
    }
    picker_backend_entry_v1_function entry;
    memcpy(&entry, &symbol, sizeof entry);
    picker_entry_request request = {.struct_size = sizeof request, .host = host};
    picker_error error = error_of();
    backend.struct_size = sizeof backend;
    if (entry(&request, &backend, &error) != PICKER_OK) return 0;
    return backend.probe(backend.context, &error) == PICKER_OK;
}

int main(int count, char **arguments)
{
    /* The last line must be there when a call crashes. */
    setvbuf(stdout, NULL, _IONBF, 0);
    static picker_host host = {.struct_size = sizeof host,
                               .header_revision = PICKER_HEADER_REVISION,
                               .log = host_log,
                               .monotonic_time = now,
                               .get_extension = host_extension};
    host.name = text("reproducer");
    if (count != 3 || (root = realpath(arguments[2], NULL)) == NULL || mkdtemp(data) == NULL) {
        fprintf(stderr, "usage: %s PLUGIN FOLDER/library\n", arguments[0]);
        return 2;
    }
    if (!load(arguments[1], &host)) return 2;
    find_subjects();
    for (int index = 0; steps[index].call != END; index++) {
        pthread_t thread;
        printf("%d.\n", index + 1);
        int is_started =
            steps[index].is_elsewhere && pthread_create(&thread, NULL, perform_elsewhere, (void *)&steps[index]) == 0;
        if (is_started) {
            pthread_join(thread, NULL);
        } else {
            perform(&steps[index]);
        }
    }
    printf("end\n");
    for (int slot = 0; slot < 2; slot++)
        close_library(slot);
    backend.destroy(backend.context);
    for (int slot = 0; slot < 6; slot++)
        release_frame(slot);
    rmdir(data);
    return 0;
}
