internal import CVideo
public import Imaging

/// Makes videos that every player knows of those that few do: MP4 with H.264 and AAC.
///
/// What is playable of a video stays as it is: H.264 and AAC move into the other container, without decoding. The rest
/// is decoded and encoded, with its times, rotation, pixel shape and colour codes; 4:2:0 in eight bits, odd sizes cut
/// to even ones. For one thread at a time, apart from those of the codecs.
public struct VideoConversion: Sendable {
    /// Whether the place stays where the file has one.
    public var keepsLocation: Bool
    public var limits: ImageLimits
    /// libavcodec's name of the encoder for H.264.
    var encoder = "libx264"

    public init(keepsLocation: Bool = true, limits: ImageLimits = .videoConversion) {
        self.keepsLocation = keepsLocation
        self.limits = limits
    }

    /// Converts a video into a file without a name, which is gone when the last copy of the result is.
    ///
    /// - Parameters:
    ///   - isCancelled: asked between packets and between frames, and with every piece that is read or written.
    ///   - progress: how many seconds of the video are converted, and of how many where that is known.
    /// - Returns: nil when every player knows the video as it is.
    /// - Throws: `missing` without the libraries or the encoder; of `imaging`: `unsupportedFormat` also for encrypted
    ///   videos and such without a picture, `corrupt` also when the file ends too early, `tooLarge`, `io`, `cancelled`,
    ///   `timedOut`.
    public func convert(
        _ video: VideoBytes, isCancelled: () -> Bool = { false },
        progress: (_ seconds: Double, _ total: Double?) -> Void = { _, _ in }
    ) throws(VideoConversionError) -> ImageSource? {
        guard VideoLibraries.areInstalled else { throw .missing(VideoLibraries.advice) }
        var run = ConversionRun(conversion: self)
        do throws(ImagingError) {
            return try limits.timed(isCancelled) { check throws(ImagingError) in
                try run.convert(video, isCancelled: check, progress: progress)
            }
        } catch {
            throw run.isLacking ? .missing(VideoLibraries.conversionAdvice) : .imaging(error)
        }
    }
}

extension ImageLimits {
    /// Room for 8K and for hours: 36 megapixels, 4 GiB of memory, six hours.
    public static let videoConversion = ImageLimits(
        maxPixels: 36_000_000, maxFileBytes: .max, maxMemoryBytes: 4 << 30, maxSeconds: 6 * 3600)
}
