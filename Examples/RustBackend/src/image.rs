//! From a request to a frame. The order is that of docs/abi.md, R14.5: crop, content mode, target size; these formats know
//! no orientation.

use crate::abi;
use crate::boundary::{answer, emit, fail, refuse_links, take, Answer};
use crate::library::{library, Library};
use crate::pixmap::Header;
use std::os::raw::c_void;
use std::ptr;

/// Our own limits; the administrator may set lower ones.
const MOST_PIXELS: u64 = 1 << 27;
const MOST_FILE_BYTES: u64 = 1 << 30;

fn limit(own: u64, allowed: u64) -> u64 {
    if allowed == 0 {
        own
    } else {
        own.min(allowed)
    }
}

fn refuse_unknown(request: &abi::ImageRequest) -> Answer<()> {
    let is_known = request.content_mode <= abi::ASPECT_FILL
        && request.delivery_mode <= abi::DELIVERY_FAST
        && request.resize_mode <= abi::RESIZE_EXACT
        && request.version <= abi::VERSION_ORIGINAL
        && request.color_policy <= abi::COLOR_KEEP;
    if !is_known {
        return Err(fail(abi::INVALID_ARGUMENT, "an unknown mode"));
    }
    if (request.target_width == 0) != (request.target_height == 0) {
        return Err(fail(abi::INVALID_ARGUMENT, "a target with one side alone"));
    }
    // 0 stands for the formats of header revision 1, of which RGB8 is one.
    match request.accepted_formats == 0 || request.accepted_formats & 1 << abi::FORMAT_RGB8 != 0 {
        true => Ok(()),
        false => Err(fail(abi::UNSUPPORTED, "this backend has frames in RGB8 alone")),
    }
}

/// The part of the picture that is to be shown.
fn part(request: &abi::ImageRequest, width: u32, height: u32) -> Answer<abi::Rect> {
    let crop = request.crop;
    let is_whole = crop.width == 0 || crop.height == 0;
    let part = if is_whole { abi::Rect { x: 0, y: 0, width, height } } else { crop };
    // Sums of such numbers may overflow 32 bits.
    let (right, bottom) = (u64::from(part.x) + u64::from(part.width), u64::from(part.y) + u64::from(part.height));
    if right > u64::from(width) || bottom > u64::from(height) {
        return Err(fail(abi::INVALID_ARGUMENT, "the crop lies outside of the picture"));
    }
    let is_fill = request.content_mode == abi::ASPECT_FILL && request.target_width != 0 && request.target_height != 0;
    Ok(if is_fill { cut(part, request.target_width, request.target_height) } else { part })
}

/// The largest part of the target's shape, around the centre.
fn cut(part: abi::Rect, target_width: u32, target_height: u32) -> abi::Rect {
    let wide = u64::from(part.width) * u64::from(target_height);
    let high = u64::from(part.height) * u64::from(target_width);
    let width = if wide > high { (high / u64::from(target_height)).max(1) as u32 } else { part.width };
    let height = if wide < high { (wide / u64::from(target_width)).max(1) as u32 } else { part.height };
    abi::Rect { x: part.x + (part.width - width) / 2, y: part.y + (part.height - height) / 2, width, height }
}

/// The size of the frame. Never larger than the source, unless an exact size was asked for (R14.6).
fn size(request: &abi::ImageRequest, part: &abi::Rect) -> (u32, u32) {
    let (target_width, target_height) = (request.target_width, request.target_height);
    let is_larger = target_width >= part.width && target_height >= part.height;
    if target_width == 0 || target_height == 0 || is_larger && request.resize_mode != abi::RESIZE_EXACT {
        return (part.width, part.height);
    }
    let share = |length: u32, of: u32, whole: u32| {
        ((u64::from(length) * u64::from(of) + u64::from(whole) / 2) / u64::from(whole)).max(1) as u32
    };
    let wide = u64::from(part.width) * u64::from(target_height);
    let high = u64::from(part.height) * u64::from(target_width);
    match request.content_mode {
        abi::ASPECT_FILL => (target_width, target_height),
        _ if wide >= high => (target_width, share(part.height, target_width, part.width)),
        _ => (share(part.width, target_height, part.height), target_height),
    }
}

/// The samples from `start` on that pixel `index` of `count` stands for, when `count` pixels show `length` of them.
fn samples(index: u32, count: u32, start: u32, length: u32) -> std::ops::Range<u32> {
    let begin = |index: u64| start + (index * u64::from(length) / u64::from(count)) as u32;
    let first = begin(u64::from(index));
    first..begin(u64::from(index) + 1).max(first + 1)
}

/// Red, green, blue of each pixel: the mean of those that it stands for.
fn draw_row(header: &Header, file: &[u8], part: &abi::Rect, (width, height): (u32, u32), y: u32, row: &mut [u8]) {
    let rows = samples(y, height, part.y, part.height);
    for (x, pixel) in row.chunks_mut(3).enumerate() {
        let columns = samples(x as u32, width, part.x, part.width);
        let mut sums = [0u64; 3];
        for (x, y) in rows.clone().flat_map(|y| columns.clone().map(move |x| (x, y))) {
            for (sum, sample) in sums.iter_mut().zip(header.pixel(file, x, y)) {
                *sum += u64::from(sample);
            }
        }
        let count = rows.len() as u64 * columns.len() as u64;
        for (sample, sum) in pixel.iter_mut().zip(sums) {
            *sample = ((sum + count / 2) / count) as u8;
        }
    }
}

/// A frame owns its samples, and may be released on any thread, after close as well (R13.6).
unsafe extern "C" fn release(samples: *mut c_void) {
    drop(Box::from_raw(samples as *mut Vec<u8>));
}

/// One frame, the final one, whatever the delivery mode: there is no quicker picture to show first.
unsafe fn emit_frame(samples: Vec<u8>, (width, height): (u32, u32), sink: *const abi::Sink<abi::Frame>) {
    let samples = Box::into_raw(Box::new(samples));
    let frame = abi::Frame {
        struct_size: std::mem::size_of::<abi::Frame>() as u32,
        flags: abi::FRAME_FINAL,
        next: ptr::null(),
        width,
        height,
        format: abi::FORMAT_RGB8,
        chroma_shift_x: 0,
        chroma_shift_y: 0,
        color_space: abi::COLOR_SRGB,
        plane: [(*samples).as_ptr(), ptr::null(), ptr::null(), ptr::null()],
        stride: [u64::from(width) * 3, 0, 0, 0],
        icc_profile: abi::Text::ABSENT,
        release_context: samples as *mut c_void,
        release,
    };
    // The samples are the host's to release from here on, whatever it answers; and nothing follows.
    emit(sink, &frame);
}

/// When a request must be done, on the host's clock, by the administrator's limit; the end of time when there is none.
unsafe fn last_moment(library: &Library) -> u64 {
    match library.limits.max_request_milliseconds {
        0 => u64::MAX,
        most => now(library).saturating_add(most.saturating_mul(1_000_000)),
    }
}

unsafe fn now(library: &Library) -> u64 {
    ((*library.host).monotonic_time)((*library.host).context)
}

pub unsafe extern "C" fn request(
    context: *mut c_void,
    request: *const abi::ImageRequest,
    sink: *const abi::Sink<abi::Frame>,
    call: *const abi::Call,
    error: *mut abi::Error,
) -> abi::Status {
    answer(error, || {
        let library = library(context);
        library.check(call)?;
        let last_moment = last_moment(library);
        let request = take(NO_REQUEST, request);
        let picture = library.find(request.local_identifier)?;
        refuse_links(request.next)?;
        refuse_unknown(&request)?;

        // All that can be refused is refused before memory is taken (R14.9).
        let header = picture.header;
        let part = part(&request, header.width, header.height)?;
        let (width, height) = size(&request, &part);
        let frame_pixels = u64::from(width) * u64::from(height);
        let pixels = frame_pixels.max(u64::from(header.width) * u64::from(header.height));
        let limits = library.limits;
        if pixels > limit(MOST_PIXELS, limits.max_pixels)
            || picture.byte_size > limit(MOST_FILE_BYTES, limits.max_file_bytes)
            || picture.byte_size + frame_pixels * 3 > limit(u64::MAX, limits.max_request_bytes)
        {
            return Err(fail(abi::TOO_LARGE, "more pixels or bytes than are allowed"));
        }
        if picture.byte_size < header.byte_count() {
            return Err(fail(abi::CORRUPT_MEDIA, "the file ends in the middle of its picture"));
        }
        let mut file = vec![0; picture.byte_size as usize];
        library.read(&picture, 0, &mut file, call)?;
        let mut samples = vec![0; frame_pixels as usize * 3];
        for (y, row) in samples.chunks_mut(width as usize * 3).enumerate() {
            if y % 16 == 0 {
                library.check(call)?;
            }
            if y % 16 == 0 && last_moment != u64::MAX && now(library) > last_moment {
                return Err(fail(abi::DEADLINE, "the picture takes longer than the administrator allows"));
            }
            draw_row(&header, &file, &part, (width, height), y as u32, row);
        }
        emit_frame(samples, (width, height), sink);
        Ok(())
    })
}

const NO_REQUEST: abi::ImageRequest = abi::ImageRequest {
    struct_size: 0,
    flags: 0,
    next: ptr::null(),
    target_width: 0,
    target_height: 0,
    content_mode: 0,
    delivery_mode: 0,
    resize_mode: 0,
    version: 0,
    color_policy: 0,
    accepted_formats: 0,
    local_identifier: abi::Text::ABSENT,
    crop: abi::Rect { x: 0, y: 0, width: 0, height: 0 },
};
