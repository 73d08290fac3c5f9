internal import Platform
internal import SystemPackage

/// For writers that go to and fro, too.
extension ImageSpool {
    /// Writes bytes at a place, over those that are there; what is skipped is zero.
    ///
    /// - Throws: `io`.
    public func write(_ bytes: UnsafeRawBufferPointer, at offset: Int64) throws(ImagingError) {
        do {
            try descriptor.writeAll(toAbsoluteOffset: offset, bytes)
        } catch {
            throw .io(path: nil, code: (error as? Errno)?.rawValue ?? SystemError.inputOutput.code)
        }
    }

    /// Reads bytes back from a place.
    ///
    /// - Returns: how many there were; 0 at the end.
    /// - Throws: `io`.
    public func read(into buffer: UnsafeMutableRawBufferPointer, at offset: Int64) throws(ImagingError) -> Int {
        do {
            return try descriptor.read(fromAbsoluteOffset: offset, into: buffer)
        } catch {
            throw .io(path: nil, code: (error as? Errno)?.rawValue ?? SystemError.inputOutput.code)
        }
    }
}
