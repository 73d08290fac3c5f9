internal import Imaging
internal import PhotoModel

/// One input of libFuzzer as what says where the video of a motion photo is: the file that it is, and in the place
/// where such words are in files that are sound otherwise.
public struct FuzzedMotionPhoto {
    private let bytes: [UInt8]

    public init(_ bytes: UnsafePointer<UInt8>?, _ count: Int) {
        self.bytes = Array(UnsafeBufferPointer(start: bytes, count: count))
    }

    /// - Returns: 0, as libFuzzer wants it.
    public func exercise() -> CInt {
        for file in [
            bytes, MotionPhotoCarrier.xmp(bytes), MotionPhotoCarrier.samsung(bytes), MotionPhotoCarrier.heic(bytes),
        ] {
            look(ImageSource(bytes: file))
        }
        return 0
    }

    private func look(_ source: ImageSource) {
        let decoder = ImageDecoder(limits: FuzzLimits.thumbnails)
        let metadata = outcome { () throws(ImagingError) in try decoder.metadata(of: source) }
        for format in [MediaFormat.jpeg, .heic] {
            guard let photo = decoder.motionPhoto(of: source, format, metadata: metadata),
                let range = photo.range(inFileOf: source.byteCount)
            else { continue }
            precondition(range.lowerBound > 0 && range.upperBound <= source.byteCount && !range.isEmpty, "\(photo)")
            let head = outcome { () throws(ImagingError) in try source.read(at: range.lowerBound, count: 1) }
            precondition(head?.count == 1, "\(photo)")
        }
    }
}
