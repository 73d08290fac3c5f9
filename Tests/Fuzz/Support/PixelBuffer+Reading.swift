internal import PhotoModel

extension PixelBuffer {
    /// Looks at every sample, so that AddressSanitizer sees rows that reach beyond their memory.
    func read() {
        var sum = 0
        withRows { row in
            for sample in row { sum += Int(sample) }
        }
        // Always true; without it nothing would have to be looked at.
        precondition(sum >= 0)
    }

    /// Those of all rows, without what is between them.
    var samples: [[UInt8]] {
        var samples: [[UInt8]] = []
        withRows { samples.append(Array($0)) }
        return samples
    }

    private func withRows(_ body: (UnsafeBufferPointer<UInt8>) -> Void) {
        for plane in planes {
            for row in 0..<plane.size.height {
                let width = plane.size.width * format.bytesPerPixel
                body(UnsafeBufferPointer(start: plane.base + row * plane.stride, count: width))
            }
        }
        withExtendedLifetime(self) {}
    }
}
