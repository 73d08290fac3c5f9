internal import Imaging
internal import PhotoModel

/// One input of libFuzzer as a JPEG that is passed on without the place where it was taken: the file that it is, or a block of metadata in one.
public struct FuzzedPlaces {
    private let bytes: [UInt8]

    public init(_ bytes: UnsafePointer<UInt8>?, _ count: Int) {
        self.bytes = Array(UnsafeBufferPointer(start: bytes, count: count))
    }

    /// - Returns: 0, as libFuzzer wants it.
    public func exercise() -> CInt {
        passOn(MediaFormat.sniff(bytes) == .jpeg ? bytes : MetadataCarrier.jpeg(bytes))
        return 0
    }

    private func passOn(_ file: [UInt8]) {
        guard let rest = withoutLocation(file) else { return }
        precondition(rest.count <= file.count, "it grew from \(file.count) to \(rest.count)")
        let metadata = outcome { () throws(ImagingError) in try ImageDecoder().metadata(of: ImageSource(bytes: rest)) }
        if let metadata { precondition(metadata.location == nil && metadata.altitude == nil, "\(metadata)") }
        guard let header = header(file) else { return }
        precondition(self.header(rest) == header, "it is another image than \(header)")
        // A second time, there is nothing to take out.
        precondition(withoutLocation(rest) == rest, "it is \(rest)")
    }

    private func header(_ file: [UInt8]) -> ImageHeader? {
        outcome { () throws(ImagingError) in try ImageDecoder().header(of: ImageSource(bytes: file)) }
    }

    private func withoutLocation(_ file: [UInt8]) -> [UInt8]? {
        outcome { () throws(ImagingError) in
            var copy = try ImageSource(bytes: file).withoutLocation()
            var bytes: [UInt8] = []
            while let piece = try copy.next() {
                precondition(!piece.isEmpty)
                bytes += piece
            }
            return bytes
        }
    }
}
