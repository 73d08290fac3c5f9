//! Which pictures a request asks for, in which order. A fetch holds shares of pictures: its order and number stay as they
//! are however often the listing is exchanged (R9.7), and no fetch can disturb another (R9.9).

use crate::abi;
use crate::boundary::{answer, elements, emit, fail, give, refuse_links, take, Answer};
use crate::library::{library, Library};
use crate::listing::{Listing, Picture};
use std::cmp::Ordering;
use std::collections::{HashMap, HashSet};
use std::mem::size_of;
use std::os::raw::c_void;
use std::ptr;
use std::sync::Arc;

struct Found<'library> {
    library: &'library Library,
    pictures: Vec<Arc<Picture>>,
}

/// No conditions, no order of its own.
const EVERYTHING: abi::Query = abi::Query {
    struct_size: size_of::<abi::Query>() as u32,
    flags: 0,
    next: ptr::null(),
    media_types: 0,
    any_subtypes: 0,
    no_subtypes: 0,
    hidden: abi::HIDDEN_EXCLUDE,
    created_from: 0,
    created_before: 0,
    sort: [abi::SORT_NATURAL; 4],
    limit: 0,
    ratings: 0,
    reserved: 0,
    text: abi::Text::ABSENT,
    south: 0.0,
    west: 0.0,
    north: 0.0,
    east: 0.0,
    content_types: ptr::null(),
    content_type_count: 0,
    bytes_from: 0,
    bytes_below: 0,
};

const NO_REQUEST: abi::FetchRequest = abi::FetchRequest {
    struct_size: size_of::<abi::FetchRequest>() as u32,
    flags: 0,
    next: ptr::null(),
    scope: abi::SCOPE_ALL,
    reserved: 0,
    collection: abi::Text::ABSENT,
    identifiers: ptr::null(),
    identifier_count: 0,
    query: ptr::null(),
    paths: ptr::null(),
    path_count: 0,
};

/// All that the headers of this revision have: a bit that is added later is a condition that is not known here.
const MEDIA_TYPES: u32 =
    abi::MEDIA_MASK_UNKNOWN | abi::MEDIA_MASK_IMAGE | abi::MEDIA_MASK_VIDEO | abi::MEDIA_MASK_AUDIO;
const SUBTYPES: u32 = abi::SUBTYPE_PANORAMA
    | abi::SUBTYPE_HDR
    | abi::SUBTYPE_SCREENSHOT
    | abi::SUBTYPE_LIVE_PHOTO
    | abi::SUBTYPE_DEPTH
    | abi::SUBTYPE_BURST
    | abi::SUBTYPE_RAW
    | abi::SUBTYPE_ANIMATED
    | abi::SUBTYPE_STREAMED
    | abi::SUBTYPE_HIGH_FRAME_RATE
    | abi::SUBTYPE_TIMELAPSE;

/// Conditions of these headers whose capability is off here.
const NOT_SERVED: u32 = abi::QUERY_RATINGS | abi::QUERY_TEXT | abi::QUERY_PLACE | abi::QUERY_CONTENT_TYPES;

fn refuse_unknown(query: &abi::Query) -> Answer<()> {
    // The order of the walk has no direction: descending it is no key (R16.3).
    let is_known = |key: &u32| {
        key & !abi::SORT_DESCENDING <= abi::SORT_BYTE_SIZE && *key != abi::SORT_NATURAL | abi::SORT_DESCENDING
    };
    // A condition that is passed over would find too much (R5.11).
    let conditions = abi::QUERY_FAVORITES
        | abi::QUERY_CREATED_FROM
        | abi::QUERY_CREATED_BEFORE
        | abi::QUERY_BYTES_FROM
        | abi::QUERY_BYTES_BELOW;
    let is_new = query.flags & !(conditions | NOT_SERVED) != 0
        || query.media_types & !MEDIA_TYPES != 0
        || (query.any_subtypes | query.no_subtypes) & !SUBTYPES != 0;
    if is_new || query.hidden > abi::HIDDEN_ONLY || !query.sort.iter().all(is_known) {
        return Err(fail(abi::INVALID_ARGUMENT, "the query has a value that is not known"));
    }
    match query.flags & NOT_SERVED {
        0 => Ok(()),
        // Better than to leave it out silently (R9.14).
        _ => Err(fail(abi::UNSUPPORTED, "this backend knows of a picture only its date and its size")),
    }
}

/// All pictures are images without subtypes, none is hidden or a favourite, and their date is that of the file.
fn matches(picture: &Picture, query: &abi::Query) -> bool {
    (query.media_types == 0 || query.media_types & abi::MEDIA_MASK_IMAGE != 0)
        && query.any_subtypes == 0
        && query.flags & abi::QUERY_FAVORITES == 0
        && query.hidden != abi::HIDDEN_ONLY
        && (query.flags & abi::QUERY_CREATED_FROM == 0 || picture.modified >= query.created_from)
        && (query.flags & abi::QUERY_CREATED_BEFORE == 0 || picture.modified < query.created_before)
        && (query.flags & abi::QUERY_BYTES_FROM == 0 || picture.byte_size >= query.bytes_from)
        && (query.flags & abi::QUERY_BYTES_BELOW == 0 || picture.byte_size < query.bytes_below)
}

/// The first key that tells them apart decides.
fn compare(one: &Picture, two: &Picture, query: &abi::Query) -> Ordering {
    let by_key = |key: &u32| {
        let order = match key & !abi::SORT_DESCENDING {
            abi::SORT_CREATION_TIME | abi::SORT_MODIFICATION_TIME => one.modified.cmp(&two.modified),
            abi::SORT_FILENAME => one.filename().cmp(two.filename()),
            abi::SORT_BYTE_SIZE => one.byte_size.cmp(&two.byte_size),
            _ => Ordering::Equal,
        };
        if key & abi::SORT_DESCENDING == 0 {
            order
        } else {
            order.reverse()
        }
    };
    query.sort.iter().map(by_key).find(|order| order.is_ne()).unwrap_or(Ordering::Equal)
}

/// Those that are named, in that order, each once; unknown ones are left out.
unsafe fn named(listing: &Listing, names: &[abi::Text], key: fn(&Picture) -> &[u8]) -> Vec<Arc<Picture>> {
    let known: HashMap<&[u8], &Arc<Picture>> = listing.pictures.iter().map(|picture| (key(picture), picture)).collect();
    let mut seen = HashSet::new();
    let found = names.iter().filter_map(|name| known.get(name.bytes()));
    found.filter(|picture| seen.insert(key(picture))).map(|picture| Arc::clone(picture)).collect()
}

unsafe fn in_scope(library: &Library, listing: &Listing, request: &abi::FetchRequest) -> Answer<Vec<Arc<Picture>>> {
    match request.scope {
        abi::SCOPE_ALL => Ok(listing.pictures.clone()),
        abi::SCOPE_IDENTIFIERS => {
            let names = elements(request.identifiers, request.identifier_count);
            Ok(named(listing, names, |picture| picture.identifier.as_bytes()))
        }
        abi::SCOPE_PATHS => Ok(named(listing, elements(request.paths, request.path_count), |picture| &picture.path)),
        abi::SCOPE_COLLECTION => match library.album(listing, request.collection.bytes())? {
            None => Ok(listing.pictures.clone()),
            Some(album) => {
                let inside = listing.pictures.iter().filter(|picture| picture.folder() == album.path);
                Ok(inside.cloned().collect())
            }
        },
        _ => Err(fail(abi::INVALID_ARGUMENT, "an unknown scope")),
    }
}

unsafe fn select<'call>(
    context: *mut c_void,
    request: *const abi::FetchRequest,
    call: *const abi::Call,
) -> Answer<Found<'call>> {
    let library = library(context);
    library.check(call)?;
    // What lies outside of the host's structs stays at "no condition" and "no paths" (R5.2).
    let request = take(NO_REQUEST, request);
    let query = if request.query.is_null() { EVERYTHING } else { take(EVERYTHING, request.query) };
    refuse_links(request.next)?;
    refuse_links(query.next)?;
    refuse_unknown(&query)?;
    let mut pictures = in_scope(library, &library.listing(), &request)?;
    pictures.retain(|picture| matches(picture, &query));
    pictures.sort_by(|one, two| compare(one, two, &query));
    if query.limit != 0 {
        pictures.truncate(usize::try_from(query.limit).unwrap_or(usize::MAX));
    }
    Ok(Found { library, pictures })
}

/// What is told of a picture; points into it.
pub fn asset(picture: &Picture) -> abi::Asset {
    let is_exact = picture.text.as_bytes() == picture.path;
    abi::Asset {
        struct_size: size_of::<abi::Asset>() as u32,
        flags: abi::ASSET_HAS_CREATION_TIME | abi::ASSET_HAS_MODIFICATION_TIME,
        next: ptr::null(),
        local_identifier: abi::Text::of(picture.identifier.as_bytes()),
        filename: abi::Text::of(picture.filename().as_bytes()),
        relative_path: abi::Text::of(picture.text.as_bytes()),
        // Only where the text cannot say it (R8.3); absent otherwise.
        relative_path_bytes: if is_exact { abi::Text::ABSENT } else { abi::Text::of(&picture.path) },
        content_type: abi::Text::of(picture.header.content_type.as_bytes()),
        media_type: abi::MEDIA_IMAGE,
        media_subtypes: 0,
        pixel_width: picture.header.width,
        pixel_height: picture.header.height,
        creation_time: picture.modified,
        modification_time: picture.modified,
        creation_offset_minutes: 0,
        creation_source: abi::DATE_MODIFICATION,
        byte_size: picture.byte_size,
        version_token: picture.version,
        duration: 0.0,
        latitude: 0.0,
        longitude: 0.0,
        representation_count: 1,
        availability: abi::AVAILABILITY_LOCAL,
        placeholder: abi::Text::ABSENT,
    }
}

unsafe fn emit_all(
    library: &Library,
    pictures: &[Arc<Picture>],
    sink: *const abi::AssetSink,
    call: *const abi::Call,
) -> Answer<()> {
    for (index, picture) in pictures.iter().enumerate() {
        if index % 64 == 0 {
            library.check(call)?;
        }
        if !emit(sink, &asset(picture)) {
            break;
        }
    }
    Ok(())
}

unsafe fn found<'call>(context: *mut c_void) -> &'call Found<'call> {
    &*(context as *const Found)
}

unsafe extern "C" fn count(
    context: *mut c_void,
    call: *const abi::Call,
    count: *mut u64,
    error: *mut abi::Error,
) -> abi::Status {
    answer(error, || {
        let found = found(context);
        found.library.check(call)?;
        *count = found.pictures.len() as u64;
        Ok(())
    })
}

unsafe extern "C" fn window(
    context: *mut c_void,
    offset: u64,
    length: u64,
    sink: *const abi::AssetSink,
    call: *const abi::Call,
    error: *mut abi::Error,
) -> abi::Status {
    answer(error, || {
        let found = found(context);
        found.library.check(call)?;
        // Both numbers may be the largest there are: nothing here overflows.
        let total = found.pictures.len() as u64;
        let (start, end) = (offset.min(total), offset.saturating_add(length).min(total));
        emit_all(found.library, &found.pictures[start as usize..end as usize], sink, call)
    })
}

unsafe extern "C" fn index_of(
    context: *mut c_void,
    identifier: abi::Text,
    call: *const abi::Call,
    index: *mut u64,
    error: *mut abi::Error,
) -> abi::Status {
    answer(error, || {
        let found = found(context);
        found.library.check(call)?;
        let identifier = identifier.bytes();
        let place = found.pictures.iter().position(|picture| picture.identifier.as_bytes() == identifier);
        *index = place.ok_or_else(|| fail(abi::NOT_FOUND, "no such picture in this fetch"))? as u64;
        Ok(())
    })
}

unsafe extern "C" fn release(context: *mut c_void) {
    drop(Box::from_raw(context as *mut Found));
}

pub unsafe extern "C" fn begin(
    context: *mut c_void,
    request: *const abi::FetchRequest,
    call: *const abi::Call,
    fetch: *mut abi::Fetch,
    error: *mut abi::Error,
) -> abi::Status {
    answer(error, || {
        let context = Box::into_raw(Box::new(select(context, request, call)?)) as *mut c_void;
        give(fetch, abi::Fetch { struct_size: 0, reserved: 0, context, count, window, index_of, release });
        Ok(())
    })
}

pub unsafe extern "C" fn count_all(
    context: *mut c_void,
    request: *const abi::FetchRequest,
    call: *const abi::Call,
    count: *mut u64,
    error: *mut abi::Error,
) -> abi::Status {
    answer(error, || {
        *count = select(context, request, call)?.pictures.len() as u64;
        Ok(())
    })
}

pub unsafe extern "C" fn key_assets(
    context: *mut c_void,
    collection: abi::Text,
    media_types: u32,
    sink: *const abi::AssetSink,
    call: *const abi::Call,
    error: *mut abi::Error,
) -> abi::Status {
    answer(error, || {
        let query = abi::Query { media_types, limit: 3, ..EVERYTHING };
        let request = abi::FetchRequest { scope: abi::SCOPE_COLLECTION, collection, query: &query, ..NO_REQUEST };
        let found = select(context, &request, call)?;
        emit_all(found.library, &found.pictures, sink, call)
    })
}
