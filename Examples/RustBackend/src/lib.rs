//! A backend over a folder of pictures that need no codec: PGM, PPM and BMP, as scanners, renderers and scientific
//! programs write them. Without crates, from the installed headers alone.
//!
//! Read on in this order: this file, `library`, `fetch`, `image` are what the host calls; then what they stand on:
//! `boundary`, `listing`, `pixmap`, `identifier`, `abi`.

#[rustfmt::skip]
mod abi;
mod boundary;
mod fetch;
mod identifier;
mod image;
mod library;
mod listing;
mod pixmap;

use boundary::{answer, give, refuse_links, take};
use std::os::raw::c_void;
use std::ptr;

struct Backend {
    host: *const abi::Host,
}

/// Texts live as long as the plugin, which is never unloaded (R2.2).
#[repr(transparent)]
struct Formats([abi::Text; 2]);
unsafe impl Sync for Formats {} // Sync: never written.
static FORMATS: Formats = Formats([abi::Text::of(b"public.pbm"), abi::Text::of(b"com.microsoft.bmp")]);

/// Everything here is constant: info must answer the same as long as the backend lives (R7.4).
unsafe extern "C" fn info(_context: *mut c_void, info: *mut abi::BackendInfo, _error: *mut abi::Error) -> abi::Status {
    give(
        info,
        abi::BackendInfo {
            struct_size: 0,
            flags: 0,
            next: ptr::null(),
            // `auto` prefers Picker's own backends, which have 100 and more: this one is asked for by name.
            priority: 10,
            header_revision: abi::HEADER_REVISION,
            id: abi::Text::of(b"pixmaps"),
            name: abi::Text::of(b"Pixmaps"),
            version: abi::Text::of(b"1.0.0"),
            capabilities: abi::CAPABILITY_FULL_QUERY
                | abi::CAPABILITY_QUERY_BYTES
                | abi::CAPABILITY_EXACT_SIZE
                | abi::CAPABILITY_OBSERVE,
            formats: FORMATS.0.as_ptr(),
            format_count: FORMATS.0.len() as u64,
            // It opens folders, and has nothing to ask for.
            schemes: ptr::null(),
            scheme_count: 0,
            settings: ptr::null(),
            setting_count: 0,
            required: 0,
        },
    );
    abi::OK
}

/// There is nothing that could be missing.
unsafe extern "C" fn probe(_context: *mut c_void, _error: *mut abi::Error) -> abi::Status {
    abi::OK
}

unsafe extern "C" fn open_library(
    context: *mut c_void,
    request: *const abi::OpenRequest,
    call: *const abi::Call,
    table: *mut abi::Library,
    error: *mut abi::Error,
) -> abi::Status {
    answer(error, || {
        let backend = &*(context as *const Backend);
        let absent = abi::Text::ABSENT;
        let default = abi::OpenRequest {
            struct_size: 0,
            flags: 0,
            next: ptr::null(),
            location: absent,
            data_directory: absent,
            cache_directory: absent,
            setting_keys: ptr::null(),
            setting_values: ptr::null(),
            setting_count: 0,
            library: 0,
        };
        let asked = take(default, request);
        refuse_links(asked.next)?;
        let library = library::Library::open(backend.host, asked.location.bytes(), call)?;
        give(table, library::table(Box::into_raw(Box::new(library))));
        Ok(())
    })
}

unsafe extern "C" fn get_extension(_context: *mut c_void, _id: abi::Text) -> *const c_void {
    ptr::null()
}

unsafe extern "C" fn destroy(context: *mut c_void) {
    drop(Box::from_raw(context as *mut Backend));
}

/// The one symbol that the plugin exports.
///
/// # Safety
/// For hosts that keep to the ABI.
#[no_mangle]
pub unsafe extern "C" fn picker_backend_entry_v1(
    request: *const abi::EntryRequest,
    table: *mut abi::Backend,
    error: *mut abi::Error,
) -> abi::Status {
    // A panic is told to the host, not to standard error (R15.2). This copy of the standard library is the plugin's own.
    std::panic::set_hook(Box::new(|_| {}));
    answer(error, || {
        let request = &*request;
        refuse_links(request.next)?;
        // A backend for each call, so that one can be destroyed while another lives (R13.3).
        let backend = Box::new(Backend { host: request.host });
        give(
            table,
            abi::Backend {
                struct_size: 0,
                reserved: 0,
                context: Box::into_raw(backend) as *mut c_void,
                info,
                probe,
                open_library,
                get_extension,
                destroy,
            },
        );
        Ok(())
    })
}
