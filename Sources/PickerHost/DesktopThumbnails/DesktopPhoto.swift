internal import Imaging
internal import PhotoModel
internal import Platform

/// A photo as the thumbnails of the desktop know it: by the address of its file, and by when that was written.
struct DesktopPhoto: Sendable {
    /// Of its file, absolute.
    let path: [UInt8]
    /// Upright, in pixels.
    let size: PixelSize
    /// Of its file, when it was looked at.
    let status: FileStatus

    /// Looks at the file: not to be made where waiting for a disk does harm.
    ///
    /// - Parameter path: absolute.
    /// - Returns: nil for what a thumbnail of one file does not show: photos that were edited, have more than one picture or a
    ///   sidecar that may turn them, and videos, whose posters other programs take elsewhere; for photos without a known size; for
    ///   files without a time.
    init?(_ asset: Asset, path: [UInt8]) {
        let isLive = asset.mediaSubtypes.contains(.livePhoto)
        let size = PixelSize(width: asset.pixelWidth, height: asset.pixelHeight)
        guard asset.mediaType == .image, !asset.hasAdjustments, asset.representationCount <= (isLive ? 2 : 1),
            !size.isEmpty, let status = try? FileStatus(path: path), status.kind == .file,
            status.modificationTime >= 1_000_000_000, !Self.hasSidecar(path)
        else { return nil }
        self.path = path
        self.size = size
        self.status = status
    }

    /// Whether there is an XMP sidecar beside the file, in small or large letters.
    private static func hasSidecar(_ path: [UInt8]) -> Bool {
        let slash = path.lastIndex(of: UInt8(ascii: "/")) ?? path.startIndex
        let stem = path[..<(path[slash...].lastIndex(of: UInt8(ascii: ".")) ?? path.endIndex)]
        return [path[...], stem].contains { beginning in
            [".xmp", ".XMP"].contains { (try? FileStatus(path: beginning + $0.utf8)) != nil }
        }
    }

    /// Whether the file is still the one that was looked at.
    var isUnchanged: Bool { (try? FileStatus(path: path)) == status }

    /// Seconds since 1970.
    var modificationSeconds: Int64 { status.modificationTime / 1_000_000_000 }

    /// As programs of the desktop write it.
    var address: String { fileAddress(path) }

    /// Of its thumbnails, in the folder of each size.
    var thumbnailName: String { MD5Digest(of: Array(address.utf8)).hexadecimal + ".png" }

    /// Whether an image of this size shows all of the photo: it has its shape, but for the rounding of one side.
    func hasShape(_ image: PixelSize) -> Bool {
        let (width, isWide) = image.width.multipliedReportingOverflow(by: size.height)
        let (height, isHigh) = image.height.multipliedReportingOverflow(by: size.width)
        return !isWide && !isHigh && (width - height).magnitude <= UInt(max(size.width, size.height))
    }

    /// Pixels that the longer side of a thumbnail must have for a request; nil: one that must be made from the photo.
    func neededSide(_ request: RenderRequest) -> Int? {
        guard let geometry = try? RenderGeometry.plan(size, request), request.targetSize != nil, request.crop == nil
        else { return nil }
        let (part, output) = (geometry.cropRect.size, geometry.outputSize)
        let isWide = part.width >= part.height
        let (from, to) = isWide ? (part.width, output.width) : (part.height, output.height)
        let side = max(size.width, size.height)
        guard to <= from, side < 1 << 30 else { return nil }
        return (side * to + from / 2) / from
    }
}
