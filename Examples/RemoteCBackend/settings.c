/*
 * settings.c - what the backend asks people for, and what they said (R18). The manifest has the same, for hosts that ask
 * before they load the plugin.
 */
#include "shelf.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- What is asked ---- */

#define TEXT(literal)                \
    {                                \
        literal, sizeof(literal) - 1 \
    }

static const picker_setting_description api_key_asked = {
    .struct_size = sizeof api_key_asked,
    .flags = PICKER_SETTING_REQUIRED | PICKER_SETTING_SECRET,
    .kind = PICKER_SETTING_TEXT,
    .key = TEXT("api-key"),
    .title = TEXT("API key"),
    .help = TEXT("As the shelf gave it to you"),
};
static const picker_string counts[] = {TEXT("1"), TEXT("2"), TEXT("4"), TEXT("8")};
static const picker_setting_description connections_asked = {
    .struct_size = sizeof connections_asked,
    .kind = PICKER_SETTING_CHOICE,
    .key = TEXT("connections"),
    .title = TEXT("Connections"),
    .help = TEXT("How many connections to the server there may be at once"),
    .default_value = TEXT("4"),
    .choices = counts,
    .choice_count = sizeof counts / sizeof counts[0],
};
static const picker_setting_description patience_asked = {
    .struct_size = sizeof patience_asked,
    .kind = PICKER_SETTING_NUMBER,
    .key = TEXT("patience"),
    .title = TEXT("Patience"),
    .help = TEXT("Seconds without an answer after which the server counts as gone, 1 to 600"),
    .default_value = TEXT("30"),
};
static const picker_setting_description certificate_asked = {
    .struct_size = sizeof certificate_asked,
    .kind = PICKER_SETTING_TEXT,
    .key = TEXT("certificate"),
    .title = TEXT("Certificate file"),
    .help = TEXT("A file with the certificate of the server's own authority, in PEM"),
};
static const picker_setting_description insecure_asked = {
    .struct_size = sizeof insecure_asked,
    .kind = PICKER_SETTING_FLAG,
    .key = TEXT("insecure"),
    .title = TEXT("Without encryption"),
    .help = TEXT("Whether photo-shelf+http may be used, which sends photos and the key for all to read"),
    .default_value = TEXT("no"),
};

const picker_setting_description *const settings_described[] = {&api_key_asked, &connections_asked, &patience_asked,
                                                                &certificate_asked, &insecure_asked};
const uint32_t settings_count = sizeof settings_described / sizeof settings_described[0];

#define SCHEME "photo-shelf+"
const picker_string settings_schemes[] = {TEXT(SCHEME "https"), TEXT(SCHEME "http")};
const uint32_t settings_scheme_count = sizeof settings_schemes / sizeof settings_schemes[0];

/* ---- What was said ---- */

/* The texts are the host's, and end with the call (R9.5). */
typedef struct said {
    picker_string key, connections, patience, certificate, insecure;
} said;

static bool is_printable(picker_string text)
{
    for (uint64_t index = 0; index < text.length; index++) {
        if (text.data[index] <= ' ' || text.data[index] > '~') return false;
    }
    return true;
}

/* A host passes only what was described; another key is one that another version knows (R18.3). */
static picker_status read_said(said *said, const picker_open_request *request, picker_error *error)
{
    for (uint64_t index = 0; index < request->setting_count; index++) {
        picker_string key = request->setting_keys[index], value = request->setting_values[index];
        if (abi_equal(key, "api-key"))
            said->key = value;
        else if (abi_equal(key, "connections"))
            said->connections = value;
        else if (abi_equal(key, "patience"))
            said->patience = value;
        else if (abi_equal(key, "certificate"))
            said->certificate = value;
        else if (abi_equal(key, "insecure"))
            said->insecure = value;
        else {
            int length = key.length < 64 && is_printable(key) ? (int)key.length : 0;
            return abi_fail(error, PICKER_INVALID_ARGUMENT, "%.*s: no setting of this backend", length, key.data);
        }
    }
    return PICKER_OK;
}

/* False: it is no number in these bounds. */
static bool read_number(picker_string text, uint32_t lowest, uint32_t highest, uint32_t *number)
{
    if (text.data == NULL) return true;
    uint32_t value = 0;
    for (uint64_t index = 0; index < text.length; index++) {
        if (text.data[index] < '0' || text.data[index] > '9' || value > highest) return false;
        value = value * 10 + (uint32_t)(text.data[index] - '0');
    }
    *number = value;
    return text.length > 0 && value >= lowest && value <= highest;
}

/* False: it is none of the choices. */
static bool is_one_of(picker_string text, const picker_string *choices, uint64_t count)
{
    if (text.data == NULL) return true;
    for (uint64_t index = 0; index < count; index++) {
        if (abi_equal(text, choices[index].data)) return true;
    }
    return false;
}

/* False: it is neither yes nor no. What is left out is no. */
static bool read_flag(picker_string text, bool *flag)
{
    *flag = abi_equal(text, "yes");
    return *flag || text.data == NULL || abi_equal(text, "no");
}

static picker_status read_numbers(settings *settings, const said *said, picker_error *error)
{
    settings->connections = 4;
    settings->patience = 30;
    bool is_choice = is_one_of(said->connections, counts, sizeof counts / sizeof counts[0]);
    if (!is_choice || !read_number(said->connections, 1, 8, &settings->connections)) {
        return abi_fail(error, PICKER_INVALID_ARGUMENT, "connections: 1, 2, 4 or 8");
    }
    if (!read_number(said->patience, 1, 600, &settings->patience)) {
        return abi_fail(error, PICKER_INVALID_ARGUMENT, "patience: seconds, from 1 to 600");
    }
    return PICKER_OK;
}

static picker_status read_key(settings *settings, picker_string key, picker_error *error)
{
    if (key.data == NULL || key.length == 0) {
        return abi_fail(error, PICKER_INVALID_ARGUMENT, "api-key: not set; the shelf gives one to you");
    }
    /* A line break would begin another header. And never the value in a message (R18.2). */
    if (key.length > 1024 || !is_printable(key)) {
        return abi_fail(error, PICKER_INVALID_ARGUMENT,
                        "api-key: no key; one has no spaces and at most 1024 characters");
    }
    size_t size = key.length + sizeof "Authorization: Bearer ";
    settings->authorization = malloc(size);
    if (settings->authorization == NULL) return abi_fail(error, PICKER_OUT_OF_MEMORY, "no memory for a setting");
    snprintf(settings->authorization, size, "Authorization: Bearer %.*s", (int)key.length, key.data);
    return PICKER_OK;
}

static picker_status read_certificate(settings *settings, picker_string path, picker_error *error)
{
    if (path.data == NULL || path.length == 0) return PICKER_OK;
    if (path.data[0] != '/') {
        return abi_fail(error, PICKER_INVALID_ARGUMENT, "certificate: the whole path of a file, beginning with /");
    }
    settings->certificate = abi_copy(path);
    return settings->certificate != NULL ? PICKER_OK : abi_fail(error, PICKER_OUT_OF_MEMORY, "no memory for a setting");
}

/* ---- The location ---- */

/* libcurl reads it as it will use it: two readers of one address could differ about its host. */
static bool split(settings *settings, const char *address)
{
    CURLU *parts = curl_url();
    char *host = NULL, *port = NULL, *other = NULL;
    bool is_plain = parts != NULL && curl_url_set(parts, CURLUPART_URL, address, 0) == CURLUE_OK &&
                    curl_url_get(parts, CURLUPART_HOST, &host, 0) == CURLUE_OK && host[0] != 0;
    /* No secret is in a location, and a query would end up in the middle of our paths. */
    static const CURLUPart unwanted[] = {CURLUPART_USER, CURLUPART_PASSWORD, CURLUPART_QUERY, CURLUPART_FRAGMENT};
    for (int index = 0; is_plain && index < 4; index++) {
        if (curl_url_get(parts, unwanted[index], &other, 0) != CURLUE_OK) continue;
        curl_free(other);
        is_plain = false;
    }
    if (is_plain) {
        curl_url_get(parts, CURLUPART_PORT, &port, 0);
        size_t size = strlen(host) + (port == NULL ? 0 : strlen(port)) + 2;
        settings->host = malloc(size);
        if (settings->host != NULL) snprintf(settings->host, size, "%s%s%s", host, port ? ":" : "", port ? port : "");
    }
    curl_free(host);
    curl_free(port);
    curl_url_cleanup(parts);
    return is_plain;
}

static picker_status read_location(settings *settings, picker_bytes location, bool is_insecure, picker_error *error)
{
    picker_string text = {(const char *)location.data, location.length};
    const size_t scheme = sizeof SCHEME - 1;
    bool is_address = text.length > scheme && text.length <= 2048 && memcmp(text.data, SCHEME, scheme) == 0;
    if (!is_address || !is_printable(text)) {
        return abi_fail(error, PICKER_INVALID_ARGUMENT,
                        "not the address of a photo shelf: " SCHEME "https://HOST[:PORT][/PATH]");
    }
    settings->address = abi_copy((picker_string){text.data + scheme, text.length - scheme});
    if (settings->address == NULL) return abi_fail(error, PICKER_OUT_OF_MEMORY, "no memory for an address");
    bool is_plain_text = strncmp(settings->address, "http://", 7) == 0;
    if (!is_plain_text && strncmp(settings->address, "https://", 8) != 0) {
        return abi_fail(error, PICKER_INVALID_ARGUMENT,
                        "the address begins with " SCHEME "https:// or " SCHEME "http://");
    }
    if (is_plain_text && !is_insecure) {
        return abi_fail(error, PICKER_INVALID_ARGUMENT,
                        "over http everyone on the way reads the key; use https, or set insecure to yes");
    }
    for (size_t end = strlen(settings->address); end > 0 && settings->address[end - 1] == '/'; end--)
        settings->address[end - 1] = 0;
    if (!split(settings, settings->address)) {
        return abi_fail(error, PICKER_INVALID_ARGUMENT,
                        "the address has a host, perhaps a port and a path, and nothing else");
    }
    return settings->host != NULL ? PICKER_OK : abi_fail(error, PICKER_OUT_OF_MEMORY, "no memory for an address");
}

picker_status settings_read(settings *settings, const picker_open_request *request, picker_error *error)
{
    said said = {0};
    picker_status status = read_said(&said, request, error);
    if (status == PICKER_OK) status = read_numbers(settings, &said, error);
    bool is_insecure = false;
    if (status == PICKER_OK && !read_flag(said.insecure, &is_insecure)) {
        status = abi_fail(error, PICKER_INVALID_ARGUMENT, "insecure: yes or no");
    }
    if (status == PICKER_OK) status = read_location(settings, request->location, is_insecure, error);
    if (status == PICKER_OK) status = read_key(settings, said.key, error);
    if (status == PICKER_OK) status = read_certificate(settings, said.certificate, error);
    return status;
}

void settings_free(settings *settings)
{
    free(settings->address);
    free(settings->host);
    free(settings->certificate);
    /* Memory that is used again need not have the key in it. */
    if (settings->authorization != NULL) explicit_bzero(settings->authorization, strlen(settings->authorization));
    free(settings->authorization);
}
