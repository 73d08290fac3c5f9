internal import BackendAPI

/// What a frame shows, copied out of it.
struct FramePixels: Equatable {
    let width: Int
    let height: Int
    /// Red, green, blue of each pixel, rows from the top; in a frame without colours three times the same.
    var samples: [UInt8]
    /// Whether it has no colours.
    let isGray: Bool
    /// A pixel that is not opaque, if there is one.
    let clearPixel: (x: Int, y: Int)?

    /// - Parameter frame: one whose pixels were not given back.
    /// - Returns: nil when its figures do not allow to read it.
    init?(_ frame: FrameCopy) {
        guard FrameSamples.fault(frame.frame) == nil, frame.width * frame.height < 1 << 24 else { return nil }
        (width, height) = (frame.width, frame.height)
        isGray = frame.frame.format == PICKER_FORMAT_GRAY8
        var samples = [UInt8](repeating: 0, count: width * height * 3)
        var clear: (x: Int, y: Int)?
        let reader = RowReader(frame.frame)
        samples.withUnsafeMutableBufferPointer { samples in
            guard let base = samples.baseAddress else { return }
            for y in 0..<frame.height {
                if let x = reader.read(row: y, into: base + y * frame.width * 3), clear == nil { clear = (x, y) }
            }
        }
        self.samples = samples
        clearPixel = clear
    }

    /// - Parameter samples: red, green, blue of each pixel, rows from the top.
    init(width: Int, height: Int, samples: [UInt8]) {
        (self.width, self.height, self.samples) = (width, height, samples)
        (isGray, clearPixel) = (false, nil)
    }

    static func == (left: FramePixels, right: FramePixels) -> Bool {
        left.width == right.width && left.height == right.height && left.samples == right.samples
    }
}

/// Reads rows of a frame whose figures are valid.
private struct RowReader {
    private let planes: [UnsafePointer<UInt8>?]
    private let strides: [Int]
    private let frame: picker_frame

    init(_ frame: picker_frame) {
        self.frame = frame
        planes = [frame.plane.0, frame.plane.1, frame.plane.2]
        // Those of planes that there are not may be any number.
        strides = [frame.stride.0, frame.stride.1, frame.stride.2].map { Int(clamping: $0) }
    }

    /// - Returns: the first pixel that is not opaque.
    func read(row y: Int, into to: UnsafeMutablePointer<UInt8>) -> Int? {
        let width = Int(frame.width)
        guard let first = planes[0].map({ $0 + y * strides[0] }) else { return nil }
        switch frame.format {
        case PICKER_FORMAT_GRAY8: for x in 0..<width * 3 { to[x] = first[x / 3] }
        case PICKER_FORMAT_RGB8: to.update(from: first, count: width * 3)
        case PICKER_FORMAT_RGBA8:
            for x in 0..<width { (to + x * 3).update(from: first + x * 4, count: 3) }
            return (0..<width).first { first[$0 * 4 + 3] != 255 }
        default: readPlanes(first, row: y, into: to)
        }
        return nil
    }

    /// Full-range BT.601, as in JFIF, with 16 bits after the point.
    private func readPlanes(_ luma: UnsafePointer<UInt8>, row y: Int, into to: UnsafeMutablePointer<UInt8>) {
        let (shift, row) = (Int(frame.chroma_shift_x), y >> Int(frame.chroma_shift_y))
        guard let blue = planes[1].map({ $0 + row * strides[1] }), let red = planes[2].map({ $0 + row * strides[2] })
        else { return }
        for x in 0..<Int(frame.width) {
            let (light, b, r) = (Int(luma[x]) << 16, Int(blue[x >> shift]) - 128, Int(red[x >> shift]) - 128)
            let colors = (light + 91881 * r, light - 22554 * b - 46802 * r, light + 116130 * b)
            to[x * 3] = Self.sample((colors.0 + 32768) >> 16)
            to[x * 3 + 1] = Self.sample((colors.1 + 32768) >> 16)
            to[x * 3 + 2] = Self.sample((colors.2 + 32768) >> 16)
        }
    }

    /// As `UInt8(clamping:)`, which takes ten times as long without optimisation.
    private static func sample(_ value: Int) -> UInt8 {
        value < 0 ? 0 : value > 255 ? 255 : UInt8(truncatingIfNeeded: value)
    }
}
