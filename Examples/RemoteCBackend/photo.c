/*
 * photo.c - a photo as the server describes it, and as the ABI does. What the server says is not believed: a record that
 * breaks the rules of the ABI would be this backend's fault.
 */
#include "shelf.h"

#include <stdio.h>
#include <string.h>

/* Most bytes of a name. */
enum { MOST_NAME = 1024 };

static const char *type_of(picker_string media)
{
    if (abi_equal(media, "image/jpeg")) return "public.jpeg";
    if (abi_equal(media, "image/png")) return "public.png";
    return NULL;
}

static bool read_time(const json_t *document, const char *key, picker_time *time)
{
    const json_t *value = json_object_get(document, key);
    if (!json_is_integer(value)) return false;
    *time = json_integer_value(value);
    return true;
}

bool photo_read(const json_t *document, photo *photo)
{
    uint64_t width = 0, height = 0;
    *photo = (struct photo){.name = server_text(document, "name"), .type = type_of(server_text(document, "type"))};
    bool is_photo = identifier_make(IDENTIFIER_PHOTO, server_text(document, "id"), photo->identifier) &&
                    photo->type != NULL && server_number(document, "size", &photo->size) &&
                    server_number(document, "version", &photo->version) && photo->version != 0 &&
                    read_time(document, "modified", &photo->modified);
    /* A name that leads to another place is none. */
    if (!is_photo || photo->name.length == 0 || photo->name.length > MOST_NAME) return false;
    if (memchr(photo->name.data, '/', photo->name.length) != NULL) return false;
    photo->is_dated = read_time(document, "taken", &photo->taken);
    bool is_sized = server_number(document, "width", &width) && server_number(document, "height", &height);
    if (is_sized && width <= UINT32_MAX && height <= UINT32_MAX) {
        photo->width = (uint32_t)width;
        photo->height = (uint32_t)height;
    }
    return true;
}

picker_asset photo_record(const photo *photo)
{
    return (picker_asset){
        .struct_size = sizeof(picker_asset),
        .flags = PICKER_ASSET_HAS_CREATION_TIME | PICKER_ASSET_HAS_MODIFICATION_TIME,
        .local_identifier = abi_text(photo->identifier),
        .filename = photo->name,
        /* There are no folders at the server. */
        .relative_path = photo->name,
        .content_type = abi_text(photo->type),
        .media_type = PICKER_MEDIA_IMAGE,
        .pixel_width = photo->width,
        .pixel_height = photo->height,
        .creation_time = photo->is_dated ? photo->taken : photo->modified,
        .modification_time = photo->modified,
        .creation_source = photo->is_dated ? PICKER_DATE_METADATA : PICKER_DATE_MODIFICATION,
        .byte_size = photo->size,
        .version_token = photo->version,
        .representation_count = 1,
        .availability = PICKER_AVAILABILITY_REMOTE,
    };
}

picker_status photo_ask(library *library, picker_string identifier, const picker_call *call, json_t **document,
                        photo *photo, picker_error *error)
{
    char own[IDENTIFIER_SIZE], path[100];
    const char *id = identifier_read(IDENTIFIER_PHOTO, identifier, own);
    picker_status status = library_check(library, call, error);
    if (status != PICKER_OK) return status;
    if (id == NULL) return abi_fail(error, PICKER_NOT_FOUND, "no such photo");
    snprintf(path, sizeof path, "/photos/%s", id);
    status = server_document(library, path, call, document, error);
    if (status != PICKER_OK) return status;
    if (photo_read(*document, photo) && strcmp(photo->identifier, own) == 0) {
        facts_learn(library->facts, photo);
        return PICKER_OK;
    }
    json_decref(*document);
    return server_misspoke(library, error);
}
