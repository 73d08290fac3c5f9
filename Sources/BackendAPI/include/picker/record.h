/*
 * record.h - records of collections, assets and representations.
 *
 * A record and all it points to is the backend's and valid during the sink's call only (R9).
 */
#ifndef PICKER_RECORD_H
#define PICKER_RECORD_H

#include "query.h"
#include "status.h"

PICKER_C_BEGIN

/* Types of collections; also as a set: the bit 1 << type. 0, no bit: all but moments, of which there may be one a day. */
#define PICKER_COLLECTION_SMART_ALBUM 1u
#define PICKER_COLLECTION_ALBUM       2u
#define PICKER_COLLECTION_FOLDER      3u
#define PICKER_COLLECTION_EVENT       4u
#define PICKER_COLLECTION_MOMENT      5u

/* Subtypes of collections. */
#define PICKER_COLLECTION_GENERIC        0u
#define PICKER_COLLECTION_CAMERA_ROLL    1u
#define PICKER_COLLECTION_FAVORITES      2u
#define PICKER_COLLECTION_VIDEOS         3u
#define PICKER_COLLECTION_LIVE_PHOTOS    4u
#define PICKER_COLLECTION_RAW            5u
#define PICKER_COLLECTION_PANORAMAS      6u
#define PICKER_COLLECTION_SCREENSHOTS    7u
#define PICKER_COLLECTION_SELFIES        8u
#define PICKER_COLLECTION_BURSTS         9u
#define PICKER_COLLECTION_SLO_MO         10u
#define PICKER_COLLECTION_TIMELAPSES     11u
#define PICKER_COLLECTION_RECENTLY_ADDED 12u
#define PICKER_COLLECTION_HIDDEN         13u

/* Flags of collections. */
/* Assets can be added to it by org.picker.write/1. */
#define PICKER_COLLECTION_EDITABLE 0x1u
/* estimated_count is set: it is cheap to find. */
#define PICKER_COLLECTION_HAS_COUNT 0x2u
/* start_time and end_time are set: they are cheap to find, and there are assets. */
#define PICKER_COLLECTION_HAS_TIMES 0x4u

/* A list of assets with a title, or, of type folder, of collections. */
typedef struct picker_collection {
    uint32_t struct_size;
    /* PICKER_COLLECTION_EDITABLE, PICKER_COLLECTION_HAS_* */
    uint32_t flags;
    const picker_link *next;
    /* At most 64 URL-safe characters, stable across runs and equal in all backends for the same folder. */
    picker_string local_identifier;
    picker_string title;
    /* Identifier of the folder collection that it is in; absent at the top. */
    picker_string parent;
    /* PICKER_COLLECTION_SMART_ALBUM … */
    uint32_t type;
    /* PICKER_COLLECTION_GENERIC … */
    uint32_t subtype;
    /* With PICKER_COLLECTION_HAS_COUNT. */
    uint64_t estimated_count;
    /* Of its first and last asset, with PICKER_COLLECTION_HAS_TIMES. */
    picker_time start_time;
    picker_time end_time;
} picker_collection;

/* Flags of assets. */
#define PICKER_ASSET_FAVORITE 0x1u
#define PICKER_ASSET_HIDDEN   0x2u
/* latitude and longitude are set. */
#define PICKER_ASSET_HAS_LOCATION 0x4u
/* creation_offset_minutes is set. */
#define PICKER_ASSET_HAS_CREATION_OFFSET 0x8u
/* There is an edited version beside the original. */
#define PICKER_ASSET_HAS_ADJUSTMENTS 0x10u
/* creation_time and creation_source are set. */
#define PICKER_ASSET_HAS_CREATION_TIME 0x20u
/* modification_time is set. */
#define PICKER_ASSET_HAS_MODIFICATION_TIME 0x40u
/* duration is set: of a video, or of an image that moves, whose length is known. */
#define PICKER_ASSET_HAS_DURATION 0x80u

/* Where a creation time comes from. */
#define PICKER_DATE_UNKNOWN      0u
#define PICKER_DATE_METADATA     1u
#define PICKER_DATE_GPS          2u
#define PICKER_DATE_FILENAME     3u
#define PICKER_DATE_MODIFICATION 4u

/* Where the bytes of an asset or a representation are (R18.10). */
/* Nothing is said. */
#define PICKER_AVAILABILITY_UNKNOWN 0u
/* On this machine: they can be read without the network. */
#define PICKER_AVAILABILITY_LOCAL 1u
/* On another one: reading them takes the network. */
#define PICKER_AVAILABILITY_REMOTE 2u
/* Where they are cannot be reached now: a disk of the server is off, say. They may come back. */
#define PICKER_AVAILABILITY_OFFLINE 3u

/* Most bytes of a preview hash. */
#define PICKER_PLACEHOLDER_MAX 200u

/* A photo or a video, which may be of several files. */
typedef struct picker_asset {
    uint32_t struct_size;
    /* PICKER_ASSET_* */
    uint32_t flags;
    const picker_link *next;
    /* At most 64 URL-safe characters, stable across runs and equal in all backends for the same file. */
    picker_string local_identifier;
    /* Name of the file that represents the asset; U+FFFD stands for what is not UTF-8. */
    picker_string filename;
    /* Path of that file from the library's root, "/" between parts. */
    picker_string relative_path;
    /* The same path in the bytes of the file system, when relative_path does not say it exactly; else absent. */
    picker_bytes relative_path_bytes;
    /* Uniform type identifier, found from the content: "public.jpeg". */
    picker_string content_type;
    /* PICKER_MEDIA_* */
    uint32_t media_type;
    /* PICKER_SUBTYPE_*, a set */
    uint32_t media_subtypes;
    /* After orientation; 0 when the file does not say. */
    uint32_t pixel_width;
    uint32_t pixel_height;
    picker_time creation_time;
    picker_time modification_time;
    /* Minutes east of UTC at the place of creation. */
    int32_t creation_offset_minutes;
    /* PICKER_DATE_* */
    uint32_t creation_source;
    /* Bytes of the file that represents the asset; 0: it is not known. */
    uint64_t byte_size;
    /* Changes whenever the content changes; a key for caches together with the identifier. */
    uint64_t version_token;
    /* Seconds. */
    double duration;
    /* Degrees, WGS 84. */
    double latitude;
    double longitude;
    /* Representations of the asset, at least 1. */
    uint32_t representation_count;
    /* PICKER_AVAILABILITY_*, of the file that represents the asset. */
    uint32_t availability;
    /*
     * A preview hash: a tiny image to show until a thumbnail is there, in the format of docs/placeholder.md; absent
     * when there is none yet. The host passes over one that is longer than PICKER_PLACEHOLDER_MAX.
     */
    picker_bytes placeholder;
} picker_asset;

/* Roles of representations. */
#define PICKER_ROLE_PHOTO        1u
#define PICKER_ROLE_RAW          2u
#define PICKER_ROLE_EDITED       3u
#define PICKER_ROLE_PAIRED_VIDEO 4u
#define PICKER_ROLE_VIDEO        5u
#define PICKER_ROLE_ALTERNATE    6u

/* One file of an asset, or what stands for one. */
typedef struct picker_representation {
    uint32_t struct_size;
    /* 0: none is defined. */
    uint32_t flags;
    const picker_link *next;
    /* PICKER_ROLE_* */
    uint32_t role;
    /* PICKER_AVAILABILITY_* */
    uint32_t availability;
    picker_string filename;
    picker_string relative_path;
    /* As in picker_asset. */
    picker_bytes relative_path_bytes;
    picker_string content_type;
    /* 0: it is not known, and `read` tells where the end is. */
    uint64_t byte_size;
    uint64_t version_token;
    /* Where it starts in its file: not 0 for a video inside a motion photo. */
    uint64_t byte_offset;
    uint32_t pixel_width;
    uint32_t pixel_height;
} picker_representation;

/* Flags of camera metadata. */
/* altitude is set. */
#define PICKER_CAMERA_HAS_ALTITUDE 0x1u
/* rating is set. */
#define PICKER_CAMERA_HAS_RATING 0x2u

/* What a camera and people wrote. Numbers that are not known are 0. */
typedef struct picker_camera_metadata {
    uint32_t struct_size;
    /* PICKER_CAMERA_HAS_* */
    uint32_t flags;
    const picker_link *next;
    picker_string make;
    picker_string model;
    picker_string lens;
    picker_string software;
    picker_string caption;
    /* Seconds. */
    double exposure_time;
    double f_number;
    /* Millimetres. */
    double focal_length;
    /* Metres above sea level. */
    double altitude;
    /* 0 to 5. */
    uint32_t rating;
    uint32_t iso_speed;
    /* As people gave it; absent when there is none. */
    picker_string title;
    /* keyword_count texts; may be NULL when there are none. A host reads PICKER_KEYWORD_LIMIT of them at most. */
    const picker_string *keywords;
    uint64_t keyword_count;
} picker_camera_metadata;

/* Most keywords that a host reads. */
#define PICKER_KEYWORD_LIMIT 1024u

/* All that is known of an asset. */
typedef struct picker_asset_details {
    uint32_t struct_size;
    /* 0: none is defined. */
    uint32_t flags;
    const picker_link *next;
    /* All three are the backend's, valid during the sink's call. */
    const picker_asset *asset;
    /* Array of pointers, so that a later, larger struct does not shift the elements (R5). */
    const picker_representation *const *representations;
    uint32_t representation_count;
    uint32_t reserved;
    /* Or NULL. */
    const picker_camera_metadata *camera;
} picker_asset_details;

/* Something on the disk that is not an asset though one might expect it. */
typedef struct picker_diagnostic {
    uint32_t struct_size;
    /* 0: none is defined. */
    uint32_t flags;
    const picker_link *next;
    /* Why, as a status: PICKER_ACCESS_DENIED, PICKER_CORRUPT_MEDIA, … */
    picker_status reason;
    uint32_t reserved;
    picker_string relative_path;
    picker_string message;
    /* As in picker_asset. */
    picker_bytes relative_path_bytes;
} picker_diagnostic;

/* Sinks: the host's functions that take records; `emit` returns PICKER_CONTINUE or PICKER_STOP (R9). */
typedef struct picker_collection_sink {
    uint32_t struct_size;
    uint32_t reserved;
    void *context;
    /* Thread: [call-thread]. */
    picker_flow (*emit)(void *context, const picker_collection *collection);
} picker_collection_sink;

/* Takes assets. */
typedef struct picker_asset_sink {
    uint32_t struct_size;
    uint32_t reserved;
    void *context;
    /* Thread: [call-thread]. */
    picker_flow (*emit)(void *context, const picker_asset *asset);
} picker_asset_sink;

/* Takes details. */
typedef struct picker_details_sink {
    uint32_t struct_size;
    uint32_t reserved;
    void *context;
    /* Thread: [call-thread]. */
    picker_flow (*emit)(void *context, const picker_asset_details *details);
} picker_details_sink;

/* Takes diagnostics. */
typedef struct picker_diagnostic_sink {
    uint32_t struct_size;
    uint32_t reserved;
    void *context;
    /* Thread: [call-thread]. */
    picker_flow (*emit)(void *context, const picker_diagnostic *diagnostic);
} picker_diagnostic_sink;

PICKER_C_END

#endif
