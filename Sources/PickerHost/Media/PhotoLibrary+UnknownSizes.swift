internal import PhotoModel

extension PhotoLibrary {
    /// The bytes of a representation whose backend does not know how many it has, found by reading single ones: some
    /// sixty reads at most, where a copy would read all.
    func measuredSize(of reference: RepresentationReference) async throws(PhotoError) -> Int64 {
        // Before `start` there are bytes, from `end` on there are none.
        var (start, step) = (Int64(0), Int64(1))
        while try await hasByte(reference, at: start + step - 1) {
            start += step
            step = min(step * 2, (Int64.max - start) / 2 + 1)
        }
        var end = start + step - 1
        while start < end {
            let middle = start + (end - start) / 2
            if try await hasByte(reference, at: middle) { start = middle + 1 } else { end = middle }
        }
        return start
    }

    private func hasByte(_ reference: RepresentationReference, at offset: Int64) async throws(PhotoError) -> Bool {
        guard offset < Int64.max / 2 else { return false }
        return try await !read(reference, offset: offset, count: 1).isEmpty
    }
}
