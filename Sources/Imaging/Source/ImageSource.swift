internal import CImaging
internal import PhotoModel
public import SystemPackage

/// The bytes of an image, in an open file or in memory.
///
/// Reads are positional, so many threads can use one source. Files are not mapped into memory, because the process would
/// be killed if another one truncated a mapped file.
public struct ImageSource: Sendable {
    enum Storage: Sendable {
        case file(OpenFile)
        case memory([UInt8])
    }

    let storage: Storage
    /// The number of bytes; for a file, its size when it was opened.
    public let byteCount: Int
    /// The first bytes, if they were read ahead; otherwise empty.
    private var head: [UInt8] = []

    /// A source over bytes in memory.
    public init(bytes: [UInt8]) {
        storage = .memory(bytes)
        byteCount = bytes.count
    }

    /// Opens the regular file at `path`. Pipes and devices are refused; opening never waits for them.
    ///
    /// - Parameter followsSymbolicLink: false refuses a path whose last component is a symbolic link (ELOOP).
    /// - Throws: `notFound`, `notRegularFile` or `io`.
    public init(path: FilePath, followsSymbolicLink: Bool = true) throws(ImagingError) {
        let file = try OpenFile(path: path, followsSymbolicLink: followsSymbolicLink)
        storage = .file(file)
        byteCount = file.byteCount
    }

    /// Takes over an open descriptor of a regular file, and closes it when the last copy of the source is gone. If this
    /// throws, the descriptor is closed, too.
    public init(adopting descriptor: FileDescriptor) throws(ImagingError) {
        let file = try OpenFile(adopting: descriptor, path: nil)
        storage = .file(file)
        byteCount = file.byteCount
    }

    /// Takes over a descriptor that is known by its number, in the same way.
    package init(adopting fileNumber: CInt) throws(ImagingError) {
        try self.init(adopting: FileDescriptor(rawValue: fileNumber))
    }

    /// Up to `count` bytes from `offset`; fewer at the end of the file, none after it.
    ///
    /// - Throws: `io` if a system call fails, `invalidRequest` for a negative offset or count.
    public func read(at offset: Int, count: Int) throws(ImagingError) -> [UInt8] {
        guard offset >= 0, count >= 0 else {
            throw .invalidRequest("a read of \(count) bytes at \(offset)")
        }
        guard offset < byteCount else { return [] }
        let length = min(count, byteCount - offset)
        if offset + length <= head.count { return length == head.count ? head : Array(head[offset..<offset + length]) }
        switch storage {
        case .memory(let bytes): return Array(bytes[offset..<offset + length])
        case .file(let file): return try file.read(at: offset, count: length)
        }
    }

    /// All bytes, read in pieces, with a check for cancellation before each.
    ///
    /// - Throws: `io` if a system call fails, `cancelled`.
    func allBytes(_ cancellation: Cancellation) throws(ImagingError) -> [UInt8] {
        if case .memory(let bytes) = storage { return bytes }
        var all: [UInt8] = []
        all.reserveCapacity(byteCount)
        try cancellation.bands(rows: byteCount, rowBytes: 1) { part throws(ImagingError) in
            all += try read(at: part.lowerBound, count: part.count)
        }
        return all
    }

    /// Reads the beginning of the file, which contains the headers, into memory. From then on, reading headers through this
    /// copy of the source needs no system call.
    ///
    /// - Returns: the first 64 KiB, or the whole file if it is smaller.
    public mutating func readAhead() throws(ImagingError) -> [UInt8] {
        if head.isEmpty { head = try read(at: 0, count: SourceWindow.headLength) }
        return head
    }

    /// The descriptor's number, valid as long as the source exists; nil for bytes in memory.
    package var fileNumber: CInt? {
        if case .file(let file) = storage { file.descriptor.rawValue } else { nil }
    }

    /// The path with which the source was opened, for messages.
    var path: String? {
        if case .file(let file) = storage { file.path } else { nil }
    }
}

extension ImageSource {
    /// Passes the bytes to a C function. The pointer is valid until `body` returns.
    func withCSource<Result>(
        _ body: (imaging_source) throws(ImagingError) -> Result
    ) throws(ImagingError) -> Result {
        switch storage {
        case .file(let file):
            defer { withExtendedLifetime(file) {} }  // The descriptor stays open until here.
            return try body(
                imaging_source(bytes: nil, descriptor: file.descriptor.rawValue, count: byteCount)
            )
        case .memory(let bytes):
            return try bytes.withUnsafeBufferPointer { buffer throws(ImagingError) in
                try body(imaging_source(bytes: buffer.baseAddress, descriptor: -1, count: buffer.count))
            }
        }
    }
}
