public import PhotoModel

/// A tiny image of a few cells in at most 200 bytes, which is shown until a thumbnail arrives. docs/placeholder.md
/// describes the bytes.
public struct PreviewHash: Hashable, Sendable {
    public static let maximumByteCount = 200

    /// The number of cells along the longer side of an image without alpha.
    static let opaqueSide = 8
    /// The same for an image with alpha, whose cells have four bytes instead of three.
    static let transparentSide = 7
    static let version: UInt8 = 1
    static let headerLength = 4

    /// The bytes that are stored and sent.
    public let bytes: [UInt8]

    /// Reads a preview hash that was made elsewhere. Nil if its version is not 1, if it is longer or shorter than its header
    /// says, or if it has more cells than version 1 allows.
    public init?(bytes: [UInt8]) {
        guard bytes.count >= Self.headerLength, bytes[0] == Self.version, bytes[1] <= 1 else { return nil }
        let (hasAlpha, columns, rows) = (bytes[1] == 1, Int(bytes[2]), Int(bytes[3]))
        let side = hasAlpha ? Self.transparentSide : Self.opaqueSide
        guard (1...side).contains(columns), (1...side).contains(rows),
            bytes.count == Self.headerLength + columns * rows * (hasAlpha ? 4 : 3)
        else { return nil }
        self.bytes = bytes
    }

    /// - Parameter cells: the cells row by row, with three bytes each, or four with alpha.
    init(size: PixelSize, hasAlpha: Bool, cells: [UInt8]) {
        bytes = [Self.version, hasAlpha ? 1 : 0, UInt8(size.width), UInt8(size.height)] + cells
    }

    /// The numbers of columns and rows of cells.
    public var size: PixelSize { PixelSize(width: Int(bytes[2]), height: Int(bytes[3])) }
    public var hasAlpha: Bool { bytes[1] == 1 }

    /// The cells as pixels: RGB, or RGBA with alpha.
    ///
    /// - Throws: `outOfMemory`.
    public func pixels() throws(ImagingError) -> PixelBuffer {
        let buffer = try PixelBuffer.allocate(size, hasAlpha ? .rgba8 : .rgb8)
        let rowLength = size.width * buffer.format.bytesPerPixel
        let plane = buffer.planes[0]
        for row in 0..<size.height {
            for place in 0..<rowLength {
                plane.base[row * plane.stride + place] = bytes[Self.headerLength + row * rowLength + place]
            }
        }
        return buffer
    }
}
