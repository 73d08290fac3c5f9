package import PhotoModel

/// A finished image inside a file whose own pixels are not decoded, such as the preview of a RAW file. It replaces the
/// whole image, mostly in a smaller size.
package struct EmbeddedPreview: Sendable {
    package enum Content: Sendable {
        /// A whole JPEG file.
        case jpeg([UInt8])
        /// Gray or RGB, in sRGB.
        case pixels(PixelBuffer)
    }

    let content: Content
    /// The size of the preview as it is stored.
    let size: PixelSize
    /// How the preview must be turned.
    let orientation: Orientation
    /// The size of the full image, upright.
    let imageSize: PixelSize

    /// - Parameters:
    ///   - imageSize: the size of the full image, as stored.
    ///   - orientation: the orientation of the full image.
    /// - Throws: `corrupt` and `unsupportedFormat` for a JPEG that cannot be read.
    package init(_ content: Content, imageSize: PixelSize, orientation: Orientation) throws(ImagingError) {
        self.content = content
        self.imageSize = orientation.apply(to: imageSize)
        switch content {
        case .pixels(let buffer):
            size = buffer.size
            self.orientation = Self.orientation(of: size, in: imageSize, turned: orientation)
        case .jpeg(let bytes):
            let window = try SourceWindow(ImageSource(bytes: bytes))
            let structure = try JPEGStructureReader.read(window)
            size = try JPEGHeaderReader.header(structure, orientation: .upright).storedSize
            // A preview that has an orientation of its own was made by the camera like a photo.
            self.orientation =
                try Self.ownOrientation(structure, window)
                ?? Self.orientation(of: size, in: imageSize, turned: orientation)
        }
    }

    private static func ownOrientation(
        _ structure: JPEGStructure, _ window: SourceWindow
    ) throws(ImagingError) -> Orientation? {
        guard let block = structure.exif else { return nil }
        return EXIFBlock(try window.source.read(at: block.offset, count: block.length))?.orientation
    }

    /// Previews are stored like the image, unless their aspect ratio shows that they were turned already.
    private static func orientation(
        of preview: PixelSize, in image: PixelSize, turned orientation: Orientation
    ) -> Orientation {
        guard orientation.swapsAxes, image.width != image.height else { return orientation }
        return (preview.width > preview.height) == (image.width > image.height) ? orientation : .upright
    }
}

extension ImageHeader {
    /// The header of an image that is shown by its preview.
    package static func previewed(
        _ format: MediaFormat, storedSize: PixelSize, orientation: Orientation
    ) -> ImageHeader {
        ImageHeader(
            format: format, storedSize: storedSize, orientation: orientation, hasAlpha: false, isProgressive: false,
            colorComponents: 3, bitsPerComponent: 8, hasColorProfile: false)
    }
}
