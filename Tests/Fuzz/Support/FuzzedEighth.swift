internal import CImaging
internal import Imaging

/// One input of libFuzzer, as a JPEG that is decoded at an eighth of its size and at half of it, each time twice: once as a picker does it, once by libjpeg
/// alone. libFuzzer takes a difference for a crash.
public struct FuzzedEighth {
    private let source: imaging_source

    /// - Parameter bytes: What `compare` reads.
    public init(_ bytes: UnsafePointer<UInt8>?, _ count: Int) {
        source = imaging_source(bytes: bytes, descriptor: -1, count: count)
    }

    /// - Returns: What libFuzzer wants to hear: 0, or -1 for an input that is not worth keeping because it has no header.
    public func compare() -> CInt {
        for eighths: CInt in [1, 4] {
            guard source.bytes != nil, let own = decode(eighths, leavesToLibjpeg: false) else { return -1 }
            let theirs = decode(eighths, leavesToLibjpeg: true)
            precondition(
                own.agrees(with: theirs, passesOverScans: eighths == 1 && isProgressive),
                "\(own.marks) and \(theirs?.marks ?? []), or the samples or errors, differ")
        }
        return 0
    }

    /// Whether there is a marker of a progressive frame, or what looks like one.
    private var isProgressive: Bool {
        let bytes = UnsafeBufferPointer(start: source.bytes, count: source.count)
        return zip(bytes, bytes.dropFirst()).contains { $0 == 0xFF && $1 == 0xC2 }
    }

    private struct Result {
        var code: imaging_code
        var planes: [[UInt8]] = []
        var marks: [Int] = []
        var isOwn = false

        /// At an eighth, scans of AC coefficients are passed over, and damage in them has no mark.
        func agrees(with theirs: Result?, passesOverScans: Bool) -> Bool {
            guard let theirs, code == theirs.code, planes == theirs.planes else { return false }
            return marks == theirs.marks || isOwn && passesOverScans && marks[0] < theirs.marks[0]
        }
    }

    /// Nil where there is no header, or an image that takes too long.
    private func decode(_ eighths: CInt, leavesToLibjpeg: Bool) -> Result? {
        var status = imaging_status()
        var info = imaging_jpeg_info()
        guard let decoder = imaging_jpeg_open(source, 0, 64 << 20, imaging_cancel(), &info, &status) else {
            return nil
        }
        defer { imaging_jpeg_close(decoder) }
        guard Int(info.width) * Int(info.height) <= FuzzLimits.thumbnails.maxPixels else { return nil }
        if leavesToLibjpeg { imaging_jpeg_leave_to_libjpeg(decoder) }
        var layout = [imaging_jpeg_plane](repeating: imaging_jpeg_plane(), count: Int(IMAGING_JPEG_MAX_COMPONENTS))
        let code = imaging_jpeg_start(decoder, eighths, imaging_cancel(), &layout, &status)
        guard code == IMAGING_OK else { return Result(code: code) }
        return read(decoder, layout.prefix(info.layout == IMAGING_JPEG_YCBCR ? 3 : 1))
    }

    private func read(_ decoder: OpaquePointer, _ layout: ArraySlice<imaging_jpeg_plane>) -> Result {
        let buffers = layout.map { plane in
            let buffer = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: plane.row_bytes * plane.rows)
            buffer.initialize(repeating: 0)
            return buffer
        }
        defer { for buffer in buffers { buffer.deallocate() } }
        var status = imaging_status()
        var report = imaging_jpeg_report()
        let code = imaging_jpeg_read(
            decoder, buffers.map(\.baseAddress), layout.map(\.row_bytes), .max, imaging_cancel(), &report, &status)
        guard code == IMAGING_OK else { return Result(code: code) }
        let marks = [
            report.warnings, Int(report.is_truncated), Int(report.is_incomplete), Int(report.complete_rows),
        ]
        return Result(code: code, planes: buffers.map { Array($0) }, marks: marks, isOwn: report.is_own != 0)
    }
}
