//! The table of an open library: albums, details, bytes, changes, and its end.

use crate::abi;
use crate::boundary::{answer, emit, fail, give, refuse_links, take, Answer};
use crate::fetch::{self, asset};
use crate::identifier::Identity;
use crate::image;
use crate::listing::{self, Album, Listing, Picture, Stamp, Walk};
use std::ffi::OsStr;
use std::fs::{self, File};
use std::os::raw::c_void;
use std::os::unix::ffi::OsStrExt;
use std::os::unix::fs::FileExt;
use std::path::{Path, PathBuf};
use std::ptr;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard};
use std::time::Duration;

/// What is shown now. Who needs the listing takes a share, and keeps that however often it is exchanged.
#[derive(Default)]
struct Shown {
    /// The number of the walk that found it.
    walk: u64,
    listing: Arc<Listing>,
}

pub struct Library {
    pub host: *const abi::Host,
    /// Those of the administrator, 0 where there are none.
    pub limits: abi::Limits,
    root: PathBuf,
    identity: Identity,
    roll: String,
    /// How many walks over the folder were begun.
    walks: AtomicU64,
    shown: Mutex<Shown>,
    is_shutting_down: AtomicBool,
}

impl Library {
    pub unsafe fn open(host: *const abi::Host, root: &[u8], call: *const abi::Call) -> Answer<Library> {
        let path = Path::new(OsStr::from_bytes(root));
        if !fs::metadata(path)?.is_dir() {
            return Err(fail(abi::INVALID_ARGUMENT, "the library is not a folder"));
        }
        let limits = ((*host).get_extension)((*host).context, abi::Text::of(abi::EXT_LIMITS.as_bytes()));
        let identity = Identity::new(root);
        let library = Library {
            host,
            limits: match limits.is_null() {
                true => abi::Limits::default(),
                false => take(abi::Limits::default(), limits as *const abi::Limits),
            },
            root: path.to_owned(),
            roll: identity.smart_album("camera-roll"),
            identity,
            walks: AtomicU64::new(0),
            shown: Mutex::default(),
            is_shutting_down: AtomicBool::new(false),
        };
        library.refresh(call)?;
        Ok(library)
    }

    /// The first line of every function: after begin_shutdown each returns CLOSED (R13.4), else what the call says.
    pub unsafe fn check(&self, call: *const abi::Call) -> Answer<()> {
        if self.is_shutting_down.load(Ordering::Acquire) {
            return Err(fail(abi::CLOSED, "the library is shutting down"));
        }
        match call.as_ref().map_or(abi::OK, |call| (call.check)(call.context)) {
            abi::OK => Ok(()),
            status => Err(fail(status, "ended early")),
        }
    }

    pub fn listing(&self) -> Arc<Listing> {
        Arc::clone(&self.shown().listing)
    }

    fn shown(&self) -> MutexGuard<'_, Shown> {
        self.shown.lock().unwrap_or_else(|poisoned| poisoned.into_inner())
    }

    /// Walks the folder, and shows what is new from here on: unless a walk that was begun later has ended already, as two
    /// observers may walk at the same time, and what that one found is newer.
    unsafe fn refresh(&self, call: *const abi::Call) -> Answer<()> {
        let walk = self.walks.fetch_add(1, Ordering::AcqRel) + 1;
        let before = self.listing();
        let check = || self.check(call);
        let now = Walk { root: &self.root, identity: &self.identity, check: &check }.read(&before)?;
        let mut shown = self.shown();
        if walk > shown.walk {
            shown.walk = walk;
            if !now.is_same(&shown.listing) {
                shown.listing = Arc::new(now);
            }
        }
        Ok(())
    }

    pub unsafe fn find(&self, identifier: abi::Text) -> Answer<Arc<Picture>> {
        self.listing().find(identifier.bytes()).cloned().ok_or_else(|| fail(abi::NOT_FOUND, "no such picture"))
    }

    /// Opens a picture's file, if it is still the one that is listed: a path that leads through a link by now, out of the
    /// library perhaps, gives another file and is refused with all others that changed (R15.5).
    fn file(&self, picture: &Picture) -> Answer<File> {
        let file = listing::open(&self.root.join(OsStr::from_bytes(&picture.path)))?;
        self.expect(&file, picture)?;
        Ok(file)
    }

    fn expect(&self, file: &File, picture: &Picture) -> Answer<()> {
        match Stamp::of(&file.metadata()?) == picture.stamp {
            true => Ok(()),
            false => Err(fail(abi::CHANGED, "the file changed")),
        }
    }

    /// Fills `buffer` from the picture's file, asking between pieces whether to go on (R12.1). What it read is of the
    /// version that is listed: the file may be written to meanwhile.
    pub unsafe fn read(&self, picture: &Picture, offset: u64, buffer: &mut [u8], call: *const abi::Call) -> Answer<()> {
        let file = self.file(picture)?;
        let mut at = offset;
        for piece in buffer.chunks_mut(1 << 20) {
            self.check(call)?;
            file.read_exact_at(piece, at)?;
            at += piece.len() as u64;
        }
        self.expect(&file, picture)
    }

    /// Whether that is the camera roll; else the album, or NOT_FOUND.
    pub fn album<'listing>(&self, listing: &'listing Listing, identifier: &[u8]) -> Answer<Option<&'listing Album>> {
        if identifier == self.roll.as_bytes() {
            return Ok(None);
        }
        let album = listing.albums.iter().find(|album| album.identifier.as_bytes() == identifier);
        album.map(Some).ok_or_else(|| fail(abi::NOT_FOUND, "no such album"))
    }

    fn roll_record(&self, listing: &Listing) -> abi::Collection {
        abi::Collection {
            subtype: abi::COLLECTION_CAMERA_ROLL,
            ..record(abi::COLLECTION_SMART_ALBUM, &self.roll, "Camera Roll", listing.pictures.len() as u64)
        }
    }
}

fn record(kind: u32, identifier: &str, title: &str, count: u64) -> abi::Collection {
    abi::Collection {
        struct_size: std::mem::size_of::<abi::Collection>() as u32,
        flags: abi::COLLECTION_HAS_COUNT,
        next: ptr::null(),
        local_identifier: abi::Text::of(identifier.as_bytes()),
        title: abi::Text::of(title.as_bytes()),
        parent: abi::Text::ABSENT,
        kind,
        subtype: abi::COLLECTION_GENERIC,
        estimated_count: count,
        start_time: 0,
        end_time: 0,
    }
}

fn album_record(album: &Album) -> abi::Collection {
    record(abi::COLLECTION_ALBUM, &album.identifier, &album.title, album.count)
}

/// The library behind a context; it lives until close.
pub unsafe fn library<'call>(context: *mut c_void) -> &'call Library {
    &*(context as *const Library)
}

/// A folder says no more than that its paths are files.
unsafe extern "C" fn info(context: *mut c_void, info: *mut abi::LibraryInfo, error: *mut abi::Error) -> abi::Status {
    answer(error, || {
        library(context).check(ptr::null())?;
        give(
            info,
            abi::LibraryInfo {
                struct_size: 0,
                flags: abi::LIBRARY_FILES,
                next: ptr::null(),
                missing_capabilities: 0,
                title: abi::Text::ABSENT,
                account: abi::Text::ABSENT,
                call_limit: 0,
                reserved: 0,
                service: abi::Text::ABSENT,
            },
        );
        Ok(())
    })
}

unsafe extern "C" fn authorization_status(
    context: *mut c_void,
    call: *const abi::Call,
    status: *mut u32,
    error: *mut abi::Error,
) -> abi::Status {
    answer(error, || {
        let library = library(context);
        library.check(call)?;
        *status = match fs::read_dir(&library.root) {
            Ok(_) => abi::AUTHORIZATION_AUTHORIZED,
            Err(_) => abi::AUTHORIZATION_DENIED,
        };
        Ok(())
    })
}

unsafe extern "C" fn collections(
    context: *mut c_void,
    parent: abi::Text,
    types: u32,
    sink: *const abi::Sink<abi::Collection>,
    call: *const abi::Call,
    error: *mut abi::Error,
) -> abi::Status {
    answer(error, || {
        let library = library(context);
        library.check(call)?;
        // Without the capability nested-collections there is nothing that a collection could lie in.
        if !parent.data.is_null() {
            return Err(fail(abi::NOT_FOUND, "no such folder of albums"));
        }
        let listing = library.listing();
        let albums = listing.albums.iter().map(album_record);
        for record in std::iter::once(library.roll_record(&listing)).chain(albums) {
            let is_wanted = types == 0 || types & 1 << record.kind != 0;
            if is_wanted && !emit(sink, &record) {
                break;
            }
        }
        Ok(())
    })
}

unsafe extern "C" fn camera_roll(
    context: *mut c_void,
    sink: *const abi::Sink<abi::Collection>,
    call: *const abi::Call,
    error: *mut abi::Error,
) -> abi::Status {
    answer(error, || {
        let library = library(context);
        library.check(call)?;
        emit(sink, &library.roll_record(&library.listing()));
        Ok(())
    })
}

unsafe extern "C" fn collection(
    context: *mut c_void,
    identifier: abi::Text,
    sink: *const abi::Sink<abi::Collection>,
    call: *const abi::Call,
    error: *mut abi::Error,
) -> abi::Status {
    answer(error, || {
        let library = library(context);
        library.check(call)?;
        let listing = library.listing();
        let album = library.album(&listing, identifier.bytes())?;
        emit(sink, &album.map_or_else(|| library.roll_record(&listing), album_record));
        Ok(())
    })
}

unsafe extern "C" fn details(
    context: *mut c_void,
    identifier: abi::Text,
    sink: *const abi::Sink<abi::AssetDetails>,
    call: *const abi::Call,
    error: *mut abi::Error,
) -> abi::Status {
    answer(error, || {
        let library = library(context);
        library.check(call)?;
        let picture = library.find(identifier)?;
        let asset = asset(&picture);
        let representation = abi::Representation {
            struct_size: std::mem::size_of::<abi::Representation>() as u32,
            flags: 0,
            next: ptr::null(),
            role: abi::ROLE_PHOTO,
            availability: asset.availability,
            filename: asset.filename,
            relative_path: asset.relative_path,
            relative_path_bytes: asset.relative_path_bytes,
            content_type: asset.content_type,
            byte_size: asset.byte_size,
            version_token: asset.version_token,
            byte_offset: 0,
            pixel_width: asset.pixel_width,
            pixel_height: asset.pixel_height,
        };
        let representations = [&representation as *const abi::Representation];
        emit(
            sink,
            &abi::AssetDetails {
                struct_size: std::mem::size_of::<abi::AssetDetails>() as u32,
                flags: 0,
                next: ptr::null(),
                asset: &asset,
                representations: representations.as_ptr(),
                representation_count: 1,
                reserved: 0,
                camera: ptr::null(),
            },
        );
        Ok(())
    })
}

unsafe extern "C" fn read(
    context: *mut c_void,
    request: *const abi::ReadRequest,
    call: *const abi::Call,
    length: *mut u64,
    error: *mut abi::Error,
) -> abi::Status {
    answer(error, || {
        let (library, request) = (library(context), &*request);
        library.check(call)?;
        refuse_links(request.next)?;
        let picture = library.find(request.local_identifier)?;
        if request.representation != 0 {
            return Err(fail(abi::NOT_FOUND, "no such representation"));
        }
        if request.version_token != 0 && request.version_token != picture.version {
            return Err(fail(abi::CHANGED, "another version than asked for"));
        }
        let count = picture.byte_size.saturating_sub(request.offset).min(request.capacity);
        *length = 0;
        // A caller that asks for nothing need not have a buffer.
        let buffer = match count {
            0 => &mut [][..],
            _ => std::slice::from_raw_parts_mut(request.buffer, count as usize),
        };
        library.read(&picture, request.offset, buffer, call)?;
        *length = count;
        Ok(())
    })
}

/// Looks at the folder twice a second. The host gives this call a thread for as long as it wants to know.
unsafe extern "C" fn observe(
    context: *mut c_void,
    sink: *const abi::Sink<abi::Change>,
    call: *const abi::Call,
    error: *mut abi::Error,
) -> abi::Status {
    const PAUSE: Duration = Duration::from_millis(50);
    answer(error, || {
        let library = library(context);
        // Before the first check, which tells the host that from here on nothing is missed (R12.7).
        let mut seen = library.listing();
        for turn in 0u64.. {
            library.check(call)?;
            if turn % 10 == 0 {
                library.refresh(call)?;
            }
            // Another observer may have found the change. A fetch shows it already (R12.8).
            let now = library.listing();
            if !Arc::ptr_eq(&now, &seen) && !emit(sink, &RELOAD) {
                break;
            }
            seen = now;
            std::thread::sleep(PAUSE);
        }
        Ok(())
    })
}

/// All that a backend without change-details says.
const RELOAD: abi::Change = abi::Change {
    struct_size: std::mem::size_of::<abi::Change>() as u32,
    flags: 0,
    next: ptr::null(),
    kind: abi::CHANGE_RELOAD,
    subject: abi::SUBJECT_ASSETS,
    identifiers: ptr::null(),
    identifier_count: 0,
    token: abi::Text::ABSENT,
};

/// Not offered: the function is there, and its capability bit, change-details, is off (R7.2).
unsafe extern "C" fn changes_since(
    context: *mut c_void,
    _token: abi::Bytes,
    _sink: *const abi::Sink<abi::Change>,
    call: *const abi::Call,
    error: *mut abi::Error,
) -> abi::Status {
    answer(error, || {
        library(context).check(call)?;
        Err(fail(abi::UNSUPPORTED, "changes are not kept; observe tells when to fetch again"))
    })
}

unsafe extern "C" fn diagnostics(
    context: *mut c_void,
    _sink: *const abi::DiagnosticSink,
    call: *const abi::Call,
    error: *mut abi::Error,
) -> abi::Status {
    answer(error, || library(context).check(call))
}

unsafe extern "C" fn get_extension(_context: *mut c_void, _id: abi::Text) -> *const c_void {
    ptr::null()
}

/// Does not wait: calls in flight look at the flag, and the host waits for them before it calls close (R13.5).
unsafe extern "C" fn begin_shutdown(context: *mut c_void) {
    library(context).is_shutting_down.store(true, Ordering::Release);
}

unsafe extern "C" fn close(context: *mut c_void) {
    drop(Box::from_raw(context as *mut Library));
}

/// No function is NULL (R7.1).
pub fn table(library: *mut Library) -> abi::Library {
    abi::Library {
        struct_size: 0,
        reserved: 0,
        context: library as *mut c_void,
        info,
        authorization_status,
        collections,
        camera_roll,
        collection,
        count: fetch::count_all,
        key_assets: fetch::key_assets,
        fetch: fetch::begin,
        details,
        request_image: image::request,
        read,
        observe,
        changes_since,
        diagnostics,
        get_extension,
        begin_shutdown,
        close,
    }
}
