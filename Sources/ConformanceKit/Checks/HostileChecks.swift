internal import BackendAPI
internal import CHostSupport

/// Damaged files, and folders that cannot be read: a clear error, nothing else.
enum HostileChecks {
    static let all =
        PhotoFormat.allCases.map(media) + [
            Check(
                "hostile.lists", "A folder of damaged files can be listed, with their details", "R10.1 R9.4",
                mend: "What cannot be read is a diagnostic, not an error of the listing."
            ) { trial throws(CheckStop) in
                let library = try hostileLibrary(trial)
                for asset in try library.assets() {
                    try library.details(asset.identifier, sink: .details()).expect([PICKER_OK, PICKER_NOT_FOUND])
                }
                try library.diagnostics(sink: .diagnostics()).ok()
            },
            Check(
                "hostile.huge", "An image of billions of pixels is refused before memory is taken", "R14.9",
                needs: [.anyKnownFormat],
                mend: "Look at width and height before you allocate: TOO_LARGE, or CORRUPT_MEDIA."
            ) { trial throws(CheckStop) in try huge(trial) },
            Check(
                "hostile.cut-off", "A picture that is cut off is flagged incomplete, or refused as corrupt", "R14.10",
                needs: [.anyKnownFormat],
                mend: "Set PICKER_FRAME_INCOMPLETE when a part of the picture is missing."
            ) { trial throws(CheckStop) in try cutOff(trial) },
            Check(
                "hostile.unreadable-folder", "A folder without permissions hides its photos, nothing else",
                "R10.1 R9.4",
                mend: "Go on with the next folder, and tell a diagnostic."
            ) { trial throws(CheckStop) in try unreadableFolder(trial) },
            Check(
                "hostile.unreadable-file", "An image of a file without permissions is ACCESS_DENIED or NOT_FOUND",
                "R10.1",
                needs: [.anyKnownFormat],
                mend: "Map EACCES to PICKER_ACCESS_DENIED."
            ) { trial throws(CheckStop) in try unreadableFile(trial) },
            Check(
                "hostile.no-descriptors", "Without free descriptors calls fail with IO, and work again afterwards",
                "R10.1",
                .must, .full,
                mend: "Handle EMFILE as any other error of open."
            ) { trial throws(CheckStop) in try noDescriptors(trial) },
            Check(
                "hostile.long-names", "Names and paths as long as the file system allows are no harm", "R10.1 R8.3",
                mend: "Use no buffers of fixed size for paths."
            ) { trial throws(CheckStop) in try longNames(trial) },
        ]

    private static let answers = [
        PICKER_OK, PICKER_CORRUPT_MEDIA, PICKER_UNSUPPORTED_FORMAT, PICKER_TOO_LARGE, PICKER_NOT_FOUND,
        PICKER_UNSUPPORTED,
    ]

    private static func hostileLibrary(_ trial: Trial) throws(CheckStop) -> Library {
        let root = trial.folder / Gallery.hostile
        try Files.copyTree(BytePath(trial.order.gallery) / Gallery.hostile, to: root)
        try Files.makeFolder(trial.dataFolder)
        return try trial.open(trial.backend(), root: root, data: trial.dataFolder)
    }

    /// Every damaged file of a format: an image or a clear error.
    private static func media(_ format: PhotoFormat) -> Check {
        Check(
            "hostile.\(format.fileExtension)", "Damaged files of \(format.rawValue) give a picture or a clear error",
            "R10.1 R14.1 R14.10", needs: [.format(format.rawValue)],
            mend: "Check every number of a file before you use it; PICKER_CORRUPT_MEDIA says that it is damaged."
        ) { trial throws(CheckStop) in
            let library = try hostileLibrary(trial)
            for asset in try library.assets() where asset.path.description.hasSuffix(".\(format.fileExtension)") {
                for ask in [ImageAsk(), ImageAsk(64, 64)] {
                    let sink = RecordSink.frames()
                    let reply = library.image(asset.identifier, ask, sink: sink)
                    for frame in sink.records { frame.release() }
                    try trial.expect(
                        answers.contains(reply.status), "\(asset.path) was answered with \(reply.described)")
                    let finals = sink.records.count(where: \.isFinal)
                    try trial.expect(
                        finals == (reply.status == PICKER_OK ? 1 : 0),
                        "\(asset.path): \(finals) final frames with \(reply.described)")
                }
            }
        }
    }

    private static func huge(_ trial: Trial) throws(CheckStop) {
        let library = try hostileLibrary(trial)
        let before = ProcessFigures.usedBytes
        for asset in try library.assets() where asset.path.description.hasPrefix("huge") {
            let sink = RecordSink.frames()
            let reply = library.image(asset.identifier, ImageAsk(), sink: sink)
            for frame in sink.records { frame.release() }
            try reply.expect([PICKER_TOO_LARGE, PICKER_CORRUPT_MEDIA, PICKER_UNSUPPORTED_FORMAT])
            let taken = (ProcessFigures.usedBytes - before) >> 20
            try trial.expect(taken < 512, "\(asset.path) took \(taken) MiB")
        }
    }

    private static func cutOff(_ trial: Trial) throws(CheckStop) {
        let library = try hostileLibrary(trial)
        for asset in try library.assets() where asset.path.description.hasPrefix("cut-in-the-middle") {
            let sink = RecordSink.frames()
            let reply = library.image(asset.identifier, ImageAsk(), sink: sink)
            for frame in sink.records { frame.release() }
            guard reply.status == PICKER_OK else {
                try reply.expect([PICKER_CORRUPT_MEDIA, PICKER_UNSUPPORTED_FORMAT])
                continue
            }
            let isFlagged = sink.records.last(where: \.isFinal)?.isIncomplete == true
            try trial.expect(isFlagged, "\(asset.path): the picture came as if it were whole")
        }
    }

    /// A superuser reads everything; this process gives that up.
    private static func respectPermissions() throws(CheckStop) {
        guard picker_host_respect_permissions() == 0 else {
            throw .notPossibleHere("the rights of a superuser cannot be given up")
        }
    }

    private static func unreadableFolder(_ trial: Trial) throws(CheckStop) {
        let backend = try trial.backend()
        try trial.makeLibrary()
        let expected = try trial.open(backend).assets().filter { !$0.path.description.hasPrefix("Album One/") }
        try respectPermissions()
        try Files.setPermissions(0, of: trial.root / "Album One")
        let other = try trial.makeFolder("other")
        let found = try trial.open(backend, root: trial.root, data: other.data).assets()
        try trial.expect(
            Set(found.map(\.path)) == Set(expected.map(\.path)),
            "beside the unreadable folder there are \(expected.count) assets, \(found.count) came")
    }

    private static func unreadableFile(_ trial: Trial) throws(CheckStop) {
        let match = try trial.samples()[0]
        try respectPermissions()
        try Files.setPermissions(0, of: trial.root / match.photo.path)
        let sink = RecordSink.frames()
        let image = match.library.image(match.asset.identifier, ImageAsk(16, 16), sink: sink)
        for frame in sink.records { frame.release() }
        try image.expect([PICKER_ACCESS_DENIED, PICKER_NOT_FOUND, PICKER_CHANGED])
        let read = match.library.read(ReadAsk(match.asset.identifier, capacity: 16))
        try read.reply.expect([PICKER_ACCESS_DENIED, PICKER_NOT_FOUND, PICKER_CHANGED])
    }

    private static func noDescriptors(_ trial: Trial) throws(CheckStop) {
        let match = try trial.samples()[0]
        let taken = Descriptors.takeAll()
        let sink = RecordSink.frames()
        let image = match.library.image(match.asset.identifier, ImageAsk(16, 16), sink: sink)
        let read = match.library.read(ReadAsk(match.asset.identifier, capacity: 16))
        for frame in sink.records { frame.release() }
        taken.giveBack()
        for reply in [image, read.reply] {
            try reply.expect([PICKER_OK, PICKER_IO, PICKER_NOT_FOUND, PICKER_OUT_OF_MEMORY])
        }
        _ = try match.library.finalFrame(match.asset.identifier, ImageAsk(16, 16))
    }

    private static func longNames(_ trial: Trial) throws(CheckStop) {
        let (root, data) = try trial.makeFolder("long")
        var folder = root
        for _ in 0..<8 {
            folder = folder / BytePath(String(repeating: "d", count: 200))
            try Files.makeFolder(folder)
        }
        for format in PhotoFormat.allCases {
            let name = BytePath(String(repeating: "n", count: 240) + "." + format.fileExtension)
            try Files.write(Painting(width: 64, height: 48).encoded(as: format), to: folder / name)
            try Files.write(Painting(width: 64, height: 48).encoded(as: format), to: root / name)
        }
        let library = try trial.open(trial.backend(), root: root, data: data)
        for asset in try library.assets() { _ = try library.details(asset.identifier) }
    }
}
