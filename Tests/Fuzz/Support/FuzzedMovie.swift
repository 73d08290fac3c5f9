internal import Imaging
internal import PhotoModel

@testable internal import VideoMedia

/// One input of libFuzzer as boxes of ISO media: a video, or a RAW file of Canon's newer cameras. FFmpeg's and LibRaw's
/// readers are not asked, only what Picker reads itself.
public struct FuzzedMovie {
    private let source: ImageSource
    private let bytes: [UInt8]

    public init(_ bytes: UnsafePointer<UInt8>?, _ count: Int) {
        self.bytes = Array(UnsafeBufferPointer(start: bytes, count: count))
        source = ImageSource(bytes: self.bytes)
    }

    /// - Returns: 0, or -1 for an input of another format.
    public func exercise() -> CInt {
        guard let file = outcome({ () throws(ImagingError) in try ImageFile(source) }) else { return -1 }
        switch file.format {
        case .cr3: readDirectories(file)
        case .mp4, .mov, .m4v: readVideo(file)
        default: return -1
        }
        return 0
    }

    private func readDirectories(_ file: ImageFile) {
        let metadata: ImageMetadata? = outcome({ () throws(ImagingError) in try CR3Metadata.metadata(of: file) }) ?? nil
        check(metadata?.location)
        _ = outcome { () throws(ImagingError) in try CR3Metadata.exifBlock(of: file) }
    }

    private func readVideo(_ file: ImageFile) {
        var metadata = ImageMetadata()
        metadata.addDocument(ofVideo: file)
        metadata.addXMP(ofVideo: file)
        check(metadata.location)
        // What other files have in a box of QuickTime's.
        let text = String(decoding: bytes.suffix(64), as: UTF8.self)
        check(Location(iso6709: text))
        _ = Location.altitude(iso6709: text)
        let media = outcome { () throws(ImagingError) in
            try MovieIndex.check(VideoBytes(source), mostHeaderBytes: VideoFile.mostHeaderBytes, .never)
        }
        precondition((0...source.byteCount).contains(media ?? 0), "\(media ?? 0) bytes of media")
    }

    private func check(_ location: Location?) {
        guard let location else { return }
        precondition(abs(location.latitude) <= 90 && abs(location.longitude) <= 180, "\(location)")
    }
}
