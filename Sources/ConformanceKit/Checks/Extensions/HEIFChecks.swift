internal import BackendAPI
internal import PhotoModel

/// Images of a HEIC file, and `org.picker.heif/1`, by a file of two images of which the main one is turned.
enum HEIFChecks {
    static let all = [
        Check(
            "heif.image", "The image of a HEIC file is its main one, turned as the file says, and so are its sizes",
            "R14.4 R14.5 R14.13", requires: [.format("public.heic")],
            remedy:
                "Take the item that pitm names; apply irot, imir and clap in the order of ipma, to sizes and crops too."
        ) { context throws(CheckStop) in try image(context) },
        Check(
            "heif.items", "All images of a HEIC file are listed, the main one first, and each is shown by its number",
            "R6.3 R7.3 R14.4", requires: [.capability(.heif), .format("public.heic")],
            remedy: "Emit the primary item before the others; decode the item that was asked for, and no other."
        ) { context throws(CheckStop) in try items(context) },
    ]

    private static let path: BytePath = "two-images.heic"
    private static let tolerance = PhotoFormat.jpeg.tolerance + 4

    /// The kit's library with the file besides.
    private static func library(_ context: CheckContext) throws(CheckStop) -> (Library, AssetCopy) {
        try context.makeLibrary()
        try Files.write(SampleHEIC.bytes, to: context.root / path, date: FixtureLibrary.firstDate)
        let library = try context.open()
        guard let asset = try library.assets().first(where: { $0.path == path }) else {
            throw .failed("a HEIC file is not listed")
        }
        return (library, asset)
    }

    private static func image(_ context: CheckContext) throws(CheckStop) {
        let (library, asset) = try library(context)
        let (size, colors) = (SampleHEIC.pattern.uprightSize, SampleHEIC.pattern.uprightColors)
        try context.expect(
            asset.contentType.description == "public.heic", "\(path) has the type \(asset.contentType), not public.heic"
        )
        try context.expect(
            asset.width == 0 || asset.width == size.width && asset.height == size.height,
            "\(path) has \(size.width)x\(size.height) pixels, upright, the asset says \(asset.width)x\(asset.height)")
        // Inside of the photo as it is seen, and outside of it as it is stored.
        let last = picker_rect(x: 36, y: 70, width: 24, height: 24)
        let asks: [(ask: ImageRequest, colors: [[Int]])] = [
            (ImageRequest(), colors), (ImageRequest(32, 32), colors),
            (ImageRequest { $0.crop = last }, [[Int]](repeating: colors[3], count: 4)),
        ]
        for (ask, colors) in asks {
            for delivery in [PICKER_DELIVERY_HIGH_QUALITY, PICKER_DELIVERY_OPPORTUNISTIC, PICKER_DELIVERY_FAST] {
                var asked = ask
                asked.delivery = delivery
                let frame = try library.finalFrame(asset.identifier, asked)
                let part = ask.crop.width == 0 ? "" : ", the part of its last quarter"
                try context.expect(
                    frame.shows(colors, tolerance: tolerance),
                    "\(path) in \(ask.sizeText), delivery \(delivery)\(part): quarters are \(frame.quarters), not \(colors)"
                        + QuarterHint.clause(frame.quarters, expected: colors, tolerance: tolerance))
                let isWhole = ask.width == 0 && ask.crop.width == 0
                try context.expect(
                    !isWhole || frame.isDegraded || frame.size == "\(size.width)x\(size.height)",
                    "\(path) in full size came as \(frame.size), not \(size.width)x\(size.height)")
            }
        }
    }

    private static func items(_ context: CheckContext) throws(CheckStop) {
        let (library, asset) = try library(context)
        let sink = RecordSink(copy: { ItemCopy($0) })
        try library.heifItems(asset.identifier, sink: sink).ok()
        let numbers = sink.records.map(\.number)
        try context.expect(
            numbers == [SampleHEIC.primary, SampleHEIC.other],
            "\(path) has the images \(SampleHEIC.primary), its main one, and \(SampleHEIC.other); items gave \(numbers)"
        )
        let kinds = sink.records.map(\.kind)
        try context.expect(
            kinds == [UInt32(PICKER_HEIF_PRIMARY), UInt32(PICKER_HEIF_IMAGE)],
            "the kinds of the main image of \(path) and of the other one are \(kinds)")
        for (item, pattern) in zip(sink.records, [SampleHEIC.pattern, SampleHEIC.otherPattern]) {
            // Whether the size of one that is turned is that before or after it is left open.
            let sides = [item.width, item.height].sorted()
            try context.expect(
                sides == [pattern.width, pattern.height].sorted(),
                "image \(item.number) of \(path) has \(pattern.width)x\(pattern.height) pixels, items say "
                    + "\(item.width)x\(item.height)")
            try shows(context, library, asset, item.number, pattern)
        }
        let none = RecordSink.frames()
        let reply = try library.heifItem(asset.identifier, 4711, sink: none)
        try context.expect(
            reply.status != PICKER_OK && none.count == 0,
            "an image of \(path) that there is not was asked for, \(reply.operation) answered \(reply.described), and "
                + "\(none.count) frames came")
    }

    private static func shows(
        _ context: CheckContext, _ library: Library, _ asset: AssetCopy, _ number: UInt32, _ pattern: TestPattern
    ) throws(CheckStop) {
        for ask in [ImageRequest(), ImageRequest(32, 32)] {
            let sink = RecordSink.frames()
            try library.heifItem(asset.identifier, number, ask, sink: sink).ok()
            guard let frame = sink.records.last(where: \.isFinal) else {
                throw .failed("request_item \(number) of \(path) gave no final frame")
            }
            let (size, colors) = (pattern.uprightSize, pattern.uprightColors)
            try context.expect(
                frame.shows(colors, tolerance: tolerance)
                    && (ask.width != 0 || frame.size == "\(size.width)x\(size.height)"),
                "image \(number) of \(path) in \(ask.sizeText) came as \(frame.size) with the quarters \(frame.quarters), not "
                    + "\(size.width)x\(size.height) with \(colors)")
        }
    }
}
