/// Reads a source for a C library that asks for bytes by a callback, and keeps what went wrong.
package struct SourceReader {
    package let source: ImageSource
    /// Of the last read that failed.
    package private(set) var error: ImagingError?

    package init(_ source: ImageSource) { self.source = source }

    /// - Returns: how many of `count` bytes were put at `bytes`, fewer at the end of the source; -1 when it cannot be read.
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
