internal import CImaging
internal import PhotoModel
public import SystemPackage

/// Where an image's bytes come from: an open file, or bytes in memory.
///
/// Reads are positional, so one source serves many threads. Nothing is mapped: a mapped file that is
/// truncated would end the process.
public struct ImageSource: Sendable {
    enum Storage: Sendable {
        case file(OpenFile)
        case memory([UInt8])
    }

    let storage: Storage
    /// The number of bytes; for a file, as it was when it was opened.
    public let byteCount: Int
    /// The first bytes, when they were read ahead.
    private var head: [UInt8] = []

    /// A source over bytes in memory.
    public init(bytes: [UInt8]) {
        storage = .memory(bytes)
        byteCount = bytes.count
    }

    /// Opens the regular file at `path`. A pipe or a device is refused and never waited for.
    ///
    /// - Parameter followsSymbolicLink: False refuses a path whose last component is a symbolic link (ELOOP).
    /// - Throws: `notFound`, `notRegularFile` or `io`.
    public init(path: FilePath, followsSymbolicLink: Bool = true) throws(ImagingError) {
        let file = try OpenFile(path: path, followsSymbolicLink: followsSymbolicLink)
        storage = .file(file)
        byteCount = file.byteCount
    }

    /// Takes over an open descriptor of a regular file, and closes it when the last copy of the source is gone.
    public init(adopting descriptor: FileDescriptor) throws(ImagingError) {
        let file = try OpenFile(adopting: descriptor, path: nil)
        storage = .file(file)
        byteCount = file.byteCount
    }

    /// The same, for a descriptor that is known by its number.
    package init(adopting fileNumber: CInt) throws(ImagingError) {
        try self.init(adopting: FileDescriptor(rawValue: fileNumber))
    }

    /// Up to `count` bytes from `offset`; fewer at the end of the file, none after it.
    ///
    /// - Throws: `io` when the system refuses, `invalidRequest` for a negative offset or count.
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

    /// All bytes, read in pieces.
    ///
    /// - Throws: `io` when the system refuses, `cancelled`.
    func allBytes(_ cancellation: Cancellation) throws(ImagingError) -> [UInt8] {
        if case .memory(let bytes) = storage { return bytes }
        var all: [UInt8] = []
        all.reserveCapacity(byteCount)
        try cancellation.bands(rows: byteCount, rowBytes: 1) { part throws(ImagingError) in
            all += try read(at: part.lowerBound, count: part.count)
        }
        return all
    }

    /// Reads the bytes that headers are in, once: reading headers through this copy of the source from now on does not
    /// ask the system again.
    ///
    /// - Returns: Those bytes: 64 KiB, or the whole file when it is smaller.
    public mutating func readAhead() throws(ImagingError) -> [UInt8] {
        if head.isEmpty { head = try read(at: 0, count: SourceWindow.headLength) }
        return head
    }

    /// The open file, as long as the source is there; nil for bytes in memory.
    package var fileNumber: CInt? {
        if case .file(let file) = storage { file.descriptor.rawValue } else { nil }
    }

    /// The path that the source was opened with, for messages.
    var path: String? {
        if case .file(let file) = storage { file.path } else { nil }
    }
}

extension ImageSource {
    /// Lends the bytes to a C function. The pointer is good until `body` returns.
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
