internal import Imaging
internal import PhotoModel

/// One input of libFuzzer as metadata: of the file that it is, and as a block inside of a JPEG and of a PNG that are
/// sound otherwise. A fuzzer would take long to find the way there through lengths and checksums.
public struct FuzzedMetadata {
    private let bytes: [UInt8]

    public init(_ bytes: UnsafePointer<UInt8>?, _ count: Int) {
        self.bytes = Array(UnsafeBufferPointer(start: bytes, count: count))
    }

    /// - Returns: 0, as libFuzzer wants it.
    public func exercise() -> CInt {
        _ = MediaFormat.sniff(bytes)
        for name in ["dng", "nef", "txt"] { _ = MediaFormat.sniff(bytes, filenameExtension: name) }
        read(bytes)
        if MediaFormat.sniff(bytes) == .tiff || MediaFormat.sniff(bytes) == nil {
            read(MetadataCarrier.jpeg(bytes))
            read(MetadataCarrier.png(bytes))
        }
        return 0
    }

    private func read(_ file: [UInt8]) {
        let decoder = ImageDecoder(limits: FuzzLimits.thumbnails)
        let source = ImageSource(bytes: file)
        _ = outcome { () throws(ImagingError) in try decoder.header(of: source) }
        if let thumbnail = outcome({ () throws(ImagingError) in try decoder.embeddedThumbnail(of: source) }) ?? nil {
            thumbnail.read()
        }
        if let metadata = outcome({ () throws(ImagingError) in try decoder.metadata(of: source) }) {
            checkNumbers(of: metadata)
        }
    }
}

/// Whatever a file says, a person can be shown it.
func checkNumbers(of metadata: ImageMetadata) {
    if let location = metadata.location {
        precondition(abs(location.latitude) <= 90 && abs(location.longitude) <= 180, "\(location)")
    }
    for number in [metadata.exposureTime, metadata.fNumber, metadata.focalLength] {
        precondition(number.map { $0.isFinite && $0 > 0 } ?? true, "\(metadata)")
    }
}
