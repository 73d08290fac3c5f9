internal import BackendAPI
internal import Platform

/// Damaged files, and folders that cannot be read: a clear error, nothing else.
enum HostileChecks {
    static let all =
        PhotoFormat.allCases.map(media) + [
            Check(
                "hostile.lists", "A folder of damaged files can be listed, with their details", "R10.1 R9.4",
                remedy: "What cannot be read is a diagnostic, not an error of the listing."
            ) { context throws(CheckStop) in
                let library = try hostileLibrary(context)
                for asset in try library.assets() {
                    try library.details(asset.identifier, sink: .details()).expect([PICKER_OK, PICKER_NOT_FOUND])
                }
                try library.diagnostics(sink: .diagnostics()).ok()
            },
            Check(
                "hostile.huge", "An image of billions of pixels is refused before memory is taken", "R14.9",
                requires: [.anyKnownFormat],
                remedy: "Look at width and height before you allocate: TOO_LARGE, or CORRUPT_MEDIA."
            ) { context throws(CheckStop) in try huge(context) },
            Check(
                "hostile.cut-off", "An image that is cut off is flagged incomplete, or refused as corrupt", "R14.10",
                requires: [.anyKnownFormat],
                remedy: "Set PICKER_FRAME_INCOMPLETE when a part of the image is missing."
            ) { context throws(CheckStop) in try cutOff(context) },
            Check(
                "hostile.unreadable-folder", "A folder without permissions hides its photos, nothing else",
                "R10.1 R9.4",
                remedy: "Go on with the next folder, and emit a diagnostic."
            ) { context throws(CheckStop) in try unreadableFolder(context) },
            Check(
                "hostile.unreadable-file", "An image of a file without permissions is ACCESS_DENIED or NOT_FOUND",
                "R10.1",
                requires: [.anyKnownFormat],
                remedy: "Map EACCES to PICKER_ACCESS_DENIED."
            ) { context throws(CheckStop) in try unreadableFile(context) },
            Check(
                "hostile.no-descriptors", "Without free descriptors calls fail with IO, and work again afterwards",
                "R10.1",
                .must, .full,
                remedy: "Handle EMFILE as any other error of open."
            ) { context throws(CheckStop) in try noDescriptors(context) },
            Check(
                "hostile.long-names",
                "Names as long as the file system allows, and names that are almost alike, are all listed",
                "R10.1 R8.3 R8.4 R7.3",
                remedy: "Use no buffers of fixed size for paths."
            ) { context throws(CheckStop) in try longNames(context) },
        ]

    private static let answers = [
        PICKER_OK, PICKER_CORRUPT_MEDIA, PICKER_UNSUPPORTED_FORMAT, PICKER_TOO_LARGE, PICKER_NOT_FOUND,
        PICKER_UNSUPPORTED,
    ]

    private static func hostileLibrary(_ context: CheckContext) throws(CheckStop) -> Library {
        let root = context.folder / FixtureLibrary.hostile
        try Files.copyTree(BytePath(context.order.fixtures) / FixtureLibrary.hostile, to: root)
        try Files.makeFolder(context.dataFolder)
        return try context.open(context.backend(), root: root, data: context.dataFolder)
    }

    /// Every damaged file of a format: an image or a clear error.
    private static func media(_ format: PhotoFormat) -> Check {
        Check(
            "hostile.\(format.fileExtension)", "Damaged files of \(format.rawValue) give an image or a clear error",
            "R10.1 R14.1 R14.10", requires: [.format(format.rawValue)],
            remedy: "Check every number of a file before you use it; PICKER_CORRUPT_MEDIA says that it is damaged."
        ) { context throws(CheckStop) in
            let library = try hostileLibrary(context)
            for asset in try library.assets() where asset.path.description.hasSuffix(".\(format.fileExtension)") {
                for ask in [ImageRequest(), ImageRequest(64, 64)] {
                    let sink = RecordSink.frames()
                    let reply = library.image(asset.identifier, ask, sink: sink)
                    for frame in sink.records { frame.release() }
                    try context.expect(
                        answers.contains(reply.status), "\(asset.path) was answered with \(reply.described)")
                    try context.expect(
                        !asset.path.description.hasPrefix(HostileMedia.unusual)
                            || [PICKER_OK, PICKER_UNSUPPORTED_FORMAT].contains(reply.status),
                        "\(asset.path), which is whole, was answered with \(reply.described)")
                    let finals = sink.records.count(where: \.isFinal)
                    try context.expect(
                        finals == (reply.status == PICKER_OK ? 1 : 0),
                        "\(asset.path): \(finals) final frames with \(reply.described)")
                }
            }
        }
    }

    private static func huge(_ context: CheckContext) throws(CheckStop) {
        let library = try hostileLibrary(context)
        let before = ProcessFigures.usedBytes
        for asset in try library.assets() where asset.path.description.hasPrefix("huge") {
            let sink = RecordSink.frames()
            let reply = library.image(asset.identifier, ImageRequest(), sink: sink)
            for frame in sink.records { frame.release() }
            try reply.expect([PICKER_TOO_LARGE, PICKER_CORRUPT_MEDIA, PICKER_UNSUPPORTED_FORMAT])
            let taken = (ProcessFigures.usedBytes - before) >> 20
            try context.expect(taken < 512, "\(asset.path) took \(taken) MiB")
        }
    }

    private static func cutOff(_ context: CheckContext) throws(CheckStop) {
        let library = try hostileLibrary(context)
        for asset in try library.assets() where asset.path.description.hasPrefix("cut-") {
            for (size, delivery) in [
                (0, PICKER_DELIVERY_HIGH_QUALITY), (100, PICKER_DELIVERY_HIGH_QUALITY),
                (40, PICKER_DELIVERY_OPPORTUNISTIC),
                (16, PICKER_DELIVERY_HIGH_QUALITY), (24, PICKER_DELIVERY_FAST),
            ] {
                let sink = RecordSink.frames()
                let ask = ImageRequest(size, size) { $0.delivery = delivery }
                let reply = library.image(asset.identifier, ask, sink: sink)
                for frame in sink.records { frame.release() }
                guard reply.status == PICKER_OK else {
                    try reply.expect([PICKER_CORRUPT_MEDIA, PICKER_UNSUPPORTED_FORMAT])
                    continue
                }
                let isFlagged = sink.records.last(where: \.isFinal)?.isIncomplete == true
                try context.expect(isFlagged, "\(asset.path) in \(size)x\(size): the image came as if it were whole")
            }
        }
        // What was missing in one image is not missing in the next.
        for asset in try library.assets() where asset.path.description.hasPrefix("whole.") {
            let sink = RecordSink.frames()
            let reply = library.image(asset.identifier, ImageRequest(40, 40), sink: sink)
            for frame in sink.records { frame.release() }
            try context.expect(
                reply.status != PICKER_OK || !sink.records.contains(where: \.isIncomplete),
                "\(asset.path), asked for after those that are cut off, came as if it were one of them")
        }
    }

    /// A superuser reads everything; this process gives that up.
    private static func respectPermissions() throws(CheckStop) {
        do throws(SystemError) {
            try ProcessRestriction.respectPermissions()
        } catch {
            throw .notPossibleHere("the rights of a superuser cannot be given up")
        }
    }

    private static func unreadableFolder(_ context: CheckContext) throws(CheckStop) {
        let backend = try context.backend()
        try context.makeLibrary()
        let expected = try context.open(backend).assets().filter { !$0.path.description.hasPrefix("Album One/") }
        try respectPermissions()
        try Files.setPermissions(0, of: context.root / "Album One")
        let other = try context.makeFolder("other")
        let found = try context.open(backend, root: context.root, data: other.data).assets()
        try context.expect(
            Set(found.map(\.path)) == Set(expected.map(\.path)),
            "beside the unreadable folder there are \(expected.count) assets, \(found.count) came")
    }

    private static func unreadableFile(_ context: CheckContext) throws(CheckStop) {
        let match = try context.samples()[0]
        try respectPermissions()
        try Files.setPermissions(0, of: context.root / match.photo.path)
        let sink = RecordSink.frames()
        let image = match.library.image(match.asset.identifier, ImageRequest(16, 16), sink: sink)
        for frame in sink.records { frame.release() }
        try image.expect([PICKER_ACCESS_DENIED, PICKER_NOT_FOUND, PICKER_CHANGED])
        let read = match.library.read(ReadRequest(match.asset.identifier, capacity: 16))
        try read.reply.expect([PICKER_ACCESS_DENIED, PICKER_NOT_FOUND, PICKER_CHANGED])
    }

    private static func noDescriptors(_ context: CheckContext) throws(CheckStop) {
        let match = try context.samples()[0]
        let taken = Descriptors.takeAll()
        let sink = RecordSink.frames()
        let image = match.library.image(match.asset.identifier, ImageRequest(16, 16), sink: sink)
        let read = match.library.read(ReadRequest(match.asset.identifier, capacity: 16))
        for frame in sink.records { frame.release() }
        taken.giveBack()
        for reply in [image, read.reply] {
            try reply.expect([PICKER_OK, PICKER_IO, PICKER_NOT_FOUND, PICKER_OUT_OF_MEMORY])
        }
        _ = try match.library.finalFrame(match.asset.identifier, ImageRequest(16, 16))
    }

    /// Names that differ in the case of their letters alone, or in how an accent is written: files of their own.
    private static let alike = ["Alike", "alike", "ALIKE", "caf\u{E9}", "cafe\u{301}"]

    private static func longNames(_ context: CheckContext) throws(CheckStop) {
        let (root, data) = try context.makeFolder("long")
        try writeLongNames(root)
        let library = try context.open(context.backend(), root: root, data: data)
        let assets = try library.assets()
        let formats = try context.info().formats
        for asset in assets { try expectWhole(context, library, asset, root, formats) }
        let listed = try library.assets(FetchRequest(.paths(assets.map(\.path))), orNone: PICKER_UNSUPPORTED)
        try context.expect(
            listed.map { $0.map(\.identifier) == assets.map(\.identifier) } ?? true,
            "asked for by their paths, \(listed?.count ?? 0) of \(assets.count) came, or in another order")
        let names = Set(assets.map(\.path))
        for format in PhotoFormat.allCases where formats.contains(format.rawValue) {
            let wanted = alike + [String(repeating: "n", count: 240)]
            let missing = wanted.first { !names.contains(BytePath("\($0).\(format.fileExtension)")) }
            if let missing { throw .failed("\(missing).\(format.fileExtension) is not listed") }
        }
    }

    private static func writeLongNames(_ root: BytePath) throws(CheckStop) {
        var folder = root
        for _ in 0..<8 {
            folder = folder / BytePath(String(repeating: "d", count: 200))
            try Files.makeFolder(folder)
        }
        for format in PhotoFormat.allCases {
            let name = BytePath(String(repeating: "n", count: 240) + "." + format.fileExtension)
            try Files.write(TestPattern(width: 64, height: 48).encoded(as: format), to: folder / name)
            // Paths that begin alike and differ behind any bound that a buffer may have.
            for place in [root / BytePath(String(repeating: "d", count: 200)), folder.folder, folder] {
                for ending in ["a", "b"] {
                    let name = BytePath(String(repeating: "m", count: 230) + ending + "." + format.fileExtension)
                    try Files.write(TestPattern(width: 64, height: 48).encoded(as: format), to: place / name)
                }
            }
            for name in [name] + alike.map({ BytePath("\($0).\(format.fileExtension)") }) {
                try Files.write(TestPattern(width: 64, height: 48).encoded(as: format), to: root / name)
            }
        }
    }

    /// What is listed is whole, however long its path.
    private static func expectWhole(
        _ context: CheckContext, _ library: Library, _ asset: AssetCopy, _ root: BytePath, _ formats: [String]
    ) throws(CheckStop) {
        let length = asset.path.bytes.count
        let recipe = IdentifierRecipe(root: root)
        _ = try library.details(asset.identifier)
        try context.expect(
            asset.identifier.description == recipe.asset(asset.path),
            "a file with a path of \(length) bytes is \(asset.identifier), and \(recipe.asset(asset.path)) in other backends"
        )
        try context.expect(
            try (try? Files.read(root / asset.path)) == library.bytes(asset.identifier),
            "a file with a path of \(length) bytes has other bytes to read")
        // What is listed may be of a format of which no images are made.
        guard formats.contains(asset.contentType.description) else { return }
        let frame = try library.finalFrame(asset.identifier, ImageRequest(24, 24))
        try context.expect(
            frame.shows(TestPattern(width: 64, height: 48).uprightColors, tolerance: PhotoFormat.jpeg.tolerance),
            "a file with a path of \(length) bytes shows \(frame.quarters)")
    }
}
