public import PhotoModel

/// Writes a photo of any format as a JPEG that every program can show: upright, in sRGB, with its EXIF data.
public struct CompatibleJPEG: Sendable {
    /// Whether EXIF keeps the location.
    public var keepsLocation: Bool
    /// As `JPEGEncoder.quality`. The default is higher than for images that are only shown, because these files are kept.
    public var quality: Int

    /// The longest EXIF block, in bytes: what fits into a marker segment besides its length and the name of EXIF.
    private static let blockLimit = 65_533 - 6

    public init(keepsLocation: Bool = true, quality: Int = 92) {
        self.keepsLocation = keepsLocation
        self.quality = quality
    }

    /// Encodes an image as such a JPEG.
    ///
    /// - Parameters:
    ///   - image: the upright image.
    ///   - exif: the EXIF block of the file that it was decoded from, from its TIFF header on. A block that cannot be read is
    ///     left out; from a block that is too long for a JPEG, the longest values, such as the maker note, are left out.
    /// - Throws: as `JPEGEncoder.encode`.
    public func bytes(
        of image: PixelBuffer, exif: [UInt8]?, cancellation: Cancellation = .never
    ) throws(ImagingError) -> [UInt8] {
        try bytes(of: image, uprightEXIF: exif.flatMap { block($0, image.size) }, cancellation: cancellation)
    }

    /// Encodes an image with an EXIF block that already suits the new file (`PhotoRewriting.exifBlock`). The block is not parsed.
    package func bytes(
        of image: PixelBuffer, uprightEXIF block: [UInt8]?, cancellation: Cancellation = .never
    ) throws(ImagingError) -> [UInt8] {
        let jpeg = try JPEGEncoder(quality: quality).encode(image, cancellation: cancellation)
        guard let block, !block.isEmpty, block.count <= Self.blockLimit else { return jpeg }
        let length = block.count + 8
        let head: [UInt8] = [0xFF, 0xD8, 0xFF, 0xE1, UInt8(length >> 8), UInt8(length & 255)]
        return head + Array("Exif\0\0".utf8) + block + jpeg.dropFirst(2)
    }

    func block(_ exif: [UInt8], _ size: PixelSize) -> [UInt8]? {
        let exif = exif.count > Self.blockLimit ? GatheredEXIF.block(of: exif, isForOtherImages: true) ?? exif : exif
        guard let upright = UprightEXIF.block(exif, size: (size.width, size.height)) else { return nil }
        return keepsLocation ? upright : LocationFreeEXIF.block(of: upright)
    }
}
