import Imaging
import PhotoModel
import Platform

/// Stands in for a codec: images of one colour. The samples of each plane are a byte of their data: of gray the first.
final class PaintedImages: CodedImageDecoding {
    /// Called with each image before it is decoded, from any thread.
    private let willDecode: @Sendable (CodedImage) throws(ImagingError) -> Void
    private let count = Mutex(0)
    private let model: DecodedImage.Model
    private let excess: Int

    /// - Parameters:
    ///   - model: gray, or YCbCr without subsampling.
    ///   - excess: how much wider and higher the images are than the file says.
    init(
        _ model: DecodedImage.Model = .gray, excess: Int = 0,
        willDecode: @escaping @Sendable (CodedImage) throws(ImagingError) -> Void = { _ throws(ImagingError) in }
    ) {
        self.model = model
        self.excess = excess
        self.willDecode = willDecode
    }

    /// How many images were decoded.
    var decodedCount: Int { count.withLock { $0 } }

    func decode(_ image: CodedImage) throws(ImagingError) -> DecodedImage {
        try willDecode(image)
        count.withLock { $0 += 1 }
        let size = PixelSize(width: image.size.width + excess, height: image.size.height + excess)
        let planeCount = model == .gray ? 1 : 3
        let bytes = size.pixelCount
        let memory = UnsafeMutablePointer<UInt8>.allocate(capacity: bytes * planeCount)
        var planes: [DecodedImage.Plane] = []
        for index in 0..<planeCount {
            (memory + index * bytes).initialize(repeating: image.data[index], count: bytes)
            planes.append(.init(base: memory + index * bytes, stride: size.width, size: size))
        }
        nonisolated(unsafe) let owned = memory  // Freed once, when it is no longer read.
        return DecodedImage(size: size, model: model, depth: 8, planes: planes, codePoints: nil) {
            owned.deallocate()
        }
    }
}
