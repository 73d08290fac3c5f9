internal import BackendAPI
internal import PhotoModel

/// Images of files that are made in another way than most.
extension ImageChecks {
    static let fileChecks = [
        one(
            "gray", "Photos in shades of gray are shown like others", "R14.4 R14.6",
            remedy: "A JPEG of one component and a PNG without colours are photos; give PICKER_FORMAT_GRAY8, or RGB."
        ) { context throws(CheckStop) in try gray(context) },
        one(
            "embedded-thumbnail", "The small picture that a camera put into a file is not taken for the photo",
            "R14.13 R14.5",
            requires: [.format("public.jpeg")],
            remedy: "Pass over segments by their lengths: the size of a photo is in its own frame header, not in APP1."
        ) { context throws(CheckStop) in try embeddedThumbnail(context) },
    ]

    private static func gray(_ context: CheckContext) throws(CheckStop) {
        let formats = try context.info().formats
        let wanted = [PhotoFormat.jpeg, .png].filter { formats.contains($0.rawValue) }
        guard !wanted.isEmpty else { throw .notApplicable("it declares neither JPEG nor PNG") }
        try context.makeLibrary()
        let shades = [40, 200, 120, 80]
        let samples = (0..<48).flatMap { y in
            (0..<72).flatMap { x in [UInt8](repeating: UInt8(shades[(y < 24 ? 0 : 2) + (x < 36 ? 0 : 1)]), count: 3) }
        }
        let image = RasterImage(width: 72, height: 48, samples: samples, isGray: true)
        for format in wanted {
            let file = context.root / BytePath("gray.\(format.fileExtension)")
            try Files.write(image.encoded(as: format), to: file, date: FixtureLibrary.firstDate)
        }
        let library = try context.open()
        let assets = try library.assets()
        for format in wanted {
            let path = BytePath("gray.\(format.fileExtension)")
            guard let asset = assets.first(where: { context.key(of: $0.path) == context.key(of: path) }) else {
                throw .failed("\(path) is not listed")
            }
            for ask in [ImageRequest(), ImageRequest(24, 24)] {
                let frame = try library.finalFrame(asset.identifier, ask)
                let colors = shades.map { [$0, $0, $0] }
                try context.expect(
                    frame.shows(colors, tolerance: format.tolerance) && (ask.width != 0 || frame.size == "72x48"),
                    "\(path), which has no colours, in \(ask.sizeText): it is \(frame.size), and its quarters are "
                        + "\(frame.quarters), not \(colors)")
            }
        }
    }

    /// Photos with a small JPEG of another size and other colours in their EXIF block, upright and turned.
    private static func embeddedThumbnail(_ context: CheckContext) throws(CheckStop) {
        try context.makeLibrary()
        let small = RasterImage(width: 32, height: 20, samples: [UInt8](repeating: 128, count: 32 * 20 * 3))
        let thumbnail = try small.encoded(as: .jpeg)
        var photos: [(path: BytePath, pattern: TestPattern)] = []
        for orientation: UInt16 in [1, 6] {
            let pattern = TestPattern(width: 160, height: 96, orientation: orientation)
            let path = BytePath("thumbnail-\(orientation).jpg")
            let exif = EXIFBlock(orientation: orientation, thumbnail: thumbnail)
            try Files.write(pattern.encoded(with: exif), to: context.root / path, date: FixtureLibrary.firstDate)
            photos.append((path, pattern))
        }
        let library = try context.open()
        let assets = try library.assets()
        for (path, pattern) in photos {
            guard let asset = assets.first(where: { context.key(of: $0.path) == context.key(of: path) }) else {
                throw .failed("\(path) is not listed")
            }
            let size = pattern.uprightSize
            try context.expect(
                asset.width == 0 || asset.width == size.width && asset.height == size.height,
                "\(path) has \(size.width)x\(size.height) pixels and a thumbnail of 32x20, the asset says "
                    + "\(asset.width)x\(asset.height)")
            let frame = try library.finalFrame(asset.identifier)
            try context.expect(
                frame.size == "\(size.width)x\(size.height)"
                    && frame.shows(pattern.uprightColors, tolerance: PhotoFormat.jpeg.tolerance),
                "\(path), which has a gray thumbnail of 32x20, in full size: it is \(frame.size), and its quarters are "
                    + "\(frame.quarters), not \(pattern.uprightColors)")
        }
    }
}
