public import PhotoModel

/// What to add to a library: the name that it should get, and bytes that come in pieces.
public struct NewAsset: Sendable {
    /// The name, without folders. If it is taken, the library adds a number to it.
    public var filename: String
    /// The number of bytes; nil when it is not known before the end.
    public var byteSize: Int64?
    let source: Source

    enum Source: Sendable {
        /// A file, which can be added several times.
        case file(SourceFile)
        case bytes([UInt8])
        /// A sequence, which can be added once.
        case stream(@Sendable (ChunkChannel) async -> Void)
    }

    /// Adds bytes in memory.
    public init(filename: String, bytes: [UInt8]) {
        self.filename = filename
        byteSize = Int64(bytes.count)
        source = .bytes(bytes)
    }

    /// Adds a file, which is opened now and read when it is added. It must not change until then.
    ///
    /// - Parameter filename: the name that it should get; nil: the file's own.
    /// - Throws: `.notFound`, `.accessDenied`, `.io`, or `.invalidArgument` for a folder, a pipe or a device, with a
    ///   message that begins with the path.
    public init(path: String, filename: String? = nil) throws(PhotoError) {
        try self.init(path: path.utf8, shownAs: path, filename: filename ?? path.lastPathComponent)
    }

    /// The same of a path that need not be UTF-8.
    ///
    /// - Parameters:
    ///   - path: as its bytes.
    ///   - text: the path for messages.
    ///   - filename: UTF-8: backends take no other names.
    package init(
        path: some Collection<UInt8>, shownAs text: String, filename: String
    ) throws(PhotoError) {
        let file = try SourceFile(path: path, shownAs: text)
        self.filename = filename
        // Some file systems know no sizes: backends would refuse every byte as one too many.
        byteSize = file.byteSize > 0 ? file.byteSize : nil
        source = .file(file)
    }

    /// Adds a sequence of pieces, such as the body of a request. It is read at most four pieces ahead of what is written.
    ///
    /// `add` throws what the sequence throws: a `PhotoError` as it is, anything else as `.io`.
    public init<Pieces: AsyncSequence & Sendable>(
        filename: String, byteSize: Int64? = nil, pieces: Pieces
    ) where Pieces.Element == [UInt8] {
        self.filename = filename
        self.byteSize = byteSize
        source = .stream { channel in await channel.fill(from: pieces) }
    }
}

/// Gives the bytes of a new asset in order. Used on one thread.
protocol ByteReader: AnyObject {
    /// Fills the beginning of `buffer`; gives the number of bytes, 0 at the end. May block.
    func read(into buffer: UnsafeMutableRawBufferPointer) throws(PhotoError) -> Int
}

/// Reads an array.
final class ArrayReader: ByteReader {
    private var rest: ArraySlice<UInt8>

    init(_ bytes: [UInt8]) { rest = bytes[...] }

    func read(into buffer: UnsafeMutableRawBufferPointer) -> Int {
        let piece = rest.prefix(buffer.count)
        buffer.copyBytes(from: piece)
        rest = rest.dropFirst(piece.count)
        return piece.count
    }
}
