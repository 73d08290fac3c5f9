internal import CRAW
internal import Imaging

extension ImageSource {
    /// Passes the bytes to the shim, and throws an error for the code that it returns.
    func withRAWSource(_ body: (UnsafePointer<raw_source>) -> raw_code) throws(ImagingError) {
        var reader = SourceReader(self)
        let code = withUnsafeMutablePointer(to: &reader) { reader in
            var lent = raw_source(
                read: { context, offset, bytes, count in
                    // Both pointers are valid: that to the reader was made right above, and the shim's buffer has `count` bytes.
                    context!.assumingMemoryBound(to: SourceReader.self).pointee.read(offset, bytes!, count)
                },
                context: reader, byte_count: UInt64(reader.pointee.source.byteCount))
            return body(&lent)
        }
        if let error = reader.error { throw error }
        if let error = ImagingError(code) { throw error }
    }
}

extension ImagingError {
    fileprivate init?(_ code: raw_code) {
        switch code {
        case RAW_OK: return nil
        case RAW_NO_LIBRARY: self = .unsupportedFormat(RAWLibrary.loadingProblem)
        case RAW_UNKNOWN: self = .unsupportedFormat("a RAW file of a kind that LibRaw does not know")
        case RAW_OUT_OF_MEMORY: self = .outOfMemory(bytes: 0)
        default: self = .corrupt("the RAW file is cut off or damaged")
        }
    }
}
