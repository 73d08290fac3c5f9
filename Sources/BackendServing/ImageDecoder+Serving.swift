package import Imaging
package import PhotoModel
internal import RAWImaging
internal import StillImaging
internal import VideoMedia

extension ImageDecoder {
    /// The decoder of backends over folders. It reads the formats that need no library; TIFF, JPEG XL, JPEG 2000,
    /// posters of videos and previews of RAW files if their libraries are installed; and the formats of the backend's
    /// own `codecs`.
    package static func serving(_ codecs: [any ImageCodec] = [], limits: ImageLimits = .standard) -> ImageDecoder {
        ImageDecoder(limits: limits, codecs: .builtIn + stillCodecs + [VideoCodec(), RAWCodec()] + codecs)
    }
}

/// The codecs of TIFF, JPEG XL and JPEG 2000. Each works only if its library is installed.
private let stillCodecs: [any ImageCodec] = [TIFFImageCodec(), JXLCodec(), JP2Codec()]

extension FileServing {
    /// The uniform type identifiers of the formats that are shown without further codecs, given the libraries that are
    /// installed. RAW formats are always among them.
    package static let formats =
        (builtInFormats + stillFormats + RAWCodec().formats + videoFormats).map(\.uniformTypeIdentifier)

    private static let builtInFormats: [MediaFormat] = [.jpeg, .png, .webp, .gif, .bmp, .psd]
    private static let stillFormats = shown(stillCodecs)
    private static let videoFormats = shown([VideoCodec()])

    private static func shown(_ codecs: [any ImageCodec]) -> [MediaFormat] {
        codecs.flatMap { codec in codec.formats.filter { codec.support(for: $0).decodesPixels } }
    }

    /// A sentence for each missing library of TIFF, JPEG XL and JPEG 2000, which says how to install it. No library is
    /// loaded for this.
    package static var missingStillLibraries: [String] { StillLibrary.allCases.compactMap(\.problem) }

    /// What missing libraries keep from being shown, as diagnostics of the whole library.
    package static var missingLibraries: [Diagnostic] {
        ([RAWLibrary.problem].compactMap(\.self) + missingStillLibraries).map {
            Diagnostic(relativePath: ".", reason: .unsupportedFormat, message: $0)
        }
    }
}
