internal import CStills
internal import Imaging
internal import PhotoModel
internal import Platform

/// A JPEG XL whose header was read.
struct JXLFile: WholeImageDecoding, @unchecked Sendable {
    // Unchecked: the C description of a JPEG XL contains no pointer but that of a profile, which is null here.
    /// Headers are at the beginning, also of files whose metadata comes first.
    private static let headLength = 64 << 10
    /// The most extra channels: alpha, depth, and masks of editors. Each is a plane that is decoded with the others.
    private static let mostExtraChannels: UInt32 = 16

    let header: ImageHeader
    private let source: ImageSource
    private let limits: ImageLimits
    private let info: still_info
    private let facts: still_jxl_facts

    /// - Parameter limits: those of decoding; headers have none.
    /// - Throws: `corrupt`, `unsupportedFormat`, `io`.
    init(_ source: ImageSource, limits: ImageLimits = .standard) throws(ImagingError) {
        self.source = source
        self.limits = limits
        var (info, facts, status) = (still_info(), still_jxl_facts(), still_status())
        var length = Self.headLength
        // Metadata before the codestream may be long.
        while true {
            let head = try source.read(at: 0, count: length)
            let code = still_jxl_read_header(head, head.count, &info, &facts, &status)
            if code == STILL_OK { break }
            guard code == STILL_CORRUPT, length < source.byteCount, length < 16 << 20 else {
                throw ImagingError(status)
            }
            length *= 16
        }
        guard facts.extra_channels <= Self.mostExtraChannels else {
            throw .unsupportedFormat("a JPEG XL with \(facts.extra_channels) channels besides its colours")
        }
        (self.info, self.facts) = (info, facts)
        header = ImageHeader(.jxl, info)
    }

    private var samples: StoredSamples { StoredSamples(info) }

    /// Memory for the file and for libjxl, which stores every channel in numbers of four bytes, three times on the way
    /// from one step to the next.
    var memoryBytes: Int {
        let channels = 3 + Int(facts.extra_channels)
        return source.byteCount + header.storedSize.pixelCount * (channels * 12 + samples.count)
    }

    func decode(_ cancellation: Cancellation) throws(ImagingError) -> (PixelBuffer, RenderDiagnostics) {
        let decoded = try AbandonableWork.run(cancellation, memoryBytes: memoryBytes, limits: limits) {
            [self] abandoned in
            Result { () throws(ImagingError) in try decodeHere(abandoned) }
        }.get()
        let (memory, profile, isComplete) = (decoded.memory, decoded.profile, decoded.isComplete)
        let stored = StoredSamples(
            samples.colors, hasAlpha: samples.hasAlpha, isPremultiplied: false, profile: profile)
        let pixels = try stored.pixels(memory, header.storedSize, cancellation)
        return (pixels, isComplete ? RenderDiagnostics() : .cutOff(rows: header.storedSize.height))
    }

    private struct Decoded: Sendable {
        let memory: PixelBuffer
        let profile: [UInt8]?
        let isComplete: Bool
    }

    private func decodeHere(_ cancellation: Cancellation) throws(ImagingError) -> Decoded {
        let lent = StillSource(source, cancellation)
        let bytes = try source.read(at: 0, count: source.byteCount)
        let memory = try samples.memory(header.storedSize)
        let plane = memory.planes[0]
        // Fill the rows that a truncated file does not reach.
        for row in 0..<plane.size.height {
            (plane.base + row * plane.stride).update(repeating: 128, count: plane.size.width)
        }
        var (input, info) = (lent.lent, info)
        input.byte_count = UInt64(bytes.count)  // Fewer if the file was truncated meanwhile.
        var (colors, isComplete) = (still_jxl_colors(), CInt(0))
        defer { if let profile = colors.profile { freeMemory(profile) } }
        try lent.check {
            still_jxl_decode(&input, bytes, &info, plane.base, plane.stride, &colors, &isComplete, $0)
        }
        return Decoded(memory: memory, profile: try profile(colors), isComplete: isComplete != 0)
    }

    /// The profile of the samples; nil if there is none.
    private func profile(_ colors: still_jxl_colors) throws(ImagingError) -> [UInt8]? {
        let points = CodePoints(
            primaries: UInt8(clamping: colors.primaries), transfer: UInt8(clamping: colors.transfer), matrix: 0,
            isFullRange: true)
        if colors.transfer != 0, case .icc(let profile) = try points.shownColorSpace(isGray: samples.colors == .gray) {
            return profile
        }
        return colors.profile.map { Array(UnsafeBufferPointer(start: $0, count: colors.profile_count)) }
    }
}

extension RenderDiagnostics {
    /// The diagnostics of a file that ends before its image does. The whole image is there, but less sharp.
    static func cutOff(rows: Int) -> RenderDiagnostics {
        var diagnostics = RenderDiagnostics()
        diagnostics.isTruncated = true
        diagnostics.isIncomplete = true
        diagnostics.completeRows = rows
        diagnostics.warningCount = 1
        diagnostics.firstWarning = "the file ends before its image"
        return diagnostics
    }
}
