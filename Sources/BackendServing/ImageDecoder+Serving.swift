package import Imaging
package import PhotoModel
internal import RAWImaging
internal import VideoMedia

extension ImageDecoder {
    /// What backends over a folder read images with: JPEG, PNG, WebP and GIF, the posters of videos and the previews of
    /// RAW files where the libraries for these are there, and what a backend adds.
    package static func serving(_ codecs: [any ImageCodec] = []) -> ImageDecoder {
        ImageDecoder(codecs: .builtIn + [VideoCodec(), RAWCodec()] + codecs)
    }
}

extension FileServing {
    /// The uniform type identifiers of all that is shown without a further codec; RAW only where LibRaw is there.
    package static let formats =
        ([.jpeg, .png, .webp, .gif] + RAWCodec().formats + videoFormats).map(\.uniformTypeIdentifier)

    private static let videoFormats = VideoCodec().formats.filter { VideoCodec().support(for: $0).decodesPixels }

    /// What would be shown with a library that is not there, as a problem of the whole library.
    package static var missingLibraries: [Diagnostic] {
        RAWLibrary.problem.map { [Diagnostic(relativePath: ".", reason: .unsupportedFormat, message: $0)] } ?? []
    }
}
