internal import Platform
internal import SystemPackage

/// Random access, for writers that do not write from the beginning to the end.
extension ImageSpool {
    /// Writes bytes at an offset, over existing ones. A gap before the offset is filled with zeros.
    ///
    /// - Throws: `io`.
    public func write(_ bytes: UnsafeRawBufferPointer, at offset: Int64) throws(ImagingError) {
        do {
            try descriptor.writeAll(toAbsoluteOffset: offset, bytes)
        } catch {
            throw .io(path: nil, code: (error as? Errno)?.rawValue ?? SystemError.inputOutput.code)
        }
    }

    /// Reads bytes at an offset.
    ///
    /// - Returns: the number of bytes read, which may be less than fit into the buffer; 0 at the end.
    /// - Throws: `io`.
    public func read(into buffer: UnsafeMutableRawBufferPointer, at offset: Int64) throws(ImagingError) -> Int {
        do {
            return try descriptor.read(fromAbsoluteOffset: offset, into: buffer)
        } catch {
            throw .io(path: nil, code: (error as? Errno)?.rawValue ?? SystemError.inputOutput.code)
        }
    }
}
