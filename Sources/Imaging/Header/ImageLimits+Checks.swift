package import Pixels

extension ImageLimits {
    package func check(pixels size: PixelSize) throws(ImagingError) {
        guard size.pixelCount <= maxPixels else {
            throw .tooLarge("\(size) pixels, where \(maxPixels) are allowed")
        }
        try check(rowsOf: size)
    }

    /// Rows are padded in memory, so that a picture of few columns takes much more of it than its pixels, as it is
    /// stored or as it will be turned: up to four planes, and the same once more as the result.
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
