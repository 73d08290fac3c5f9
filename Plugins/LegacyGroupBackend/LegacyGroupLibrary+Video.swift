internal import BackendKit
internal import PhotoModel
internal import PhotoServing
internal import Pixels

extension LegacyGroupLibrary: VideoLibrary {
    func videoFacts(
        of localIdentifier: String, representation: Int, call: BackendCall
    ) throws(BackendError) -> VideoFacts {
        try serving.videoFacts(of: files(of: localIdentifier, call: call), representation: representation, call: call)
    }

    func poster(
        of localIdentifier: String, representation: Int, at time: Double?, targetSize: PixelSize?, call: BackendCall
    ) throws(BackendError) -> Frame {
        try serving.poster(
            of: files(of: localIdentifier, call: call), representation: representation, at: time,
            targetSize: targetSize, call: call)
    }
}
