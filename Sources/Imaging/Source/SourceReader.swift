/// Reads a source for a C library that requests bytes by a callback, and keeps the error.
package struct SourceReader {
    package let source: ImageSource
    /// The error of the last read that failed; nil if none failed.
    package private(set) var error: ImagingError?

    package init(_ source: ImageSource) { self.source = source }

    /// Copies up to `count` bytes at `offset` of the source to `bytes`.
    ///
    /// - Returns: the number of copied bytes, which is less than `count` at the end of the source; -1 if reading failed.
    package mutating func read(_ offset: UInt64, _ bytes: UnsafeMutableRawPointer, _ count: Int) -> Int {
        do throws(ImagingError) {
            let read = try source.read(at: Int(clamping: offset), count: count)
            read.withUnsafeBytes {
                bytes.copyMemory(from: $0.baseAddress ?? UnsafeRawPointer(bytes), byteCount: $0.count)
            }
            return read.count
        } catch {
            self.error = error
            return -1
        }
    }
}
