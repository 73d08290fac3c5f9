internal import CVideoConversion
internal import ConversionProcess
package import Imaging
package import PhotoModel
package import Platform
package import VideoMedia

/// Makes videos that every player knows of those that few do: MP4 with H.264 and AAC.
///
/// What is playable of a video stays as it is: H.264 and AAC move into the other container, without decoding. The rest
/// is decoded and encoded, with its times, rotation, pixel shape and colour codes; 4:2:0 in eight bits, odd sizes cut
/// to even ones. For one thread at a time, apart from those of the codecs.
package struct VideoConversion: Sendable {
    /// Whether the place stays where the file has one.
    package var keepsLocation: Bool
    package var limits: ImageLimits
    /// libavcodec's name of the encoder for H.264.
    var encoder = "libx264"

    package init(keepsLocation: Bool = true, limits: ImageLimits = .videoConversion) {
        self.keepsLocation = keepsLocation
        self.limits = limits
    }

    /// Converts a video into a file that is open to be read and written; what it has is replaced.
    ///
    /// - Parameters:
    ///   - cancellation: asked between packets and between frames, and with every piece that is read or written.
    ///   - progress: how many seconds of the video are converted, and of how many where that is known.
    /// - Returns: false when every player knows the video as it is; nothing is written then.
    /// - Throws: `missing` without the libraries or the encoder; of `imaging`: `unsupportedFormat` also for encrypted
    ///   videos and such without a frame, `corrupt` also when the file ends too early, `tooLarge`, `io`, `cancelled`,
    ///   `timedOut`.
    package func convert(
        _ video: VideoBytes, into output: Descriptor, cancellation: Cancellation = .never,
        progress: (_ seconds: Double, _ total: Double?) -> Void = { _, _ in }
    ) throws(VideoConversionError) -> Bool {
        guard VideoLibraries.areInstalled else { throw .missing(VideoLibraries.advice) }
        var run = ConversionRun(conversion: self, output: output)
        do throws(ImagingError) {
            return try limits.timed(cancellation) { cancellation throws(ImagingError) in
                try run.convert(video, cancellation: cancellation, progress: progress)
            }
        } catch {
            throw run.isLacking ? .missing(VideoLibraries.conversionAdvice) : .imaging(error)
        }
    }
}

extension ImageLimits {
    /// Room for 8K and for hours: 36 megapixels, 4 GiB of memory, six hours.
    package static let videoConversion = ImageLimits(ConversionLimits())

    init(_ limits: ConversionLimits) {
        self.init(
            maxPixels: Int(clamping: limits.maxPixels), maxFileBytes: .max,
            maxMemoryBytes: Int(clamping: limits.maxMemoryBytes), maxSeconds: Double(limits.maxSeconds))
    }
}

extension VideoLibraries {
    /// What to say where the libraries of conversions, or the encoder, are missing.
    static let conversionAdvice =
        "videos are converted with FFmpeg's libraries, x264 among them; install \(packages) \(conversionPackages)"

    private static let conversionPackages = names(video_conversion_library_name).map { package(of: $0) }
        .joined(separator: " ")
}

/// Why a video was not converted.
package enum VideoConversionError: Error, Equatable, Sendable {
    /// This system lacks what converts: a line that says what to install.
    case missing(String)
    /// The video, or the output.
    case imaging(ImagingError)
}
