import Imaging
import Pixels
import Synchronization

/// Stands in for a codec: pictures of one colour. The samples of each plane are a byte of their data: of gray the first.
final class PaintedPictures: PictureDecoding {
    /// Called with each picture before it is decoded, from any thread.
    private let willDecode: @Sendable (CodedPicture) throws(ImagingError) -> Void
    private let count = Mutex(0)
    private let model: DecodedPicture.Model

    /// - Parameter model: gray, or YCbCr without subsampling.
    init(
        _ model: DecodedPicture.Model = .gray,
        willDecode: @escaping @Sendable (CodedPicture) throws(ImagingError) -> Void = { _ throws(ImagingError) in }
    ) {
        self.model = model
        self.willDecode = willDecode
    }

    /// How many pictures were decoded.
    var decodedCount: Int { count.withLock { $0 } }

    func decode(_ picture: CodedPicture) throws(ImagingError) -> DecodedPicture {
        try willDecode(picture)
        count.withLock { $0 += 1 }
        let (size, planeCount) = (picture.size, model == .gray ? 1 : 3)
        let bytes = size.pixelCount
        let memory = UnsafeMutablePointer<UInt8>.allocate(capacity: bytes * planeCount)
        var planes: [DecodedPicture.Plane] = []
        for index in 0..<planeCount {
            (memory + index * bytes).initialize(repeating: picture.data[index], count: bytes)
            planes.append(.init(base: memory + index * bytes, stride: size.width, size: size))
        }
        nonisolated(unsafe) let owned = memory  // Freed once, when nobody reads it any more.
        return DecodedPicture(size: size, model: model, depth: 8, planes: planes, codePoints: nil) {
            owned.deallocate()
        }
    }
}
