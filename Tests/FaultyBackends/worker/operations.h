/*
 * Made by scripts/abi-layout from the headers of the backend ABI: the numbers of calls between a host and a worker, as in
 * Sources/BackendWorker/Generated/Operation.swift.
 */
#ifndef HOSTILE_OPERATIONS_H
#define HOSTILE_OPERATIONS_H

enum {
    ENTRY = 1,
    BACKEND_EXTENSIONS = 2,
    FETCH_COUNT = 3,
    FETCH_WINDOW = 4,
    FETCH_INDEX_OF = 5,
    FETCH_RELEASE = 6,
    LIBRARY_INFO = 7,
    LIBRARY_AUTHORIZATION_STATUS = 8,
    LIBRARY_COLLECTIONS = 9,
    LIBRARY_CAMERA_ROLL = 10,
    LIBRARY_COLLECTION = 11,
    LIBRARY_COUNT = 12,
    LIBRARY_KEY_ASSETS = 13,
    LIBRARY_FETCH = 14,
    LIBRARY_DETAILS = 15,
    LIBRARY_REQUEST_IMAGE = 16,
    LIBRARY_READ = 17,
    LIBRARY_OBSERVE = 18,
    LIBRARY_CHANGES_SINCE = 19,
    LIBRARY_DIAGNOSTICS = 20,
    LIBRARY_BEGIN_SHUTDOWN = 21,
    LIBRARY_CLOSE = 22,
    BACKEND_INFO = 23,
    BACKEND_PROBE = 24,
    BACKEND_OPEN_LIBRARY = 25,
    BACKEND_DESTROY = 26,
    WRITE_ADD = 27,
    WRITE_CREATE_ALBUM = 28,
    VIDEO_FACTS = 29,
    VIDEO_POSTER = 30,
    HEIF_ITEMS = 31,
    HEIF_REQUEST_ITEM = 32,
    SEARCH_SEARCH = 33,
    INDEX_REFRESH = 34,
    DAYS_DAYS = 35,
    ACCOUNT_SIGN_IN = 36,
    ACCOUNT_SIGN_OUT = 37,
};

/* Extensions of a library that cross. */
#define LIBRARY_EXTENSIONS 6

#endif
