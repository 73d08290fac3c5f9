public import PhotoModel

/// A library that answers image requests with image files, as servers have them: `BackendLibrary.requestImage` is never
/// called on it. The host decodes, crops and scales them to what was asked for; see docs/abi.md, R14.
public protocol ImageFileLibrary: BackendLibrary {
    /// Delivers any number of degraded images and then exactly one final image, or throws.
    ///
    /// Each shows the whole image of `options.version`, whatever `options.crop` is, and need not have the size of
    /// `options.targetSize`. A final image that is smaller than that, because there is nothing larger in a format that the
    /// host reads, is degraded as well. When `deliver` returns `.stop`, deliver no more and return.
    func requestImageFile(
        of localIdentifier: String, options: ImageOptions, call: BackendCall, deliver: (ImageFile) -> Flow
    ) throws(PhotoError)
}

extension ImageFileLibrary {
    /// Throws `.unsupported`, for hosts that take no image files.
    public func requestImage(
        of localIdentifier: String, options: ImageOptions, acceptedFormats: FrameFormats, call: BackendCall,
        deliver: (Frame) -> Flow
    ) throws(PhotoError) {
        throw .unsupported("this backend has image files, and this host takes only pixels")
    }
}

/// One delivery of an image request, as a JPEG, PNG, WebP or GIF file. The orientation in the file is applied.
public struct ImageFile: Sendable {
    /// The content of the file.
    public var bytes: [UInt8]
    /// The size of the upright full image, in whose pixels `ImageOptions.crop` is given; nil: that of this file.
    public var fullSize: PixelSize?
    /// Whether there could be a better image for this request.
    public var isDegraded: Bool
    /// Whether this is the last image of the request.
    public var isFinal: Bool

    /// - Parameters:
    ///   - bytes: the content of a JPEG, PNG, WebP or GIF file.
    ///   - fullSize: the size of the upright full image; nil: that of this file.
    ///   - isDegraded: whether there could be a better image for this request.
    ///   - isFinal: whether this is the last image of the request.
    public init(bytes: [UInt8], fullSize: PixelSize? = nil, isDegraded: Bool = false, isFinal: Bool = true) {
        self.bytes = bytes
        self.fullSize = fullSize
        self.isDegraded = isDegraded
        self.isFinal = isFinal
    }
}
