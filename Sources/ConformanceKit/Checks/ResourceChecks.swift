internal import BackendAPI

/// Memory, descriptors and time after many calls.
enum ResourceChecks {
    static let all = [
        growth("images", "Images asked for again and again take no more memory", "R14.8 R9.1", 150) {
            trial throws(CheckStop) in
            let matches = try trial.matches(trial.open()).filter { $0.photo.width < 600 }
            return { index throws(CheckStop) in
                let match = matches[index % matches.count]
                _ = try match.library.frames(match.asset.identifier, ImageAsk(32, 32))
            }
        },
        growth("fetches", "Fetches made and released take no more memory", "R9.6 R9.1", 150) {
            trial throws(CheckStop) in
            let library = try trial.open()
            return { _ throws(CheckStop) in
                guard let fetch = library.fetch().fetch else { throw .failed("fetch did not work") }
                fetch.release()
            }
        },
        growth("refused-frames", "Frames of cancelled and stopped requests are given back too", "R14.8 R12.2", 150) {
            trial throws(CheckStop) in
            let match = try trial.samples()[0]
            return { index throws(CheckStop) in
                let sink = RecordSink.frames(stopAt: 1)
                let control = CallProbe(answering: PICKER_CANCELLED, afterChecks: index % 4 + 1)
                _ = match.library.image(match.asset.identifier, ImageAsk(32, 32), sink: sink, control: control)
                for frame in sink.records { frame.release() }
            }
        },
        Check(
            "resources.descriptors", "Calls leave no descriptors open", "R15.5 R9.1",
            mend: "Close what you open, on the ways out of errors too."
        ) { trial throws(CheckStop) in try descriptors(trial) },
        Check(
            "performance.window", "A window of all assets takes less than 100 ms", "R9.10", .should, .full,
            mend: "Make records from what is known; read no files in window."
        ) { trial throws(CheckStop) in
            guard let fetch = try trial.open().fetch().fetch else { throw .failed("fetch did not work") }
            _ = fetch.window(0, 1000, sink: .assets())
            let reply = fetch.window(0, 1000, sink: .assets())
            try trial.expect(reply.nanoseconds < trial.limit(milliseconds: 100), "it took \(reply.milliseconds) ms")
        },
        Check(
            "performance.thumbnail", "A thumbnail of a small photo takes less than 100 ms", "R12.1", .should, .full,
            needs: [.anyKnownFormat],
            mend: "Decode at a reduced size where the codec can."
        ) { trial throws(CheckStop) in
            let large = try trial.largePhoto(trial.open())
            _ = try large.library.frames(large.asset.identifier, ImageAsk(64, 64))
            let start = Clock.now
            _ = try large.library.frames(large.asset.identifier, ImageAsk(64, 64))
            let took = Clock.now - start
            try trial.expect(took < trial.limit(milliseconds: 100), "it took \(took / 1_000_000) ms")
        },
        Check(
            "performance.open", "The kit's library opens within 2 seconds", "R12.1", .should, .full,
            mend: "Read headers, not whole files; report progress while you do."
        ) { trial throws(CheckStop) in
            let backend = try trial.backend()
            try trial.makeLibrary()
            let start = Clock.now
            _ = try trial.open(backend)
            let took = Clock.now - start
            try trial.expect(took < trial.limit(milliseconds: 2000), "it took \(took / 1_000_000) ms")
        },
    ]

    /// Resident memory may grow by this much for reasons of its own: arenas, and what the kit itself keeps.
    private static let slack = 16 << 20

    private typealias Step = (Int) throws(CheckStop) -> Void

    private static func growth(
        _ name: String, _ sentence: String, _ clauses: String, _ count: Int,
        _ prepare: @escaping @Sendable (Trial) throws(CheckStop) -> Step
    ) -> Check {
        Check(
            "resources.\(name)", sentence, clauses, needs: name == "fetches" ? [] : [.anyKnownFormat],
            mend: "Free in release what you allocated for it."
        ) { trial throws(CheckStop) in
            let step = try prepare(trial)
            for index in 0..<20 { try step(index) }
            let before = ProcessFigures.usedBytes
            for index in 0..<count { try step(index) }
            let grown = ProcessFigures.usedBytes - before
            try trial.expect(grown < slack, "after \(count) more, \(grown >> 20) MiB more are in use")
        }
    }

    private static func descriptors(_ trial: Trial) throws(CheckStop) {
        let library = try trial.open()
        let assets = try library.assets()
        func use() throws(CheckStop) {
            for asset in assets.prefix(10) {
                let sink = RecordSink.frames()
                _ = library.image(asset.identifier, ImageAsk(16, 16), sink: sink)
                for frame in sink.records { frame.release() }
                _ = library.read(ReadAsk(asset.identifier, capacity: 16))
                _ = try library.details(asset.identifier)
            }
        }
        try use()
        let before = ProcessFigures.descriptors.count
        for _ in 0..<3 { try use() }
        let after = ProcessFigures.descriptors.count
        try trial.expect(after <= before, "\(before) open descriptors became \(after)")
    }
}
