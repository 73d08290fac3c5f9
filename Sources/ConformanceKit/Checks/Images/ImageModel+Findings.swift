internal import BackendAPI
internal import PhotoModel

/// What helps who looks for the cause of a wrong frame.
extension ImageModel {
    /// What the frame looks like instead, such as "the photo rotated by 180°"; nil: like nothing that is known.
    func hint(_ pixels: FramePixels, isDegraded: Bool) -> String? {
        func isRight(_ change: (inout ImageModel) -> Void) -> Bool {
            var other = self
            change(&other)
            return other.fault(pixels, isDegraded: isDegraded) == nil
        }
        if fault(pixels.exchangingRedAndBlue, isDegraded: isDegraded) == nil { return "red and blue are exchanged" }
        if ask.crop.width != 0, isRight({ $0.ask.crop = picker_rect() }) {
            return "it is all of the photo, not the crop"
        }
        let orientation = Int(mosaic.exif.orientation ?? 1)
        let turned = (1...8).filter { $0 != orientation }.first { other in
            isRight { $0.mosaic.exif.orientation = UInt16(other) }
        }
        if let turned {
            return "it is what a photo of orientation \(turned) looks like, and this one has \(orientation)"
        }
        if let shift = shift(isRight) { return shift }
        if ask.content == PICKER_ASPECT_FILL, isRight({ $0.ask.content = PICKER_ASPECT_FIT }) {
            return "it is what fits, and does not fill"
        }
        return nil
    }

    /// A crop that is off by a pixel or two.
    private func shift(_ isRight: ((inout ImageModel) -> Void) -> Bool) -> String? {
        guard ask.crop.width != 0 else { return nil }
        let size = mosaic.uprightSize
        for (across, down) in [(-1, 0), (1, 0), (0, -1), (0, 1), (-1, -1), (1, 1), (-2, 0), (2, 0), (0, -2), (0, 2)] {
            let (x, y) = (Int(ask.crop.x) + across, Int(ask.crop.y) + down)
            guard x >= 0, y >= 0, x + Int(ask.crop.width) <= size.width, y + Int(ask.crop.height) <= size.height else {
                continue
            }
            if isRight({ ($0.ask.crop.x, $0.ask.crop.y) = (UInt32(x), UInt32(y)) }) {
                return "it is what a crop from \(x),\(y) on shows"
            }
        }
        return nil
    }

    /// Pictures of what was expected, what came, and where they differ: red, brighter the more; grey: not compared.
    func pictures(_ pixels: FramePixels, isDegraded: Bool) -> [String: RasterImage] {
        let right = expected(width: pixels.width, height: pixels.height)
        var difference: [UInt8] = []
        difference.reserveCapacity(right.count)
        for at in stride(from: 0, to: right.count, by: 3) {
            let most = (0..<3).map { abs(Int(right[at + $0]) - Int(pixels.samples[at + $0])) }.max() ?? 0
            difference += most <= 16 ? [UInt8(most), UInt8(most), UInt8(most)] : [UInt8(min(255, 95 + most)), 0, 0]
        }
        func picture(_ samples: [UInt8]) -> RasterImage {
            RasterImage(width: pixels.width, height: pixels.height, samples: samples)
        }
        return ["expected": picture(right), "got": picture(pixels.samples), "difference": picture(difference)]
    }

    /// The samples of a frame of this size, as the nearest pixel of the photo has them.
    private func expected(width: Int, height: Int) -> [UInt8] {
        let columns = (0..<width).map { cell((Double($0) + 0.5) / Double(width), isAcross: true) }
        let rows = (0..<height).map { cell((Double($0) + 0.5) / Double(height), isAcross: false) }
        var samples: [UInt8] = []
        samples.reserveCapacity(width * height * 3)
        for row in rows {
            for column in columns { samples += mosaic.color(ofCell: index(column, row)).map { UInt8(clamping: $0) } }
        }
        return samples
    }

    /// The cell at a place of the frame, which is a share of its width or height.
    private func cell(_ share: Double, isAcross: Bool) -> Int {
        let (start, length) = isAcross ? (part.x, part.width) : (part.y, part.height)
        let at = start + share * length
        let stored = mosaic.stored(at...at, isAcross: isAcross).interval.lowerBound
        return max(0, Int(stored - 1e-6) / mosaic.cell)
    }
}

extension FramePixels {
    fileprivate var exchangingRedAndBlue: FramePixels {
        var other = self
        for at in stride(from: 0, to: samples.count, by: 3) {
            (other.samples[at], other.samples[at + 2]) = (samples[at + 2], samples[at])
        }
        return other
    }
}
