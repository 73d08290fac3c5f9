#include "imaging_xml.h"

#include <limits.h>

#include <expat.h>

typedef struct reading {
    const imaging_xml_handler *handler;
    XML_Parser parser;
    int depth, deepest;
    int is_refused, is_complete;
} reading;

static void refuse(reading *self)
{
    self->is_refused = 1;
    XML_StopParser(self->parser, XML_FALSE);
}

static void XMLCALL start_element(void *context, const XML_Char *name, const XML_Char **attributes)
{
    reading *self = context;
    if (self->is_refused || self->is_complete) return;
    if (self->depth >= self->deepest) {
        refuse(self);
        return;
    }
    self->depth++;
    if (self->handler->start(self->handler->context, name, (const char *const *)attributes) != 0) refuse(self);
}

static void XMLCALL end_element(void *context, const XML_Char *name)
{
    (void)name;
    reading *self = context;
    // An empty element ends after it was refused, too.
    if (self->is_refused || self->is_complete || self->depth == 0) return;
    self->handler->end(self->handler->context);
    if (--self->depth > 0) return;
    self->is_complete = 1;
    XML_StopParser(self->parser, XML_FALSE);
}

static void XMLCALL character_data(void *context, const XML_Char *bytes, int count)
{
    reading *self = context;
    if (self->is_refused || self->is_complete || count <= 0) return;
    self->handler->text(self->handler->context, bytes, (size_t)count);
}

// Entities can only be declared in a document type, and XMP has none (ISO 16684-1, section 7.1).
static void XMLCALL start_doctype(void *context, const XML_Char *name, const XML_Char *system, const XML_Char *public,
                                  int has_subset)
{
    (void)name, (void)system, (void)public, (void)has_subset;
    reading *self = context;
    XML_StopParser(self->parser, XML_FALSE);
}

#pragma GCC visibility push(hidden)

int imaging_xml_read(const char *bytes, size_t count, int deepest, const imaging_xml_handler *handler)
{
    if (count > INT_MAX) return IMAGING_XML_REFUSED;
    // No URI holds a line feed, so names can be taken apart again.
    XML_Parser parser = XML_ParserCreateNS(NULL, '\n');
    if (!parser) return IMAGING_XML_REFUSED;
    reading self = {.handler = handler, .parser = parser, .deepest = deepest};
    XML_SetUserData(parser, &self);
    XML_SetElementHandler(parser, start_element, end_element);
    XML_SetCharacterDataHandler(parser, character_data);
    XML_SetStartDoctypeDeclHandler(parser, start_doctype);
    XML_Parse(parser, bytes, (int)count, XML_TRUE);
    int is_exhausted = XML_GetErrorCode(parser) == XML_ERROR_NO_MEMORY;
    XML_ParserFree(parser);
    if (self.is_refused || is_exhausted) return IMAGING_XML_REFUSED;
    return self.is_complete ? IMAGING_XML_COMPLETE : IMAGING_XML_DAMAGED;
}

#pragma GCC visibility pop
