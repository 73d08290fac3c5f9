public import PhotoModel

/// A library that lists the images inside HEIF files. Its backend declares the capability `heif`, and no other does;
/// `BackendEntry` checks that.
public protocol HEIFLibrary: BackendLibrary {
    /// Emits the images in the file of an asset, the main one first.
    ///
    /// - Throws: `.notFound`, `.unsupportedFormat` for a file that is not HEIF, `.corruptMedia`.
    func items(of localIdentifier: String, call: BackendCall, emit: (ImageItem) -> Flow) throws(PhotoError)

    /// Like `requestImage`, for one of those images. Throws `.invalidArgument` for one that is not there.
    func requestItem(
        _ id: UInt32, of localIdentifier: String, options: ImageOptions, acceptedFormats: FrameFormats,
        call: BackendCall, deliver: (Frame) -> Flow
    ) throws(PhotoError)
}
