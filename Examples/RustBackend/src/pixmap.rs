//! Pictures that need no codec: binary PGM and PPM (Netpbm's pgm(5) and ppm(5)), and BMP without compression.

/// So many bytes from the start of a file are enough to read its header.
pub const HEAD: usize = 1024;

#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Layout {
    /// One byte a pixel.
    Gray,
    /// Red, green, blue.
    Rgb,
    /// Blue, green, red, and as many more bytes as fill the pixel; rows from the bottom up, or from the top down.
    Bgr { bytes: usize, is_upward: bool },
}

/// Where the pixels of a file lie.
#[derive(Clone, Copy)]
pub struct Header {
    pub content_type: &'static str,
    pub width: u32,
    pub height: u32,
    layout: Layout,
    start: u64,
    stride: u64,
    /// The sample that is white, 1 to 255.
    white: u16,
}

impl Header {
    /// Bytes that a whole file has at least.
    pub fn byte_count(&self) -> u64 {
        self.start.saturating_add(self.stride.saturating_mul(u64::from(self.height)))
    }

    /// Red, green and blue of a pixel of a whole file.
    pub fn pixel(&self, file: &[u8], x: u32, y: u32) -> [u8; 3] {
        let row = match self.layout {
            Layout::Bgr { is_upward: true, .. } => self.height - 1 - y,
            _ => y,
        };
        let size = match self.layout {
            Layout::Gray => 1,
            Layout::Rgb => 3,
            Layout::Bgr { bytes, .. } => bytes,
        };
        let at = (self.start + self.stride * u64::from(row)) as usize + x as usize * size;
        let color = match self.layout {
            Layout::Gray => [file[at]; 3],
            Layout::Rgb => [file[at], file[at + 1], file[at + 2]],
            Layout::Bgr { .. } => [file[at + 2], file[at + 1], file[at]],
        };
        match self.white {
            255 => color,
            white => color.map(|sample| (u16::from(sample).min(white) * 255 / white) as u8),
        }
    }
}

/// None when it is no picture of these formats.
pub fn read_header(head: &[u8]) -> Option<Header> {
    read_netpbm(head).or_else(|| read_bmp(head)).filter(|header| header.width > 0 && header.height > 0)
}

/// "P6", white space, width, height and the largest sample in decimal, and one white space more; "#" begins a comment.
fn read_netpbm(head: &[u8]) -> Option<Header> {
    let (layout, size) = match head.get(..2)? {
        b"P5" => (Layout::Gray, 1),
        b"P6" => (Layout::Rgb, 3),
        _ => return None,
    };
    let mut at = 2;
    let mut numbers = [0u32; 3];
    for number in &mut numbers {
        *number = read_number(head, &mut at)?;
    }
    let [width, height, white] = numbers;
    if !head.get(at)?.is_ascii_whitespace() || white == 0 || white > 255 {
        return None;
    }
    let (start, stride) = (at as u64 + 1, u64::from(width) * size);
    Some(Header { content_type: "public.pbm", width, height, layout, start, stride, white: white as u16 })
}

fn read_number(head: &[u8], at: &mut usize) -> Option<u32> {
    let first = *at;
    while head.get(*at)?.is_ascii_whitespace() || head[*at] == b'#' {
        if head[*at] == b'#' {
            *at += head[*at..].iter().position(|byte| *byte == b'\n')?;
        }
        *at += 1;
    }
    let start = *at;
    while head.get(*at)?.is_ascii_digit() {
        *at += 1;
    }
    if first == start {
        return None;
    }
    std::str::from_utf8(&head[start..*at]).ok()?.parse().ok()
}

/// A BITMAPFILEHEADER and a BITMAPINFOHEADER, or what later versions made of it; little endian.
fn read_bmp(head: &[u8]) -> Option<Header> {
    let number = |at: usize| Some(u32::from_le_bytes(head.get(at..at + 4)?.try_into().ok()?));
    if head.get(..2)? != b"BM" || number(14)? < 40 || number(30)? != 0 {
        return None;
    }
    let bytes = match number(28)? & 0xFFFF {
        24 => 3,
        32 => 4,
        _ => return None,
    };
    let (width, height) = (i32::try_from(number(18)?).ok()?, number(22)? as i32);
    let layout = Layout::Bgr { bytes, is_upward: height > 0 };
    // Rows begin at multiples of four bytes.
    let stride = (width as u64 * bytes as u64 + 3) / 4 * 4;
    let (width, height, start) = (width as u32, height.unsigned_abs(), u64::from(number(10)?));
    Some(Header { content_type: "com.microsoft.bmp", width, height, layout, start, stride, white: 255 })
}
