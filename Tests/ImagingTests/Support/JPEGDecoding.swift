import CImaging

/// What the decoder of JPEGs gives at a scale: two are equal when no caller could tell them apart.
struct JPEGDecoding: Equatable {
    struct Report: Equatable {
        var warnings = 0
        var firstWarning: [UInt8] = []
        var isTruncated = false
        var isIncomplete = false
        var completeRows = 0
    }

    var code = IMAGING_OK
    var report = Report()
    var planes: [[UInt8]] = []
    /// Not part of what is compared.
    var isOwn = false

    static func == (one: Self, other: Self) -> Bool {
        one.code == other.code && one.report == other.report && one.planes == other.planes
    }

    /// Whether no caller could tell it from what libjpeg gives, but that damage among coefficients of progressive files that
    /// were passed over has no mark.
    func agrees(with theirs: JPEGDecoding, passesOverScans: Bool) -> Bool {
        guard self != theirs, isOwn, passesOverScans else { return self == theirs }
        return code == theirs.code && planes == theirs.planes && report.warnings < theirs.report.warnings
    }

    /// Decodes `rows` rows of samples at `eighths`/8 of the size.
    init(_ bytes: [UInt8], eighths: Int = 1, leavesToLibjpeg: Bool = false, rows: Int = .max) {
        self = bytes.withUnsafeBufferPointer { lent in
            let source = imaging_source(bytes: lent.baseAddress, descriptor: -1, count: lent.count)
            return Self(source, eighths: eighths, leavesToLibjpeg: leavesToLibjpeg, rows: rows)
        }
    }

    init(_ source: imaging_source, eighths: Int = 1, leavesToLibjpeg: Bool = false, rows: Int = .max) {
        var status = imaging_status()
        var info = imaging_jpeg_info()
        guard let decoder = imaging_jpeg_open(source, 0, 256 << 20, imaging_cancel(), &info, &status) else {
            code = status.code
            return
        }
        defer { imaging_jpeg_close(decoder) }
        guard Int(info.width) * Int(info.height) < 100_000_000 else {
            code = IMAGING_TOO_LARGE
            return
        }
        if leavesToLibjpeg { imaging_jpeg_leave_to_libjpeg(decoder) }
        var layout = [imaging_jpeg_plane](repeating: imaging_jpeg_plane(), count: Int(IMAGING_JPEG_MAX_COMPONENTS))
        code = imaging_jpeg_start(decoder, CInt(eighths), imaging_cancel(), &layout, &status)
        guard code == IMAGING_OK else { return }
        layout.removeLast(layout.count - (info.layout == IMAGING_JPEG_YCBCR ? 3 : 1))
        read(decoder, layout, rows: rows)
    }

    private mutating func read(_ decoder: OpaquePointer, _ layout: [imaging_jpeg_plane], rows: Int) {
        let buffers = layout.map { plane in
            let buffer = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: plane.row_bytes * plane.rows)
            buffer.initialize(repeating: 0)
            return buffer
        }
        defer { for buffer in buffers { buffer.deallocate() } }
        let bases = buffers.map(\.baseAddress)
        let strides = layout.map(\.row_bytes)
        var status = imaging_status()
        var told = imaging_jpeg_report()
        code = imaging_jpeg_read(decoder, bases, strides, rows, imaging_cancel(), &told, &status)
        // After an error, no caller sees the rest.
        guard code == IMAGING_OK else { return }
        report = Report(told)
        isOwn = told.is_own != 0
        planes = buffers.map { Array($0) }
    }
}

extension JPEGDecoding.Report {
    init(_ told: imaging_jpeg_report) {
        warnings = told.warnings
        firstWarning = withUnsafeBytes(of: told.first_warning) { Array($0.prefix { $0 != 0 }) }
        isTruncated = told.is_truncated != 0
        isIncomplete = told.is_incomplete != 0
        completeRows = told.complete_rows
    }
}
