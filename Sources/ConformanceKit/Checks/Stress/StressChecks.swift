internal import BackendAPI
internal import Platform

/// The same again and again, for minutes: what grows, and what breaks under load.
enum StressChecks {
    static let all = [
        Check(
            "stress.cycles", "A thousand libraries opened and closed leave no memory, descriptors or threads",
            "R9.1 R11.1 R13.1", .must, .stress,
            remedy: "close gives back all that open_library took."
        ) { context throws(CheckStop) in
            let backend = try context.backend()
            try steady(context, warmUp: 50, count: 1000) { _ throws(CheckStop) in
                let library = try context.open(backend)
                library.beginShutdown()
                library.close()
            }
        },
        Check(
            "stress.images", "Five thousand images leave no memory, descriptors or threads", "R14.8 R9.1", .must,
            .stress,
            requires: [.anyKnownFormat],
            remedy: "Free in release what you allocated for a frame."
        ) { context throws(CheckStop) in
            let matches = try context.matches(context.open()).filter { $0.photo.width < 600 }
            try steady(context, warmUp: 200, count: 5000) { index throws(CheckStop) in
                let match = matches[index % matches.count]
                let ask = ImageRequest(16 + index % 48, 16 + index % 31) { $0.delivery = UInt32(index % 3) }
                _ = try match.library.frames(match.asset.identifier, ask)
            }
        },
        Check(
            "stress.backends", "Two hundred backends made and destroyed leave no memory, descriptors or threads",
            "R13.3 R9.1", .must, .stress,
            remedy: "destroy gives back all that the entry point took."
        ) { context throws(CheckStop) in
            try steady(context, warmUp: 20, count: 200) { _ throws(CheckStop) in
                let backend = try context.backend()
                let library = try context.open(backend)
                library.beginShutdown()
                library.close()
                backend.destroy()
            }
        },
        Check(
            "stress.changes", "Calls go on while files come, go and change, and the end is what exists then",
            "R9.7 R11.2 R12.8", .must, .stress, requires: [.anyKnownFormat],
            remedy: "A file that is gone is NOT_FOUND, one that changed CHANGED; a fetch keeps its order."
        ) { context throws(CheckStop) in try changes(context) },
        Check(
            "stress.threads", "Eight threads use one library for a long time", "R11.2 R11.5", .must, .stress,
            remedy: "Protect what calls share, or share nothing; a thread sanitizer finds what is not protected."
        ) { context throws(CheckStop) in try threads(context) },
    ]

    /// Resident memory may grow by this much: arenas, and what the kit itself keeps of each call.
    private static let slack = 64 << 20

    private static func steady(
        _ context: CheckContext, warmUp: Int, count: Int, _ body: (Int) throws(CheckStop) -> Void
    ) throws(CheckStop) {
        for index in 0..<warmUp { try body(index) }
        let memory = ProcessFigures.usedBytes
        let (descriptors, threads) = (ProcessFigures.descriptors.count, ProcessFigures.threadCount)
        for index in 0..<count {
            try body(index)
            // Looked at often, so that what leaks much does not take the machine with it.
            guard index % 50 == 49 else { continue }
            let grown = (ProcessFigures.usedBytes - memory) >> 20
            try context.expect(grown < slack >> 20, "after \(index + 1) more, \(grown) MiB more are in use")
        }
        let left = ProcessFigures.descriptors.count
        try context.expect(left <= descriptors, "\(descriptors) open descriptors became \(left)")
        // The pool of a runtime may gain some.
        let running = ProcessFigures.threadCount
        try context.expect(running < threads + 16, "\(threads) threads became \(running)")
    }

    /// What calls may answer about files that come and go.
    private static let answers = [
        PICKER_OK, PICKER_NOT_FOUND, PICKER_CHANGED, PICKER_CORRUPT_MEDIA, PICKER_UNSUPPORTED_FORMAT, PICKER_IO,
    ]

    private static func changes(_ context: CheckContext) throws(CheckStop) {
        let backend = try context.backend()
        let library = try context.open(backend)
        let photo = try WriteChecks.photo(context)
        let isDone = Atomic(false)
        let stops = (0..<3).map { _ in Box<CheckStop?>(nil) }
        Threads.run(3) { thread in
            do throws(CheckStop) {
                if thread == 0 {
                    defer { isDone.store(true, ordering: .releasing) }
                    try disturb(context, photo)
                } else {
                    while !isDone.load(ordering: .acquiring) { try look(library) }
                }
            } catch {
                stops[thread].value = error
            }
        }
        if let stop = stops.lazy.compactMap(\.value).first { throw stop }
        library.beginShutdown()
        library.close()
        // A library that is opened now shows what exists then.
        let paths = try context.open(backend).assets().map(\.path).filter { $0.description.hasPrefix("storm-") }
        try context.expect(paths.count == 20, "\(paths.count) of the 20 files that are left are shown")
    }

    /// Adds, rewrites, renames and removes; in the end twenty files are left.
    ///
    /// Pauses after each step, so that calls see all states: without the one before files go, hardly a fetch held one of them.
    private static func disturb(_ context: CheckContext, _ photo: WriteChecks.NewPhoto) throws(CheckStop) {
        func path(_ number: Int) -> BytePath { context.root / BytePath("storm-\(number)-\(photo.name)") }
        for round in 0..<30 {
            for number in 0..<20 { try Files.write(photo.bytes, to: path(number)) }
            Threads.pause(milliseconds: 10)
            for number in 0..<10 { try Files.rename(path(number), to: path(number + 100)) }
            Threads.pause(milliseconds: 10)
            for number in 0..<10 where round < 29 { try Files.remove(path(number + 100)) }
            Threads.pause(milliseconds: 10)
        }
    }

    private static func look(_ library: Library) throws(CheckStop) {
        guard let fetch = library.fetch().fetch else { throw .failed("fetch did not work") }
        defer { fetch.release() }
        let count = try fetch.count()
        let assets = try fetch.window(0, 1 << 40)
        guard assets.count == count else { throw .failed("count says \(count), \(assets.count) come") }
        for asset in assets.suffix(6) {
            let sink = RecordSink.frames()
            try library.image(asset.identifier, ImageRequest(24, 24), sink: sink).expect(answers)
            for frame in sink.records { frame.release() }
            try library.read(ReadRequest(asset.identifier, capacity: 64)).reply.expect(answers)
            try library.details(asset.identifier, sink: .details()).expect(answers)
        }
    }

    private static func threads(_ context: CheckContext) throws(CheckStop) {
        let library = try context.open()
        let matches = try context.matches(library).filter { $0.photo.width < 600 }
        let expected = try library.assets().map(\.identifier)
        let stops = (0..<8).map { _ in Box<CheckStop?>(nil) }
        Threads.run(8) { thread in
            do throws(CheckStop) {
                for round in 0..<150 {
                    let match = matches[(thread * 31 + round) % matches.count]
                    let frame = try library.finalFrame(match.asset.identifier, ImageRequest(32, 32))
                    try context.expect(
                        frame.shows(match.photo.quarters, tolerance: match.photo.format.tolerance),
                        "beside others, \(match.photo.path) shows \(frame.quarters)")
                    guard round % 10 == 0 else { continue }
                    let found = try library.assets().map(\.identifier)
                    try context.expect(found == expected, "beside others, a fetch gave \(found.count) assets")
                }
            } catch {
                stops[thread].value = error
            }
        }
        if let stop = stops.lazy.compactMap(\.value).first { throw stop }
    }
}
