// libcurl, as a module.
#include <curl/curl.h>
