public import Imaging

/// The source of a video's bytes: a file, memory, or a function that reads them in pieces.
public struct VideoBytes {
    public let byteCount: Int
    /// Up to `count` bytes from `offset`; fewer at the end, none after it.
    let read: (_ offset: Int, _ count: Int) throws(ImagingError) -> [UInt8]

    /// - Parameter read: called on the thread that reads the video, with no offset below 0.
    public init(
        byteCount: Int, read: @escaping (_ offset: Int, _ count: Int) throws(ImagingError) -> [UInt8]
    ) {
        self.byteCount = byteCount
        self.read = read
    }

    public init(_ source: ImageSource) {
        self.init(byteCount: source.byteCount) { offset, count throws(ImagingError) in
            try source.read(at: offset, count: count)
        }
    }
}
