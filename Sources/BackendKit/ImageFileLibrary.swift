public import PhotoModel

/// A library that answers image requests with image files, as servers keep them ready: `BackendLibrary.requestImage` is
/// never called on it. The host decodes them, cuts and scales to what was asked for; see docs/abi.md, R14.
public protocol ImageFileLibrary: BackendLibrary {
    /// Makes an image: delivers degraded ones or none, then exactly one that is final; or throws.
    ///
    /// What is delivered shows the whole image of `options.version`, whatever `options.crop` asks; it need not have the
    /// size that `options.targetSize` asks for. A final image that is smaller, because nothing larger can be had in a form
    /// that the host reads, is degraded, too. When `deliver` answers `.stop`, deliver no more and return.
    func requestImageFile(
        of localIdentifier: String, options: ImageOptions, call: BackendCall, deliver: (ImageFile) -> Flow
    ) throws(PhotoError)
}

extension ImageFileLibrary {
    /// Hosts that take no image files get none.
    public func requestImage(
        of localIdentifier: String, options: ImageOptions, acceptedFormats: FrameFormats, call: BackendCall,
        deliver: (Frame) -> Flow
    ) throws(PhotoError) {
        throw .unsupported("this backend has image files, and this host takes only pixels")
    }
}

/// One delivery of an image request: a file of JPEG, PNG, WebP or GIF. An orientation that stands in it applies.
public struct ImageFile: Sendable {
    /// The file.
    public var bytes: [UInt8]
    /// Pixels of the upright full image, which `ImageOptions.crop` counts in; nil: those of the file itself.
    public var fullSize: PixelSize?
    /// A better image of this request could exist.
    public var isDegraded: Bool
    /// No other follows.
    public var isFinal: Bool

    /// - Parameters:
    ///   - bytes: a file of JPEG, PNG, WebP or GIF.
    ///   - fullSize: pixels of the upright full image; nil: those of the file itself.
    ///   - isDegraded: whether a better image of this request could exist.
    ///   - isFinal: whether no other follows.
    public init(bytes: [UInt8], fullSize: PixelSize? = nil, isDegraded: Bool = false, isFinal: Bool = true) {
        self.bytes = bytes
        self.fullSize = fullSize
        self.isDegraded = isDegraded
        self.isFinal = isFinal
    }
}
