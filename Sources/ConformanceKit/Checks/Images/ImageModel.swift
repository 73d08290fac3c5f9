internal import BackendAPI
internal import PhotoModel

/// What the frames of one request for a mosaic must show: the reference that every pixel is compared with.
struct ImageModel {
    var mosaic: Mosaic
    var ask: ImageRequest
    /// Whether the file keeps every sample as it is.
    let isLossless: Bool
    /// Whether `PICKER_RESIZE_EXACT` gives exactly the target.
    let isExact: Bool

    /// What the crop leaves, or all of it.
    private var cropped: picker_rect {
        let size = mosaic.uprightSize
        let isWhole = ask.crop.width == 0 || ask.crop.height == 0
        return isWhole ? picker_rect(x: 0, y: 0, width: UInt32(size.width), height: UInt32(size.height)) : ask.crop
    }

    private var hasTarget: Bool { ask.width != 0 && ask.height != 0 }
    private var fills: Bool { hasTarget && ask.content == PICKER_ASPECT_FILL }
    private var wantsExact: Bool { ask.resize == PICKER_RESIZE_EXACT && isExact }

    /// Whether nothing is resized, so that each pixel is one of the picture's: there is no target, or it is exactly the part.
    private var isUnscaled: Bool {
        !hasTarget || wantsExact && !fills && ask.width == cropped.width && ask.height == cropped.height
    }

    /// The part of the upright picture that is shown, as exact as the shape of the target makes it.
    var part: (x: Double, y: Double, width: Double, height: Double) {
        let (width, height) = (Double(cropped.width), Double(cropped.height))
        guard fills else { return (Double(cropped.x), Double(cropped.y), width, height) }
        let shape = Double(ask.width) / Double(ask.height)
        let cut = (width: min(width, max(1, height * shape)), height: min(height, max(1, width / shape)))
        return (
            Double(cropped.x) + (width - cut.width) / 2, Double(cropped.y) + (height - cut.height) / 2, cut.width,
            cut.height
        )
    }

    // MARK: Sizes

    /// What is wrong with the size of a final frame; nil: nothing.
    func fault(width: Int, height: Int) -> String? {
        guard hasTarget else {
            let isWhole = width == Int(cropped.width) && height == Int(cropped.height)
            return isWhole ? nil : "it is \(width)x\(height), not \(cropped.width)x\(cropped.height)"
        }
        let (given, part) = ((Double(width), Double(height)), part)
        let scale = min(Double(ask.width) / part.width, Double(ask.height) / part.height)
        let ideal = (width: part.width * scale, height: part.height * scale)
        let text = "it is \(width)x\(height) for a part of \(Self.text(part.width))x\(Self.text(part.height))"
        if wantsExact {
            if fills { return width == ask.width && height == ask.height ? nil : text }
            let isInside = width <= ask.width && height <= ask.height
            let isNear = abs(given.0 - ideal.width) <= 1 && abs(given.1 - ideal.height) <= 1
            let touches = width == ask.width || height == ask.height
            return isInside && isNear && touches ? nil : text + ", to fit \(ask.width)x\(ask.height) exactly"
        }
        if given.0 > part.width + 1 || given.1 > part.height + 1 { return text + ", larger than the source" }
        let isShaped =
            abs(given.0 * part.height / part.width - given.1) <= 2
            || abs(given.1 * part.width / part.height - given.0) <= 2
        if !isShaped { return text + ", in another shape" }
        // What is at least asked for; about the target may be half of it, for a backend with few sizes.
        let share = ask.resize == PICKER_RESIZE_NONE ? 1.0 : 0.5
        let least = (min(ideal.width, part.width) * share - 1.5, min(ideal.height, part.height) * share - 1.5)
        return given.0 < least.0 || given.1 < least.1 ? text + ", too small for \(ask.width)x\(ask.height)" : nil
    }

    private static func text(_ length: Double) -> String { "\(Int(length.rounded()))" }

    // MARK: Pixels

    /// The first pixel that is not what the reference has; nil: there is none.
    ///
    /// Left out are pixels so near to where the picture changes that how images are made smaller decides about them.
    func fault(_ pixels: FramePixels, isDegraded: Bool = false) -> String? {
        if let pixel = pixels.clearPixel { return "pixel \(pixel.x),\(pixel.y) is not opaque" }
        let columns = places(pixels.width, isAcross: true, isDegraded: isDegraded)
        let rows = places(pixels.height, isAcross: false, isDegraded: isDegraded)
        var before: Place?
        var bounds: [PixelBounds] = []
        for (y, row) in rows.enumerated() {
            // Most rows are of the same cells as the one before.
            if row != before {
                bounds = columns.map { self.bounds($0, row, isGray: pixels.isGray, isDegraded: isDegraded) }
                before = row
            }
            guard let (x, color) = pixels.firstPixel(ofRow: y, outside: bounds) else { continue }
            let isKnown = row.cell >= 0 && columns[x].cell >= 0
            let expected = isKnown ? ", not \(mosaic.color(ofCell: index(columns[x].cell, row.cell)))" : ""
            return "pixel \(x),\(y) of \(pixels.width)x\(pixels.height) is \(color)\(expected)"
        }
        return nil
    }

    private func bounds(_ column: Place, _ row: Place, isGray: Bool, isDegraded: Bool) -> PixelBounds {
        let isScaled = hasTarget || isDegraded
        let slack = (isLossless ? 2 : 7) + (isScaled ? 6 : 0) + (isDegraded ? 12 : 0)
        let isOfOneArea = row.area >= 0 && column.area >= 0
        var bounds = PixelBounds()
        if row.cell >= 0, column.cell >= 0 {
            // Colours that reach into each other near a boundary cost brightness where they are cut off.
            let blur = isLossless && !isScaled || isOfOneArea ? 0 : 14
            bounds.light = .init(around: mosaic.light(ofCell: index(column.cell, row.cell)), slack + blur)
        }
        if isOfOneArea, !isGray {
            let tint = Mosaic.tints[mosaic.isTurned ? row.area + 2 * column.area : column.area + 2 * row.area]
            (bounds.red, bounds.blue) = (.init(around: tint.red, 2 * slack), .init(around: tint.blue, 2 * slack))
        }
        return bounds
    }

    /// Whether there is a pixel in frames of this size that `fault` compares.
    func comparesPixels(width: Int, height: Int, isDegraded: Bool) -> Bool {
        places(width, isAcross: true, isDegraded: isDegraded).contains { $0.cell >= 0 }
            && places(height, isAcross: false, isDegraded: isDegraded).contains { $0.cell >= 0 }
    }

    /// The number of the stored cell at a place of the upright picture.
    func index(_ across: Int, _ down: Int) -> Int {
        mosaic.isTurned ? across * mosaic.columns + down : down * mosaic.columns + across
    }

    /// Where a column or row of a frame comes from: a cell and an area as stored, each -1 when it is of more than one.
    private struct Place: Equatable {
        var cell: Int
        var area: Int
    }

    private func places(_ count: Int, isAcross: Bool, isDegraded: Bool) -> [Place] {
        let (start, length) = isAcross ? (part.x, part.width) : (part.y, part.height)
        let size = mosaic.uprightSize
        let end = Double(isAcross ? size.width : size.height)
        let scale = length / Double(count)
        let isWhole = isUnscaled && !isDegraded
        // Filters of usual quality reach one and a half pixels of the larger picture; a part is off by one at most.
        let reach = isWhole ? 0 : 1.5 * max(scale, 1) + (fills ? 1.5 : 0.5)
        let margin = isDegraded ? reach * 2 : reach
        return (0..<count).map { index in
            let from = start + Double(index) * scale
            func interval(_ margin: Double) -> ClosedRange<Double> {
                max(0, from - margin)...min(end, max(from + scale, 1e-6) + margin)
            }
            let (isColumns, near) = mosaic.stored(interval(margin), isAcross: isAcross)
            let (_, far) = mosaic.stored(interval(2 * margin + 4), isAcross: isAcross)
            let boundary = Double(isColumns ? mosaic.boundary.x : mosaic.boundary.y)
            let cells = (Int(near.lowerBound + 1e-6) / mosaic.cell, Int(near.upperBound - 1e-6) / mosaic.cell)
            let area = far.upperBound <= boundary ? 0 : far.lowerBound >= boundary ? 1 : -1
            return Place(cell: cells.0 == cells.1 ? cells.0 : -1, area: area)
        }
    }
}
