package import BackendKit
package import PhotoModel
internal import PhotoServing
package import Pixels

extension CatalogLibrary: VideoLibrary {
    package func videoFacts(
        of localIdentifier: String, representation: Int, call: BackendCall
    ) throws(BackendError) -> VideoFacts {
        try serving.videoFacts(of: files(of: localIdentifier, call: call), representation: representation, call: call)
    }

    package func poster(
        of localIdentifier: String, representation: Int, at time: Double?, targetSize: PixelSize?, call: BackendCall
    ) throws(BackendError) -> Frame {
        try serving.poster(
            of: files(of: localIdentifier, call: call), representation: representation, at: time,
            targetSize: targetSize, call: call)
    }
}
