internal import Imaging
internal import PhotoModel
internal import Pixels

/// What one file of an asset says of itself.
struct MemberFacts {
    let name: [UInt8]
    let role: RepresentationRole
    let format: MediaFormat
    let representation: Representation
    let modificationTime: Timestamp
    /// Nil when there is none, or none that can be read.
    let metadata: ImageMetadata?

    /// Reads the status, and of images that can be decoded the header.
    ///
    /// - Parameter readsMetadata: whether to read what the camera wrote, too.
    init(
        _ member: AssetFiles.Member, of files: AssetFiles, in folder: OpenFolder, root: LibraryRoot,
        readsMetadata: Bool
    ) throws(CatalogError) {
        let file = try root.file(member.name, in: folder)
        (name, role, format) = (member.name, member.role, member.format)
        modificationTime = Timestamp(milliseconds: file.status.modificationTime.flooredMilliseconds)
        // What is damaged is listed all the same; the request for its image says what is wrong.
        let size = Self.tellsSize(format) ? (try? ImageDecoder().header(of: file.source))?.orientedSize : nil
        metadata = readsMetadata && format.kind != .video ? try? ImageDecoder().metadata(of: file.source) : nil
        representation = Representation(
            role: role, filename: String(decoding: name, as: UTF8.self), path: AssetPath(bytes: files.path(of: member)),
            contentType: format.uniformTypeIdentifier, byteSize: file.status.byteSize,
            versionToken: VersionToken.token(of: file.status), pixelWidth: size?.width ?? 0,
            pixelHeight: size?.height ?? 0)
    }

    /// The formats whose headers may be read without a plugin; asking for others costs a read for nothing.
    private static func tellsSize(_ format: MediaFormat) -> Bool {
        format.kind == .image && ![.heic, .heif, .avif].contains(format)
    }

    /// What the camera wrote; nil when it wrote nothing.
    var camera: CameraMetadata? {
        guard let metadata else { return nil }
        var camera = CameraMetadata()
        camera.make = metadata.make
        camera.model = metadata.model
        camera.lens = metadata.lens
        camera.software = metadata.software
        camera.caption = metadata.imageDescription ?? metadata.userComment
        camera.exposureTime = metadata.exposureTime
        camera.fNumber = metadata.fNumber
        camera.focalLength = metadata.focalLength
        camera.isoSpeed = metadata.isoSpeed
        camera.altitude = metadata.location?.altitude
        return camera == CameraMetadata() ? nil : camera
    }
}

extension Int64 {
    /// Milliseconds of a number of nanoseconds, rounded towards the past.
    fileprivate var flooredMilliseconds: Int64 {
        let (quotient, remainder) = quotientAndRemainder(dividingBy: 1_000_000)
        return remainder < 0 ? quotient - 1 : quotient
    }
}
