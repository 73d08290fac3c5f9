internal import PhotoModel

/// Reads single pixels of a buffer of any format, as RGBA.
struct PixelSampler {
    struct Sample {
        var red: UInt8 = 0
        var green: UInt8 = 0
        var blue: UInt8 = 0
        var alpha: UInt8 = 255
    }

    private let buffer: PixelBuffer
    private let columns: [Int]

    init(_ buffer: PixelBuffer, columns: [Int]) {
        self.buffer = buffer
        self.columns = columns
    }

    /// Reads the pixels of a row at the columns.
    func read(row: Int, into samples: inout [Sample]) {
        let start = UnsafePointer(buffer.planes[0].base + row * buffer.planes[0].stride)
        switch buffer.format {
        case .gray8:
            for (index, x) in columns.enumerated() {
                samples[index] = Sample(red: start[x], green: start[x], blue: start[x])
            }
        case .rgb8:
            for (index, x) in columns.enumerated() {
                let pixel = start + 3 * x
                samples[index] = Sample(red: pixel[0], green: pixel[1], blue: pixel[2])
            }
        case .rgba8:
            for (index, x) in columns.enumerated() {
                let pixel = start + 4 * x
                samples[index] = Sample(red: pixel[0], green: pixel[1], blue: pixel[2], alpha: pixel[3])
            }
        case .ycbcr8(let subsampling): readYCbCr(row, subsampling, into: &samples)
        }
    }

    private func readYCbCr(_ row: Int, _ subsampling: ChromaSubsampling, into samples: inout [Sample]) {
        let planes = buffer.planes
        let chromaRow = row >> subsampling.verticalShift
        let luma = planes[0].base + row * planes[0].stride
        let blues = planes[1].base + chromaRow * planes[1].stride
        let reds = planes[2].base + chromaRow * planes[2].stride
        for (index, x) in columns.enumerated() {
            let chroma = x >> subsampling.horizontalShift
            samples[index] = Self.sample(Int(luma[x]), Int(blues[chroma]) - 128, Int(reds[chroma]) - 128)
        }
    }

    /// The inverse of JFIF's matrix, in units of 1/65536.
    private static func sample(_ luma: Int, _ blue: Int, _ red: Int) -> Sample {
        func clamped(_ offset: Int) -> UInt8 { UInt8(clamping: luma + (offset + 32768) >> 16) }
        return Sample(
            red: clamped(91881 * red), green: clamped(-22554 * blue - 46802 * red), blue: clamped(116_130 * blue))
    }
}
