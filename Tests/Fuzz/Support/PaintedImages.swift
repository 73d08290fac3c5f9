internal import Imaging
internal import PhotoModel

/// Stands in for the codecs of HEIF: images of the size that the file says, of one of several kinds, whatever their
/// data. What is fuzzed is what this project makes of a file, not the libraries behind it.
struct PaintedImages: CodedImageDecoding {
    private static let models: [DecodedImage.Model] = [
        .gray, .ycbcr(.yuv420), .ycbcr(.yuv422), .ycbcr(.yuv444), .rgb,
    ]

    func decode(_ image: CodedImage) throws(ImagingError) -> DecodedImage {
        guard image.size.pixelCount <= FuzzLimits.thumbnails.maxPixels else { throw .tooLarge("an image") }
        _ = image.file()
        let kind = image.data[0]
        if kind == 255 { throw .corrupt("an image") }
        let model = Self.models[Int(kind) % Self.models.count]
        let depth = kind & 0x40 == 0 ? 8 : 10
        let sizes = Self.planeSizes(image.size, model)
        let bytes = sizes.map { $0.pixelCount * (depth > 8 ? 2 : 1) }
        let memory = UnsafeMutableRawPointer.allocate(byteCount: bytes.reduce(0, +), alignment: 16)
        memory.initializeMemory(as: UInt8.self, repeating: kind & 3, count: bytes.reduce(0, +))
        var planes: [DecodedImage.Plane] = []
        var offset = 0
        for (size, count) in zip(sizes, bytes) {
            planes.append(.init(base: memory + offset, stride: size.width * (depth > 8 ? 2 : 1), size: size))
            offset += count
        }
        nonisolated(unsafe) let owned = memory  // Freed once, when it is no longer read.
        return DecodedImage(
            size: image.size, model: model, depth: depth, planes: planes, codePoints: nil
        ) { owned.deallocate() }
    }

    private static func planeSizes(_ size: PixelSize, _ model: DecodedImage.Model) -> [PixelSize] {
        switch model {
        case .gray: [size]
        case .rgb: [size, size, size]
        case .ycbcr(let subsampling): [size, subsampling.chromaSize(of: size), subsampling.chromaSize(of: size)]
        }
    }
}
