/// An image in memory: one plane, or three for YCbCr. It owns its memory or borrows it from its maker.
///
/// Its maker fills the buffer, and no one writes to it any more once it has been handed on; so it may cross threads.
public final class PixelBuffer: @unchecked Sendable {  // Unchecked: the planes are not written after hand-over.
    /// One plane of samples. Valid as long as its buffer lives.
    public struct Plane {
        /// First byte of the top row.
        public let base: UnsafeMutablePointer<UInt8>
        /// Bytes from one row to the next; at least `size.width` times the bytes of a pixel.
        public let stride: Int
        /// Width and height in samples (pixels, for interleaved formats).
        public let size: PixelSize

        /// - Parameters:
        ///   - base: first byte of the top row.
        ///   - stride: bytes from one row to the next.
        ///   - size: width and height in samples.
        public init(base: UnsafeMutablePointer<UInt8>, stride: Int, size: PixelSize) {
            self.base = base
            self.stride = stride
            self.size = size
        }
    }

    /// Alignment of rows and planes of buffers that this type allocates; enough for AVX-512.
    public static let rowAlignment = 64

    /// Width and height of the image.
    public let size: PixelSize
    /// What the samples mean and where they are.
    public let format: PixelFormat
    /// What the colours mean.
    public let colorSpace: ColorSpace
    /// One plane, or three for YCbCr.
    public let planes: [Plane]
    private let release: @Sendable () -> Void

    /// Takes over planes that were allocated elsewhere; `release` is called exactly once, on any thread, when the buffer is
    /// freed.
    public init(
        size: PixelSize, format: PixelFormat, colorSpace: ColorSpace, planes: [Plane],
        release: @escaping @Sendable () -> Void
    ) {
        precondition(planes.count == format.planeCount, "a \(format) buffer has \(format.planeCount) plane(s)")
        self.size = size
        self.format = format
        self.colorSpace = colorSpace
        self.planes = planes
        self.release = release
    }

    /// Allocates an uninitialized buffer with 64-byte aligned rows.
    ///
    /// - Throws: `PixelBufferError` when `size` is empty or larger than memory can hold.
    public convenience init(
        size: PixelSize, format: PixelFormat, colorSpace: ColorSpace = .sRGB
    ) throws(PixelBufferError) {
        let layout = try PlaneLayout.layouts(of: format, size: size)
        let byteCount = layout.last!.end  // A format has at least one plane.
        guard let memory = alignedMemory(byteCount) else { throw .outOfMemory(bytes: byteCount) }
        let base = AllocatedMemory(memory)
        self.init(
            size: size, format: format, colorSpace: colorSpace,
            planes: layout.map {
                Plane(base: memory.advanced(by: $0.offset), stride: $0.stride, size: $0.size)
            },
            release: { base.release() }
        )
    }

    deinit { release() }

    /// The number of bytes that the planes occupy, row padding included.
    public var byteCount: Int {
        planes.reduce(0) { $0 + $1.stride * $1.size.height }
    }
}

/// Why a pixel buffer could not be made.
public enum PixelBufferError: Error, Equatable {
    case invalidSize(PixelSize)
    case outOfMemory(bytes: Int)
}

extension PixelBufferError: CustomStringConvertible {
    /// What went wrong, for people.
    public var description: String {
        switch self {
        case .invalidSize(let size): "an image of \(size) pixels cannot be held in memory"
        case .outOfMemory(let bytes): "out of memory for an image of \(bytes) bytes"
        }
    }
}
