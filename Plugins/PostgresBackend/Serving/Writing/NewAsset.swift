internal import Cryptography
package import PhotoModel

/// An asset that is to be written, whose files are in the bucket.
package struct NewAsset: Sendable {
    /// An image of a file that was put into the bucket.
    package struct Rendition: Sendable {
        package let level: Int
        package let size: PixelSize
        package let byteCount: Int

        package init(level: Int, size: PixelSize, byteCount: Int) {
            (self.level, self.size, self.byteCount) = (level, size, byteCount)
        }
    }

    /// A file that is in the bucket.
    package struct Object: Sendable {
        package let hash: [UInt8]
        package let byteSize: Int64
        /// The EXIF number of how its image is stored, where a sidecar says so and the file otherwise; 0: as the file says.
        package var turned = 0
        package var renditions: [Rendition] = []

        package init(hash: [UInt8], byteSize: Int64) { (self.hash, self.byteSize) = (hash, byteSize) }
    }

    /// Its record, with paths from the folder that it comes from; what follows from the content is made here.
    package let details: AssetDetails
    /// The objects of its representations, in their order.
    package let objects: [Object]
    /// Whether its folder is one of a camera.
    package let isEvent: Bool
    package let previewHash: [UInt8]?

    package init(_ details: AssetDetails, _ objects: [Object], isEvent: Bool, previewHash: [UInt8]?) {
        (self.details, self.objects, self.isEvent, self.previewHash) = (details, objects, isEvent, previewHash)
    }

    /// The folder that it is in; empty: the top.
    var folder: [UInt8] {
        let path = details.asset.path.bytes
        return path.lastIndex(of: UInt8(ascii: "/")).map { Array(path[..<$0]) } ?? []
    }

    /// What its files are and how they are turned: the same for the same files, whatever their names.
    package var content: [UInt8] {
        var bytes: [UInt8] = []
        for (representation, object) in zip(details.representations, objects) {
            bytes += [UInt8(representation.role.rawValue)] + object.hash
            bytes += withUnsafeBytes(of: representation.byteOffset.bigEndian) { Array($0) }
            if object.turned > 0 { bytes.append(UInt8(object.turned)) }
        }
        return SHA256Digest(of: bytes).bytes
    }

    /// All that is shown of it: an asset with another is brought in again.
    var facts: [UInt8] {
        let asset = details.asset
        let camera = details.camera ?? CameraMetadata()
        var parts = [
            "\(asset.path.bytes)", asset.contentType, "\(asset.mediaSubtypes.rawValue)",
            "\(asset.pixelWidth)x\(asset.pixelHeight)", "\(asset.creation?.time.milliseconds ?? .min)",
            "\(asset.creation?.offsetMinutes ?? .min)", "\(asset.creation?.source.rawValue ?? 0)",
            "\(asset.modificationTime?.milliseconds ?? .min)",
            "\(asset.isFavorite) \(asset.isHidden) \(asset.hasAdjustments)",
            "\(asset.location.map { "\($0.latitude) \($0.longitude)" } ?? "")", "\(camera.rating ?? 0)",
            camera.title ?? "", camera.caption ?? "", camera.make ?? "", camera.model ?? "", camera.lens ?? "",
            camera.software ?? "",
            "\(camera.exposureTime ?? 0) \(camera.fNumber ?? 0) \(camera.focalLength ?? 0) \(camera.isoSpeed ?? 0)",
            "\(camera.altitude.map { "\($0)" } ?? "")", "\(asset.duration.map { "\($0)" } ?? "")",
        ]
        parts += details.representations.map { "\($0.role.rawValue) \($0.path.bytes)" }
        parts += camera.keywords
        // What it is found by is made in another way now.
        parts.append("words 2")
        return SHA256Digest(of: Array(parts.joined(separator: "\0").utf8)).bytes
    }

    /// A version of a part of the content, as hosts know it: never 0.
    static func tag(_ hash: [UInt8]) -> Int64 {
        let tag = hash.prefix(8).reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
        return Int64(bitPattern: tag == 0 ? 1 : tag)
    }
}
