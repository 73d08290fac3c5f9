//! The installed headers, `picker/*.h`, in Rust: the same names, fields and order. Sizes are checked at the end.
//!
//! Pointers to functions are plain ones, because none in a table is ever NULL (R7.1).
#![allow(dead_code)]

use std::os::raw::c_void;

pub const VERSION: u32 = 1;
pub const HEADER_REVISION: u32 = 1;

pub const LINK_CRITICAL: u32 = 0x1;
pub const LINK_LIMIT: usize = 64;

pub type Status = i32;
pub const OK: Status = 0;
pub const UNSUPPORTED: Status = 1;
pub const INVALID_ARGUMENT: Status = 2;
pub const NOT_FOUND: Status = 3;
pub const CORRUPT_MEDIA: Status = 4;
pub const TOO_LARGE: Status = 6;
pub const CLOSED: Status = 8;
pub const INTERNAL: Status = 9;
pub const CHANGED: Status = 1000;
pub const OUT_OF_MEMORY: Status = 1001;
pub const IO: Status = 1002;
pub const DEADLINE: Status = 1004;
pub const ACCESS_DENIED: Status = 2000;

pub type Flow = u32;
pub const CONTINUE: Flow = 0;

pub const CAPABILITY_FULL_QUERY: u64 = 0x1;
pub const CAPABILITY_EXACT_SIZE: u64 = 0x2;
pub const CAPABILITY_OBSERVE: u64 = 0x4;

pub const AUTHORIZATION_DENIED: u32 = 2;
pub const LIBRARY_FILES: u32 = 0x4;
pub const AUTHORIZATION_AUTHORIZED: u32 = 3;

pub const MEDIA_IMAGE: u32 = 1;
pub const MEDIA_MASK_IMAGE: u32 = 0x2;
pub const MEDIA_MASK_ALL: u32 = 0xF;

/// All that headers of revision 1 have.
pub const SUBTYPES: u32 = 0x7_007F;

pub const QUERY_FAVORITES: u32 = 0x1;
pub const QUERY_CREATED_FROM: u32 = 0x2;
pub const QUERY_CREATED_BEFORE: u32 = 0x4;

pub const COLLECTION_HAS_COUNT: u32 = 0x2;
pub const ASSET_HAS_CREATION_TIME: u32 = 0x20;
pub const ASSET_HAS_MODIFICATION_TIME: u32 = 0x40;

pub const HIDDEN_EXCLUDE: u32 = 0;
pub const HIDDEN_ONLY: u32 = 2;

pub const SORT_NATURAL: u32 = 0;
pub const SORT_CREATION_TIME: u32 = 1;
pub const SORT_MODIFICATION_TIME: u32 = 2;
pub const SORT_FILENAME: u32 = 3;
pub const SORT_BYTE_SIZE: u32 = 4;
pub const SORT_DESCENDING: u32 = 0x8000_0000;

pub const SCOPE_ALL: u32 = 0;
pub const SCOPE_COLLECTION: u32 = 1;
pub const SCOPE_IDENTIFIERS: u32 = 2;
pub const SCOPE_PATHS: u32 = 3;

pub const COLLECTION_SMART_ALBUM: u32 = 1;
pub const COLLECTION_ALBUM: u32 = 2;
pub const COLLECTION_GENERIC: u32 = 0;
pub const COLLECTION_CAMERA_ROLL: u32 = 1;

pub const DATE_MODIFICATION: u32 = 4;
pub const ROLE_PHOTO: u32 = 1;

pub const CHANGE_RELOAD: u32 = 0;

pub const FORMAT_RGB8: u32 = 2;
pub const COLOR_SRGB: u32 = 0;
pub const FRAME_FINAL: u32 = 0x2;

pub const ASPECT_FILL: u32 = 1;
pub const DELIVERY_FAST: u32 = 2;
pub const RESIZE_EXACT: u32 = 2;
pub const VERSION_ORIGINAL: u32 = 2;

pub const EXTENSION_LIMITS: &str = "org.picker.limits/1";

/// picker_string: UTF-8 with a length. Absent when `data` is NULL.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct Text {
    pub data: *const u8,
    pub length: u64,
}

/// picker_bytes, laid out as picker_string is.
pub type Bytes = Text;

/// What more there is to a request or a record: the head of a struct that its id names.
#[repr(C)]
pub struct Link {
    pub struct_size: u32,
    pub flags: u32,
    pub id: Text,
    pub next: *const Link,
}

#[repr(C)]
#[derive(Clone, Copy, Default)]
pub struct Rect {
    pub x: u32,
    pub y: u32,
    pub width: u32,
    pub height: u32,
}

#[repr(C)]
pub struct Error {
    pub struct_size: u32,
    pub message_capacity: u32,
    pub message: *mut u8,
    pub message_length: u32,
    pub system_errno: i32,
    pub retry_after: u64,
    pub reserved: [u64; 4],
}

#[repr(C)]
pub struct Call {
    pub struct_size: u32,
    pub flags: u32,
    pub deadline: u64,
    pub context: *mut c_void,
    pub check: unsafe extern "C" fn(*mut c_void) -> Status,
    pub progress: unsafe extern "C" fn(*mut c_void, u64, u64),
}

#[repr(C)]
pub struct Host {
    pub struct_size: u32,
    pub abi_version: u32,
    pub context: *mut c_void,
    pub name: Text,
    pub header_revision: u32,
    pub reserved: u32,
    pub log: unsafe extern "C" fn(*mut c_void, u32, Text),
    pub monotonic_time: unsafe extern "C" fn(*mut c_void) -> u64,
    pub memory_cost: unsafe extern "C" fn(*mut c_void, u64),
    pub get_extension: unsafe extern "C" fn(*mut c_void, Text) -> *const c_void,
}

#[repr(C)]
#[derive(Clone, Copy, Default)]
pub struct Limits {
    pub struct_size: u32,
    pub reserved: u32,
    pub max_pixels: u64,
    pub max_file_bytes: u64,
    pub max_request_bytes: u64,
    pub max_request_milliseconds: u64,
}

#[repr(C)]
pub struct EntryRequest {
    pub struct_size: u32,
    pub flags: u32,
    pub next: *const Link,
    pub abi_lowest: u32,
    pub abi_highest: u32,
    pub host: *const Host,
}

#[repr(C)]
#[derive(Clone, Copy)]
pub struct BackendInfo {
    pub struct_size: u32,
    pub flags: u32,
    pub next: *const Link,
    pub priority: i32,
    pub header_revision: u32,
    pub id: Text,
    pub name: Text,
    pub version: Text,
    pub capabilities: u64,
    pub formats: *const Text,
    pub format_count: u64,
    pub schemes: *const Text,
    pub scheme_count: u64,
    pub settings: *const *const SettingDescription,
    pub setting_count: u32,
    pub required: u32,
}

#[repr(C)]
pub struct SettingDescription {
    pub struct_size: u32,
    pub flags: u32,
    pub next: *const Link,
    pub kind: u32,
    pub reserved: u32,
    pub key: Text,
    pub title: Text,
    pub help: Text,
    pub default_value: Text,
    pub choices: *const Text,
    pub choice_count: u64,
}

#[repr(C)]
#[derive(Clone, Copy)]
pub struct OpenRequest {
    pub struct_size: u32,
    pub flags: u32,
    pub next: *const Link,
    pub location: Bytes,
    pub data_directory: Bytes,
    pub cache_directory: Bytes,
    pub setting_keys: *const Text,
    pub setting_values: *const Text,
    pub setting_count: u64,
}

#[repr(C)]
#[derive(Clone, Copy)]
pub struct Backend {
    pub struct_size: u32,
    pub abi_version: u32,
    pub context: *mut c_void,
    pub info: unsafe extern "C" fn(*mut c_void, *mut BackendInfo, *mut Error) -> Status,
    pub probe: unsafe extern "C" fn(*mut c_void, *mut Error) -> Status,
    pub open_library:
        unsafe extern "C" fn(*mut c_void, *const OpenRequest, *const Call, *mut Library, *mut Error) -> Status,
    pub get_extension: unsafe extern "C" fn(*mut c_void, Text) -> *const c_void,
    pub destroy: unsafe extern "C" fn(*mut c_void),
}

#[repr(C)]
#[derive(Clone, Copy)]
pub struct Query {
    pub struct_size: u32,
    pub flags: u32,
    pub next: *const Link,
    pub media_types: u32,
    pub any_subtypes: u32,
    pub no_subtypes: u32,
    pub hidden: u32,
    pub created_from: i64,
    pub created_before: i64,
    pub sort: [u32; 4],
    pub limit: u64,
}

#[repr(C)]
#[derive(Clone, Copy)]
pub struct FetchRequest {
    pub struct_size: u32,
    pub flags: u32,
    pub next: *const Link,
    pub scope: u32,
    pub reserved: u32,
    pub collection: Text,
    pub identifiers: *const Text,
    pub identifier_count: u64,
    pub query: *const Query,
    pub paths: *const Bytes,
    pub path_count: u64,
}

#[repr(C)]
#[derive(Clone, Copy)]
pub struct Fetch {
    pub struct_size: u32,
    pub reserved: u32,
    pub context: *mut c_void,
    pub count: unsafe extern "C" fn(*mut c_void, *const Call, *mut u64, *mut Error) -> Status,
    pub window: unsafe extern "C" fn(*mut c_void, u64, u64, *const AssetSink, *const Call, *mut Error) -> Status,
    pub index_of: unsafe extern "C" fn(*mut c_void, Text, *const Call, *mut u64, *mut Error) -> Status,
    pub release: unsafe extern "C" fn(*mut c_void),
}

#[repr(C)]
pub struct Collection {
    pub struct_size: u32,
    pub flags: u32,
    pub next: *const Link,
    pub local_identifier: Text,
    pub title: Text,
    pub parent: Text,
    pub kind: u32,
    pub subtype: u32,
    pub estimated_count: u64,
    pub start_time: i64,
    pub end_time: i64,
}

#[repr(C)]
pub struct Asset {
    pub struct_size: u32,
    pub flags: u32,
    pub next: *const Link,
    pub local_identifier: Text,
    pub filename: Text,
    pub relative_path: Text,
    pub relative_path_bytes: Bytes,
    pub content_type: Text,
    pub media_type: u32,
    pub media_subtypes: u32,
    pub pixel_width: u32,
    pub pixel_height: u32,
    pub creation_time: i64,
    pub modification_time: i64,
    pub creation_offset_minutes: i32,
    pub creation_source: u32,
    pub byte_size: u64,
    pub version_token: u64,
    pub duration: f64,
    pub latitude: f64,
    pub longitude: f64,
    pub representation_count: u32,
    pub reserved: u32,
    pub placeholder: Bytes,
}

#[repr(C)]
pub struct Representation {
    pub struct_size: u32,
    pub flags: u32,
    pub next: *const Link,
    pub role: u32,
    pub reserved: u32,
    pub filename: Text,
    pub relative_path: Text,
    pub relative_path_bytes: Bytes,
    pub content_type: Text,
    pub byte_size: u64,
    pub version_token: u64,
    pub byte_offset: u64,
    pub pixel_width: u32,
    pub pixel_height: u32,
}

#[repr(C)]
pub struct AssetDetails {
    pub struct_size: u32,
    pub flags: u32,
    pub next: *const Link,
    pub asset: *const Asset,
    pub representations: *const *const Representation,
    pub representation_count: u32,
    pub reserved: u32,
    pub camera: *const c_void,
}

#[repr(C)]
pub struct Change {
    pub struct_size: u32,
    pub flags: u32,
    pub next: *const Link,
    pub kind: u32,
    pub reserved: u32,
    pub identifiers: *const Text,
    pub identifier_count: u64,
    pub token: Bytes,
}

/// A function of the host that takes records.
#[repr(C)]
pub struct Sink<Record> {
    pub struct_size: u32,
    pub reserved: u32,
    pub context: *mut c_void,
    pub emit: unsafe extern "C" fn(*mut c_void, *const Record) -> Flow,
}

pub type AssetSink = Sink<Asset>;

#[repr(C)]
pub struct Frame {
    pub struct_size: u32,
    pub flags: u32,
    pub next: *const Link,
    pub width: u32,
    pub height: u32,
    pub format: u32,
    pub chroma_shift_x: u32,
    pub chroma_shift_y: u32,
    pub color_space: u32,
    pub plane: [*const u8; 4],
    pub stride: [u64; 4],
    pub icc_profile: Bytes,
    pub release_context: *mut c_void,
    pub release: unsafe extern "C" fn(*mut c_void),
}

#[repr(C)]
#[derive(Clone, Copy)]
pub struct ImageRequest {
    pub struct_size: u32,
    pub flags: u32,
    pub next: *const Link,
    pub target_width: u32,
    pub target_height: u32,
    pub content_mode: u32,
    pub delivery_mode: u32,
    pub resize_mode: u32,
    pub version: u32,
    pub color_policy: u32,
    pub accepted_formats: u32,
    pub local_identifier: Text,
    pub crop: Rect,
}

#[repr(C)]
#[derive(Clone, Copy)]
pub struct ReadRequest {
    pub struct_size: u32,
    pub flags: u32,
    pub next: *const Link,
    pub local_identifier: Text,
    pub representation: u32,
    pub reserved: u32,
    pub offset: u64,
    pub version_token: u64,
    pub buffer: *mut u8,
    pub capacity: u64,
}

#[repr(C)]
#[derive(Clone, Copy)]
pub struct LibraryInfo {
    pub struct_size: u32,
    pub flags: u32,
    pub next: *const Link,
    pub missing_capabilities: u64,
    pub title: Text,
    pub account: Text,
    pub call_limit: u32,
    pub reserved: u32,
}

#[repr(C)]
#[derive(Clone, Copy)]
pub struct Library {
    pub struct_size: u32,
    pub reserved: u32,
    pub context: *mut c_void,
    pub info: unsafe extern "C" fn(*mut c_void, *mut LibraryInfo, *mut Error) -> Status,
    pub authorization_status: unsafe extern "C" fn(*mut c_void, *mut u32, *mut Error) -> Status,
    pub collections:
        unsafe extern "C" fn(*mut c_void, Text, u32, *const Sink<Collection>, *const Call, *mut Error) -> Status,
    pub camera_roll: unsafe extern "C" fn(*mut c_void, *const Sink<Collection>, *const Call, *mut Error) -> Status,
    pub collection: unsafe extern "C" fn(*mut c_void, Text, *const Sink<Collection>, *const Call, *mut Error) -> Status,
    pub count: unsafe extern "C" fn(*mut c_void, *const FetchRequest, *const Call, *mut u64, *mut Error) -> Status,
    pub key_assets: unsafe extern "C" fn(*mut c_void, Text, u32, *const AssetSink, *const Call, *mut Error) -> Status,
    pub fetch: unsafe extern "C" fn(*mut c_void, *const FetchRequest, *const Call, *mut Fetch, *mut Error) -> Status,
    pub details: unsafe extern "C" fn(*mut c_void, Text, *const Sink<AssetDetails>, *const Call, *mut Error) -> Status,
    pub request_image:
        unsafe extern "C" fn(*mut c_void, *const ImageRequest, *const Sink<Frame>, *const Call, *mut Error) -> Status,
    pub read: unsafe extern "C" fn(*mut c_void, *const ReadRequest, *const Call, *mut u64, *mut Error) -> Status,
    pub observe: unsafe extern "C" fn(*mut c_void, *const Sink<Change>, *const Call, *mut Error) -> Status,
    pub changes_since: unsafe extern "C" fn(*mut c_void, Bytes, *const Sink<Change>, *const Call, *mut Error) -> Status,
    pub diagnostics: unsafe extern "C" fn(*mut c_void, *const c_void, *const Call, *mut Error) -> Status,
    pub get_extension: unsafe extern "C" fn(*mut c_void, Text) -> *const c_void,
    pub begin_shutdown: unsafe extern "C" fn(*mut c_void),
    pub close: unsafe extern "C" fn(*mut c_void),
}

/// Sizes of ABI 1 on LP64 (R16.4): most slips above do not compile.
const _: () = {
    use std::mem::size_of;
    assert!(size_of::<Text>() == 16 && size_of::<Rect>() == 16 && size_of::<Link>() == 32);
    assert!(size_of::<Error>() == 64 && size_of::<Call>() == 40 && size_of::<Host>() == 72);
    assert!(size_of::<EntryRequest>() == 32 && size_of::<OpenRequest>() == 88 && size_of::<Limits>() == 40);
    assert!(size_of::<Backend>() == 56 && size_of::<BackendInfo>() == 128 && size_of::<Library>() == 152);
    assert!(size_of::<SettingDescription>() == 104 && size_of::<LibraryInfo>() == 64);
    assert!(size_of::<Query>() == 72 && size_of::<FetchRequest>() == 80 && size_of::<Fetch>() == 48);
    assert!(size_of::<Collection>() == 96 && size_of::<Asset>() == 200 && size_of::<Representation>() == 120);
    assert!(size_of::<AssetDetails>() == 48 && size_of::<AssetSink>() == 24 && size_of::<Change>() == 56);
    assert!(size_of::<ImageRequest>() == 80 && size_of::<ReadRequest>() == 72 && size_of::<Frame>() == 136);
};
