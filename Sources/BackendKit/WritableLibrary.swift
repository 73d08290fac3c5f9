public import PhotoModel

/// A library to which assets and albums can be added. Its backend declares the capability `write`, and no other does;
/// `BackendEntry` checks that.
///
/// It only adds: nothing is overwritten, changed or removed. The host makes one of these calls at a time for each library,
/// while other calls may be in flight.
public protocol WritableLibrary: BackendLibrary {
    /// Adds one asset, completely or not at all, even if there is a crash. It is on the disk when this returns.
    ///
    /// - Throws: `.notFound` for an unknown collection, `.invalidArgument` for a name that cannot be one,
    ///   `.unsupportedFormat` for what is not a photo or video, `.accessDenied`, `.io`, or what the request's source
    ///   threw.
    func add(_ request: AddRequest, call: BackendCall) throws(PhotoError) -> Asset

    /// Makes an album at the top, or returns the one that has this title already.
    ///
    /// - Throws: `.invalidArgument` for a title that cannot be one, `.accessDenied` or `.io`.
    func createAlbum(title: String, call: BackendCall) throws(PhotoError) -> AssetCollection
}

/// What to add to a library. Valid until the call returns: do not keep it.
public struct AddRequest {
    /// Reads at most as many bytes as it is given; returns none at the end.
    public typealias Source = (Int) throws(PhotoError) -> [UInt8]

    /// The name that the file should get, without folders. If it is taken, a number is added: `IMG_1 (2).jpg`.
    public var filename: String
    /// The identifier of an editable album; nil: the saved photos, such as the library's own folder.
    public var collection: String?
    /// The number of bytes that will come; nil when the source does not say.
    public var byteSize: Int64?
    private let source: Source

    /// - Parameters:
    ///   - filename: the name that the file should get, without folders.
    ///   - collection: the identifier of an editable album; nil: the saved photos.
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
