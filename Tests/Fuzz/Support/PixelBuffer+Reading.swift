internal import PhotoModel

extension PixelBuffer {
    /// Looks at every sample, so that AddressSanitizer sees rows that reach beyond their memory.
    func read() {
        var sum = 0
        for plane in planes {
            for row in 0..<plane.size.height {
                let width = plane.size.width * format.bytesPerPixel
                for sample in UnsafeBufferPointer(start: plane.base + row * plane.stride, count: width) {
                    sum += Int(sample)
                }
            }
        }
        withExtendedLifetime(self) {}
        // Always true; without it nothing would have to be looked at.
        precondition(sum >= 0)
    }

    /// Those of all rows, without what is between them.
    var samples: [[UInt8]] {
        planes.flatMap { plane in
            (0..<plane.size.height).map { row in
                let width = plane.size.width * format.bytesPerPixel
                return Array(UnsafeBufferPointer(start: plane.base + row * plane.stride, count: width))
            }
        }
    }
}
