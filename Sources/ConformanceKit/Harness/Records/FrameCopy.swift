internal import BackendAPI

/// A frame as it came. Its pixels stay the backend's until `release`.
struct FrameCopy: @unchecked Sendable {  // Unchecked: planes do not change until release (R14.8).
    let frame: picker_frame
    /// Red, green, blue in the middle of each quarter, read while the frame was emitted; empty when the frame's own
    /// figures do not allow to read it.
    let quarters: [[Int]]
    /// How opaque it is there, 255 for all of it; empty for a format without alpha, too.
    let alphas: [Int]

    init(_ source: UnsafeRawPointer) { self.init(readRecord(source, zero: picker_frame())) }

    /// With the pixels of an image file in its place, if it is one.
    init(decoding source: UnsafeRawPointer, _ ask: ImageRequest) {
        let given = readRecord(source, zero: picker_frame())
        self.init(DecodedFile.frame(of: given, ask) ?? given)
    }

    private init(_ frame: picker_frame) {
        self.frame = frame
        let samples = FrameSamples(frame)
        (quarters, alphas) = (samples?.quarters ?? [], samples?.alphas ?? [])
    }

    var width: Int { Int(frame.width) }
    var height: Int { Int(frame.height) }
    var isFinal: Bool { frame.flags & UInt32(PICKER_FRAME_FINAL) != 0 }
    var isDegraded: Bool { frame.flags & UInt32(PICKER_FRAME_DEGRADED) != 0 }
    var isIncomplete: Bool { frame.flags & UInt32(PICKER_FRAME_INCOMPLETE) != 0 }
    var size: String { "\(width)x\(height)" }

    /// Sum of the samples of all planes now; the frame must not be released.
    var sum: UInt64 { FrameSamples.sums(frame).reduce(0) { $0 &* 31 &+ $1 } }

    func release() { frame.release?(frame.release_context) }

    /// Whether each quarter has its colour.
    func shows(_ colors: [[Int]], tolerance: Int) -> Bool {
        // Invalid frames are found by another check.
        quarters.isEmpty
            || zip(quarters.joined(), colors.joined()).allSatisfy { abs($0 - $1) <= tolerance }
    }
}

/// Reads the samples of a frame, if the frame is valid.
struct FrameSamples {
    private let frame: picker_frame

    init?(_ frame: picker_frame) {
        self.frame = frame
        guard Self.fault(frame) == nil else { return nil }
    }

    /// What is wrong with the figures of a frame; nil: nothing.
    static func fault(_ frame: picker_frame) -> String? {
        guard frame.width > 0, frame.height > 0 else { return "it has no pixels" }
        guard (PICKER_FORMAT_GRAY8...PICKER_FORMAT_YCBCR8).contains(frame.format) else {
            return "its format \(frame.format) is none of this ABI"
        }
        guard frame.release != nil else { return "it has no release" }
        if frame.chroma_shift_x > 2 || frame.chroma_shift_y > 2 { return "its chroma is subsampled by more than 4" }
        for (plane, needed) in widths(frame).enumerated() {
            guard self.plane(frame, plane) != nil else { return "its plane \(plane) is NULL" }
            let length = stride(frame, plane)
            if length < UInt64(needed) { return "its plane \(plane) has rows shorter than its samples" }
            if length > mostBytesOfRow { return "its plane \(plane) has rows of \(length) bytes" }
        }
        return nil
    }

    /// More than any row of an image has, and so few that each place in a plane is a number of 64 bits.
    private static let mostBytesOfRow: UInt64 = 1 << 31

    static func widths(_ frame: picker_frame) -> [Int] {
        let width = Int(frame.width)
        switch frame.format {
        case PICKER_FORMAT_GRAY8: return [width]
        case PICKER_FORMAT_RGB8: return [width * 3]
        case PICKER_FORMAT_RGBA8: return [width * 4]
        default:
            let chroma = (width + (1 << Int(frame.chroma_shift_x)) - 1) >> Int(frame.chroma_shift_x)
            return [width, chroma, chroma]
        }
    }

    private static func plane(_ frame: picker_frame, _ index: Int) -> UnsafePointer<UInt8>? {
        [frame.plane.0, frame.plane.1, frame.plane.2, frame.plane.3][index]
    }

    private static func stride(_ frame: picker_frame, _ index: Int) -> UInt64 {
        [frame.stride.0, frame.stride.1, frame.stride.2, frame.stride.3][index]
    }

    private func sample(_ plane: Int, _ x: Int, _ y: Int) -> Int {
        guard let base = Self.plane(frame, plane) else { return 0 }
        return Int(base[y * Int(Self.stride(frame, plane)) + x])
    }

    /// Red, green, blue of a pixel; alpha is left out.
    func color(_ x: Int, _ y: Int) -> [Int] {
        switch frame.format {
        case PICKER_FORMAT_GRAY8: return [Int](repeating: sample(0, x, y), count: 3)
        case PICKER_FORMAT_RGB8: return (0..<3).map { sample(0, x * 3 + $0, y) }
        case PICKER_FORMAT_RGBA8: return (0..<3).map { sample(0, x * 4 + $0, y) }
        default:
            let (chromaX, chromaY) = (x >> Int(frame.chroma_shift_x), y >> Int(frame.chroma_shift_y))
            let (luma, blue, red) = (
                Double(sample(0, x, y)), Double(sample(1, chromaX, chromaY) - 128),
                Double(sample(2, chromaX, chromaY) - 128)
            )
            // Full-range BT.601, as in JFIF.
            return [luma + 1.402 * red, luma - 0.344136 * blue - 0.714136 * red, luma + 1.772 * blue].map {
                Int(min(255, max(0, $0.rounded())))
            }
        }
    }

    var quarters: [[Int]] { middles.map { color($0.x, $0.y) } }

    /// Alpha in the middle of each quarter; empty for a format without it.
    var alphas: [Int] {
        frame.format == PICKER_FORMAT_RGBA8 ? middles.map { sample(0, $0.x * 4 + 3, $0.y) } : []
    }

    /// The middle of each quarter.
    private var middles: [(x: Int, y: Int)] {
        let (width, height) = (Int(frame.width), Int(frame.height))
        let columns = [width / 4, width - 1 - width / 4]
        let rows = [height / 4, height - 1 - height / 4]
        return rows.flatMap { y in columns.map { x in (x: x, y: y) } }
    }
}
