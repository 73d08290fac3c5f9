import BackendKit
import PhotoModel
import Platform

/// An asset of which only the identifier and the kind matter.
func sampleAsset(_ id: String, _ type: MediaType = .image, bytes: Int64 = 100) -> Asset {
    var asset = Asset(
        localIdentifier: id, filename: "\(id).jpg", path: AssetPath("\(id).jpg"), contentType: "public.jpeg",
        mediaType: type)
    asset.byteSize = bytes
    return asset
}

/// Counts how often buffers of the test's own memory were released.
final class ReleaseCounter: Sendable {
    private let atomic = Atomic(0)
    var value: Int { atomic.load(ordering: .sequentiallyConsistent) }

    /// A buffer whose samples in row `y` and byte `x` are `(x * 7 + y * 13 + plane * 50) & 255`.
    func buffer(_ format: PixelFormat, width: Int = 5, height: Int = 3, color: ColorSpace = .sRGB) -> PixelBuffer {
        let size = PixelSize(width: width, height: height)
        var planes: [PixelBuffer.Plane] = []
        for index in 0..<format.planeCount {
            let planeSize = format.planeSize(index, of: size)
            let stride = planeSize.width * format.bytesPerPixel + 3 + index
            let base = UnsafeMutablePointer<UInt8>.allocate(capacity: stride * planeSize.height)
            for y in 0..<planeSize.height {
                for x in 0..<stride { base[y * stride + x] = UInt8(truncatingIfNeeded: x * 7 + y * 13 + index * 50) }
            }
            planes.append(PixelBuffer.Plane(base: base, stride: stride, size: planeSize))
        }
        let addresses = planes.map { UInt(bitPattern: $0.base) }
        return PixelBuffer(size: size, format: format, colorSpace: color, planes: planes) { [atomic = self] in
            for address in addresses { UnsafeMutablePointer<UInt8>(bitPattern: address)?.deallocate() }
            atomic.atomic.add(1, ordering: .sequentiallyConsistent)
        }
    }
}
