/// Whether work is still wanted. Asked between units of it that take a few milliseconds.
struct StopCheck {
    /// Bytes that are worked on between two questions: about a millisecond for the loops of this module.
    private static let bandBytes = 1 << 20

    let isCancelled: () -> Bool

    static var never: StopCheck { StopCheck { false } }

    /// - Throws: `cancelled`.
    func callAsFunction() throws(ImagingError) {
        if isCancelled() { throw .cancelled }
    }

    /// Does `rows` rows in bands, and asks before each.
    ///
    /// - Parameter step: Every band but the last has a multiple of so many rows.
    func bands(
        rows: Int, rowBytes: Int, multipleOf step: Int = 1, _ body: (Range<Int>) throws(ImagingError) -> Void
    ) throws(ImagingError) {
        let height = max(1, Self.bandBytes / max(1, rowBytes * step)) * step
        var top = 0
        while top < rows {
            try self()
            let bottom = min(rows, top + height)
            try body(top..<bottom)
            top = bottom
        }
    }

    /// Lends a closure as a check to `body`.
    static func with<Result>(
        _ isCancelled: () -> Bool, _ body: (StopCheck) throws(ImagingError) -> Result
    ) throws(ImagingError) -> Result {
        try withoutActuallyEscaping(isCancelled) { check throws(ImagingError) in
            try body(StopCheck(isCancelled: check))
        }
    }
}
