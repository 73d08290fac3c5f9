#ifndef IMAGING_XML_H
#define IMAGING_XML_H

#include <stddef.h>

#define IMAGING_XML_COMPLETE 0  // up to the end of the root element
#define IMAGING_XML_DAMAGED  1  // no further: not well-formed, cut off, or a document type
#define IMAGING_XML_REFUSED  -1 // a limit, or no memory

// What happens while a document is read. Names are "namespace\nlocal", or "local" without a namespace; texts end in
// NUL but for those of `text`, which come in pieces. `start` returns 0 to go on.
typedef struct imaging_xml_handler {
    void *context;
    // `attributes` holds names and values in turn and ends in NULL.
    int (*start)(void *context, const char *name, const char *const *attributes);
    void (*end)(void *context);
    void (*text)(void *context, const char *bytes, size_t count);
} imaging_xml_handler;

#pragma GCC visibility push(hidden)

// Reads a document with namespaces (UTF-8, UTF-16 or what its declaration says) with expat. A document type ends it,
// so that there are no entities but the five of XML. What follows the root element is not looked at.
int imaging_xml_read(const char *bytes, size_t count, int deepest, const imaging_xml_handler *handler);

#pragma GCC visibility pop

#endif
