public import PhotoModel

/// A library that knows videos: what is in them, and any frame of them. Its backend has the capability `video` where the
/// system has what it takes, and no other backend has it.
public protocol VideoLibrary: BackendLibrary {
    /// What the streams of a representation are.
    ///
    /// `representation` is an index in `AssetDetails.representations`.
    ///
    /// - Throws: `.notFound`, `.corruptMedia`, `.unsupportedFormat` for what is no video.
    func videoFacts(
        of localIdentifier: String, representation: Int, call: BackendCall
    ) throws(PhotoError) -> VideoFacts

    /// A frame, upright: the one on the screen at `time`, in seconds from the beginning, or the first good one when
    /// that is nil.
    ///
    /// It fits into the box `targetSize` and is never enlarged; nil: full size.
    ///
    /// - Throws: as `videoFacts`.
    func poster(
        of localIdentifier: String, representation: Int, at time: Double?, targetSize: PixelSize?, call: BackendCall
    ) throws(PhotoError) -> Frame
}
