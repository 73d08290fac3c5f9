public import PhotoModel

/// A library that lists the images inside HEIF files. Its backend has the capability `heif`, and no other has;
/// `BackendEntry` holds backends to that.
public protocol HEIFLibrary: BackendLibrary {
    /// Gives the images in the file of an asset, the main one first.
    ///
    /// - Throws: `.notFound`, `.unsupportedFormat` for a file that is not HEIF, `.corruptMedia`.
    func items(of localIdentifier: String, call: BackendCall, emit: (ImageItem) -> Flow) throws(PhotoError)

    /// As `requestImage`, of one of those images. `.invalidArgument` for one that is not there.
    func requestItem(
        _ id: UInt32, of localIdentifier: String, options: ImageOptions, acceptedFormats: FrameFormats,
        call: BackendCall, deliver: (Frame) -> Flow
    ) throws(PhotoError)
}
