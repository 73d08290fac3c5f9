package import Imaging
package import PhotoModel
internal import Platform

/// What one file of an asset says about itself, and its role in the asset.
package struct MemberFacts {
    let name: [UInt8]
    let role: RepresentationRole
    let format: MediaFormat
    package let representation: Representation
    let modificationTime: Timestamp
    /// The metadata of the file and of sidecars; nil if there is none that can be read.
    package let metadata: ImageMetadata?
    /// Whether a sidecar marks it as a favourite.
    let isMarkedFavorite: Bool
    /// The animation; nil if there is none.
    let animation: ImageAnimation?
    /// The video after the image.
    private let motionPhoto: MotionPhoto?
    /// The orientation in a sidecar, if it differs from that in the file.
    let turned: Orientation?

    /// - Parameter sidecars: what the asset's sidecars say; nil if there are none.
    package init(
        _ member: AssetFiles.Member, of files: AssetFiles, _ facts: FileFacts, _ sidecars: SidecarReading? = nil
    ) {
        (name, role, format) = (member.name, member.role, member.format)
        modificationTime = Timestamp(milliseconds: facts.status.modificationTime.flooredMilliseconds)
        // What sidecars say about the photo applies to the file that represents it.
        var sidecar = member == files.members[0] ? sidecars?.metadata : nil
        let orientation = sidecars?.orientation(of: member)
        sidecar?.orientation = orientation
        turned = facts.turned(by: orientation)
        metadata = facts.metadata(with: sidecar)
        isMarkedFavorite = sidecar?.isFavorite == true
        animation = facts.animation
        motionPhoto = facts.motionPhoto
        let size = facts.size(turned: turned)
        var representation = Representation(
            role: role, filename: String(decoding: name, as: UTF8.self), path: AssetPath(bytes: files.path(of: member)),
            contentType: format.uniformTypeIdentifier, byteSize: facts.status.byteSize,
            contentTag: ContentTag.token(of: facts.status), pixelWidth: size?.width ?? 0,
            pixelHeight: size?.height ?? 0)
        representation.availability = .local
        self.representation = representation
    }

    /// The video of a motion photo, as a part of the file.
    var motionVideo: Representation? {
        guard let range = motionPhoto?.range(inFileOf: Int(clamping: representation.byteSize)) else { return nil }
        let stem = name[..<(name.lastIndex(of: UInt8(ascii: ".")) ?? name.endIndex)]
        var video = Representation(
            role: .pairedVideo, filename: String(decoding: stem, as: UTF8.self) + ".mp4", path: representation.path,
            contentType: MediaFormat.mp4.uniformTypeIdentifier, byteSize: Int64(range.count),
            contentTag: representation.contentTag, byteOffset: Int64(range.lowerBound))
        video.availability = representation.availability
        return video
    }

    /// The metadata that the camera wrote; nil if there is none.
    package var camera: CameraMetadata? {
        guard let metadata else { return nil }
        var camera = CameraMetadata()
        camera.make = metadata.make
        camera.model = metadata.model
        camera.lens = metadata.lens
        camera.software = metadata.software
        camera.caption = metadata.caption
        camera.exposureTime = metadata.exposureTime
        camera.fNumber = metadata.fNumber
        camera.focalLength = metadata.focalLength
        camera.isoSpeed = metadata.isoSpeed
        camera.altitude = metadata.altitude
        camera.rating = metadata.rating
        camera.title = metadata.title
        camera.keywords = metadata.keywords
        return camera == CameraMetadata() ? nil : camera
    }
}

extension [MemberFacts] {
    /// The file of an asset whose metadata says how the photo was taken and what people wrote about it: the file that
    /// shows the photo, or the RAW file beside one that was exported without metadata. Nil if there is none.
    package var telling: MemberFacts? {
        guard let first else { return nil }
        if first.camera != nil { return first }
        // The same files whose metadata is read for a single asset.
        return first.metadata?.isDated == true ? nil : self.first { $0.role == .raw && $0.camera != nil }
    }
}

extension ImageMetadata {
    /// What people wrote about the photo.
    package var caption: String? {
        [imageDescription, userComment].lazy.compactMap(\.self).first { !Self.isOfCamera($0) }
    }

    /// What cameras, and GIMP, write into every photo in the place of a caption, in upper case.
    private static let textsOfCameras: Set = [
        "CREATED WITH GIMP", "OLYMPUS DIGITAL CAMERA", "MINOLTA DIGITAL CAMERA", "KONICA MINOLTA DIGITAL CAMERA",
        "DIGITAL CAMERA", "SONY DSC", "SAMSUNG CAMERA PICTURES", "KODAK DIGITAL STILL CAMERA", "EXIF_JPEG_PICTURE",
        "EXIF JPEG PICTURE", "DEFAULT",
    ]

    /// Whether it is such a text, or the path on the card, which GoPro and DJI write there.
    private static func isOfCamera(_ text: String) -> Bool {
        textsOfCameras.contains(text.uppercased()) || text.hasPrefix("DCIM\\")
    }
}

extension Int64 {
    /// A number of nanoseconds in milliseconds, rounded down.
    package var flooredMilliseconds: Int64 {
        let (quotient, remainder) = quotientAndRemainder(dividingBy: 1_000_000)
        return remainder < 0 ? quotient - 1 : quotient
    }
}
