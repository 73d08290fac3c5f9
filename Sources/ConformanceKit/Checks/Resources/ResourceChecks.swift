internal import BackendAPI

/// Memory, descriptors and time after many calls.
enum ResourceChecks {
    static let all = [
        growth("images", "Images asked for again and again take no more memory", "R14.8 R9.1", 150) {
            context throws(CheckStop) in
            let matches = try context.matches(context.open()).filter { $0.photo.width < 600 }
            return { index throws(CheckStop) in
                let match = matches[index % matches.count]
                _ = try match.library.frames(match.asset.identifier, ImageRequest(32, 32))
            }
        },
        growth("fetches", "Fetches made and released take no more memory", "R9.6 R9.1", 150) {
            context throws(CheckStop) in
            let library = try context.open()
            return { _ throws(CheckStop) in
                guard let fetch = library.fetch().fetch else { throw .failed("fetch did not work") }
                fetch.release()
            }
        },
        growth("refused-frames", "Frames of cancelled and stopped requests are given back too", "R14.8 R12.2", 150) {
            context throws(CheckStop) in
            let match = try context.samples()[0]
            return { index throws(CheckStop) in
                let sink = RecordSink.frames(stopAt: 1)
                let control = CallProbe(answering: PICKER_CANCELLED, afterChecks: index % 4 + 1)
                _ = match.library.image(match.asset.identifier, ImageRequest(32, 32), sink: sink, control: control)
                for frame in sink.records { frame.release() }
            }
        },
        Check(
            "resources.descriptors", "Calls leave no descriptors open", "R15.5 R9.1",
            remedy: "Close what you open, on the ways out of errors too."
        ) { context throws(CheckStop) in try descriptors(context) },
        Check(
            "performance.window", "A window of all assets takes less than 100 ms", "R9.10", .should, .full,
            remedy: "Make records from what is known; read no files in window."
        ) { context throws(CheckStop) in
            guard let fetch = try context.open().fetch().fetch else { throw .failed("fetch did not work") }
            _ = fetch.window(0, 1000, sink: .assets())
            let reply = fetch.window(0, 1000, sink: .assets())
            try context.expect(reply.nanoseconds < context.limit(milliseconds: 100), "it took \(reply.milliseconds) ms")
        },
        Check(
            "performance.thumbnail", "A thumbnail of a small photo takes less than 100 ms", "R12.1", .should, .full,
            requires: [.anyKnownFormat],
            remedy: "Decode at a reduced size where the codec can."
        ) { context throws(CheckStop) in
            let large = try context.largePhoto(context.open())
            _ = try large.library.frames(large.asset.identifier, ImageRequest(64, 64))
            let start = Clock.now
            _ = try large.library.frames(large.asset.identifier, ImageRequest(64, 64))
            let took = Clock.now - start
            try context.expect(took < context.limit(milliseconds: 100), "it took \(took / 1_000_000) ms")
        },
        Check(
            "performance.open", "The kit's library opens within 2 seconds", "R12.1", .should, .full,
            remedy: "Read headers, not whole files; report progress while you do."
        ) { context throws(CheckStop) in
            let backend = try context.backend()
            try context.makeLibrary()
            let start = Clock.now
            _ = try context.open(backend)
            let took = Clock.now - start
            try context.expect(took < context.limit(milliseconds: 2000), "it took \(took / 1_000_000) ms")
        },
    ]

    /// Resident memory may grow by this much for reasons of its own: arenas, and what the kit itself keeps.
    private static let slack = 16 << 20

    private typealias Step = (Int) throws(CheckStop) -> Void

    private static func growth(
        _ name: String, _ summary: String, _ clauses: String, _ count: Int,
        _ prepare: @escaping @Sendable (CheckContext) throws(CheckStop) -> Step
    ) -> Check {
        Check(
            "resources.\(name)", summary, clauses, requires: name == "fetches" ? [] : [.anyKnownFormat],
            remedy: "Free in release what you allocated for it."
        ) { context throws(CheckStop) in
            let step = try prepare(context)
            for index in 0..<20 { try step(index) }
            let before = ProcessFigures.usedBytes
            for index in 0..<count { try step(index) }
            let grown = ProcessFigures.usedBytes - before
            try context.expect(grown < slack, "after \(count) more, \(grown >> 20) MiB more are in use")
        }
    }

    private static func descriptors(_ context: CheckContext) throws(CheckStop) {
        let library = try context.open()
        let assets = try library.assets()
        func use() throws(CheckStop) {
            for asset in assets.prefix(10) {
                let sink = RecordSink.frames()
                _ = library.image(asset.identifier, ImageRequest(16, 16), sink: sink)
                for frame in sink.records { frame.release() }
                _ = library.read(ReadRequest(asset.identifier, capacity: 16))
                _ = try library.details(asset.identifier)
            }
        }
        try use()
        let before = ProcessFigures.descriptors.count
        for _ in 0..<3 { try use() }
        let after = ProcessFigures.descriptors.count
        try context.expect(after <= before, "\(before) open descriptors became \(after)")
    }
}
