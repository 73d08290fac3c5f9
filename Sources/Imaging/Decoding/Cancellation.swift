internal import CImaging

/// Lends a closure to C as a cancellation check.
enum Cancellation {
    static func withCheck<Result>(
        _ isCancelled: () -> Bool, _ body: (imaging_cancel) throws(ImagingError) -> Result
    ) throws(ImagingError) -> Result {
        let outcome: Swift.Result<Result, ImagingError> = withoutActuallyEscaping(isCancelled) { check in
            var box = check
            return withUnsafeMutablePointer(to: &box) { pointer in
                let lent = imaging_cancel(
                    is_cancelled: { context in
                        // The pointer was made right above, and C calls back only while `body` runs.
                        context!.assumingMemoryBound(to: (() -> Bool).self).pointee() ? 1 : 0
                    },
                    context: pointer
                )
                return Swift.Result { () throws(ImagingError) in try body(lent) }
            }
        }
        return try outcome.get()
    }
}
