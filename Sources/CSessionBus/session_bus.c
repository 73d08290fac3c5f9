#include <dlfcn.h>
#include <errno.h>
#include <pthread.h>
#include <stdio.h>
#include <systemd/sd-bus.h>

#include "csessionbus.h"

static const char library_name[] = "libsystemd.so.0";

#define EACH_FUNCTION(F)                \
    F(sd_bus_open_user)                 \
    F(sd_bus_flush_close_unref)         \
    F(sd_bus_request_name)              \
    F(sd_bus_get_fd)                    \
    F(sd_bus_process)                   \
    F(sd_bus_flush)                     \
    F(sd_bus_send)                      \
    F(sd_bus_message_unref)             \
    F(sd_bus_message_get_type)          \
    F(sd_bus_message_get_path)          \
    F(sd_bus_message_get_interface)     \
    F(sd_bus_message_get_member)        \
    F(sd_bus_message_get_sender)        \
    F(sd_bus_message_get_signature)     \
    F(sd_bus_message_get_reply_cookie)  \
    F(sd_bus_message_read_basic)        \
    F(sd_bus_message_enter_container)   \
    F(sd_bus_message_exit_container)    \
    F(sd_bus_message_skip)              \
    F(sd_bus_message_peek_type)         \
    F(sd_bus_message_rewind)            \
    F(sd_bus_message_new_method_return) \
    F(sd_bus_message_new_method_error)  \
    F(sd_bus_message_new_method_call)   \
    F(sd_bus_message_append_basic)      \
    F(sd_bus_message_open_container)    \
    F(sd_bus_message_close_container)   \
    F(sd_bus_message_copy)

static struct {
#define MEMBER(name) __typeof__(&name) name;
    EACH_FUNCTION(MEMBER)
    char missing[256]; // empty: usable
} library;
static pthread_once_t opened = PTHREAD_ONCE_INIT;

static void open_library(void)
{
    void *handle = dlopen(library_name, RTLD_NOW | RTLD_LOCAL);
    int found = handle ? 1 : 0;
#define FIND(name) found = found && (*(void **)&library.name = dlsym(handle, #name));
    EACH_FUNCTION(FIND)
    if (found) return;
    const char *reason = dlerror();
    snprintf(library.missing, sizeof library.missing, "%s", reason ? reason : library_name);
}

const char *bus_missing_library(void)
{
    pthread_once(&opened, open_library);
    return library.missing[0] ? library.missing : NULL;
}

session_bus *bus_open(int *error)
{
    sd_bus *bus = NULL;
    *error = bus_missing_library() ? -ENOSYS : library.sd_bus_open_user(&bus);
    return *error < 0 ? NULL : bus;
}

void bus_close(session_bus *bus) { library.sd_bus_flush_close_unref(bus); }

int bus_request_name(session_bus *bus, const char *name)
{
    return library.sd_bus_request_name(bus, name, SD_BUS_NAME_ALLOW_REPLACEMENT);
}

int bus_descriptor(session_bus *bus) { return library.sd_bus_get_fd(bus); }

bus_message *bus_next(session_bus *bus, int *progress)
{
    sd_bus_message *message = NULL;
    *progress = library.sd_bus_process(bus, &message);
    return message;
}

void bus_release(bus_message *message) { library.sd_bus_message_unref(message); }

int bus_type(bus_message *message)
{
    uint8_t type = 0;
    return library.sd_bus_message_get_type(message, &type) < 0 ? 0 : type;
}

const char *bus_path(bus_message *message) { return library.sd_bus_message_get_path(message); }
const char *bus_interface(bus_message *message) { return library.sd_bus_message_get_interface(message); }
const char *bus_member(bus_message *message) { return library.sd_bus_message_get_member(message); }
const char *bus_sender(bus_message *message) { return library.sd_bus_message_get_sender(message); }
const char *bus_signature(bus_message *message) { return library.sd_bus_message_get_signature(message, 1); }

uint64_t bus_answered(bus_message *message)
{
    uint64_t cookie = 0;
    return library.sd_bus_message_get_reply_cookie(message, &cookie) < 0 ? 0 : cookie;
}

int bus_read_text(bus_message *message, char type, const char **text)
{
    int read = library.sd_bus_message_read_basic(message, type, text);
    return read == 0 ? -ENXIO : read;
}

int bus_read_number(bus_message *message, uint32_t *number)
{
    int read = library.sd_bus_message_read_basic(message, 'u', number);
    return read == 0 ? -ENXIO : read;
}

int bus_read_flag(bus_message *message, int *flag)
{
    int read = library.sd_bus_message_read_basic(message, 'b', flag);
    return read == 0 ? -ENXIO : read;
}

int bus_enter(bus_message *message, char type, const char *contents)
{
    return library.sd_bus_message_enter_container(message, type, contents);
}

int bus_leave(bus_message *message) { return library.sd_bus_message_exit_container(message); }
int bus_skip(bus_message *message, const char *types) { return library.sd_bus_message_skip(message, types); }

const char *bus_variant_contents(bus_message *message)
{
    char type = 0;
    const char *contents = NULL;
    int found = library.sd_bus_message_peek_type(message, &type, &contents);
    return found > 0 && type == 'v' ? contents : NULL;
}

bus_message *bus_make_reply(bus_message *call)
{
    sd_bus_message *reply = NULL;
    return library.sd_bus_message_new_method_return(call, &reply) < 0 ? NULL : reply;
}

bus_message *bus_make_error(bus_message *call, const char *name, const char *text)
{
    sd_bus_message *reply = NULL;
    sd_bus_error error = SD_BUS_ERROR_MAKE_CONST(name, text);
    return library.sd_bus_message_new_method_error(call, &reply, &error) < 0 ? NULL : reply;
}

bus_message *bus_make_call(session_bus *bus, const char *destination, const char *path, const char *interface,
                           const char *member)
{
    sd_bus_message *call = NULL;
    int made = library.sd_bus_message_new_method_call(bus, &call, destination, path, interface, member);
    return made < 0 ? NULL : call;
}

int bus_write_text(bus_message *message, char type, const char *text)
{
    return library.sd_bus_message_append_basic(message, type, text);
}

int bus_write_number(bus_message *message, uint32_t number)
{
    return library.sd_bus_message_append_basic(message, 'u', &number);
}

int bus_write_flag(bus_message *message, int flag) { return library.sd_bus_message_append_basic(message, 'b', &flag); }

int bus_begin(bus_message *message, char type, const char *contents)
{
    return library.sd_bus_message_open_container(message, type, contents);
}

int bus_end(bus_message *message) { return library.sd_bus_message_close_container(message); }

int bus_copy(bus_message *to, bus_message *from)
{
    library.sd_bus_message_rewind(from, 1);
    return library.sd_bus_message_copy(to, from, 1);
}

int bus_send(session_bus *bus, bus_message *message, uint64_t *cookie)
{
    int sent = library.sd_bus_send(bus, message, cookie);
    return sent < 0 ? sent : library.sd_bus_flush(bus);
}
