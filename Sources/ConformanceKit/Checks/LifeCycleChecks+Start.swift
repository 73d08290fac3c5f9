internal import BackendAPI
internal import SystemThreads

/// Checks of what comes before a library.
extension LifeCycleChecks {
    static func quickStart(_ trial: Trial) throws(CheckStop) {
        let start = Clock.now
        let backend = try trial.backend()
        _ = try backend.info()
        let took = Clock.now - start
        try trial.expect(took < trial.limit(milliseconds: 1000), "they took \(took / 1_000_000) ms")
    }

    static func withoutEffects(_ trial: Trial) throws(CheckStop) {
        _ = try trial.plugin()
        let (files, threads) = (Files.names(trial.folder), ProcessFigures.threads)
        let backend = try trial.madeBackend()
        let new = ProcessFigures.threads.filter { !threads.contains($0) }.map(ProcessFigures.name)
        try trial.expect(new.isEmpty, "there are new threads: \(new.joined(separator: ", "))")
        try backend.probe().ok()
        _ = try backend.info()
        try trial.expect(Files.names(trial.folder) == files, "there are new files in HOME")
    }

    static func entryAgain(_ trial: Trial) throws(CheckStop) {
        let first = try trial.backend()
        let second = try trial.backend()
        let library = try trial.open(second)
        let count = try library.assets().count
        first.destroy()
        let again = try library.assets().count
        try trial.expect(again == count, "when another backend was destroyed, \(count) assets became \(again)")
        library.beginShutdown()
        library.close()
        second.destroy()
    }

    static func infoStays(_ trial: Trial) throws(CheckStop) {
        let backend = try trial.madeBackend()
        let before = try backend.info()
        try backend.probe().ok()
        let library = try trial.open(backend)
        let during = try backend.info()
        library.beginShutdown()
        library.close()
        for later in [during, try backend.info()] {
            let isSame =
                later.id == before.id && later.name == before.name && later.version == before.version
                && later.capabilities == before.capabilities && later.priority == before.priority
                && later.formatTexts == before.formatTexts
            try trial.expect(isSame, "info answers something else later")
        }
    }
}
