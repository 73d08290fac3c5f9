internal import CVideo
package import Imaging
package import PhotoModel

/// The content of a video's headers.
package struct VideoDescription {
    package let format: MediaFormat
    /// In square pixels, as stored; nil if there is no frame.
    package let storedSize: PixelSize?
    /// The pixels of a frame as stored, square or not; 0 if there is no frame.
    let framePixels: Int
    package let orientation: Orientation
    package let bitsPerComponent: Int
    package let isEncrypted: Bool
    /// In seconds; nil if it is not known.
    package let duration: Double?
    package let framesPerSecond: Double?
    package let video: CodecDescription?
    package let audio: CodecDescription?

    init(_ file: OpaquePointer, _ format: MediaFormat) {
        var description = video_description()
        video_describe(file, &description)
        self.format = format
        storedSize = Self.size(description)
        framePixels = PixelSize(width: Int(description.width), height: Int(description.height)).pixelCount
        orientation = Orientation(rawValue: UInt8(clamping: description.orientation)) ?? .upright
        bitsPerComponent = Int(description.bits)
        isEncrypted = description.is_encrypted != 0
        duration = description.duration > 0 ? description.duration : nil
        framesPerSecond = description.frames_per_second > 0 ? description.frames_per_second : nil
        video = CodecDescription(description.video)
        audio = CodecDescription(description.audio)
    }

    /// The size in square pixels: if pixels are not square, the image is widened, as players do.
    private static func size(_ description: video_description) -> PixelSize? {
        let (width, height) = (Int(description.width), Int(description.height))
        guard width > 0, height > 0 else { return nil }
        let aspect = Double(description.pixel_aspect_x) / Double(max(1, description.pixel_aspect_y))
        // An aspect ratio outside this range was never recorded, so it is a mistake.
        guard (0.2...5).contains(aspect), aspect != 1 else { return PixelSize(width: width, height: height) }
        return PixelSize(width: max(1, Int((Double(width) * aspect).rounded())), height: height)
    }

    /// - Throws: `unsupportedFormat` if there is no visible frame.
    package func requiredSize() throws(ImagingError) -> PixelSize {
        guard let storedSize else { throw .unsupportedFormat("a video without images (sound only)") }
        guard !isEncrypted else { throw .unsupportedFormat("an encrypted video") }
        return storedSize
    }
}
