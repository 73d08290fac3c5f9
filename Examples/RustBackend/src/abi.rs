//! The backend ABI, version 1, in Rust. Made by scripts/abi-layout of Picker from its headers; do not edit.
//!
//! Names are those of the headers without `picker_` and `PICKER_`; a field `type` is `kind`. Pointers to functions are plain
//! ones, because none in a table is ever NULL (R7.1).
#![allow(dead_code, clippy::all)]

use std::os::raw::c_void;

/// The version that these headers describe: that of the entry point picker_backend_entry_v1 (R4).
pub const ABI_VERSION: u32 = 1;

/// Counts the headers of one version: it grows with every constant, struct and function that is added (R5.12). Each side
/// tells the other the revision that it was built with, so that it sends nothing that the other cannot know.
pub const HEADER_REVISION: u32 = 2;

// What a sink answers to a record: go on, or send no more and return PICKER_OK (R9).
pub const CONTINUE: Flow = 0;
pub const STOP: Flow = 1;

// Flags of links.
/// Without what this link says the struct means something else: who does not know its id refuses the struct.
pub const LINK_CRITICAL: u32 = 1;

/// Most links of one struct; a reader refuses more, which may be a ring.
pub const LINK_LIMIT: u32 = 64;

/// Done. Also returned when a sink answered PICKER_STOP.
pub const OK: Status = 0;

// Permanent, from 1 on: the same call fails again.
/// This backend does not offer the operation; its capability bit is off (R7).
pub const UNSUPPORTED: Status = 1;
/// An argument is out of its documented range.
pub const INVALID_ARGUMENT: Status = 2;
/// No such asset, collection or representation, or the client may not know of it.
pub const NOT_FOUND: Status = 3;
/// The media file is damaged beyond use.
pub const CORRUPT_MEDIA: Status = 4;
/// The format is known but this backend cannot decode it; the message names what would help.
pub const UNSUPPORTED_FORMAT: Status = 5;
/// A limit on pixels, bytes or records was exceeded.
pub const TOO_LARGE: Status = 6;
/// What was to be made is there already, and is not replaced.
pub const ALREADY_EXISTS: Status = 7;
/// begin_shutdown was called, or the handle's library is closed: not on this handle, but on its successor.
pub const CLOSED: Status = 8;
/// A defect of the backend.
pub const INTERNAL: Status = 9;

/// Transient: the same call may succeed later, and no one has to do anything. picker_error.retry_after says when.
pub const STATUS_TRANSIENT: Status = 1000;

/// The file changed while it was read, or is no longer the version asked for. Retry at once.
pub const CHANGED: Status = 1000;

/// Memory ran out.
pub const OUT_OF_MEMORY: Status = 1001;

/// The operating system reported an error; `system_errno` has it.
pub const IO: Status = 1002;

/// `picker_call.check` said so and the call ended early.
pub const CANCELLED: Status = 1003;

/// The deadline of the call passed. Retry with a later one.
pub const DEADLINE: Status = 1004;

/// Where the photos are cannot be reached: no network, a server or a drive that does not answer.
pub const OFFLINE: Status = 1005;

/// What would answer is there, and has too much to do or is in use.
pub const BUSY: Status = 1006;

/// More was asked in a while than is answered; `retry_after` says when to ask again.
pub const RATE_LIMITED: Status = 1007;

/// What did the work ended before it was done: a server that restarts, a connection that was cut.
pub const STOPPED: Status = 1008;

/// It is not known before more was read: the count of a fetch, until its end was seen (R9.18).
pub const NOT_YET: Status = 1009;

/// Needs a person: the same call may succeed after the user or an administrator did something; the message says what.
pub const STATUS_NEEDS_PERSON: Status = 2000;

/// The storage refuses access, until a permission changes.
pub const ACCESS_DENIED: Status = 2000;

/// No one is signed in, or the sign-in has ended.
pub const SIGN_IN_REQUIRED: Status = 2001;

/// The user has to agree to it where the photos are: to terms, or that this program may see them.
pub const CONSENT_REQUIRED: Status = 2002;

/// It needs the network, which the host, the administrator or a metered connection does not allow.
pub const NETWORK_NOT_ALLOWED: Status = 2003;

/// The storage is full.
pub const NO_SPACE: Status = 2004;

/// The user's share of the storage, or of what a service gives, is used up.
pub const QUOTA: Status = 2005;

/// The first number that is in no range.
pub const STATUS_END: Status = 3000;

// Levels of picker_host.log.
pub const LOG_DEBUG: u32 = 0;
pub const LOG_INFO: u32 = 1;
pub const LOG_WARNING: u32 = 2;
pub const LOG_ERROR: u32 = 3;

// Media types of an asset.
pub const MEDIA_UNKNOWN: u32 = 0;
pub const MEDIA_IMAGE: u32 = 1;
pub const MEDIA_VIDEO: u32 = 2;
pub const MEDIA_AUDIO: u32 = 3;

// Sets of media types: the bit 1 << type. 0, no bit: all types.
pub const MEDIA_MASK_UNKNOWN: u32 = 1;
pub const MEDIA_MASK_IMAGE: u32 = 2;
pub const MEDIA_MASK_VIDEO: u32 = 4;
pub const MEDIA_MASK_AUDIO: u32 = 8;

// Media subtypes, a set of bits.
pub const SUBTYPE_PANORAMA: u32 = 1;
pub const SUBTYPE_HDR: u32 = 2;
pub const SUBTYPE_SCREENSHOT: u32 = 4;
pub const SUBTYPE_LIVE_PHOTO: u32 = 8;
pub const SUBTYPE_DEPTH: u32 = 16;
pub const SUBTYPE_BURST: u32 = 32;
pub const SUBTYPE_RAW: u32 = 64;
pub const SUBTYPE_ANIMATED: u32 = 128;
/// One of a burst for which another photo of it stands; always with PICKER_SUBTYPE_BURST (R9.23).
pub const SUBTYPE_STACKED: u32 = 0x100;
pub const SUBTYPE_STREAMED: u32 = 0x10000;
pub const SUBTYPE_HIGH_FRAME_RATE: u32 = 0x20000;
pub const SUBTYPE_TIMELAPSE: u32 = 0x40000;

// Hidden assets in a query.
pub const HIDDEN_EXCLUDE: u32 = 0;
pub const HIDDEN_INCLUDE: u32 = 1;
pub const HIDDEN_ONLY: u32 = 2;

// Sort keys; with PICKER_SORT_DESCENDING added, from large to small.
pub const SORT_NATURAL: u32 = 0;
pub const SORT_CREATION_TIME: u32 = 1;
pub const SORT_MODIFICATION_TIME: u32 = 2;
pub const SORT_FILENAME: u32 = 3;
pub const SORT_BYTE_SIZE: u32 = 4;
pub const SORT_DESCENDING: u32 = 0x80000000;

// Flags of queries: conditions. One that is not known is PICKER_INVALID_ARGUMENT (R5.11).
/// Favourites only.
pub const QUERY_FAVORITES: u32 = 1;
/// created_from is set: creation time at or after it.
pub const QUERY_CREATED_FROM: u32 = 2;
/// created_before is set: creation time before it.
pub const QUERY_CREATED_BEFORE: u32 = 4;
/// ratings is set: rated with one of them.
pub const QUERY_RATINGS: u32 = 8;
/// text is set: what it is called, or what was written about it, contains that.
pub const QUERY_TEXT: u32 = 16;
/// south, west, north and east are set: made inside of these edges.
pub const QUERY_PLACE: u32 = 32;
/// content_types and content_type_count are set: of one of these types.
pub const QUERY_CONTENT_TYPES: u32 = 64;
/// bytes_from is set: so many bytes, or more.
pub const QUERY_BYTES_FROM: u32 = 128;
/// bytes_below is set: less than so many bytes.
pub const QUERY_BYTES_BELOW: u32 = 0x100;

/// All ratings: the bits 1 << 0 to 1 << 5.
pub const RATING_MASK: u32 = 63;

// Types of collections; also as a set: the bit 1 << type. 0, no bit: all but moments, of which there may be one a day.
pub const COLLECTION_SMART_ALBUM: u32 = 1;
pub const COLLECTION_ALBUM: u32 = 2;
pub const COLLECTION_FOLDER: u32 = 3;
pub const COLLECTION_EVENT: u32 = 4;
pub const COLLECTION_MOMENT: u32 = 5;

// Subtypes of collections.
pub const COLLECTION_GENERIC: u32 = 0;
pub const COLLECTION_CAMERA_ROLL: u32 = 1;
pub const COLLECTION_FAVORITES: u32 = 2;
pub const COLLECTION_VIDEOS: u32 = 3;
pub const COLLECTION_LIVE_PHOTOS: u32 = 4;
pub const COLLECTION_RAW: u32 = 5;
pub const COLLECTION_PANORAMAS: u32 = 6;
pub const COLLECTION_SCREENSHOTS: u32 = 7;
pub const COLLECTION_SELFIES: u32 = 8;
pub const COLLECTION_BURSTS: u32 = 9;
pub const COLLECTION_SLO_MO: u32 = 10;
pub const COLLECTION_TIMELAPSES: u32 = 11;
pub const COLLECTION_RECENTLY_ADDED: u32 = 12;
pub const COLLECTION_HIDDEN: u32 = 13;

// Flags of collections.
/// Assets can be added to it by org.picker.write/1.
pub const COLLECTION_EDITABLE: u32 = 1;
/// estimated_count is set: it is cheap to find.
pub const COLLECTION_HAS_COUNT: u32 = 2;
/// start_time and end_time are set: they are cheap to find, and there are assets.
pub const COLLECTION_HAS_TIMES: u32 = 4;

// Flags of assets.
pub const ASSET_FAVORITE: u32 = 1;
pub const ASSET_HIDDEN: u32 = 2;
/// latitude and longitude are set.
pub const ASSET_HAS_LOCATION: u32 = 4;
/// creation_offset_minutes is set.
pub const ASSET_HAS_CREATION_OFFSET: u32 = 8;
/// There is an edited version beside the original.
pub const ASSET_HAS_ADJUSTMENTS: u32 = 16;
/// creation_time and creation_source are set.
pub const ASSET_HAS_CREATION_TIME: u32 = 32;
/// modification_time is set.
pub const ASSET_HAS_MODIFICATION_TIME: u32 = 64;
/// duration is set: of a video, or of an image that moves, whose length is known.
pub const ASSET_HAS_DURATION: u32 = 128;

// Where a creation time comes from.
pub const DATE_UNKNOWN: u32 = 0;
pub const DATE_METADATA: u32 = 1;
pub const DATE_GPS: u32 = 2;
pub const DATE_FILENAME: u32 = 3;
pub const DATE_MODIFICATION: u32 = 4;

// Where the bytes of an asset or a representation are (R18.10).
/// Nothing is said.
pub const AVAILABILITY_UNKNOWN: u32 = 0;
/// On this machine: they can be read without the network.
pub const AVAILABILITY_LOCAL: u32 = 1;
/// On another one: reading them takes the network.
pub const AVAILABILITY_REMOTE: u32 = 2;
/// Where they are cannot be reached now: a disk of the server is off, say. They may come back.
pub const AVAILABILITY_OFFLINE: u32 = 3;

/// Most bytes of a preview hash.
pub const PLACEHOLDER_MAX: u32 = 200;

// Roles of representations.
pub const ROLE_PHOTO: u32 = 1;
pub const ROLE_RAW: u32 = 2;
pub const ROLE_EDITED: u32 = 3;
pub const ROLE_PAIRED_VIDEO: u32 = 4;
pub const ROLE_VIDEO: u32 = 5;
pub const ROLE_ALTERNATE: u32 = 6;

// Flags of camera metadata.
/// altitude is set.
pub const CAMERA_HAS_ALTITUDE: u32 = 1;
/// rating is set.
pub const CAMERA_HAS_RATING: u32 = 2;

/// Most keywords that a host reads.
pub const KEYWORD_LIMIT: u32 = 0x400;

// What a fetch looks at.
pub const SCOPE_ALL: u32 = 0;
pub const SCOPE_COLLECTION: u32 = 1;
pub const SCOPE_IDENTIFIERS: u32 = 2;
pub const SCOPE_PATHS: u32 = 3;

// Formats of frames; also as a set: the bit 1 << format. Eight bits a sample, rows from top to bottom.
/// One plane.
pub const FORMAT_GRAY8: u32 = 1;
/// One plane, red green blue.
pub const FORMAT_RGB8: u32 = 2;
/// One plane, red green blue alpha; alpha is straight, not premultiplied.
pub const FORMAT_RGBA8: u32 = 3;
/// Three planes Y, Cb, Cr; full range, BT.601 matrix as in JFIF; chroma planes rounded up in size.
pub const FORMAT_YCBCR8: u32 = 4;
/// An image file of JPEG, PNG, WebP or GIF, as servers keep them ready: plane[0] are its bytes and stride[0] is their number.
/// It shows the whole image of the version asked for, in any size; an orientation that stands in it applies. The host
/// decodes it, cuts and scales (R14.11).
pub const FORMAT_IMAGE_FILE: u32 = 5;

// Colour spaces of frames.
pub const COLOR_SRGB: u32 = 0;
pub const COLOR_DISPLAY_P3: u32 = 1;
/// `icc_profile` says.
pub const COLOR_ICC: u32 = 2;

// Flags of frames.
/// A better frame of this request could exist: smaller, blurred, or from an embedded thumbnail.
pub const FRAME_DEGRADED: u32 = 1;
/// The last frame of the request; no frame follows (R14).
pub const FRAME_FINAL: u32 = 2;
/// A part of the image is missing, because the file is cut off or damaged; something else is in its place (R14.10).
pub const FRAME_INCOMPLETE: u32 = 4;

// Content modes.
/// The whole image inside the target size; its aspect ratio is kept.
pub const ASPECT_FIT: u32 = 0;
/// The target's aspect ratio, cut from the image's centre.
pub const ASPECT_FILL: u32 = 1;

// Delivery modes.
/// Degraded frames as soon as there are any, then the final one.
pub const DELIVERY_OPPORTUNISTIC: u32 = 0;
/// The final frame only, never degraded.
pub const DELIVERY_HIGH_QUALITY: u32 = 1;
/// One frame, the quickest to get; it is final and may be degraded.
pub const DELIVERY_FAST: u32 = 2;

// Resize modes.
/// At least the target size, whatever is quick to decode.
pub const RESIZE_NONE: u32 = 0;
/// About the target size; never larger than the source.
pub const RESIZE_FAST: u32 = 1;
/// Exactly the target size. Needs PICKER_CAPABILITY_EXACT_SIZE; without it, it is served as PICKER_RESIZE_FAST.
pub const RESIZE_EXACT: u32 = 2;

// Versions.
/// With edits.
pub const VERSION_CURRENT: u32 = 0;
/// Without edits, in the form that is most widely readable.
pub const VERSION_UNADJUSTED: u32 = 1;
/// What the camera made first: RAW before JPEG.
pub const VERSION_ORIGINAL: u32 = 2;

// Colour policies.
/// Samples converted to sRGB.
pub const COLOR_CONVERT_TO_SRGB: u32 = 0;
/// Samples as they are, with the profile that says what they mean.
pub const COLOR_KEEP: u32 = 1;

// Flags of requests for images and bytes.
/// Other machines may be asked. Without it what is on this one has to do, or the answer is PICKER_NETWORK_NOT_ALLOWED (R18.9).
pub const REQUEST_ALLOW_NETWORK: u32 = 1;

// Kinds of changes.
/// Anything may have changed: fetch again. The only kind of a backend without PICKER_CAPABILITY_CHANGE_DETAILS.
pub const CHANGE_RELOAD: u32 = 0;
/// What has these identifiers came, went, or is another than it was.
pub const CHANGE_INSERTED: u32 = 1;
pub const CHANGE_REMOVED: u32 = 2;
pub const CHANGE_UPDATED: u32 = 3;
/// Nothing happened: the token says where the changes of the library are now.
pub const CHANGE_CURRENT: u32 = 4;

// What the identifiers of a change are of.
/// Of assets, whose content, metadata or place in a list is another.
pub const SUBJECT_ASSETS: u32 = 0;
/// Of collections, whose record, or whose assets or their order, is another. Needs PICKER_CAPABILITY_COLLECTION_CHANGES.
pub const SUBJECT_COLLECTIONS: u32 = 1;

// Flags of changes.
/// Of collections that were updated: assets came into them, left them or changed places without being named by a change of
/// assets. What was fetched of these collections is fetched again.
pub const CHANGE_MEMBERS: u32 = 1;

// Whether the storage itself lets the backend read.
/// No one has signed in yet; org.picker.account/1 makes it another value.
pub const AUTHORIZATION_NOT_DETERMINED: u32 = 0;
pub const AUTHORIZATION_RESTRICTED: u32 = 1;
pub const AUTHORIZATION_DENIED: u32 = 2;
pub const AUTHORIZATION_AUTHORIZED: u32 = 3;
pub const AUTHORIZATION_LIMITED: u32 = 4;

// Flags of picker_library_info.
/// Nothing can be added to this library, whatever the backend offers elsewhere.
pub const LIBRARY_READ_ONLY: u32 = 1;
/// Its photos are on another machine.
pub const LIBRARY_REMOTE: u32 = 2;
/// Paths of assets are those of files below the location: only then may the host open them itself.
pub const LIBRARY_FILES: u32 = 4;

// Capabilities: an operation whose bit is off returns PICKER_UNSUPPORTED, one whose bit is on works (R7).
/// PICKER_RESIZE_EXACT gives exactly the target size.
pub const CAPABILITY_EXACT_SIZE: u64 = 2;
/// picker_library.observe
pub const CAPABILITY_OBSERVE: u64 = 4;
/// Changes name their assets; picker_library.changes_since
pub const CAPABILITY_CHANGE_DETAILS: u64 = 8;
/// Collections of PICKER_COLLECTION_FOLDER hold others.
pub const CAPABILITY_NESTED_COLLECTIONS: u64 = 16;
/// The extension org.picker.write/1
pub const CAPABILITY_WRITE: u64 = 32;
/// The extension org.picker.video/1
pub const CAPABILITY_VIDEO: u64 = 64;
/// Images of HEIC, HEIF and AVIF files; the extension org.picker.heif/1
pub const CAPABILITY_HEIF: u64 = 128;
/// The extension org.picker.search/1
pub const CAPABILITY_SEARCH: u64 = 0x100;
/// The extension org.picker.index/1
pub const CAPABILITY_INDEX: u64 = 0x200;
/// Changes name their collections, too; needs PICKER_CAPABILITY_CHANGE_DETAILS.
pub const CAPABILITY_COLLECTION_CHANGES: u64 = 0x400;
/// PICKER_SUBTYPE_STACKED, in records and in queries
pub const CAPABILITY_STACKS: u64 = 0x800;

// Capabilities of queries: a bit for each condition (32 to 47) and each sort key (48 to 63) of picker_query. media_types, limit
// and PICKER_SORT_NATURAL have none, because every backend serves them. What has its bit off is PICKER_UNSUPPORTED.
/// any_subtypes, no_subtypes
pub const CAPABILITY_QUERY_SUBTYPES: u64 = 0x100000000;
/// PICKER_QUERY_CREATED_FROM, PICKER_QUERY_CREATED_BEFORE
pub const CAPABILITY_QUERY_DATES: u64 = 0x200000000;
/// PICKER_QUERY_FAVORITES
pub const CAPABILITY_QUERY_FAVORITES: u64 = 0x400000000;
/// PICKER_HIDDEN_INCLUDE, PICKER_HIDDEN_ONLY
pub const CAPABILITY_QUERY_HIDDEN: u64 = 0x800000000;
/// PICKER_QUERY_RATINGS
pub const CAPABILITY_QUERY_RATINGS: u64 = 0x1000000000;
/// PICKER_QUERY_TEXT
pub const CAPABILITY_QUERY_TEXT: u64 = 0x2000000000;
/// PICKER_QUERY_PLACE
pub const CAPABILITY_QUERY_PLACE: u64 = 0x4000000000;
/// PICKER_QUERY_CONTENT_TYPES
pub const CAPABILITY_QUERY_CONTENT_TYPES: u64 = 0x8000000000;
/// PICKER_QUERY_BYTES_FROM, PICKER_QUERY_BYTES_BELOW
pub const CAPABILITY_QUERY_BYTES: u64 = 0x10000000000;
/// PICKER_SORT_CREATION_TIME, both ways, as with those that follow.
pub const CAPABILITY_SORT_CREATION_TIME: u64 = 0x1000000000000;
pub const CAPABILITY_SORT_MODIFICATION_TIME: u64 = 0x2000000000000;
pub const CAPABILITY_SORT_FILENAME: u64 = 0x4000000000000;
pub const CAPABILITY_SORT_BYTE_SIZE: u64 = 0x8000000000000;
/// Subtypes, dates, favourites, hidden ones and all sort keys: what most lists of photos ask.
pub const CAPABILITY_FULL_QUERY: u64 = 4222189075169280;

// Kinds of settings: how a value is asked for, and what it may be.
/// One line of text.
pub const SETTING_TEXT: u32 = 1;
/// A whole number in decimal digits, "-" before it when it is negative.
pub const SETTING_NUMBER: u32 = 2;
/// "yes" or "no".
pub const SETTING_FLAG: u32 = 3;
/// One of `choices`.
pub const SETTING_CHOICE: u32 = 4;

// Flags of settings.
/// No library opens without it.
pub const SETTING_REQUIRED: u32 = 1;
/// Never shown, logged, or kept where others can read it.
pub const SETTING_SECRET: u32 = 2;

// What a backend takes from the machine; known before anything is opened.
/// It makes connections.
pub const REQUIRES_NETWORK: u32 = 1;

// Flags of picker_backend_info: the runtime. What libraries and the runtime of a language, which a plugin brings along, do to the
// process though R15.1 and R11.1 keep the plugin's own code from it (R15.7).
/// They register functions to be called when the process ends or forks, as OpenSSL does.
pub const RUNTIME_EXIT_HANDLERS: u32 = 1;
/// They keep threads, which block all signals, until the process ends.
pub const RUNTIME_THREADS: u32 = 2;
/// They handle signals, as the runtime of Go does: a host that has handlers of its own runs such a plugin in a worker alone.
pub const RUNTIME_SIGNAL_HANDLERS: u32 = 4;

// Flags of picker_open_request. A backend may pass over those that it does not know.
/// The caller is about to refresh the index by org.picker.index/1: what the index knows will do until then.
pub const OPEN_UNREFRESHED: u32 = 1;

/// The name to look up, and its type. A host that also speaks a later version looks for that first.
pub const BACKEND_ENTRY_SYMBOL: &str = "picker_backend_entry_v1";

/// The id of this extension.
pub const EXT_WRITE: &str = "org.picker.write/1";

// Flags of picker_add_request.
/// byte_size is set: the source says how long it is.
pub const ADD_HAS_SIZE: u32 = 1;

/// The id of this extension.
pub const EXT_VIDEO: &str = "org.picker.video/1";

/// Flags of facts.
pub const VIDEO_HAS_AUDIO: u32 = 1;

/// The id of this extension.
pub const EXT_HEIF: &str = "org.picker.heif/1";

// Kinds of items.
pub const HEIF_PRIMARY: u32 = 1;
pub const HEIF_IMAGE: u32 = 2;
pub const HEIF_THUMBNAIL: u32 = 3;
pub const HEIF_DEPTH: u32 = 4;
pub const HEIF_ALPHA: u32 = 5;
pub const HEIF_AUXILIARY: u32 = 6;
pub const HEIF_SEQUENCE_FRAME: u32 = 7;

/// The id of this extension.
pub const EXT_SEARCH: &str = "org.picker.search/1";

/// The id of this extension.
pub const EXT_INDEX: &str = "org.picker.index/1";

// Modes of refresh.
/// Reads what is new or looks changed.
pub const INDEX_REFRESH: u32 = 0;
/// Reads everything again, as if there were no index yet; identifiers stay the same.
pub const INDEX_REBUILD: u32 = 1;

/// The id of this extension.
pub const EXT_DAYS: &str = "org.picker.days/1";

// Flags of days.
/// `day` is set; without it the assets have no date.
pub const DAY_HAS_DATE: u32 = 1;

/// The id of this extension.
pub const EXT_LIMITS: &str = "org.picker.limits/1";

/// The id of this extension.
pub const EXT_ACCOUNT: &str = "org.picker.account/1";

// Kinds of steps.
/// Ask the person for `fields`, and go on with what they answered.
pub const STEP_FIELDS: u32 = 1;
/// Let the person open `address`, in any browser, and go on after `wait`: the next step says what came of it.
pub const STEP_OPEN_ADDRESS: u32 = 2;
/// Nothing for the person to do: go on after `wait`.
pub const STEP_WAIT: u32 = 3;
/// The person is signed in, as `account`.
pub const STEP_DONE: u32 = 4;

/// Most bytes of picker_account_step.state.
pub const STEP_STATE_LIMIT: u32 = 0x4000;

/// The id of this extension.
pub const EXT_SECRETS: &str = "org.picker.secrets/1";

// Most bytes of one secret, and most secrets of one library.
pub const SECRET_LIMIT: u32 = 0x4000;
pub const SECRET_COUNT_LIMIT: u32 = 16;

/// Milliseconds since 1970-01-01T00:00:00 UTC. Whether there is one is said by a flag beside it: 0 is a time.
pub type Time = i64;
/// What a sink answers to a record: go on, or send no more and return PICKER_OK (R9).
pub type Flow = u32;
/// An open set in three ranges, so that a code that a reader does not know is still understood (R10.2): below
/// PICKER_STATUS_TRANSIENT it counts as PICKER_INTERNAL, from there on as PICKER_BUSY, from PICKER_STATUS_NEEDS_PERSON on
/// as PICKER_ACCESS_DENIED. What is negative, or PICKER_STATUS_END and above, counts as PICKER_INTERNAL.
pub type Status = i32;

/// UTF-8 text, not NUL-terminated (R8). `data` NULL: there is no such text. `data` not NULL and `length` 0: the
/// text is empty. A frozen value type: it has no struct_size because it never changes (R5).
#[repr(C)]
#[derive(Clone, Copy)]
pub struct Text {
    pub data: *const u8,
    pub length: u64,
}

/// Bytes without an encoding. `data` NULL: there are none to give. A frozen value type.
pub type Bytes = Text;

/// A rectangle in pixels, origin top left. Width or height 0: no rectangle. A frozen value type.
#[repr(C)]
#[derive(Clone, Copy, Default)]
pub struct Rect {
    pub x: u32,
    pub y: u32,
    pub width: u32,
    pub height: u32,
}

/// The head of a struct that says more about the one that points to it. Requests, records and infos begin with their
/// size, flags, and `next`, the first link or NULL. Which struct has this head is in the id, as with extensions:
/// "org.picker.asset-faces/1", or a name under a domain of its author's. Version 1 defines none.
///
/// Ownership and lifetime: as the struct that it hangs on.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct Link {
    pub struct_size: u32,
    /// PICKER_LINK_*
    pub flags: u32,
    pub id: Text,
    /// Or NULL.
    pub next: *const Link,
}

/// Where a function says why it failed. The caller owns the struct and the message buffer. A backend writes
/// it only when it returns something else than PICKER_OK, and only fields inside struct_size.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct Error {
    pub struct_size: u32,
    /// in: bytes that `message` can hold; 0 when `message` is NULL
    pub message_capacity: u32,
    /// in: the caller's buffer, or NULL. out: one line of UTF-8, no NUL, cut at a character boundary
    pub message: *mut u8,
    /// out: bytes of `message` that were written; at most message_capacity
    pub message_length: u32,
    /// out: errno of the operating system, or 0
    pub system_errno: i32,
    /// out: milliseconds after which a retry makes sense; 0: nothing is said about it
    pub retry_after: u64,
    /// Room to grow: 0 in both directions.
    pub reserved: [u64; 4],
}

/// Owned by the host; valid until the function that it was passed to returns. A backend keeps no copy of the
/// pointer.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct Call {
    pub struct_size: u32,
    /// 0: none is defined.
    pub flags: u32,
    /// What functions whose arguments are no struct, such as picker_library.details, may be asked besides. None of these links
    /// is critical (R12.12), so that no call has to look through them.
    pub next: *const Link,
    /// Absolute, on the clock of picker_host.monotonic_time, in nanoseconds; 0: none.
    pub deadline: u64,
    /// Passed back to the functions below.
    pub context: *mut c_void,
    /// Asks whether to go on. A backend calls it between units of work that take about 10 ms each, at least every
    /// 100 ms while it waits, and returns with the answer when it is not PICKER_OK.
    /// State: while the call runs. Thread: [any-thread].
    /// Returns: PICKER_OK, PICKER_CANCELLED or PICKER_DEADLINE.
    pub check: unsafe extern "C" fn(*mut c_void) -> Status,
    /// Reports progress: `done` of `total` units of any kind, never decreasing; `total` 0: not known.
    /// State: while the call runs. Thread: [call-thread].
    pub progress: unsafe extern "C" fn(*mut c_void, u64, u64),
}

/// Ownership: the host's. Lifetime: from the entry call until picker_backend.destroy returned. A backend may
/// keep the pointer for that long.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct Host {
    pub struct_size: u32,
    /// PICKER_HEADER_REVISION of the headers that the host was built with: which constants it knows (R5.12).
    pub header_revision: u32,
    pub context: *mut c_void,
    /// Name and version of the host, for logs: "picker 0.1".
    pub name: Text,
    /// Logs one line. No photo names above PICKER_LOG_DEBUG, except in warnings about that very file.
    /// Ownership: the message stays the backend's. State: any, also during entry and probe.
    /// Thread: [any-thread].
    pub log: unsafe extern "C" fn(*mut c_void, u32, Text),
    /// Nanoseconds of a clock that never goes back; the clock of picker_call.deadline.
    /// State: not during entry and probe. Thread: [any-thread].
    pub monotonic_time: unsafe extern "C" fn(*mut c_void) -> u64,
    /// An extension of the host by id, or NULL when it has none of that name (R6).
    /// Lifetime of the result: like the host table. State: not during entry and probe. Thread: [any-thread].
    pub get_extension: unsafe extern "C" fn(*mut c_void, Text) -> *const c_void,
}

/// A predicate, a sort order and a limit. All conditions must hold; one of zeros has none. R9.16 and R9.17 say what those
/// with a flag mean exactly. Owned by the caller, valid during the call.
///
/// media_types, limit and PICKER_SORT_NATURAL always work. Each other condition and sort key has a bit among the capabilities,
/// PICKER_CAPABILITY_QUERY_* and PICKER_CAPABILITY_SORT_*; where it is off, a query that asks for it is PICKER_UNSUPPORTED.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct Query {
    pub struct_size: u32,
    /// PICKER_QUERY_*
    pub flags: u32,
    pub next: *const Link,
    /// Set of media types; 0: no condition.
    pub media_types: u32,
    /// Each asset has at least one of these subtypes; 0: no condition.
    pub any_subtypes: u32,
    /// Each asset has none of these subtypes.
    pub no_subtypes: u32,
    /// PICKER_HIDDEN_*
    pub hidden: u32,
    /// With PICKER_QUERY_CREATED_FROM.
    pub created_from: Time,
    /// With PICKER_QUERY_CREATED_BEFORE.
    pub created_before: Time,
    /// Sort keys, the first decides; PICKER_SORT_NATURAL: the backend's own order, which has no direction. Descending
    /// it is PICKER_INVALID_ARGUMENT.
    pub sort: [u32; 4],
    /// At most so many assets; 0: no limit.
    pub limit: u64,
    /// With PICKER_QUERY_RATINGS: the set of 1 << rating, of 0 to 5. What has no rating counts as 0. Not empty.
    pub ratings: u32,
    pub reserved: u32,
    /// With PICKER_QUERY_TEXT: a part of the file name, the title, the caption or a keyword. Not empty.
    pub text: Text,
    /// With PICKER_QUERY_PLACE: degrees of latitude, -90 to 90, and of longitude, -180 to 180, WGS 84; the edges belong to it. South
    /// is not above north; west above east: across the meridian of 180 degrees.
    pub south: f64,
    pub west: f64,
    pub north: f64,
    pub east: f64,
    /// With PICKER_QUERY_CONTENT_TYPES: that many, at least 1, of which picker_asset.content_type is one.
    pub content_types: *const Text,
    pub content_type_count: u64,
    /// With PICKER_QUERY_BYTES_FROM and PICKER_QUERY_BYTES_BELOW: of picker_asset.byte_size.
    pub bytes_from: u64,
    pub bytes_below: u64,
}

/// A list of assets with a title, or, of type folder, of collections.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct Collection {
    pub struct_size: u32,
    /// PICKER_COLLECTION_EDITABLE, PICKER_COLLECTION_HAS_*
    pub flags: u32,
    pub next: *const Link,
    /// At most 64 URL-safe characters, stable across runs and equal in all backends for the same folder.
    pub local_identifier: Text,
    pub title: Text,
    /// Identifier of the folder collection that it is in; absent at the top.
    pub parent: Text,
    /// PICKER_COLLECTION_SMART_ALBUM …
    pub kind: u32,
    /// PICKER_COLLECTION_GENERIC …
    pub subtype: u32,
    /// With PICKER_COLLECTION_HAS_COUNT.
    pub estimated_count: u64,
    /// Of its first and last asset, with PICKER_COLLECTION_HAS_TIMES.
    pub start_time: Time,
    pub end_time: Time,
}

/// A photo or a video, which may be of several files.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct Asset {
    pub struct_size: u32,
    /// PICKER_ASSET_*
    pub flags: u32,
    pub next: *const Link,
    /// At most 64 URL-safe characters, stable across runs and equal in all backends for the same file.
    pub local_identifier: Text,
    /// Name of the file that represents the asset; U+FFFD stands for what is not UTF-8.
    pub filename: Text,
    /// Path of that file from the library's root, "/" between parts.
    pub relative_path: Text,
    /// The same path in the bytes of the file system, when relative_path does not say it exactly; else absent.
    pub relative_path_bytes: Bytes,
    /// Uniform type identifier, found from the content: "public.jpeg".
    pub content_type: Text,
    /// PICKER_MEDIA_*
    pub media_type: u32,
    /// PICKER_SUBTYPE_*, a set
    pub media_subtypes: u32,
    /// After orientation; 0 when the file does not say.
    pub pixel_width: u32,
    pub pixel_height: u32,
    pub creation_time: Time,
    pub modification_time: Time,
    /// Minutes east of UTC at the place of creation.
    pub creation_offset_minutes: i32,
    /// PICKER_DATE_*
    pub creation_source: u32,
    /// Bytes of the file that represents the asset; 0: it is not known.
    pub byte_size: u64,
    /// Changes whenever the content changes; a key for caches together with the identifier.
    pub version_token: u64,
    /// Seconds.
    pub duration: f64,
    /// Degrees, WGS 84.
    pub latitude: f64,
    pub longitude: f64,
    /// Representations of the asset, at least 1.
    pub representation_count: u32,
    /// PICKER_AVAILABILITY_*, of the file that represents the asset.
    pub availability: u32,
    /// A preview hash: a tiny image to show until a thumbnail is there, in the format of docs/placeholder.md; absent
    /// when there is none yet. The host passes over one that is longer than PICKER_PLACEHOLDER_MAX.
    pub placeholder: Bytes,
}

/// One file of an asset, or what stands for one.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct Representation {
    pub struct_size: u32,
    /// 0: none is defined.
    pub flags: u32,
    pub next: *const Link,
    /// PICKER_ROLE_*
    pub role: u32,
    /// PICKER_AVAILABILITY_*
    pub availability: u32,
    pub filename: Text,
    pub relative_path: Text,
    /// As in picker_asset.
    pub relative_path_bytes: Bytes,
    pub content_type: Text,
    /// 0: it is not known, and `read` tells where the end is.
    pub byte_size: u64,
    pub version_token: u64,
    /// Where it starts in its file: not 0 for a video inside a motion photo.
    pub byte_offset: u64,
    pub pixel_width: u32,
    pub pixel_height: u32,
}

/// What a camera and people wrote. Numbers that are not known are 0.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct CameraMetadata {
    pub struct_size: u32,
    /// PICKER_CAMERA_HAS_*
    pub flags: u32,
    pub next: *const Link,
    pub make: Text,
    pub model: Text,
    pub lens: Text,
    pub software: Text,
    pub caption: Text,
    /// Seconds.
    pub exposure_time: f64,
    pub f_number: f64,
    /// Millimetres.
    pub focal_length: f64,
    /// Metres above sea level.
    pub altitude: f64,
    /// 0 to 5.
    pub rating: u32,
    pub iso_speed: u32,
    /// As people gave it; absent when there is none.
    pub title: Text,
    /// keyword_count texts; may be NULL when there are none. A host reads PICKER_KEYWORD_LIMIT of them at most.
    pub keywords: *const Text,
    pub keyword_count: u64,
}

/// All that is known of an asset.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct AssetDetails {
    pub struct_size: u32,
    /// 0: none is defined.
    pub flags: u32,
    pub next: *const Link,
    /// All three are the backend's, valid during the sink's call.
    pub asset: *const Asset,
    /// Array of pointers, so that a later, larger struct does not shift the elements (R5).
    pub representations: *const *const Representation,
    pub representation_count: u32,
    pub reserved: u32,
    /// Or NULL.
    pub camera: *const CameraMetadata,
}

/// Something on the disk that is not an asset though one might expect it.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct Diagnostic {
    pub struct_size: u32,
    /// 0: none is defined.
    pub flags: u32,
    pub next: *const Link,
    /// Why, as a status: PICKER_ACCESS_DENIED, PICKER_CORRUPT_MEDIA, …
    pub reason: Status,
    pub reserved: u32,
    pub relative_path: Text,
    pub message: Text,
    /// As in picker_asset.
    pub relative_path_bytes: Bytes,
}

pub type CollectionSink = Sink<Collection>;

pub type AssetSink = Sink<Asset>;

pub type DetailsSink = Sink<AssetDetails>;

pub type DiagnosticSink = Sink<Diagnostic>;

/// Owned by the caller, valid during the call.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct FetchRequest {
    pub struct_size: u32,
    /// 0: none is defined.
    pub flags: u32,
    pub next: *const Link,
    /// PICKER_SCOPE_*
    pub scope: u32,
    pub reserved: u32,
    /// With PICKER_SCOPE_COLLECTION.
    pub collection: Text,
    /// With PICKER_SCOPE_IDENTIFIERS: that many; assets come in this order, unknown ones are left out.
    pub identifiers: *const Text,
    pub identifier_count: u64,
    /// Or NULL: all assets that are not hidden, in the backend's own order.
    pub query: *const Query,
    /// With PICKER_SCOPE_PATHS: that many paths of files, from the library's root, in the bytes of the file system; any
    /// file of an asset will do. Assets come in this order, unknown ones are left out. A backend whose assets
    /// are not files returns PICKER_UNSUPPORTED.
    pub paths: *const Bytes,
    pub path_count: u64,
}

/// A fetch result. The host allocates the struct, sets struct_size, and the backend fills at most that many
/// bytes. It is a state of the library at the time of the fetch; it may be read lazily, but neither its order nor
/// the number of its elements changes once they were given.
///
/// The functions take `context` first. They may be called until `release`, also after begin_shutdown: then they
/// return PICKER_CLOSED (count, window, index_of) or work (release).
#[repr(C)]
#[derive(Clone, Copy)]
pub struct Fetch {
    pub struct_size: u32,
    pub reserved: u32,
    pub context: *mut c_void,
    /// The number of assets. May take long on the first call (`call` is honoured). Where only reading the result tells,
    /// PICKER_NOT_YET until a window reached its end (R9.18).
    /// Ownership: *count is the caller's. State: until release. Thread: [worker-thread].
    /// Returns: PICKER_OK, PICKER_NOT_YET, PICKER_CHANGED, PICKER_CANCELLED, PICKER_DEADLINE, PICKER_CLOSED, PICKER_IO.
    pub count: unsafe extern "C" fn(*mut c_void, *const Call, *mut u64, *mut Error) -> Status,
    /// Emits the assets [offset, offset + length) in order; fewer when the result ends before, none when offset
    /// is after the end. Costs the window, not the whole result, where it can; windows in sequence always do.
    /// Ownership: records are the backend's, valid during emit. State: until release. Thread: [worker-thread].
    /// Returns: PICKER_OK, PICKER_CHANGED (R9.19), PICKER_CANCELLED, PICKER_DEADLINE, PICKER_CLOSED, PICKER_IO.
    pub window: unsafe extern "C" fn(*mut c_void, u64, u64, *const AssetSink, *const Call, *mut Error) -> Status,
    /// The index of an asset in the result.
    /// Ownership: the identifier is the caller's. State: until release. Thread: [worker-thread].
    /// Returns: PICKER_OK, PICKER_NOT_FOUND, PICKER_CHANGED (R9.19), PICKER_CANCELLED, PICKER_DEADLINE, PICKER_CLOSED,
    /// PICKER_IO.
    pub index_of: unsafe extern "C" fn(*mut c_void, Text, *const Call, *mut u64, *mut Error) -> Status,
    /// Ends the fetch; nothing else is called on it afterwards. Called exactly once, when no other call on the
    /// fetch is in flight; before picker_library.close.
    /// State: until release. Thread: [any-thread].
    pub release: unsafe extern "C" fn(*mut c_void),
}

/// A frame of pixels is upright: the backend applied the orientation (R14).
///
/// Ownership: passed to the host by emit, together with the duty to call `release` exactly once. The struct
/// itself is valid during emit only (the host copies it); planes and icc_profile until release.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct Frame {
    pub struct_size: u32,
    /// PICKER_FRAME_*
    pub flags: u32,
    pub next: *const Link,
    /// With PICKER_FORMAT_IMAGE_FILE those of the upright full image, which a crop counts in; 0: those of the file itself.
    pub width: u32,
    pub height: u32,
    /// PICKER_FORMAT_*
    pub format: u32,
    /// YCBCR8: log2 of the horizontal and vertical chroma subsampling, 0 to 2; otherwise 0.
    pub chroma_shift_x: u32,
    pub chroma_shift_y: u32,
    /// PICKER_COLOR_*
    pub color_space: u32,
    /// Top left sample of each plane; unused ones are NULL.
    pub plane: [*const u8; 4],
    /// Bytes from one row of the plane to the next.
    pub stride: [u64; 4],
    /// With PICKER_COLOR_ICC; else absent.
    pub icc_profile: Bytes,
    pub release_context: *mut c_void,
    /// Gives the planes back. Called exactly once for each frame that was emitted, also after close.
    /// Thread: [any-thread].
    pub release: unsafe extern "C" fn(*mut c_void),
}

pub type FrameSink = Sink<Frame>;

/// Owned by the caller, valid during the call.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct ImageRequest {
    pub struct_size: u32,
    /// PICKER_REQUEST_ALLOW_NETWORK or 0
    pub flags: u32,
    pub next: *const Link,
    /// Pixels; both 0: full resolution.
    pub target_width: u32,
    pub target_height: u32,
    pub content_mode: u32,
    pub delivery_mode: u32,
    pub resize_mode: u32,
    pub version: u32,
    pub color_policy: u32,
    /// Formats that the host takes: a set of 1 << PICKER_FORMAT_*; the backend picks its cheapest. 0: the four of header
    /// revision 1.
    pub accepted_formats: u32,
    pub local_identifier: Text,
    /// In pixels of the upright full image of that version; applied before the target size. Empty: none.
    pub crop: Rect,
}

/// The backend's, valid during emit.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct Change {
    pub struct_size: u32,
    /// PICKER_CHANGE_MEMBERS or 0
    pub flags: u32,
    pub next: *const Link,
    /// PICKER_CHANGE_RELOAD …
    pub kind: u32,
    /// PICKER_SUBJECT_*
    pub subject: u32,
    /// What is concerned, at least one; none with PICKER_CHANGE_RELOAD and PICKER_CHANGE_CURRENT.
    pub identifiers: *const Text,
    pub identifier_count: u64,
    /// The state of the library after this change; opaque, for changes_since (R12.11). Absent without
    /// PICKER_CAPABILITY_CHANGE_DETAILS.
    pub token: Bytes,
}

pub type ChangeSink = Sink<Change>;

/// What an open library is. Strings live until close.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct LibraryInfo {
    pub struct_size: u32,
    /// PICKER_LIBRARY_*
    pub flags: u32,
    pub next: *const Link,
    /// PICKER_CAPABILITY_*: what its backend offers and this library does not (R7.6).
    pub missing_capabilities: u64,
    /// For people; absent where there is none, as a folder has none but its path.
    pub title: Text,
    /// Whose it is: "ada@photos.example"; absent where there are no accounts.
    pub account: Text,
    /// How many calls make sense at once; 0: as many as the host likes.
    pub call_limit: u32,
    pub reserved: u32,
    /// What serves it, with its version: "Immich 2.5.1"; absent where nothing does but the backend.
    pub service: Text,
}

/// Owned by the caller, valid during the call.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct ReadRequest {
    pub struct_size: u32,
    /// PICKER_REQUEST_ALLOW_NETWORK or 0
    pub flags: u32,
    pub next: *const Link,
    pub local_identifier: Text,
    /// Index of the representation in picker_asset_details.
    pub representation: u32,
    pub reserved: u32,
    /// Bytes from the representation's start.
    pub offset: u64,
    /// The representation's version that is wanted; 0: any. Another one: PICKER_CHANGED.
    pub version_token: u64,
    /// The caller's memory.
    pub buffer: *mut u8,
    pub capacity: u64,
}

/// The host allocates the struct, sets struct_size, and open_library fills at most that many bytes. No function
/// pointer is NULL (R7): what a backend does not offer is a function that returns PICKER_UNSUPPORTED, and its
/// capability bit is off.
///
/// The functions take `context` first. After begin_shutdown every one of them except get_extension and close
/// returns PICKER_CLOSED (R13). All return codes of a long call include PICKER_CANCELLED and PICKER_DEADLINE, those
/// of a call that reads the disk PICKER_IO, PICKER_ACCESS_DENIED and PICKER_OUT_OF_MEMORY, and those of one that asks
/// elsewhere PICKER_OFFLINE, PICKER_BUSY, PICKER_RATE_LIMITED, PICKER_STOPPED, PICKER_SIGN_IN_REQUIRED,
/// PICKER_CONSENT_REQUIRED, PICKER_NETWORK_NOT_ALLOWED and PICKER_QUOTA; comments name the others.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct Library {
    pub struct_size: u32,
    pub reserved: u32,
    pub context: *mut c_void,
    /// Fills *info, at most info->struct_size bytes: the same as long as the library is open.
    /// Ownership: *info is the caller's, what it points to the backend's. Lifetime: until close.
    /// State: open. Thread: [any-thread].
    /// Returns: PICKER_OK, PICKER_CLOSED.
    pub info: unsafe extern "C" fn(*mut c_void, *mut LibraryInfo, *mut Error) -> Status,
    /// Whether the storage can be read, asked again with each call. One that a server does not answer is an error.
    /// Ownership: *status is the caller's, a PICKER_AUTHORIZATION_*. State: open. Thread: [worker-thread].
    /// Returns: PICKER_OK, PICKER_CLOSED.
    pub authorization_status: unsafe extern "C" fn(*mut c_void, *const Call, *mut u32, *mut Error) -> Status,
    /// Emits the collections inside the folder collection `parent`, or those at the top when `parent` is absent:
    /// smart albums first, then the others in a stable order. `types` is a set of 1 << PICKER_COLLECTION_*, 0 for all but moments.
    /// Ownership: records are the backend's, valid during emit. State: open. Thread: [worker-thread].
    /// Returns: PICKER_OK, PICKER_NOT_FOUND (no such parent), PICKER_CLOSED.
    pub collections: unsafe extern "C" fn(*mut c_void, Text, u32, *const CollectionSink, *const Call, *mut Error) -> Status,
    /// Emits the camera roll, the collection that most pickers open first. Every library has one.
    /// Ownership: the record is the backend's, valid during emit. State: open. Thread: [worker-thread].
    /// Returns: PICKER_OK, PICKER_CLOSED.
    pub camera_roll: unsafe extern "C" fn(*mut c_void, *const CollectionSink, *const Call, *mut Error) -> Status,
    /// Emits the collection with that identifier.
    /// Ownership: the record is the backend's, valid during emit. State: open. Thread: [worker-thread].
    /// Returns: PICKER_OK, PICKER_NOT_FOUND, PICKER_CLOSED.
    pub collection: unsafe extern "C" fn(*mut c_void, Text, *const CollectionSink, *const Call, *mut Error) -> Status,
    /// The exact number of assets that fetch with the same request would give.
    /// Ownership: *count is the caller's. State: open. Thread: [worker-thread].
    /// Returns: PICKER_OK, PICKER_NOT_FOUND (no such collection), PICKER_UNSUPPORTED (query), PICKER_CLOSED.
    pub count: unsafe extern "C" fn(*mut c_void, *const FetchRequest, *const Call, *mut u64, *mut Error) -> Status,
    /// Emits at most three key assets of a collection, best first; only assets of `media_types`, 0 for all.
    /// Ownership: records are the backend's, valid during emit. State: open. Thread: [worker-thread].
    /// Returns: PICKER_OK (also when there are none), PICKER_NOT_FOUND, PICKER_CLOSED.
    pub key_assets: unsafe extern "C" fn(*mut c_void, Text, u32, *const AssetSink, *const Call, *mut Error) -> Status,
    /// Begins a fetch. Filters belong to this fetch alone: they change nothing that others see.
    /// Ownership: *fetch is the host's memory; the backend fills it, the host calls its release.
    /// Lifetime: until release. State: open. Thread: [worker-thread].
    /// Returns: PICKER_OK, PICKER_NOT_FOUND (no such collection), PICKER_UNSUPPORTED (query), PICKER_CLOSED.
    pub fetch: unsafe extern "C" fn(*mut c_void, *const FetchRequest, *const Call, *mut Fetch, *mut Error) -> Status,
    /// Emits everything known of one asset.
    /// Ownership: the record is the backend's, valid during emit. State: open. Thread: [worker-thread].
    /// Returns: PICKER_OK, PICKER_NOT_FOUND, PICKER_CLOSED.
    pub details: unsafe extern "C" fn(*mut c_void, Text, *const DetailsSink, *const Call, *mut Error) -> Status,
    /// Makes an image of an asset. Emits zero or more degraded frames, then exactly one with PICKER_FRAME_FINAL, or
    /// returns an error; all before it returns (R14).
    /// Ownership: each frame passes to the host. State: open. Thread: [worker-thread].
    /// Returns: PICKER_OK, PICKER_NOT_FOUND, PICKER_INVALID_ARGUMENT (crop outside, unknown mode),
    /// PICKER_UNSUPPORTED_FORMAT, PICKER_CORRUPT_MEDIA, PICKER_TOO_LARGE, PICKER_CHANGED, PICKER_CLOSED.
    pub request_image: unsafe extern "C" fn(*mut c_void, *const ImageRequest, *const FrameSink, *const Call, *mut Error) -> Status,
    /// Reads bytes of a representation as they are. Fills request->buffer as far as there are bytes; *length is less
    /// than the capacity only at the end, and 0 after it.
    /// Ownership: the buffer is the caller's. State: open. Thread: [worker-thread].
    /// Returns: PICKER_OK, PICKER_NOT_FOUND, PICKER_CHANGED (another version, or it changed meanwhile), PICKER_CLOSED.
    pub read: unsafe extern "C" fn(*mut c_void, *const ReadRequest, *const Call, *mut u64, *mut Error) -> Status,
    /// Observes the library: blocks, and emits each change until `call` is cancelled (the way to end it),
    /// its deadline passes, the sink answers PICKER_STOP, or begin_shutdown is called. The host gives it a thread of
    /// its own. Changes that happen between two emissions come as one. Emits nothing after it returned.
    /// Ownership: changes are the backend's, valid during emit. State: open. Thread: [worker-thread].
    /// Returns: PICKER_OK (stopped), PICKER_CANCELLED, PICKER_DEADLINE, PICKER_CLOSED, PICKER_UNSUPPORTED.
    pub observe: unsafe extern "C" fn(*mut c_void, *const ChangeSink, *const Call, *mut Error) -> Status,
    /// Emits what changed since `token`, a picker_change.token of this library from any earlier run. The last change
    /// has the token to go on from; nothing changed: nothing is emitted, or one PICKER_CHANGE_CURRENT. Only what a fetch
    /// would already show is emitted. With an absent token it emits one PICKER_CHANGE_CURRENT, whose token is the state
    /// of the library now.
    /// Ownership: changes are the backend's, valid during emit. State: open. Thread: [worker-thread].
    /// Returns: PICKER_OK, PICKER_UNSUPPORTED, PICKER_INVALID_ARGUMENT (not a token), PICKER_NOT_FOUND (too old:
    /// fetch again), PICKER_CLOSED.
    pub changes_since: unsafe extern "C" fn(*mut c_void, Bytes, *const ChangeSink, *const Call, *mut Error) -> Status,
    /// Emits the files of the library that look like assets and are none, with the reason; with the path "." what keeps the
    /// library as a whole from being shown as it is, such as a permission that its account lacks (R18.11).
    /// Ownership: records are the backend's, valid during emit. State: open. Thread: [worker-thread].
    /// Returns: PICKER_OK, PICKER_CLOSED.
    pub diagnostics: unsafe extern "C" fn(*mut c_void, *const DiagnosticSink, *const Call, *mut Error) -> Status,
    /// An extension of the library by id, or NULL when it has none of that name (R6).
    /// Lifetime of the result: until close. State: until close. Thread: [any-thread].
    pub get_extension: unsafe extern "C" fn(*mut c_void, Text) -> *const c_void,
    /// From now on new calls return PICKER_CLOSED; calls in flight end soon, as if cancelled or by finishing.
    /// Does not wait for them. May be called again, without effect.
    /// State: open or shutting down. Thread: [any-thread].
    pub begin_shutdown: unsafe extern "C" fn(*mut c_void),
    /// Ends the library; nothing is called on it afterwards. The host calls it exactly once, after begin_shutdown,
    /// when no call is in flight and every fetch is released. Frames may outlive it.
    /// State: shutting down. Thread: [library-thread].
    pub close: unsafe extern "C" fn(*mut c_void),
}

/// What a backend wants to know before it opens a library (R18). Lives as long as the backend.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct SettingDescription {
    pub struct_size: u32,
    /// PICKER_SETTING_REQUIRED, PICKER_SETTING_SECRET
    pub flags: u32,
    pub next: *const Link,
    /// PICKER_SETTING_TEXT …
    pub kind: u32,
    pub reserved: u32,
    /// Lower-case letters, digits and "-", at most 64.
    pub key: Text,
    /// For people: beside the field, and below it.
    pub title: Text,
    pub help: Text,
    /// What stands for it when nothing was said; absent: nothing does.
    pub default_value: Text,
    /// With PICKER_SETTING_CHOICE: that many.
    pub choices: *const Text,
    pub choice_count: u64,
}

/// Strings live as long as the backend.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct BackendInfo {
    pub struct_size: u32,
    /// PICKER_RUNTIME_*
    pub flags: u32,
    pub next: *const Link,
    /// `auto` takes the highest among the backends that can run; ours use 100, 200 and 300.
    pub priority: i32,
    /// PICKER_HEADER_REVISION of the headers that the plugin was built with (R5.12).
    pub header_revision: u32,
    /// Lower-case letters, digits and "-", at most 64.
    pub id: Text,
    pub name: Text,
    pub version: Text,
    /// PICKER_CAPABILITY_*
    pub capabilities: u64,
    /// Uniform type identifiers whose images it makes, that many.
    pub formats: *const Text,
    pub format_count: u64,
    /// The schemes of the addresses that it opens, that many: "immich+https". Lower-case letters, digits, "+", "-" and ".",
    /// a letter first. None: it opens folders, and folders alone.
    pub schemes: *const Text,
    pub scheme_count: u64,
    /// Array of pointers, so that a later, larger struct does not shift the elements (R5).
    pub settings: *const *const SettingDescription,
    pub setting_count: u32,
    /// PICKER_REQUIRES_*
    pub required: u32,
}

/// Owned by the caller, valid during the call.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct OpenRequest {
    pub struct_size: u32,
    /// PICKER_OPEN_*
    pub flags: u32,
    pub next: *const Link,
    /// Where the photos are: the canonical absolute path of a folder, bytes of the file system, which begin with "/"; or an
    /// address, "SCHEME://…", with a scheme of picker_backend_info.schemes. No secret is in it.
    pub location: Bytes,
    /// A folder of this library's own for what a backend keeps; absent: it keeps nothing.
    pub data_directory: Bytes,
    /// A folder of this library's own for what can be had again; absent: it keeps nothing. See R18.
    pub cache_directory: Bytes,
    /// What was said to the backend's settings: that many keys, and as many values.
    pub setting_keys: *const Text,
    pub setting_values: *const Text,
    pub setting_count: u64,
    /// By what the functions of the host know this library, such as those of org.picker.secrets/1; 0: they do not.
    pub library: u64,
}

/// The host allocates the struct, sets struct_size, and the entry point fills at most that many bytes.
/// The functions take `context` first.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct Backend {
    pub struct_size: u32,
    pub reserved: u32,
    pub context: *mut c_void,
    /// Fills *info, at most info->struct_size bytes.
    /// Ownership: *info is the caller's, what it points to the backend's. Lifetime: until destroy.
    /// State: after entry. Thread: [any-thread]. Returns: PICKER_OK.
    pub info: unsafe extern "C" fn(*mut c_void, *mut BackendInfo, *mut Error) -> Status,
    /// Finds out whether the backend can run here: libraries, devices, permissions. Quick, without side effects, calls
    /// no host function except log (R13).
    /// State: after entry, before open_library. Thread: [any-thread].
    /// Returns: PICKER_OK, or why not: PICKER_UNSUPPORTED with a message that says what is missing.
    pub probe: unsafe extern "C" fn(*mut c_void, *mut Error) -> Status,
    /// Opens a library. More than one may be open, of the same folder too. May build an index, and reports its progress
    /// in files then.
    /// Ownership: *library is the host's memory; the backend fills it. Lifetime: until its close.
    /// State: after probe. Thread: [worker-thread].
    /// Returns: PICKER_OK, PICKER_NOT_FOUND (nothing is there), PICKER_INVALID_ARGUMENT (not a folder, an address of
    /// another kind, a setting), PICKER_UNSUPPORTED (a server of a kind or version that it does not speak with),
    /// PICKER_ACCESS_DENIED, PICKER_IO, and what says why another machine does not answer: see picker_library. After
    /// anything but PICKER_OK the host ignores *library.
    pub open_library: unsafe extern "C" fn(*mut c_void, *const OpenRequest, *const Call, *mut Library, *mut Error) -> Status,
    /// An extension of the backend by id, or NULL when it has none of that name (R6).
    /// Lifetime of the result: until destroy. State: after probe. Thread: [any-thread].
    pub get_extension: unsafe extern "C" fn(*mut c_void, Text) -> *const c_void,
    /// Ends the backend; nothing is called on it afterwards, and the host table may go. Called at most once, when
    /// every library is closed. The shared library itself stays loaded (R2).
    /// State: no library is open. Thread: [any-thread].
    pub destroy: unsafe extern "C" fn(*mut c_void),
}

/// Owned by the caller, valid during the call (`host` for longer, see host.h).
#[repr(C)]
#[derive(Clone, Copy)]
pub struct EntryRequest {
    pub struct_size: u32,
    /// 0: none is defined.
    pub flags: u32,
    pub next: *const Link,
    pub host: *const Host,
}

/// Owned by the caller, valid during the call.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct AddRequest {
    pub struct_size: u32,
    /// PICKER_ADD_*
    pub flags: u32,
    pub next: *const Link,
    /// Wanted file name without folders; a number is added when it is taken: "IMG_1 (2).jpg".
    pub filename: Text,
    /// Identifier of an editable album, or absent: the saved photos.
    pub collection: Text,
    /// Bytes in all, with PICKER_ADD_HAS_SIZE.
    pub byte_size: u64,
    pub source_context: *mut c_void,
    /// Gives the next bytes of the new file: at most `capacity`, 0 at the end.
    /// Thread: [call-thread]. Returns: PICKER_OK or an error, which add returns.
    pub read: unsafe extern "C" fn(*mut c_void, *mut u8, u64, *mut u64) -> Status,
}

/// The functions take the library's context.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct Write {
    pub struct_size: u32,
    pub reserved: u32,
    /// Adds one asset: atomic (complete or absent, also after a crash) and durable when it returns. Emits its record.
    /// Ownership: the record is the backend's, valid during emit. State: open. Thread: [library-thread].
    /// Returns: PICKER_OK, PICKER_INVALID_ARGUMENT (filename), PICKER_NOT_FOUND (collection),
    /// PICKER_UNSUPPORTED_FORMAT (not a photo or video), PICKER_CHANGED (not byte_size bytes), PICKER_ACCESS_DENIED,
    /// PICKER_NO_SPACE, PICKER_QUOTA, PICKER_CLOSED, or what read returned.
    pub add: unsafe extern "C" fn(*mut c_void, *const AddRequest, *const AssetSink, *const Call, *mut Error) -> Status,
    /// Makes an album at the top, or emits the one that has this title.
    /// Ownership: the record is the backend's, valid during emit. State: open. Thread: [library-thread].
    /// Returns: PICKER_OK, PICKER_INVALID_ARGUMENT (title), PICKER_ACCESS_DENIED, PICKER_NO_SPACE, PICKER_CLOSED.
    pub create_album: unsafe extern "C" fn(*mut c_void, Text, *const CollectionSink, *const Call, *mut Error) -> Status,
}

/// The backend's, valid during emit.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct VideoFacts {
    pub struct_size: u32,
    /// PICKER_VIDEO_HAS_AUDIO or 0
    pub flags: u32,
    pub next: *const Link,
    /// After rotation; 0 where there is no picture.
    pub pixel_width: u32,
    pub pixel_height: u32,
    /// Seconds; 0: not known.
    pub duration: f64,
    /// Mean over the video; 0: not known.
    pub frames_per_second: f64,
    /// Names as in RFC 6381: "avc1.640028"; absent where there is no such stream.
    pub video_codec: Text,
    pub audio_codec: Text,
}

pub type VideoFactsSink = Sink<VideoFacts>;

/// The functions take the library's context.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct Video {
    pub struct_size: u32,
    pub reserved: u32,
    /// Emits the facts of a representation's video stream, once.
    /// Ownership: the record is the backend's, valid during emit. State: open. Thread: [worker-thread].
    /// Returns: PICKER_OK, PICKER_NOT_FOUND, PICKER_CORRUPT_MEDIA, PICKER_UNSUPPORTED_FORMAT, PICKER_CLOSED.
    pub facts: unsafe extern "C" fn(*mut c_void, Text, u32, *const VideoFactsSink, *const Call, *mut Error) -> Status,
    /// The frame shown at `time` seconds, the last one after the end, or the first good one when `time` is negative;
    /// inside the box of target_width and target_height and never enlarged, full size when both are 0. Upright. Emits
    /// exactly one frame, which is final.
    /// Ownership: the frame passes to the host. State: open. Thread: [worker-thread].
    /// Returns: as facts.
    pub poster: unsafe extern "C" fn(*mut c_void, Text, u32, f64, u32, u32, *const FrameSink, *const Call, *mut Error) -> Status,
}

/// The backend's, valid during emit.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct HeifItem {
    pub struct_size: u32,
    /// 0: none is defined.
    pub flags: u32,
    pub next: *const Link,
    /// PICKER_HEIF_*
    pub kind: u32,
    pub item_id: u32,
    pub pixel_width: u32,
    pub pixel_height: u32,
    /// URN of an auxiliary image; else absent.
    pub auxiliary_type: Text,
}

pub type HeifItemSink = Sink<HeifItem>;

/// The functions take the library's context.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct Heif {
    pub struct_size: u32,
    pub reserved: u32,
    /// Emits the items of an asset's file, the primary image first.
    /// Ownership: records are the backend's, valid during emit. State: open. Thread: [worker-thread].
    /// Returns: PICKER_OK, PICKER_NOT_FOUND, PICKER_UNSUPPORTED_FORMAT (not HEIF), PICKER_CORRUPT_MEDIA, PICKER_CLOSED.
    pub items: unsafe extern "C" fn(*mut c_void, Text, *const HeifItemSink, *const Call, *mut Error) -> Status,
    /// Like picker_library.request_image, of one item of the asset's file.
    /// Ownership: each frame passes to the host. State: open. Thread: [worker-thread].
    /// Returns: as picker_library.request_image.
    pub request_item: unsafe extern "C" fn(*mut c_void, *const ImageRequest, u32, *const FrameSink, *const Call, *mut Error) -> Status,
}

/// The function takes the library's context.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct Search {
    pub struct_size: u32,
    pub reserved: u32,
    /// Begins a fetch of the assets that match `text` (file name, title, keywords, camera, date words), best first
    /// unless request->query sorts.
    /// Ownership: *fetch is the host's memory; the backend fills it, the host calls its release.
    /// Lifetime: until release. State: open. Thread: [worker-thread].
    /// Returns: as picker_library.fetch.
    pub search: unsafe extern "C" fn(*mut c_void, Text, *const FetchRequest, *const Call, *mut Fetch, *mut Error) -> Status,
}

/// What a refresh saw and did. The caller allocates it; the backend fills at most struct_size bytes (R5.3).
#[repr(C)]
#[derive(Clone, Copy)]
pub struct IndexReport {
    pub struct_size: u32,
    /// 0: none is defined.
    pub flags: u32,
    pub next: *const Link,
    /// Files that were looked at: media, sidecars, and what turned out to be neither.
    pub files: u64,
    /// Of these, the ones whose content was read because they are new or look changed.
    pub files_read: u64,
    /// Folders that were listed.
    pub folders: u64,
    /// Assets in the index now.
    pub assets: u64,
    /// Assets that came, that have other content or metadata, that went.
    pub inserted: u64,
    pub updated: u64,
    pub removed: u64,
    /// Records that picker_library.diagnostics emits now.
    pub diagnostics: u64,
}

/// The function takes the library's context.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct Index {
    pub struct_size: u32,
    pub reserved: u32,
    /// Brings the index up to date with the storage: walks the whole library. Progress counts files. Calls in flight go
    /// on meanwhile; what changed is also reported through observe and changes_since. What was done stays done when the
    /// call ends early. Two refreshes at a time are allowed; the second one may wait for the first.
    /// Ownership: *report is the caller's; it is filled with PICKER_OK only.
    /// State: open. Thread: [worker-thread].
    /// Returns: PICKER_OK, PICKER_INVALID_ARGUMENT (mode), PICKER_ACCESS_DENIED (the library's folder or the data
    /// directory), PICKER_NO_SPACE, PICKER_CANCELLED, PICKER_DEADLINE, PICKER_CLOSED.
    pub refresh: unsafe extern "C" fn(*mut c_void, u32, *mut IndexReport, *const Call, *mut Error) -> Status,
}

/// Assets that follow each other in a fetch and were made on one day. The backend's, valid during emit.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct Day {
    pub struct_size: u32,
    /// PICKER_DAY_HAS_DATE or 0
    pub flags: u32,
    pub next: *const Link,
    /// Days since 1970-01-01, by the clock of the place where the assets were made, or in UTC where their records have no
    /// offset.
    pub day: i64,
    /// How many follow each other; at least 1.
    pub count: u64,
}

pub type DaySink = Sink<Day>;

/// The function takes the fetch's context: that of a fetch which the same library began.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct Days {
    pub struct_size: u32,
    pub reserved: u32,
    /// Emits the days of all assets of a fetch, in the order of the fetch: what reading it from its first asset to its last
    /// gives, at the time that the fetch is of.
    /// Ownership: records are the backend's, valid during emit. State: until release of the fetch. Thread: [worker-thread].
    /// Returns: PICKER_OK, PICKER_UNSUPPORTED (of this fetch only reading tells; nothing was emitted), PICKER_CHANGED,
    /// PICKER_CANCELLED, PICKER_DEADLINE, PICKER_CLOSED, PICKER_IO.
    pub days: unsafe extern "C" fn(*mut c_void, *const DaySink, *const Call, *mut Error) -> Status,
}

/// The host's, valid as long as the host table. 0: the backend's own limit.
#[repr(C)]
#[derive(Clone, Copy, Default)]
pub struct Limits {
    pub struct_size: u32,
    pub reserved: u32,
    /// Pixels of one image, before scaling.
    pub max_pixels: u64,
    /// Bytes of one media file that is decoded as an image.
    pub max_file_bytes: u64,
    /// Bytes of memory that one image request may use.
    pub max_request_bytes: u64,
    /// Milliseconds that one image request may be worked on; past them it is PICKER_DEADLINE.
    pub max_request_milliseconds: u64,
}

/// What a front end shows next. The backend's, valid during emit.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct AccountStep {
    pub struct_size: u32,
    /// 0: none is defined.
    pub flags: u32,
    pub next: *const Link,
    /// PICKER_STEP_*
    pub kind: u32,
    pub field_count: u32,
    /// For the person, one line: what to do, and why the answers before were not taken. May be absent.
    pub message: Text,
    /// With PICKER_STEP_FIELDS: that many, at least 1.
    pub fields: *const *const SettingDescription,
    /// With PICKER_STEP_OPEN_ADDRESS: one of https or http.
    pub address: Text,
    /// What the person is to type in there; absent: nothing.
    pub code: Text,
    /// Milliseconds after which it makes sense to go on.
    pub wait: u64,
    /// With PICKER_STEP_DONE: whose it is, "ada@photos.example".
    pub account: Text,
    /// Comes back with the request for the next step; at most PICKER_STEP_STATE_LIMIT. Secret, like what it was made of.
    pub state: Bytes,
}

pub type AccountStepSink = Sink<AccountStep>;

/// Owned by the caller, valid during the call.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct SignInRequest {
    pub struct_size: u32,
    /// 0: none is defined.
    pub flags: u32,
    pub next: *const Link,
    /// Of the library to sign in for, as to open_library. Secrets are kept for its `library`.
    pub library: *const OpenRequest,
    /// Of the step that this goes on from; absent: the sign-in begins.
    pub state: Bytes,
    /// What the person answered to the fields of that step: that many keys, and as many values.
    pub answer_keys: *const Text,
    pub answer_values: *const Text,
    pub answer_count: u64,
}

/// The functions take the backend's context.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct Account {
    pub struct_size: u32,
    pub reserved: u32,
    /// Emits the next step of a sign-in, exactly one. Answers that a server does not take are no error: the step asks again,
    /// and its message says why. With PICKER_STEP_DONE what a later open_library needs is kept with org.picker.secrets/1.
    /// Ownership: the step is the backend's, valid during emit. State: after probe, whether or not the library is open.
    /// Thread: [worker-thread].
    /// Returns: PICKER_OK, PICKER_INVALID_ARGUMENT (a state that is none of its own, an answer that was not asked for),
    /// PICKER_UNSUPPORTED (nothing to sign in to with these settings, or the host keeps no secrets), and as open_library.
    pub sign_in: unsafe extern "C" fn(*mut c_void, *const SignInRequest, *const AccountStepSink, *const Call, *mut Error) -> Status,
    /// Ends the sign-in, where it was made and here: what was kept is forgotten also when a server cannot be told. Without a
    /// sign-in it does nothing.
    /// State: after probe. Thread: [worker-thread].
    /// Returns: PICKER_OK, and as open_library.
    pub sign_out: unsafe extern "C" fn(*mut c_void, *const OpenRequest, *const Call, *mut Error) -> Status,
}

/// The functions take the host's context, and picker_open_request.library of the library that the call is about. A key is like
/// that of a setting, and apart from those.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct Secrets {
    pub struct_size: u32,
    pub reserved: u32,
    /// Copies a secret into `buffer`, and its length into *length. Nothing is copied when there is not room for all of it.
    /// Ownership: the buffer is the caller's. State: in open_library, a call of the library, sign_in or sign_out.
    /// Thread: [call-thread].
    /// Returns: PICKER_OK, PICKER_NOT_FOUND, PICKER_TOO_LARGE (for the buffer; *length says how much room it takes),
    /// PICKER_UNSUPPORTED (nothing is kept for this library: it is 0, or the host has no place),
    /// PICKER_INVALID_ARGUMENT (another library than that of the call, a key), PICKER_IO.
    pub read: unsafe extern "C" fn(*mut c_void, u64, Text, *mut u8, u64, *mut u64) -> Status,
    /// Keeps a secret in the place of one that has this key; absent: forgets it. With PICKER_OK other processes that
    /// open the library find it, too.
    /// Ownership: the host copies it. State: as read. Thread: [call-thread].
    /// Returns: PICKER_OK, PICKER_TOO_LARGE (more than PICKER_SECRET_LIMIT bytes, PICKER_SECRET_COUNT_LIMIT secrets),
    /// PICKER_UNSUPPORTED, PICKER_INVALID_ARGUMENT, PICKER_NO_SPACE, PICKER_IO.
    pub keep: unsafe extern "C" fn(*mut c_void, u64, Text, Bytes) -> Status,
}

/// A function of the other side that takes records. It returns `STOP` when it wants no more.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct Sink<Record> {
    pub struct_size: u32,
    pub reserved: u32,
    pub context: *mut c_void,
    pub emit: unsafe extern "C" fn(*mut c_void, *const Record) -> Flow,
}

/// Makes a backend of version 1 and fills *backend, at most backend->struct_size bytes (R4, R5). Does nothing else: starts
/// no thread, opens no file, calls no host function except log (R13).
///
/// Ownership: *backend is the host's memory. Lifetime: what is filled in is valid until destroy.
/// State: first call into the plugin. Thread: [any-thread], one at a time.
/// Returns: PICKER_OK, or PICKER_UNSUPPORTED when it cannot serve this host. After anything but PICKER_OK the host ignores
/// *backend and calls nothing.
pub type EntryFunction = unsafe extern "C" fn(*const EntryRequest, *mut Backend, *mut Error) -> Status;

/// What the compiler of the headers found on LP64 (R16.4).
const _: () = {
    use std::mem::{align_of, size_of};
    assert!(size_of::<Text>() == 16 && align_of::<Text>() == 8);
    assert!(size_of::<Bytes>() == 16 && align_of::<Bytes>() == 8);
    assert!(size_of::<Rect>() == 16 && align_of::<Rect>() == 4);
    assert!(size_of::<Link>() == 32 && align_of::<Link>() == 8);
    assert!(size_of::<Error>() == 64 && align_of::<Error>() == 8);
    assert!(size_of::<Call>() == 48 && align_of::<Call>() == 8);
    assert!(size_of::<Host>() == 56 && align_of::<Host>() == 8);
    assert!(size_of::<Query>() == 160 && align_of::<Query>() == 8);
    assert!(size_of::<Collection>() == 96 && align_of::<Collection>() == 8);
    assert!(size_of::<Asset>() == 200 && align_of::<Asset>() == 8);
    assert!(size_of::<Representation>() == 120 && align_of::<Representation>() == 8);
    assert!(size_of::<CameraMetadata>() == 168 && align_of::<CameraMetadata>() == 8);
    assert!(size_of::<AssetDetails>() == 48 && align_of::<AssetDetails>() == 8);
    assert!(size_of::<Diagnostic>() == 72 && align_of::<Diagnostic>() == 8);
    assert!(size_of::<CollectionSink>() == 24 && align_of::<CollectionSink>() == 8);
    assert!(size_of::<AssetSink>() == 24 && align_of::<AssetSink>() == 8);
    assert!(size_of::<DetailsSink>() == 24 && align_of::<DetailsSink>() == 8);
    assert!(size_of::<DiagnosticSink>() == 24 && align_of::<DiagnosticSink>() == 8);
    assert!(size_of::<FetchRequest>() == 80 && align_of::<FetchRequest>() == 8);
    assert!(size_of::<Fetch>() == 48 && align_of::<Fetch>() == 8);
    assert!(size_of::<Frame>() == 136 && align_of::<Frame>() == 8);
    assert!(size_of::<FrameSink>() == 24 && align_of::<FrameSink>() == 8);
    assert!(size_of::<ImageRequest>() == 80 && align_of::<ImageRequest>() == 8);
    assert!(size_of::<Change>() == 56 && align_of::<Change>() == 8);
    assert!(size_of::<ChangeSink>() == 24 && align_of::<ChangeSink>() == 8);
    assert!(size_of::<LibraryInfo>() == 80 && align_of::<LibraryInfo>() == 8);
    assert!(size_of::<ReadRequest>() == 72 && align_of::<ReadRequest>() == 8);
    assert!(size_of::<Library>() == 152 && align_of::<Library>() == 8);
    assert!(size_of::<SettingDescription>() == 104 && align_of::<SettingDescription>() == 8);
    assert!(size_of::<BackendInfo>() == 128 && align_of::<BackendInfo>() == 8);
    assert!(size_of::<OpenRequest>() == 96 && align_of::<OpenRequest>() == 8);
    assert!(size_of::<Backend>() == 56 && align_of::<Backend>() == 8);
    assert!(size_of::<EntryRequest>() == 24 && align_of::<EntryRequest>() == 8);
    assert!(size_of::<AddRequest>() == 72 && align_of::<AddRequest>() == 8);
    assert!(size_of::<Write>() == 24 && align_of::<Write>() == 8);
    assert!(size_of::<VideoFacts>() == 72 && align_of::<VideoFacts>() == 8);
    assert!(size_of::<VideoFactsSink>() == 24 && align_of::<VideoFactsSink>() == 8);
    assert!(size_of::<Video>() == 24 && align_of::<Video>() == 8);
    assert!(size_of::<HeifItem>() == 48 && align_of::<HeifItem>() == 8);
    assert!(size_of::<HeifItemSink>() == 24 && align_of::<HeifItemSink>() == 8);
    assert!(size_of::<Heif>() == 24 && align_of::<Heif>() == 8);
    assert!(size_of::<Search>() == 16 && align_of::<Search>() == 8);
    assert!(size_of::<IndexReport>() == 80 && align_of::<IndexReport>() == 8);
    assert!(size_of::<Index>() == 16 && align_of::<Index>() == 8);
    assert!(size_of::<Day>() == 32 && align_of::<Day>() == 8);
    assert!(size_of::<DaySink>() == 24 && align_of::<DaySink>() == 8);
    assert!(size_of::<Days>() == 16 && align_of::<Days>() == 8);
    assert!(size_of::<Limits>() == 40 && align_of::<Limits>() == 8);
    assert!(size_of::<AccountStep>() == 120 && align_of::<AccountStep>() == 8);
    assert!(size_of::<AccountStepSink>() == 24 && align_of::<AccountStepSink>() == 8);
    assert!(size_of::<SignInRequest>() == 64 && align_of::<SignInRequest>() == 8);
    assert!(size_of::<Account>() == 24 && align_of::<Account>() == 8);
    assert!(size_of::<Secrets>() == 24 && align_of::<Secrets>() == 8);
};
