internal import BackendAPI
internal import PhotoModel

/// A check of what takes the place of a photo.
extension DataChecks {
    static let places = [
        Check(
            "data.in-its-place",
            "A photo in whose place is a folder, a FIFO or a link by now has no bytes and no image",
            "R15.5 R10.1 R12.2", requires: [.anyKnownFormat],
            remedy: "Open with O_NOFOLLOW and O_NONBLOCK, and look at what was opened before it is read."
        ) { context throws(CheckStop) in try inItsPlace(context) }
    ]

    private static let answers = [
        PICKER_NOT_FOUND, PICKER_CHANGED, PICKER_ACCESS_DENIED, PICKER_IO, PICKER_UNSUPPORTED_FORMAT,
        PICKER_CORRUPT_MEDIA,
    ]

    private static func inItsPlace(_ context: CheckContext) throws(CheckStop) {
        let format = try ChangeChecks.format(context)
        let suffix = format.fileExtension
        try context.makeLibrary()
        let photo = try TestPattern(width: 64, height: 48).encoded(as: format)
        let kinds: [(name: String, make: (BytePath) throws(CheckStop) -> Void)] = [
            ("a folder", { path throws(CheckStop) in try Files.makeFolder(path) }),
            ("a FIFO", { path throws(CheckStop) in try Files.makeFIFO(path) }),
            (
                "a link out of the library",
                { path throws(CheckStop) in try Files.link(path, to: BytePath("../outside/secret.\(suffix)")) }
            ),
            ("a link to itself", { path throws(CheckStop) in try Files.link(path, to: path.name) }),
        ]
        let paths = kinds.indices.map { BytePath("place-\($0).\(suffix)") }
        for path in paths { try Files.write(photo, to: context.root / path, date: FixtureLibrary.firstDate) }
        let folder = context.root / "place-folder"
        let inner = BytePath("place-folder/secret.\(suffix)")
        try Files.makeFolder(folder)
        try Files.write(photo, to: context.root / inner, date: FixtureLibrary.firstDate)
        let library = try context.open()
        let assets = try library.assets()
        for (path, kind) in zip(paths, kinds) {
            guard let asset = assets.first(where: { $0.path == path }) else { throw .failed("\(path) is not listed") }
            try Files.remove(context.root / path)
            try kind.make(context.root / path)
            let version = asset.version
            let sink = RecordSink.frames()
            let replies = [
                library.read(ReadRequest(asset.identifier, capacity: 4096) { $0.version = version }).reply,
                library.image(asset.identifier, ImageRequest(16, 16), sink: sink),
            ]
            for frame in sink.records { frame.release() }
            for reply in replies {
                try context.expect(
                    answers.contains(reply.status),
                    "\(path) is \(kind.name) by now, and \(reply.operation) answered \(reply.described)")
            }
        }
        guard let asset = assets.first(where: { $0.path == inner }) else { throw .failed("\(inner) is not listed") }
        try Files.rename(folder, to: context.root / "moved-folder")
        try Files.link(folder, to: "../outside")
        let part = library.read(ReadRequest(asset.identifier, capacity: photo.count))
        // One that holds the folder may go on reading the file that was listed.
        try context.expect(
            answers.contains(part.reply.status) || part.bytes == photo,
            "the folder of \(inner) is a link out of the library by now, and \(part.reply.operation) answered "
                + "\(part.reply.described) with \(part.bytes.count) bytes")
    }
}
