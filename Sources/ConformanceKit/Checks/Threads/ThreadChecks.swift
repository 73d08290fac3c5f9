internal import BackendAPI

/// Many calls at once, as the tags of the ABI allow.
enum ThreadChecks {
    static let all = basics + records + files + ended + ofExtensions

    private static let basics = [
        Check(
            "threads.fetches", "Fetches and windows work on many threads at once", "R11.2 R11.5",
            remedy: "Protect what calls share, or share nothing."
        ) { context throws(CheckStop) in
            let library = try context.open()
            let expected = try library.assets().map(\.identifier)
            try together { _ throws(CheckStop) in
                let found = try library.assets().map(\.identifier)
                try context.expect(
                    found == expected, "beside others, a fetch gave \(found.count) assets, not \(expected.count)")
            }
        },
        Check(
            "threads.one-fetch", "One fetch is read on many threads at once", "R11.2 R9.6",
            remedy: "window and count change nothing that others read."
        ) { context throws(CheckStop) in
            guard let fetch = try context.open().fetch().fetch else { throw .failed("fetch did not work") }
            let expected = try fetch.window(0, 1000).map(\.identifier)
            try together { index throws(CheckStop) in
                let found = try fetch.window(UInt64(index), 5).map(\.identifier)
                try context.expect(
                    found == Array(expected.dropFirst(index).prefix(5)), "beside others, window \(index)+5 gave others")
                let count = try fetch.count()
                try context.expect(count == expected.count, "beside others, count gave \(count)")
            }
            fetch.release()
        },
        Check(
            "threads.images", "Images are made on many threads at once, each as if it were alone", "R11.2 R14.8",
            requires: [.anyKnownFormat],
            remedy: "A decoder, a buffer and a scratch file belong to one call."
        ) { context throws(CheckStop) in
            let matches = try context.matches(context.open()).filter { $0.photo.width < 600 }
            try together { index throws(CheckStop) in
                let match = matches[index * 7 % matches.count]
                let frame = try match.library.finalFrame(match.asset.identifier, ImageRequest(32, 32))
                try context.expect(
                    frame.shows(match.photo.quarters, tolerance: match.photo.format.tolerance),
                    "beside others, \(match.photo.path) shows \(frame.quarters)")
            }
        },
        Check(
            "threads.reads", "Files are read on many threads at once", "R11.2", requires: [.anyKnownFormat],
            remedy: "Use pread: a shared descriptor has one position."
        ) { context throws(CheckStop) in
            let library = try context.open()
            let large = try context.largePhoto(library)
            let file = try Files.read(context.root / large.photo.path)
            try together { index throws(CheckStop) in
                let offset = index * 97 % max(1, file.count - 300)
                let part = library.read(
                    ReadRequest(large.asset.identifier, capacity: 256) { $0.offset = UInt64(offset) })
                try part.reply.ok()
                try context.expect(part.bytes == Array(file[offset...].prefix(256)), "beside others, other bytes came")
            }
            try readApart(context, library)
        },
        Check(
            "threads.mixed", "All kinds of calls work beside each other", "R11.2 R11.5", .must, .full,
            remedy: "Protect what calls share, or share nothing."
        ) { context throws(CheckStop) in
            let library = try context.open()
            let assets = try library.assets()
            guard !assets.isEmpty else { throw try context.tooFew(0) }
            try together { index throws(CheckStop) in
                let asset = assets[index % assets.count]
                switch index % 5 {
                case 0: _ = try library.assets()
                case 1: _ = try library.details(asset.identifier)
                case 2: _ = try library.allCollections()
                case 3: _ = library.read(ReadRequest(asset.identifier, capacity: 128))
                default:
                    let sink = RecordSink.frames()
                    _ = library.image(asset.identifier, ImageRequest(20, 20), sink: sink)
                    for frame in sink.records { frame.release() }
                }
            }
        },
        Check(
            "threads.shutdown-beside-calls", "begin_shutdown beside calls ends them as they are or with CLOSED",
            "R13.4 R13.5 R11.2",
            remedy: "Calls look at the flag; nothing is freed before close."
        ) { context throws(CheckStop) in try shutdownBeside(context) },
        Check(
            "threads.libraries", "Two libraries are used at the same time", "R13.7 R11.2",
            remedy: "Keep state in the library's context."
        ) { context throws(CheckStop) in
            let backend = try context.backend()
            let libraries = [try context.open(backend), try context.open(backend)]
            let expected = try libraries[0].assets().count
            try together { index throws(CheckStop) in
                let count = try libraries[index % 2].assets().count
                try context.expect(count == expected, "beside another library, a fetch gave \(count), not \(expected)")
            }
        },
        Check(
            "threads.open-together", "Libraries are opened on many threads at once", "R11.2 R13.7", .must, .full,
            remedy: "open_library is a [worker-thread] function: many calls at once."
        ) { context throws(CheckStop) in
            let backend = try context.backend()
            try context.makeLibrary()
            let alone = try context.open(backend, root: context.root, data: context.dataFolder)
            let expected = try alone.assets()
            let end = Clock.now + context.limit(milliseconds: 500)
            try together(rounds: 3) { _ throws(CheckStop) in
                // Those that open in no time are opened more often.
                repeat {
                    let library = try context.open(backend, root: context.root, data: context.dataFolder)
                    let found = try library.assets()
                    try context.expect(
                        found == expected,
                        "opened beside others, a library lists \(found.count) assets or describes them in another way")
                    library.beginShutdown()
                    library.close()
                } while Clock.now < end
            }
        },
    ]

    /// Runs `body` on four threads, with a number that is another each time; the first failure counts.
    static func together(rounds: Int = 6, _ body: @escaping (Int) throws(CheckStop) -> Void) throws(CheckStop) {
        let failures = (0..<4).map { _ in Box<CheckStop?>(nil) }
        Threads.run(4) { thread in
            for round in 0..<rounds where failures[thread].value == nil {
                do throws(CheckStop) {
                    try body(thread * rounds + round)
                } catch {
                    failures[thread].value = error
                }
            }
        }
        if let failure = failures.lazy.compactMap(\.value).first { throw failure }
    }

    private static func shutdownBeside(_ context: CheckContext) throws(CheckStop) {
        let library = try context.open()
        let asset = try context.anyAsset(library)
        let replies = (0..<3).map { _ in Box<[Reply]>([]) }
        let allowed = [PICKER_OK, PICKER_CANCELLED, PICKER_CLOSED]
        Threads.run(4) { index in
            if index == 3 {
                Threads.pause(milliseconds: 10)
                library.beginShutdown()
                return
            }
            for _ in 0..<200 {
                let reply: Reply
                switch index {
                case 0: reply = library.count().reply
                case 1: reply = library.details(asset.identifier, sink: .details())
                default: reply = library.read(ReadRequest(asset.identifier, capacity: 64)).reply
                }
                replies[index].value.append(reply)
                if reply.status != PICKER_OK { return }
            }
        }
        for reply in replies.flatMap(\.value) { try reply.expect(allowed) }
        library.close()
    }
}
