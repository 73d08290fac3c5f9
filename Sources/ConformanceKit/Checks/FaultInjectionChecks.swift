internal import BackendAPI
internal import PhotoModel
internal import Synchronization

/// What the host and the system refuse, at each place where they can.
enum FaultInjectionChecks {
    static let all = [
        Check(
            "faults.host-extensions", "Whichever call of the host's get_extension gives NULL, everything works",
            "R6.1 R7.3", .must, .full,
            mend: "Have limits of your own when the host has none to tell."
        ) { trial throws(CheckStop) in try hostExtensions(trial) },
        Check(
            "faults.cancelled-everywhere",
            "Whichever check ends a call, it returns with that answer, and the next works",
            "R12.2 R9.8", .must, .full,
            mend: "Give back on each way out what was taken, and leave nothing half done."
        ) { trial throws(CheckStop) in try cancelledEverywhere(trial) },
        Check(
            "faults.stopped-everywhere", "Whichever record a sink stops at, no more come, and the answer is OK", "R9.3",
            .must, .full,
            mend: "Leave the loop as soon as emit answers anything but PICKER_CONTINUE."
        ) { trial throws(CheckStop) in try stoppedEverywhere(trial) },
        Check(
            "faults.no-data-folder", "A library without a data folder works", "R7.3 R15.5", .must, .full,
            mend: "Keep in memory what you would keep there."
        ) { trial throws(CheckStop) in
            let backend = try trial.backend()
            try trial.makeLibrary()
            let opened = backend.open(root: trial.root, data: nil)
            try opened.reply.ok()
            guard let library = opened.library else { throw .failed("open_library filled nothing in") }
            try use(library)
        },
        Check(
            "faults.full-disk", "A data folder on a full disk is IO or works, and leaves the process alone",
            "R10.1 R15.4",
            .must, .full,
            mend: "Look at the result of each write; PICKER_IO with ENOSPC says what is wrong."
        ) { trial throws(CheckStop) in
            try trial.makeLibrary()
            SmallDisk.mount(trial.dataFolder, bytes: 128 << 10)
            SmallDisk.fill(trial.dataFolder)
            try openSomehow(trial)
        },
        Check(
            "faults.disk-fills", "A disk that fills while an index is written is IO or works", "R10.1 R15.4",
            .must, .full,
            mend: "Look at the result of each write, also of those that only sometimes fail."
        ) { trial throws(CheckStop) in
            try trial.makeLibrary()
            SmallDisk.limitFiles(bytes: 40 << 10)
            try openSomehow(trial)
        },
        Check(
            "faults.full-library", "An addition to a full disk is IO, and leaves nothing", "R10.1", .must, .full,
            needs: [.capability(.write), .anyKnownFormat],
            mend: "Return PICKER_IO when write says ENOSPC, and remove what was written."
        ) { trial throws(CheckStop) in try fullLibrary(trial) },
    ]

    /// A little of everything.
    private static func use(_ library: Library) throws(CheckStop) {
        let assets = try library.assets()
        guard !assets.isEmpty else { throw .failed("the library has no assets") }
        _ = try library.allCollections()
        for asset in assets.prefix(6) {
            _ = try library.details(asset.identifier)
            let sink = RecordSink.frames()
            _ = library.image(asset.identifier, ImageAsk(24, 24), sink: sink)
            for frame in sink.records { frame.release() }
        }
        library.beginShutdown()
        library.close()
    }

    private static func hostExtensions(_ trial: Trial) throws(CheckStop) {
        for number in 1...6 {
            let host = HostProbe()
            host.failing.store(number, ordering: .relaxed)
            let backend = try trial.backend(host: host)
            try use(trial.open(backend))
            backend.destroy()
            // Fewer calls: the next number fails none.
            if host.calls < number { return }
        }
    }

    private typealias Call = (name: String, body: @Sendable (Library, AssetCopy, CallProbe) -> Reply)

    private static let calls: [Call] = [
        ("collections", { library, _, control in library.collections(sink: .collections(), control: control) }),
        ("count", { library, _, control in library.count(control: control).reply }),
        (
            "fetch",
            { library, _, control in
                let fetched = library.fetch(control: control)
                fetched.fetch?.release()
                return fetched.reply
            }
        ),
        (
            "details",
            { library, asset, control in library.details(asset.identifier, sink: .details(), control: control) }
        ),
        (
            "image",
            { library, asset, control in
                let sink = RecordSink.frames()
                let reply = library.image(asset.identifier, ImageAsk(32, 32), sink: sink, control: control)
                for frame in sink.records { frame.release() }
                return reply
            }
        ),
        (
            "read",
            { library, asset, control in library.read(ReadAsk(asset.identifier, capacity: 64), control: control).reply }
        ),
    ]

    private static func cancelledEverywhere(_ trial: Trial) throws(CheckStop) {
        let library = try trial.open()
        let asset = try trial.matches(library)[0].asset
        for call in calls {
            for number in 1...60 {
                let control = CallProbe(answering: PICKER_CANCELLED, afterChecks: number)
                let reply = call.body(library, asset, control)
                // It asked less often.
                if control.changedAt == 0 { break }
                // After the last unit of work the answer may not count any more.
                if reply.status != PICKER_OK { try reply.expect(PICKER_CANCELLED) }
                try call.body(library, asset, CallProbe()).ok()
            }
        }
    }

    private static func stoppedEverywhere(_ trial: Trial) throws(CheckStop) {
        let library = try trial.open()
        guard let fetch = library.fetch().fetch else { throw .failed("fetch did not work") }
        defer { fetch.release() }
        let all = try fetch.window(0, 1 << 40).map(\.identifier)
        for number in 1...all.count {
            let sink = RecordSink.assets(stopAt: number)
            try fetch.window(0, 1 << 40, sink: sink).ok()
            try trial.expect(
                sink.records.map(\.identifier) == Array(all.prefix(number)),
                "stopped at record \(number), \(sink.count) came, or others")
        }
        for number in 1...max(1, try library.collections().count) {
            let sink = RecordSink.collections(stopAt: number)
            try library.collections(sink: sink).ok()
            try trial.expect(sink.count <= number, "stopped at record \(number), \(sink.count) collections came")
        }
    }

    /// Opens the library over a data folder in which nothing can be kept: it works, or says why not.
    private static func openSomehow(_ trial: Trial) throws(CheckStop) {
        let backend = try trial.backend()
        for _ in 0..<2 {
            let opened = backend.open(root: trial.root, data: trial.dataFolder)
            if let library = opened.library {
                try use(library)
            } else {
                try opened.reply.expect([PICKER_IO, PICKER_ACCESS_DENIED, PICKER_TOO_LARGE, PICKER_OUT_OF_MEMORY])
            }
        }
        backend.destroy()
    }

    private static func fullLibrary(_ trial: Trial) throws(CheckStop) {
        let (root, data) = try trial.makeFolder("small")
        SmallDisk.mount(root, bytes: 256 << 10)
        let photo = try WriteChecks.photo(trial)
        let library = try trial.open(trial.backend(), root: root, data: data)
        SmallDisk.fill(root)
        let before = try Files.tree(root)
        try library.add(photo.name, AddSource(photo.bytes)).expect(PICKER_IO)
        let left = try Files.tree(root).subtracting(before).map(\.description)
        try trial.expect(left.isEmpty, "it left \(left.joined(separator: ", "))")
    }
}
