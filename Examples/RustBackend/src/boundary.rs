//! What crosses between host and backend: structs that know their size, texts, errors, and no panics.

use crate::abi;
use std::borrow::Cow;
use std::mem::size_of;
use std::panic::{catch_unwind, AssertUnwindSafe};
use std::ptr;

/// Why a call failed, as the host is told.
pub struct Failure {
    pub status: abi::Status,
    pub errno: i32,
    /// One line of UTF-8.
    pub message: Cow<'static, str>,
}

pub type Answer<Value> = Result<Value, Failure>;

pub fn fail(status: abi::Status, message: &'static str) -> Failure {
    Failure { status, errno: 0, message: Cow::Borrowed(message) }
}

impl From<std::io::Error> for Failure {
    fn from(error: std::io::Error) -> Failure {
        use std::io::ErrorKind::*;
        let status = match error.kind() {
            NotFound => abi::NOT_FOUND,
            PermissionDenied => abi::ACCESS_DENIED,
            OutOfMemory => abi::OUT_OF_MEMORY,
            _ => abi::IO,
        };
        Failure { status, errno: error.raw_os_error().unwrap_or(0), message: Cow::Owned(error.to_string()) }
    }
}

/// Runs the body of a function of the ABI. What it answers becomes a status and a message; with OK the error is left alone
/// (R10.3), and a panic, which must not cross the boundary, becomes INTERNAL (R10.5).
pub unsafe fn answer(error: *mut abi::Error, body: impl FnOnce() -> Answer<()>) -> abi::Status {
    let result =
        catch_unwind(AssertUnwindSafe(body)).unwrap_or_else(|_| Err(fail(abi::INTERNAL, "the backend panicked")));
    match result {
        Ok(()) => abi::OK,
        Err(failure) => {
            write(&mut *error, &failure);
            failure.status
        }
    }
}

unsafe fn write(error: &mut abi::Error, failure: &Failure) {
    let mut length = failure.message.len().min(error.message_capacity as usize);
    while !failure.message.is_char_boundary(length) {
        length -= 1;
    }
    // With a capacity of 0, `message` is NULL.
    if length > 0 {
        ptr::copy_nonoverlapping(failure.message.as_ptr(), error.message, length);
    }
    error.message_length = length as u32;
    error.system_errno = failure.errno;
}

/// A struct of the host's, as much of it as both sides know (R5.2): the rest is as in `default`.
pub unsafe fn take<Struct: Copy>(default: Struct, hosts: *const Struct) -> Struct {
    let mut own = default;
    let size = (*(hosts as *const u32) as usize).min(size_of::<Struct>());
    ptr::copy_nonoverlapping(hosts as *const u8, &mut own as *mut Struct as *mut u8, size);
    own
}

/// Refuses a request with a link that must be known: this backend knows none (R5.10).
pub unsafe fn refuse_links(first: *const abi::Link) -> Answer<()> {
    let mut link = first;
    let mut count = 0;
    while !link.is_null() {
        count += 1;
        if count > abi::LINK_LIMIT || (*link).flags & abi::LINK_CRITICAL != 0 {
            return Err(fail(abi::UNSUPPORTED, "the request has a part that this backend does not know"));
        }
        link = (*link).next;
    }
    Ok(())
}

/// Fills a struct of the host's, at most the struct_size bytes it has, and says how many they are (R5.3).
pub unsafe fn give<Struct: Copy>(hosts: *mut Struct, own: Struct) {
    let size = (*(hosts as *const u32) as usize).min(size_of::<Struct>());
    ptr::copy_nonoverlapping(&own as *const Struct as *const u8, hosts as *mut u8, size);
    *(hosts as *mut u32) = size as u32;
}

impl abi::Text {
    pub const ABSENT: abi::Text = abi::Text { data: ptr::null(), length: 0 };

    /// Points into `bytes`: valid as long as those are.
    pub const fn of(bytes: &[u8]) -> abi::Text {
        abi::Text { data: bytes.as_ptr(), length: bytes.len() as u64 }
    }

    pub unsafe fn bytes<'call>(&self) -> &'call [u8] {
        match self.data.is_null() {
            true => &[],
            false => std::slice::from_raw_parts(self.data, self.length as usize),
        }
    }
}

/// The elements of an array that the host passes; it may be NULL when there are none.
pub unsafe fn elements<'call, Element>(first: *const Element, count: u64) -> &'call [Element] {
    match count {
        0 => &[],
        _ => std::slice::from_raw_parts(first, count as usize),
    }
}

/// Hands a record to the host. False: it wants no more (R9.3).
pub unsafe fn emit<Record>(sink: *const abi::Sink<Record>, record: &Record) -> bool {
    ((*sink).emit)((*sink).context, record) == abi::CONTINUE
}
