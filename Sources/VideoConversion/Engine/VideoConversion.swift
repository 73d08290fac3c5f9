internal import CVideoConversion
internal import ConversionProcess
package import Imaging
package import PhotoModel
package import Platform
package import VideoMedia

/// Converts videos to MP4 with H.264 and AAC, which every player supports.
///
/// Streams that are playable are kept: H.264 and AAC are copied into the new container without decoding. Other streams
/// are decoded and encoded, with their times, rotation, pixel aspect ratio and colour codes; in 4:2:0 with eight bits,
/// with odd sizes cropped to even ones. Use it on one thread at a time; the codecs have threads of their own.
package struct VideoConversion: Sendable {
    /// Whether the location is kept, if the file has one.
    package var keepsLocation: Bool
    package var limits: ImageLimits
    /// libavcodec's name of the encoder for H.264.
    var encoder = "libx264"
    /// How many threads each codec has; nil for as many as there are processors, up to four.
    var threads: Int?

    package init(keepsLocation: Bool = true, limits: ImageLimits = .videoConversion) {
        self.keepsLocation = keepsLocation
        self.limits = limits
    }

    /// Converts a video into a file that is open for reading and writing, whose content is replaced.
    ///
    /// - Parameters:
    ///   - cancellation: checked between packets and between frames, and with every piece that is read or written.
    ///   - progress: called with the number of seconds that were converted, and the total if it is known.
    /// - Returns: false if every player supports the video as it is; nothing is written then.
    /// - Throws: `missing` without the libraries or the encoder; of `imaging`: `unsupportedFormat` also for videos that
    ///   are encrypted or have no frame, `corrupt` also if the file ends too early, `tooLarge`, `io`, `cancelled`,
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
    /// The message if the libraries for conversions, or the encoder, are missing.
    static let conversionAdvice =
        "videos are converted with FFmpeg's libraries, x264 among them; install \(packages) \(conversionPackages)"

    private static let conversionPackages = names(video_conversion_library_name).map { package(of: $0) }
        .joined(separator: " ")
}

/// Why a video was not converted.
package enum VideoConversionError: Error, Equatable, Sendable {
    /// This system lacks what is needed for converting; the text is one line that says what to install.
    case missing(String)
    /// The video cannot be read, or the output cannot be written.
    case imaging(ImagingError)
}
