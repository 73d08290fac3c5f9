internal import Imaging
internal import PhotoModel

/// A photo that was converted to another format.
public struct ConvertedPhoto: Sendable {
    /// The file's content.
    public let bytes: [UInt8]
    /// The original's name, with the extension of the new type.
    public let filename: String
    /// The uniform type identifier of the new type.
    public let contentType: String
}

extension PhotoLibrary {
    /// What is read of a file to find its EXIF block: for all that cameras write, the block is inside.
    private static let headLength = 1 << 20
    /// What is read of one whose beginning has none: programs that write TIFF put the directories behind the pixels.
    private static let mostRead: Int64 = 256 << 20
    /// Read by every program as they are; a JPEG only when it need not be turned.
    private static let widelyReadable: Set<String> = [
        MediaFormat.png.uniformTypeIdentifier, MediaFormat.gif.uniformTypeIdentifier,
        MediaFormat.webp.uniformTypeIdentifier,
    ]

    /// A photo as a JPEG that every program shows: upright, in sRGB, with the EXIF of the original.
    ///
    /// - Parameter keepsLocation: whether the location stays in EXIF.
    /// - Returns: nil when the original is widely readable as it is.
    /// - Throws: `PhotoError`, `.unsupported` for videos (see `compatibleVideo`), else as `requestImage` and `read`;
    ///   `CancellationError`.
    public func compatiblePhoto(
        _ original: OriginalFile, keepsLocation: Bool = true
    ) async throws -> ConvertedPhoto? {
        let type = original.representation.contentType
        if Self.widelyReadable.contains(type) { return nil }
        guard let version = ImageVersion(showing: original.representation.role) else {
            throw PhotoError(.unsupported, "\(original.representation.filename) is no photo")
        }
        var head = try await read(original.reference, offset: 0, count: Self.headLength)
        // Most images have the size that the asset says, so that the head is read once.
        let expected = PixelSize(width: original.asset.pixelWidth, height: original.asset.pixelHeight)
        let isJPEG = type == MediaFormat.jpeg.uniformTypeIdentifier
        var first = try await compatibility(head, expected, original, keepsLocation, mayStay: isJPEG)
        if case .exif(nil) = first, !isJPEG, original.byteSize > Int64(head.count) {
            head = try await read(original.reference, offset: 0, count: Int(min(original.byteSize, Self.mostRead)))
            first = try await compatibility(head, expected, original, keepsLocation, mayStay: false)
        }
        guard case .exif(var exif) = first else { return nil }
        var options = ImageOptions(targetSize: nil, deliveryMode: .highQualityFormat, version: version)
        options.allowsNetwork = original.reference.allowsNetwork
        let image = try await requestImage(for: original.asset.localIdentifier, options: options).finalImage().pixels
        if exif != nil, image.size != expected,
            case .exif(let other) = try await compatibility(head, image.size, original, keepsLocation, mayStay: false)
        {
            exif = other
        }
        return ConvertedPhoto(
            bytes: try await encoded(image, exif, keepsLocation), filename: original.filename(as: .jpeg),
            contentType: MediaFormat.jpeg.uniformTypeIdentifier)
    }

    private func encoded(
        _ image: PixelBuffer, _ exif: [UInt8]?, _ keepsLocation: Bool
    ) async throws(PhotoError) -> [UInt8] {
        // A second and more for a large photo: Swift's own threads must not be held up by that.
        try await lanes.images.run(priority: .visible) { (control: CallControl) throws(PhotoError) -> [UInt8] in
            try PhotoError.inWords(asking: control.cancellation) { () throws(ImagingError) in
                try CompatibleJPEG(keepsLocation: keepsLocation).bytes(
                    of: image, uprightEXIF: exif, cancellation: control.cancellation)
            }
        }
    }

    private func compatibility(
        _ head: [UInt8], _ size: PixelSize, _ original: OriginalFile, _ keepsLocation: Bool, mayStay: Bool
    ) async throws(PhotoError) -> PhotoParsing.Compatibility {
        try await perform(in: \.media) { (generation, _, control) throws(PhotoError) in
            let parsing = PhotoParsing(isConfined: generation.isInWorker, cancellation: control.cancellation)
            return try original.named { () throws(PhotoError) in
                try parsing.compatibility(head, size: size, keepsLocation: keepsLocation, mayStay: mayStay)
            }
        }
    }
}

extension OriginalFile {
    /// Runs work and puts the file's name in front of its errors.
    func named<Result>(_ body: () throws(PhotoError) -> Result) throws(PhotoError) -> Result {
        do throws(PhotoError) {
            return try body()
        } catch {
            throw PhotoError(
                error.status, "\(representation.filename): \(error.message)", systemErrno: error.systemErrno,
                underlying: error.underlying)
        }
    }
}

extension ImageVersion {
    /// The version whose image such a file is; nil for videos.
    fileprivate init?(showing role: RepresentationRole) {
        switch role {
        case .photo: self = .unadjusted
        case .edited: self = .current
        case .raw: self = .original
        case .pairedVideo, .video, .alternate: return nil
        }
    }
}
