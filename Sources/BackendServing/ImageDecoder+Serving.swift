package import Imaging
package import PhotoModel
internal import RAWImaging
internal import StillImaging
internal import VideoMedia

extension ImageDecoder {
    /// What backends over a folder read images with: what needs no library; TIFF, JPEG XL, JPEG 2000, the posters of videos
    /// and the previews of RAW files where the libraries for these are there; and what a backend adds.
    package static func serving(_ codecs: [any ImageCodec] = [], limits: ImageLimits = .standard) -> ImageDecoder {
        ImageDecoder(limits: limits, codecs: .builtIn + stillCodecs + [VideoCodec(), RAWCodec()] + codecs)
    }
}

/// TIFF, JPEG XL and JPEG 2000, where the libraries for them are there.
private let stillCodecs: [any ImageCodec] = [TIFFImageCodec(), JXLCodec(), JP2Codec()]

extension FileServing {
    /// The uniform type identifiers of all that is shown without a further codec, with the libraries that are there. RAW is
    /// always among them.
    package static let formats =
        (builtInFormats + stillFormats + RAWCodec().formats + videoFormats).map(\.uniformTypeIdentifier)

    private static let builtInFormats: [MediaFormat] = [.jpeg, .png, .webp, .gif, .bmp, .psd]
    private static let stillFormats = shown(stillCodecs)
    private static let videoFormats = shown([VideoCodec()])

    private static func shown(_ codecs: [any ImageCodec]) -> [MediaFormat] {
        codecs.flatMap { codec in codec.formats.filter { codec.support(for: $0).decodesPixels } }
    }

    /// What would change it where a library for TIFF, JPEG XL or JPEG 2000 is missing, a sentence for each. Loads none.
    package static var missingStillLibraries: [String] { StillLibrary.allCases.compactMap(\.problem) }

    /// What would be shown with a library that is not there, as problems of the whole library.
    package static var missingLibraries: [Diagnostic] {
        ([RAWLibrary.problem].compactMap(\.self) + missingStillLibraries).map {
            Diagnostic(relativePath: ".", reason: .unsupportedFormat, message: $0)
        }
    }
}
