internal import Imaging
public import PhotoModel

extension PhotoLibrary {
    private static let pieceLength = 1 << 20

    /// The bytes of an original without the place where it was taken. Before this returns, the whole original is read into a
    /// temporary file, because it may be anywhere that a backend can read. When plugins are isolated, a confined program
    /// removes the place (`picker-helper convert`).
    ///
    /// - Throws: `.unsupportedFormat` for everything but JPEG, `.tooLarge` for more bytes than a photo may have, `.changed` when it
    ///   got shorter while it was read, what `read` throws; when plugins are isolated, `.unsupported` where that program is
    ///   missing and `.internal` when it crashed or hung.
    public func originalWithoutLocation(
        _ original: OriginalFile
    ) async throws(PhotoError) -> LocationFreeOriginal {
        try original.inWords { () throws(ImagingError) in
            try original.mustNotBeOther()
            // A backend may say any size, and give bytes without end: the copy must not fill the disk.
            try ImageLimits(configured: .ofProcess).check(fileBytes: Int(clamping: original.byteSize))
        }
        let copy = try await copy(original)
        return try await perform(in: \.media) { (generation, _, control) throws(PhotoError) in
            let parsing = PhotoParsing(isConfined: generation.isInWorker, cancellation: control.cancellation)
            let content = try original.named { () throws(PhotoError) in
                try parsing.withoutLocation(copy)
            }
            return LocationFreeOriginal(content: content, original: original)
        }
    }

    private func copy(_ original: OriginalFile) async throws(PhotoError) -> ImageSource {
        let spool = try original.inWords { () throws(ImagingError) in try ImageSpool() }
        var offset: Int64 = 0
        while offset < original.byteSize {
            let bytes = try await read(original.reference, offset: offset, count: Self.pieceLength)
            guard !bytes.isEmpty else {
                throw PhotoError(
                    .changed, "\(original.representation.filename): it got shorter while it was read; try again")
            }
            try original.inWords { () throws(ImagingError) in try spool.append(bytes) }
            offset += Int64(bytes.count)
        }
        guard offset > 0 else { throw PhotoError(.corruptMedia, "\(original.representation.filename): it is empty") }
        return try original.inWords { () throws(ImagingError) in try spool.source() }
    }
}

extension OriginalFile {
    /// Refuses other formats early, so that no video is copied only to be refused.
    fileprivate func mustNotBeOther() throws(ImagingError) {
        let format = MediaFormat(uniformTypeIdentifier: representation.contentType)
        if let format, format != .jpeg { throw format.hasPlaceForGood }
    }

    /// Runs work on files of this process, and puts the original's name in front of its errors.
    fileprivate func inWords<Result>(_ body: () throws(ImagingError) -> Result) throws(PhotoError) -> Result {
        try named { () throws(PhotoError) in try PhotoError.inWords(body) }
    }
}

/// A photo without the place where it was taken, in pieces.
public struct LocationFreeOriginal: Sendable {
    private var content: LocationFreeContent
    private let original: OriginalFile

    init(content: LocationFreeContent, original: OriginalFile) {
        self.content = content
        self.original = original
    }

    /// The next bytes; nil at the end.
    public mutating func next() throws(PhotoError) -> [UInt8]? {
        do throws(ImagingError) {
            return try content.next()
        } catch {
            let plain = PhotoError(error)
            throw PhotoError(plain.status, "\(original.representation.filename): \(plain.message)")
        }
    }
}
