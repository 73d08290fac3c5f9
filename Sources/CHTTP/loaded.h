/*
 * loaded.h - libcurl, which is opened when it is first needed: the programs that can speak HTTP start without it.
 * To be included in place of <curl/curl.h>; the functions keep their names.
 */
#ifndef CHTTP_LOADED_H
#define CHTTP_LOADED_H

/* The checks of libcurl's macros name its functions, and so would link with them. */
#define CURL_DISABLE_TYPECHECK
#include <curl/curl.h>

struct chttp_curl {
    __typeof__(&curl_global_init) global_init;
    __typeof__(&curl_easy_init) easy_init;
    __typeof__(&curl_easy_cleanup) easy_cleanup;
    CURLcode (*easy_setopt)(CURL *, CURLoption, ...);
    CURLcode (*easy_getinfo)(CURL *, CURLINFO, ...);
    __typeof__(&curl_easy_pause) easy_pause;
    __typeof__(&curl_easy_strerror) easy_strerror;
    __typeof__(&curl_multi_init) multi_init;
    __typeof__(&curl_multi_cleanup) multi_cleanup;
    CURLMcode (*multi_setopt)(CURLM *, CURLMoption, ...);
    __typeof__(&curl_multi_add_handle) multi_add_handle;
    __typeof__(&curl_multi_remove_handle) multi_remove_handle;
    __typeof__(&curl_multi_perform) multi_perform;
    __typeof__(&curl_multi_poll) multi_poll;
    __typeof__(&curl_multi_info_read) multi_info_read;
    __typeof__(&curl_slist_append) slist_append;
    __typeof__(&curl_slist_free_all) slist_free_all;
};

/* Filled by `chttp_load`. */
extern struct chttp_curl chttp_curl;

/* False when there is no libcurl that has all of these. From any thread; does nothing once it has succeeded. */
int chttp_load(void);

#undef curl_easy_setopt
#undef curl_easy_getinfo
#undef curl_multi_setopt
#define curl_global_init         chttp_curl.global_init
#define curl_easy_init           chttp_curl.easy_init
#define curl_easy_cleanup        chttp_curl.easy_cleanup
#define curl_easy_setopt         chttp_curl.easy_setopt
#define curl_easy_getinfo        chttp_curl.easy_getinfo
#define curl_easy_pause          chttp_curl.easy_pause
#define curl_easy_strerror       chttp_curl.easy_strerror
#define curl_multi_init          chttp_curl.multi_init
#define curl_multi_cleanup       chttp_curl.multi_cleanup
#define curl_multi_setopt        chttp_curl.multi_setopt
#define curl_multi_add_handle    chttp_curl.multi_add_handle
#define curl_multi_remove_handle chttp_curl.multi_remove_handle
#define curl_multi_perform       chttp_curl.multi_perform
#define curl_multi_poll          chttp_curl.multi_poll
#define curl_multi_info_read     chttp_curl.multi_info_read
#define curl_slist_append        chttp_curl.slist_append
#define curl_slist_free_all      chttp_curl.slist_free_all

#endif
