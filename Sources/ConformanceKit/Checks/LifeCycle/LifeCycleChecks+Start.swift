internal import BackendAPI
internal import Platform

/// Checks of what comes before a library.
extension LifeCycleChecks {
    static func quickStart(_ context: CheckContext) throws(CheckStop) {
        let start = Clock.now
        let backend = try context.backend()
        _ = try backend.info()
        let took = Clock.now - start
        try context.expect(took < context.limit(milliseconds: 1000), "they took \(took / 1_000_000) ms")
    }

    static func withoutEffects(_ context: CheckContext) throws(CheckStop) {
        _ = try context.plugin()
        let (files, threads) = (Files.names(context.folder), ProcessFigures.threads)
        let backend = try context.madeBackend()
        let new = ProcessFigures.threads.filter { !threads.contains($0) }.map(ProcessFigures.name)
        try context.expect(new.isEmpty, "there are new threads: \(new.joined(separator: ", "))")
        try backend.probe().ok()
        _ = try backend.info()
        try context.expect(Files.names(context.folder) == files, "there are new files in HOME")
    }

    static func entryAgain(_ context: CheckContext) throws(CheckStop) {
        // Whichever of them goes first.
        for goesFirst in [0, 1] {
            let backends = [try context.backend(), try context.backend()]
            let library = try context.open(backends[1 - goesFirst])
            let count = try library.assets().count
            backends[goesFirst].destroy()
            let again = try library.assets().count
            try context.expect(again == count, "when another backend was destroyed, \(count) assets became \(again)")
            library.beginShutdown()
            library.close()
            backends[1 - goesFirst].destroy()
        }
    }

    static func infoStays(_ context: CheckContext) throws(CheckStop) {
        let backend = try context.madeBackend()
        let (before, readLater) = try backend.infoReadLater()
        try backend.probe().ok()
        let library = try context.open(backend)
        let during = try backend.info()
        library.beginShutdown()
        library.close()
        for later in [readLater, during, try backend.info()] {
            try context.expect(
                later == before, "info answers something else later: \(RecordDifference.text(before, later))")
        }
    }
}
