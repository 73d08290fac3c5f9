internal import BackendAPI
internal import PhotoModel

/// What helps who looks for the cause of a wrong frame.
extension ImageModel {
    /// What the frame looks like instead, such as "a photo of orientation 3"; nil: like nothing that is known, or like several
    /// things.
    func hint(_ pixels: FramePixels, isDegraded: Bool) -> String? {
        func isRight(_ change: (inout ImageModel) -> Void) -> Bool {
            var other = self
            change(&other)
            return other.fault(pixels, isDegraded: isDegraded) == nil
        }
        if fault(pixels.exchangingRedAndBlue, isDegraded: isDegraded) == nil { return "red and blue are exchanged" }
        if ask.crop.width != 0, ask.crop.height != 0 { return cropHint(pixels, isDegraded: isDegraded) }
        if let turned = otherOrientations.first(where: { other in isRight { $0.mosaic.exif.orientation = other } }) {
            return "it is what a photo of orientation \(turned) looks like, and this one has \(orientation)"
        }
        if ask.content == PICKER_ASPECT_FILL, isRight({ $0.ask.content = PICKER_ASPECT_FIT }) {
            return "it is what fits, and does not fill"
        }
        return nil
    }

    private var orientation: UInt16 { mosaic.exif.orientation ?? 1 }
    private var otherOrientations: [UInt16] { (1...8).filter { $0 != orientation } }

    /// What a crop shows instead. Small parts of a photo look alike: what can be explained in two ways is not explained.
    private func cropHint(_ pixels: FramePixels, isDegraded: Bool) -> String? {
        let size = mosaic.uprightSize
        let crop = ask.crop
        var found: [String] = []
        func look(_ text: String, _ change: (inout ImageModel) -> Void) {
            var other = self
            change(&other)
            // In a photo that is turned otherwise the part may lie outside.
            guard found.count < 2, other.hasCropInside,
                other.comparesPixels(width: pixels.width, height: pixels.height, isDegraded: isDegraded)
            else { return }
            if other.fault(pixels, isDegraded: isDegraded) == nil { found.append(text) }
        }
        look("it is all of the photo, not the crop") { $0.ask.crop = picker_rect() }
        if crop.x > 2 || crop.y > 2 {
            look("it is as much of the photo, from its top left corner on") { ($0.ask.crop.x, $0.ask.crop.y) = (0, 0) }
        }
        let shifts = [(-1, 0), (1, 0), (0, -1), (0, 1), (-1, -1), (1, 1), (-2, 0), (2, 0), (0, -2), (0, 2)]
        for (across, down) in shifts {
            let (x, y) = (Int(crop.x) + across, Int(crop.y) + down)
            guard x >= 0, y >= 0, x + Int(crop.width) <= size.width, y + Int(crop.height) <= size.height else {
                continue
            }
            look("it is what a crop from \(x),\(y) on shows") {
                ($0.ask.crop.x, $0.ask.crop.y) = (UInt32(x), UInt32(y))
            }
        }
        for other in otherOrientations {
            look("it is this part of a photo of orientation \(other), and this one has \(orientation)") {
                $0.mosaic.exif.orientation = other
            }
        }
        if ask.content == PICKER_ASPECT_FILL {
            look("it is what fits, and does not fill") { $0.ask.content = PICKER_ASPECT_FIT }
        }
        return found.count == 1 ? found[0] : nil
    }

    private var hasCropInside: Bool {
        let size = mosaic.uprightSize
        return Int(ask.crop.x) + Int(ask.crop.width) <= size.width
            && Int(ask.crop.y) + Int(ask.crop.height) <= size.height
    }

    /// Pictures of what was expected, what came, and where they differ: red, brighter the more; grey: not compared.
    func pictures(_ pixels: FramePixels) -> [String: RasterImage] {
        let right = expected(width: pixels.width, height: pixels.height)
        var difference: [UInt8] = []
        difference.reserveCapacity(right.count)
        for at in stride(from: 0, to: right.count, by: 3) {
            var most = 0
            for sample in at..<at + 3 { most = max(most, abs(Int(right[sample]) - Int(pixels.samples[sample]))) }
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
