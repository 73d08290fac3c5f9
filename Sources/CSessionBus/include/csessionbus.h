// A shim around sd-bus of libsystemd, for one thread. Messages that arrive are taken one by one, answers included: there are no
// callbacks. libsystemd is opened with the first bus, and need not be there.
#ifndef CSESSIONBUS_H
#define CSESSIONBUS_H

#include <stdint.h>

typedef struct sd_bus session_bus;
typedef struct sd_bus_message bus_message;

// Of the D-Bus specification, "Message Format".
enum { BUS_METHOD_CALL = 1, BUS_METHOD_RETURN = 2, BUS_ERROR = 3, BUS_SIGNAL = 4 };

// Why libsystemd cannot be used, in the words of the dynamic linker; NULL when it can. The first call opens it.
const char *bus_missing_library(void);

// All functions below that give an int give a negative errno when they fail, as those of sd-bus do.

// The user's session bus; NULL when there is none: `error` is why.
session_bus *bus_open(int *error);
void bus_close(session_bus *bus);
int bus_request_name(session_bus *bus, const char *name);
// For poll(2).
int bus_descriptor(session_bus *bus);
// The next message, to be released; NULL when there was none yet. `progress` is above 0 when there may be more to do at once.
bus_message *bus_next(session_bus *bus, int *progress);

void bus_release(bus_message *message);
int bus_type(bus_message *message);
// NULL where a message has none.
const char *bus_path(bus_message *message);
const char *bus_interface(bus_message *message);
const char *bus_member(bus_message *message);
const char *bus_sender(bus_message *message);
const char *bus_signature(bus_message *message);
// What the message is an answer to; 0: to nothing.
uint64_t bus_answered(bus_message *message);

// Reading, from the beginning on. A text is valid as long as its message.
int bus_read_text(bus_message *message, char type, const char **text);
int bus_read_number(bus_message *message, uint32_t *number);
int bus_read_flag(bus_message *message, int *flag);
// 0 at the end of a container.
int bus_enter(bus_message *message, char type, const char *contents);
int bus_leave(bus_message *message);
int bus_skip(bus_message *message, const char *types);
// What a variant that comes next holds; NULL when none comes.
const char *bus_variant_contents(bus_message *message);

// Writing.
bus_message *bus_make_reply(bus_message *call);
bus_message *bus_make_error(bus_message *call, const char *name, const char *text);
bus_message *bus_make_call(session_bus *bus, const char *destination, const char *path, const char *interface,
                           const char *member);
int bus_write_text(bus_message *message, char type, const char *text);
int bus_write_number(bus_message *message, uint32_t number);
int bus_write_flag(bus_message *message, int flag);
int bus_begin(bus_message *message, char type, const char *contents);
int bus_end(bus_message *message);
// Appends all that another message holds, read or not.
int bus_copy(bus_message *to, bus_message *from);
// Sends it and waits until it is on its way. `cookie`, which may be NULL, is what an answer to it will name.
int bus_send(session_bus *bus, bus_message *message, uint64_t *cookie);

#endif
