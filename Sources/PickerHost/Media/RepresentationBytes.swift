internal import PhotoModel

/// The bytes of a representation, as a backend reads them, for one thread.
struct RepresentationBytes {
    let original: OriginalFile
    let table: LibraryTable
    let control: CallControl

    /// At most `count` bytes, fewer where the representation ends.
    func read(_ offset: Int64, _ count: Int) throws(PhotoError) -> [UInt8] {
        var failure: PhotoError?
        let bytes = [UInt8](unsafeUninitializedCapacity: count) { buffer, initialized in
            do throws(PhotoError) {
                let room = UnsafeMutableBufferPointer(rebasing: buffer[..<count])
                initialized = try table.read(original.reference, offset: offset, into: room, control: control)
            } catch {
                failure = error
            }
        }
        if let failure { throw failure }
        return bytes
    }
}
