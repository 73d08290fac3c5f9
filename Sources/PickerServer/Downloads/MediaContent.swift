internal import PhotoModel
internal import PickerHost
internal import Platform

/// The content of a file that a client downloads. It can be read more than once.
struct MediaContent: Sendable {
    let filename: String
    let mimeType: String
    let byteCount: Int64
    /// Reads bytes from the reader's offset on: some, or none at the end.
    let read: @Sendable (inout Reader) async throws -> [UInt8]
    /// Counts it among the files that were made; nil if it was not made.
    var lease: FileLease?
    /// Counts it among the files of the client that reads it; nil if it was not made.
    var use: FileUse?

    /// The position at which the content is being read.
    struct Reader: Sendable {
        /// The offset of the next byte to return.
        var offset: Int64
        fileprivate var jpeg: LocationFreeOriginal?
        fileprivate var video: ConvertedVideo?
        /// The offset of the next byte that the two sources above return.
        fileprivate var position: Int64 = 0

        init(offset: Int64) { self.offset = offset }
    }

    private static let pieceLength = 256 << 10

    /// Content that was made for a download.
    ///
    /// It is in a file, unless it is small. The memory that images may take counts only those that are being made, but
    /// as many clients as there are connections may read another one each, slowly.
    ///
    /// - Throws: NO_SPACE or IO if there is no file for it.
    static func made(_ bytes: [UInt8], filename: String, mimeType: String) async throws -> MediaContent {
        guard bytes.count > pieceLength else { return MediaContent(bytes, filename: filename, mimeType: mimeType) }
        // A disk that is busy keeps those who write to it waiting.
        let file = await DetachedThread.value(stackBytes: 256 << 10) { () -> Result<ContentFile, PhotoError> in
            do throws(PhotoError) {
                return .success(try ContentFile(bytes))
            } catch {
                return .failure(error)
            }
        }
        guard let file else { throw PhotoError(.outOfMemory, "there is no thread to write a download with") }
        return MediaContent(try file.get(), filename: filename, mimeType: mimeType)
    }

    private init(_ file: ContentFile, filename: String, mimeType: String) {
        (self.filename, self.mimeType, byteCount) = (filename, mimeType, file.byteCount)
        read = { reader in try file.read(at: reader.offset, count: Self.pieceLength) }
    }

    /// Content in memory.
    init(_ bytes: [UInt8], filename: String, mimeType: String) {
        (self.filename, self.mimeType, byteCount) = (filename, mimeType, Int64(bytes.count))
        read = { reader in
            let start = Int(min(reader.offset, Int64(bytes.count)))
            return Array(bytes[start..<min(start + Self.pieceLength, bytes.count)])
        }
    }

    /// The original file, unchanged.
    init(_ original: OriginalFile, _ library: any PhotoReading) {
        filename = original.representation.filename
        mimeType = MediaFormat.mimeType(of: original.representation.contentType)
        byteCount = original.byteSize
        read = { reader in
            try await library.read(original.reference, offset: reader.offset, count: Self.pieceLength)
        }
    }

    /// A JPEG without its location. Its length is found by reading it: most of it is copied as it is.
    init(_ jpeg: LocationFreeOriginal, of original: OriginalFile) throws {
        var counting = jpeg
        var count: Int64 = 0
        while let piece = try counting.next() { count += Int64(piece.count) }
        (filename, mimeType, byteCount) = (original.trueFilename, "image/jpeg", count)
        read = { reader in
            if reader.jpeg == nil { reader.jpeg = jpeg }
            return try reader.take { try $0.jpeg?.next() }
        }
    }

    /// A converted video.
    init(_ video: ConvertedVideo) {
        (filename, mimeType, byteCount) = (video.filename, "video/mp4", Int64(video.byteCount))
        read = { reader in
            if reader.video == nil { reader.video = video }
            return try reader.take { try $0.video?.next() }
        }
    }
}

extension MediaContent.Reader {
    /// The first bytes of a sequence of pieces that are at or after `offset`.
    fileprivate mutating func take(_ next: (inout Self) throws -> [UInt8]?) throws -> [UInt8] {
        while let piece = try next(&self) {
            let skipped = Int(max(0, offset - position))
            position += Int64(piece.count)
            if skipped < piece.count { return skipped == 0 ? piece : Array(piece[skipped...]) }
        }
        return []
    }
}
