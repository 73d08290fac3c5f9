internal import BackendAPI
internal import PhotoModel

/// Checks of frames against a reference, pixel by pixel.
extension ImageChecks {
    static let modelChecks = [
        one(
            "every-pixel", "Every pixel of an image of full size is that of the file, and so is every crop",
            "R14.4 R14.5 R14.8",
            remedy:
                "Compare the pixel that the message names with the one of the file: a crop of width w from x on has "
                + "columns x to x + w - 1, the first and the last among them."
        ) { context throws(CheckStop) in try everyPixel(context) },
        one(
            "every-request", "Frames of any crop, mode, size and orientation show the part that was asked for",
            "R14.3 R14.5 R14.6",
            remedy:
                "Version, orientation, crop, content mode, target size, in this order; a degraded frame shows the same part."
        ) { context throws(CheckStop) in try everyRequest(context) },
    ]

    /// A mosaic in the library, and its asset.
    private struct Shown {
        let library: Library
        let path: BytePath
        let mosaic: Mosaic
        let format: PhotoFormat
        let identifier: Text
        /// Whether `PICKER_RESIZE_EXACT` gives exactly the target.
        let isExact: Bool
        var isLarge: Bool { path.description.hasPrefix("large-") }
    }

    /// The kit's library with mosaics besides; of JPEG one in each orientation, the fifth to seventh with big-endian EXIF.
    private static func shown(
        _ context: CheckContext, sizes: [(width: Int, height: Int, cell: Int)],
        large: [(width: Int, height: Int, cell: Int)] = []
    ) throws(CheckStop) -> [Shown] {
        let formats = try context.info().formats
        try context.makeLibrary()
        var files: [(BytePath, Mosaic, PhotoFormat)] = []
        for format in PhotoFormat.allCases where formats.contains(format.rawValue) {
            for (index, size) in sizes.enumerated() {
                let turns: ClosedRange<UInt16> = format == .jpeg ? 1...8 : 1...1
                for turn in turns where index < 2 || turn % 2 == 1 {
                    var mosaic = Mosaic(
                        width: size.width, height: size.height, cell: size.cell, seed: context.order.seed)
                    if turn > 1 { mosaic.exif.orientation = turn }
                    mosaic.exif.isBigEndian = (5...7).contains(turn)
                    mosaic.exif.hasMuchBeside = turn == 6 || turn == 3
                    mosaic.layout = JPEGLayout(isProgressive: turn % 4 == 2, hasSizeLast: turn % 4 == 0)
                    files.append((BytePath("mosaic-\(index)-\(turn).\(format.fileExtension)"), mosaic, format))
                }
            }
        }
        // One format is enough for them: it is not decoding that they are about.
        if let format = PhotoFormat.allCases.first(where: { formats.contains($0.rawValue) }) {
            for (index, size) in large.enumerated() {
                let mosaic = Mosaic(width: size.width, height: size.height, cell: size.cell, seed: context.order.seed)
                files.append((BytePath("large-\(index).\(format.fileExtension)"), mosaic, format))
            }
        }
        for (path, mosaic, format) in files {
            let bytes = try mosaic.image.encoded(as: format, quality: 95)
            try Files.write(bytes, to: context.root / path, date: FixtureLibrary.firstDate)
        }
        let library = try context.open()
        let isExact = try context.served(by: library).contains(.exactSize)
        var assets: [BytePath: AssetCopy] = [:]
        for asset in try library.assets() { assets[context.key(of: asset.path)] = asset }
        return try files.map { (path, mosaic, format) throws(CheckStop) in
            guard let asset = assets[context.key(of: path)] else { throw .failed("\(path) is not listed") }
            let size = mosaic.uprightSize
            // 0 by 0: it is not said.
            let isTold = asset.width != 0 || asset.height != 0
            try context.expect(
                !isTold || asset.width == size.width && asset.height == size.height,
                "\(path) is listed with \(asset.width)x\(asset.height) pixels, and has \(size.width)x\(size.height)")
            return Shown(
                library: library, path: path, mosaic: mosaic, format: format, identifier: asset.identifier,
                isExact: isExact)
        }
    }

    // MARK: Full size

    private static func everyPixel(_ context: CheckContext) throws(CheckStop) {
        var random = SeededNumbers(seed: context.order.seed)
        for shown in try shown(context, sizes: [(149, 99, 8), (70, 131, 8), (389, 331, 8)])
        where !context.isHalfOver {
            let size = shown.mosaic.uprightSize
            try compare(context, shown, ImageRequest())
            // Of more rows and columns than a byte counts, once as a whole.
            guard max(size.width, size.height) < 256 else { continue }
            for crop in edges(of: size) + (0..<3).map({ _ in rectangle(in: size, &random) }) {
                try compare(context, shown, ImageRequest { $0.crop = crop })
            }
        }
    }

    /// Parts that touch each side, and the smallest ones.
    private static func edges(of size: PixelSize) -> [picker_rect] {
        let (width, height) = (UInt32(size.width), UInt32(size.height))
        return [
            picker_rect(x: 0, y: 0, width: width - 1, height: height),
            picker_rect(x: 1, y: 0, width: width - 1, height: height),
            picker_rect(x: 0, y: 1, width: width, height: height - 1),
            picker_rect(x: 0, y: 0, width: width, height: height - 1),
            picker_rect(x: width - 1, y: 0, width: 1, height: height),
            picker_rect(x: 0, y: height - 1, width: width, height: 1),
            picker_rect(x: width - 1, y: height - 1, width: 1, height: 1),
            picker_rect(x: width / 2, y: height / 2, width: width - width / 2, height: height - height / 2),
        ]
    }

    private static func rectangle(in size: PixelSize, _ random: inout SeededNumbers) -> picker_rect {
        let x = UInt32(random.next() % UInt64(size.width - 8))
        let y = UInt32(random.next() % UInt64(size.height - 8))
        return picker_rect(
            x: x, y: y, width: 8 + UInt32(random.next() % UInt64(UInt32(size.width) - x - 7)),
            height: 8 + UInt32(random.next() % UInt64(UInt32(size.height) - y - 7)))
    }

    // MARK: Other sizes

    private static let targets = [
        (40, 40), (64, 40), (40, 64), (150, 21), (21, 150), (33, 90), (120, 119), (299, 299), (400, 260), (200, 500),
        (1, 1),
    ]

    private static func everyRequest(_ context: CheckContext) throws(CheckStop) {
        // All at once: a server may have been given what there was when it began.
        let all = try shown(
            context, sizes: [(300, 180, 48), (168, 296, 48), (640, 400, 80)],
            large: [(3000, 480, 120), (480, 3000, 120)])
        try large(context, all.filter(\.isLarge))
        for shown in all.filter({ $0.path.description.hasPrefix("mosaic-0-") }).prefix(4) {
            for ask in neighbours(of: shown.mosaic.uprightSize) { try compare(context, shown, ask) }
        }
        var random = SeededNumbers(seed: context.order.seed &+ 1)
        for shown in all where !shown.isLarge {
            let size = shown.mosaic.uprightSize
            for index in 0..<10 where !context.isHalfOver {
                let target = targets[Int(random.next() % UInt64(targets.count))]
                let kinds = random.next()
                let crop =
                    index % 3 == 0
                    ? nothing(of: size, kinds) : index % 3 == 1 ? rectangle(in: size, &random) : side(of: size, kinds)
                let ask = ImageRequest(target.0, target.1) {
                    $0.content = index % 2 == 0 ? PICKER_ASPECT_FILL : PICKER_ASPECT_FIT
                    $0.resize = [PICKER_RESIZE_NONE, PICKER_RESIZE_FAST, PICKER_RESIZE_EXACT][Int(kinds >> 8 % 3)]
                    $0.delivery =
                        [
                            PICKER_DELIVERY_HIGH_QUALITY, PICKER_DELIVERY_OPPORTUNISTIC, PICKER_DELIVERY_FAST,
                        ][Int(kinds >> 16 % 3)]
                    $0.crop = crop
                    // A photo without edits looks the same in each version.
                    $0.version =
                        [PICKER_VERSION_CURRENT, PICKER_VERSION_UNADJUSTED, PICKER_VERSION_ORIGINAL][
                            Int(kinds >> 40 % 3)]
                    if index % 3 == 2, context.order.fixtureCommand == nil {
                        $0.formats = 1 << UInt32(1 + kinds >> 44 % 4)
                    }
                }
                try compare(context, shown, ask)
            }
        }
    }

    /// Requests of which each differs from the one before it, or from the first, in one thing: what is remembered of one is no
    /// answer to another.
    private static func neighbours(of size: PixelSize) -> [ImageRequest] {
        let (width, height) = (UInt32(size.width), UInt32(size.height))
        let right = picker_rect(x: width - width / 3, y: 0, width: width / 3, height: height)
        let small = picker_rect(x: width / 4, y: height / 4, width: 40, height: 25)
        let changes: [(inout ImageRequest) -> Void] = [
            { _ in }, { $0.content = PICKER_ASPECT_FILL }, { $0.resize = PICKER_RESIZE_EXACT },
            { ($0.resize, $0.content) = (PICKER_RESIZE_EXACT, PICKER_ASPECT_FILL) }, { $0.resize = PICKER_RESIZE_NONE },
            { $0.crop = picker_rect(x: 0, y: 0, width: width / 3, height: height) }, { $0.crop = right },
            { ($0.crop, $0.width, $0.height) = (right, 40, 64) }, { ($0.width, $0.height) = (40, 64) },
            { $0.width = 63 },
            { $0.height = 39 },
            // What is smaller than the target: not enlarged, and enlarged.
            { $0.crop = small }, { ($0.crop, $0.resize) = (small, PICKER_RESIZE_EXACT) },
            // Exactly as large as it is: no filter stands between a pixel and the picture's.
            { ($0.crop, $0.resize, $0.width, $0.height) = (small, PICKER_RESIZE_EXACT, 40, 25) },
        ]
        return changes.map { change in ImageRequest(64, 40, change) }
    }

    /// A crop that is none: all of it is 0, or one side is.
    private static func nothing(of size: PixelSize, _ kinds: UInt64) -> picker_rect {
        switch kinds >> 32 % 4 {
        case 0: picker_rect(x: 0, y: 0, width: UInt32(size.width), height: 0)
        case 1: picker_rect(x: 0, y: 0, width: 0, height: 9)
        default: picker_rect()
        }
    }

    /// About a third of the picture, at one of its sides.
    private static func side(of size: PixelSize, _ kinds: UInt64) -> picker_rect {
        let (width, height) = (UInt32(size.width), UInt32(size.height))
        switch kinds >> 24 % 4 {
        case 0: return picker_rect(x: 0, y: 0, width: width / 3, height: height)
        case 1: return picker_rect(x: width - width / 3, y: 0, width: width / 3, height: height)
        case 2: return picker_rect(x: 0, y: 0, width: width, height: height / 3)
        default: return picker_rect(x: 0, y: height - height / 3, width: width, height: height / 3)
        }
    }

    /// Photos of thousands of pixels, where products of places need more than 32 bits.
    private static func large(_ context: CheckContext, _ photos: [Shown]) throws(CheckStop) {
        for shown in photos {
            let (width, height) = (UInt32(shown.mosaic.uprightSize.width), UInt32(shown.mosaic.uprightSize.height))
            try compare(context, shown, ImageRequest(1000, 1000))
            let end = picker_rect(x: width - width / 8, y: height - height / 8, width: width / 8, height: height / 8)
            try compare(context, shown, ImageRequest { $0.crop = end })
        }
    }

    // MARK: Both

    /// Asks twice, and compares each frame with the reference.
    private static func compare(_ context: CheckContext, _ shown: Shown, _ ask: ImageRequest) throws(CheckStop) {
        let model = ImageModel(
            mosaic: shown.mosaic, ask: ask, isLossless: shown.format != .jpeg, isExact: shown.isExact)
        func fail(_ fault: String) -> CheckStop {
            FailurePlace.failure("\(shown.path) in \(ask.text): \(fault)", at: context.steps.last)
        }
        let isNewer = try context.isNewer()
        var first: FramePixels?
        for _ in 0..<2 {
            let sink = RecordSink.frames()
            let reply = shown.library.image(shown.identifier, ask, sink: sink)
            let frames = sink.records.map { (frame: $0, pixels: FramePixels($0)) }
            for frame in sink.records { frame.release() }
            // It need not have all formats.
            if ask.formats != ImageRequest.standardFormats, reply.status == PICKER_UNSUPPORTED { return }
            try reply.ok()
            for (frame, pixels) in frames {
                if let fault = frame.unnamed(isNewer) ?? frame.untrue { throw fail(fault) }
                // What cannot be read is found by another check.
                guard let pixels else { return }
                if let fault = model.fault(pixels, isDegraded: frame.isDegraded) {
                    FindingPictures.write(model.pictures(pixels), to: context.folder)
                    let hint = model.hint(pixels, isDegraded: frame.isDegraded).map { "; \($0)" } ?? ""
                    throw fail((frame.isFinal ? fault : "in a degraded frame, \(fault)") + hint)
                }
                guard frame.isFinal, !frame.isDegraded else { continue }
                if let fault = model.fault(width: frame.width, height: frame.height) { throw fail(fault) }
                if let first, first != pixels { throw fail("asked for again, it has other pixels") }
                first = pixels
            }
        }
    }
}

extension ImageRequest {
    /// What it asks for, for messages.
    fileprivate var text: String {
        let names = [
            ["fit", "fill"][Int(min(content, 1))], ["not resized", "fast", "exact"][Int(min(resize, 2))],
            ["opportunistic", "high quality", "fast delivery"][Int(min(delivery, 2))],
        ]
        let modes = names.joined(separator: ", ")
        let part = crop.width == 0 ? "" : ", crop \(crop.x),\(crop.y) \(crop.width)x\(crop.height)"
        let version = ["", ", unadjusted", ", original"][Int(min(version, 2))]
        let format = formats == Self.standardFormats ? "" : ", formats \(String(formats, radix: 2))"
        return "\(sizeText), \(modes)\(part)\(version)\(format)"
    }
}

extension FrameCopy {
    /// What a frame of a whole photo without a colour profile says that is not so; nil: nothing.
    fileprivate var untrue: String? {
        if isIncomplete { return "the frame is flagged as incomplete, and nothing is missing" }
        if frame.color_space == PICKER_COLOR_DISPLAY_P3 { return "the frame says Display P3 of samples that are sRGB" }
        return nil
    }

    /// What a frame says that it must not say; nil: nothing.
    ///
    /// - Parameter isNewer: whether there may be flags that the kit does not know.
    fileprivate func unnamed(_ isNewer: Bool) -> String? {
        if !isNewer, frame.flags & ~(PICKER_FRAME_DEGRADED | PICKER_FRAME_FINAL | PICKER_FRAME_INCOMPLETE) != 0 {
            return "the frame has flags without a name"
        }
        if frame.color_space > PICKER_COLOR_ICC { return "its colour space is \(frame.color_space)" }
        if (frame.color_space == PICKER_COLOR_ICC) != (frame.icc_profile.data != nil) {
            return "its colour space and whether it has a profile do not agree"
        }
        let isSubsampled = frame.chroma_shift_x != 0 || frame.chroma_shift_y != 0
        return isSubsampled && frame.format != PICKER_FORMAT_YCBCR8
            ? "chroma of a format without it is subsampled" : nil
    }
}
