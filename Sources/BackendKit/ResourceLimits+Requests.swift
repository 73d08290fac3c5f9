package import PhotoModel
internal import Platform

// For Picker's own backends over servers, which read no pixels and keep to the administrator's limits all the same.
extension ResourceLimits {
    /// On the monotonic clock: when an image request that begins now must have ended; nil: there is no limit.
    package var requestEnd: UInt64? {
        guard maxRequestMilliseconds > 0 else { return nil }
        return MonotonicTime.now + Duration.milliseconds(maxRequestMilliseconds).nanoseconds
    }

    /// - Parameters:
    ///   - name: of the file, for messages.
    ///   - pixelSize: nil: not known.
    /// - Throws: `.tooLarge` for an image of more pixels, or a file of more bytes, than are allowed.
    package func check(_ name: String, pixelSize: PixelSize?, byteSize: Int64) throws(PhotoError) {
        if maxPixels > 0, let pixels = pixelSize?.pixelCount, pixels > maxPixels {
            throw PhotoError(.tooLarge, "\(name) has \(pixels) pixels, and \(maxPixels) are allowed")
        }
        if maxFileBytes > 0, byteSize > maxFileBytes {
            throw PhotoError(.tooLarge, "\(name) has \(byteSize) bytes, and \(maxFileBytes) are allowed")
        }
    }
}

extension BackendCall {
    /// Does nothing for so long.
    ///
    /// - Throws: when the call is to end.
    package func rest(milliseconds: Int) throws(PhotoError) {
        let end = MonotonicTime.now + UInt64(milliseconds) * 1_000_000
        while MonotonicTime.now < end {
            try check()
            pause(milliseconds: min(milliseconds, 50))
        }
    }
}
