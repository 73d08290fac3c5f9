public import PhotoModel

/// A library that can be added to. Its backend has the capability `write`, and no other has; `BackendEntry` holds
/// backends to that.
///
/// Adding only: nothing is overwritten, changed or removed. The host calls these functions one at a time for each
/// library, beside calls of the others.
public protocol WritableLibrary: BackendLibrary {
    /// Adds one asset: complete or not at all, also after a crash, and on the disk on return.
    ///
    /// - Throws: `.notFound` for an unknown collection, `.invalidArgument` for a name that cannot be one,
    ///   `.unsupportedFormat` for what is no photo or video, `.accessDenied`, `.io`, or what the request's source
    ///   threw.
    func add(_ request: AddRequest, call: BackendCall) throws(PhotoError) -> Asset

    /// Makes an album at the top, or gives the one that has this title.
    ///
    /// - Throws: `.invalidArgument` for a title that cannot be one, `.accessDenied` or `.io`.
    func createAlbum(title: String, call: BackendCall) throws(PhotoError) -> AssetCollection
}

/// What is to be added to a library. Valid until the call returns: do not keep it.
public struct AddRequest {
    /// Reads at most so many bytes; none at the end.
    public typealias Source = (Int) throws(PhotoError) -> [UInt8]

    /// The wanted name, without folders. A number is added when it is taken: `IMG_1 (2).jpg`.
    public var filename: String
    /// Identifier of an editable album; nil: the saved photos.
    public var collection: String?
    /// The number of bytes that will come; nil when the source does not say.
    public var byteSize: Int64?
    private let source: Source

    /// - Parameters:
    ///   - filename: the wanted name, without folders.
    ///   - collection: identifier of an editable album; nil: the saved photos.
    ///   - byteSize: the number of bytes that will come; nil when the source does not know it.
    ///   - source: reads the bytes.
    public init(filename: String, collection: String? = nil, byteSize: Int64? = nil, source: @escaping Source) {
        self.filename = filename
        self.collection = collection
        self.byteSize = byteSize
        self.source = source
    }

    /// The next bytes of the file, at most 256 KiB; nil at the end. What it throws, `add` throws.
    public func next() throws(PhotoError) -> [UInt8]? {
        let bytes = try source(1 << 18)
        return bytes.isEmpty ? nil : bytes
    }
}
