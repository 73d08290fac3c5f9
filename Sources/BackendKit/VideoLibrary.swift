public import PhotoModel

/// A library that can say what is in a video, and give any frame of it. Its backend declares the capability `video` if the
/// system has the libraries for that; no other backend declares it.
public protocol VideoLibrary: BackendLibrary {
    /// Describes the streams of a representation.
    ///
    /// `representation` is an index in `AssetDetails.representations`.
    ///
    /// - Throws: `.notFound`, `.corruptMedia`, `.unsupportedFormat` for what is not a video.
    func videoFacts(
        of localIdentifier: String, representation: Int, call: BackendCall
    ) throws(PhotoError) -> VideoFacts

    /// An upright frame: the one that is on the screen at `time`, in seconds from the beginning, or if that is nil, the first
    /// good one, which is neither black nor of a single colour.
    ///
    /// It is made to fit into `targetSize` and is never enlarged; nil: full size.
    ///
    /// - Throws: as `videoFacts`.
    func poster(
        of localIdentifier: String, representation: Int, at time: Double?, targetSize: PixelSize?, call: BackendCall
    ) throws(PhotoError) -> Frame
}
