internal import CImaging
internal import PhotoModel

extension Cancellation {
    /// How many bytes are processed between two checks: about a millisecond in the loops of this module.
    private static var bandBytes: Int { 1 << 20 }

    /// - Throws: `cancelled` if the work was cancelled, for whatever reason.
    func throwIfCancelled() throws(ImagingError) {
        if isCancelled { throw .cancelled }
    }

    /// Processes `rows` rows in bands, and checks for cancellation before each.
    ///
    /// - Parameter step: the number of rows in every band but the last is a multiple of this.
    func bands(
        rows: Int, rowBytes: Int, multipleOf step: Int = 1, _ body: (Range<Int>) throws(ImagingError) -> Void
    ) throws(ImagingError) {
        let height = max(1, Self.bandBytes / max(1, rowBytes * step)) * step
        var top = 0
        while top < rows {
            try throwIfCancelled()
            let bottom = min(rows, top + height)
            try body(top..<bottom)
            top = bottom
        }
    }

    /// Passes the check to a C function. The pointer is valid until `body` returns.
    func withCQuestion<Result>(
        _ body: (imaging_cancel) throws(ImagingError) -> Result
    ) throws(ImagingError) -> Result {
        var lent = self
        return try withUnsafeMutablePointer(to: &lent) { pointer throws(ImagingError) in
            let question = imaging_cancel(
                is_cancelled: { context in
                    // The pointer was made right above, and C calls back only while `body` runs.
                    context!.assumingMemoryBound(to: Cancellation.self).pointee.isCancelled ? 1 : 0
                },
                context: pointer)
            return try body(question)
        }
    }
}
