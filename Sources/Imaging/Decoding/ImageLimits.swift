package import PhotoModel

/// The most that one image may cost. All limits except the time are checked by the header, before anything is decoded.
public struct ImageLimits: Hashable, Sendable {
    /// The most pixels: width times height of the stored image.
    public var maxPixels: Int
    /// The largest size of the file, in bytes.
    public var maxFileBytes: Int
    /// The most memory for decoding and scaling one image, including the result, in bytes.
    public var maxMemoryBytes: Int
    /// The longest time for one render; nil means no limit. It is checked wherever cancellation is checked.
    public var maxSeconds: Double?

    public init(maxPixels: Int, maxFileBytes: Int, maxMemoryBytes: Int, maxSeconds: Double? = 30) {
        self.maxPixels = maxPixels
        self.maxFileBytes = maxFileBytes
        self.maxMemoryBytes = maxMemoryBytes
        self.maxSeconds = maxSeconds
    }

    /// Room for every camera on sale (200 megapixels) and for large panoramas: 500 megapixels, 1 GiB of file,
    /// 1 GiB of memory, 30 seconds.
    public static let standard = ImageLimits(
        maxPixels: 500_000_000, maxFileBytes: 1 << 30, maxMemoryBytes: 1 << 30
    )
}

extension ImageLimits {
    /// The limits that the administrator set, and the standard ones for the others.
    package init(configured: ResourceLimits) {
        self = .standard
        if configured.maxPixels > 0 { maxPixels = configured.maxPixels }
        if configured.maxFileBytes > 0 { maxFileBytes = configured.maxFileBytes }
        if configured.maxRequestBytes > 0 { maxMemoryBytes = configured.maxRequestBytes }
        if configured.maxRequestMilliseconds > 0 { maxSeconds = Double(configured.maxRequestMilliseconds) / 1000 }
    }
}

extension ImageLimits {
    package func check(pixels size: PixelSize) throws(ImagingError) {
        guard size.pixelCount <= maxPixels else {
            throw .tooLarge("\(size) pixels, where \(maxPixels) are allowed")
        }
        try check(rowsOf: size)
    }

    /// Checks the memory for the padding of rows. An image with few columns, before or after it is turned, needs much more memory
    /// than its pixels do. There are up to four planes, and as many in the result.
    private func check(rowsOf size: PixelSize) throws(ImagingError) {
        guard min(size.width, size.height) < PixelBuffer.rowAlignment else { return }
        let (bytes, overflows) = max(size.width, size.height)
            .multipliedReportingOverflow(by: 8 * PixelBuffer.rowAlignment)
        try check(memoryBytes: overflows ? .max : bytes)
    }

    package func check(fileBytes: Int) throws(ImagingError) {
        guard fileBytes <= maxFileBytes else {
            throw .tooLarge("a file of \(fileBytes) bytes, where \(maxFileBytes) are allowed")
        }
    }

    package func check(memoryBytes: Int) throws(ImagingError) {
        guard memoryBytes <= maxMemoryBytes else {
            throw .tooLarge("decoding takes \(memoryBytes) bytes of memory, where \(maxMemoryBytes) are allowed")
        }
    }
}

extension ImageLimits {
    /// Runs `body` with a cancellation that also ends the work after `maxSeconds`.
    ///
    /// - Throws: the errors of `body`, or `timedOut` if the time was up first.
    package func timed<Result>(
        _ cancellation: Cancellation, _ body: (Cancellation) throws(ImagingError) -> Result
    ) throws(ImagingError) -> Result {
        guard let seconds = maxSeconds else { return try body(cancellation) }
        // This clock does not run while the machine is suspended: an image is not late because a lid was closed.
        let clock = SuspendingClock()
        let deadline = clock.now.advanced(by: .seconds(seconds))
        var isLate = false
        let limited = cancellation.or {
            isLate = isLate || clock.now >= deadline
            return isLate ? .deadline : nil
        }
        do throws(ImagingError) {
            return try body(limited)
        } catch {
            throw isLate && error == .cancelled ? .timedOut(seconds: seconds) : error
        }
    }
}
