/*
 * backend_api.h - the Picker backend ABI, version 1: include this one.
 *
 * A backend is one shared library that exports picker_backend_entry_v1 (entry.h). Start reading there, then
 * backend.h, library.h, and docs/abi.md for the rules.
 */
#ifndef PICKER_BACKEND_API_H
#define PICKER_BACKEND_API_H

#include "base.h"
#include "link.h"
#include "status.h"
#include "call.h"
#include "host.h"
#include "query.h"
#include "record.h"
#include "fetch.h"
#include "frame.h"
#include "image_request.h"
#include "change.h"
#include "library.h"
#include "backend.h"
#include "entry.h"

#include "ext/write.h"
#include "ext/video.h"
#include "ext/heif.h"
#include "ext/search.h"
#include "ext/index.h"
#include "ext/days.h"
#include "ext/limits.h"
#include "ext/account.h"
#include "ext/secrets.h"

#endif
