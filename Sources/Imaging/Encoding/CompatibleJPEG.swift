public import PhotoModel

/// Writes a photo of any format as a JPEG that every program shows: upright, in sRGB, with what EXIF says of it.
public struct CompatibleJPEG: Sendable {
    /// Whether the place stays in EXIF.
    public var keepsLocation: Bool
    /// As `JPEGEncoder.quality`. More than for looking at: what is written here is kept.
    public var quality: Int

    /// What a marker segment holds besides its length and EXIF's name.
    private static let blockLimit = 65_533 - 6

    public init(keepsLocation: Bool = true, quality: Int = 92) {
        self.keepsLocation = keepsLocation
        self.quality = quality
    }

    /// - Parameters:
    ///   - image: upright.
    ///   - exif: the block of the file that it was decoded from, from its TIFF header on. One that cannot be read is left
    ///     out; of one that is longer than a JPEG can hold, what is longest in it, such as the note of the maker.
    /// - Throws: as `JPEGEncoder.encode`.
    public func bytes(
        of image: PixelBuffer, exif: [UInt8]?, cancellation: Cancellation = .never
    ) throws(ImagingError) -> [UInt8] {
        try bytes(of: image, uprightEXIF: exif.flatMap { block($0, image.size) }, cancellation: cancellation)
    }

    /// The same with a block that suits the new file already, whatever it holds (`PhotoRewriting.exifBlock`).
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
