internal import BackendAPI
internal import PhotoModel
internal import Platform

/// What the host and the system refuse, at each place where they can.
enum FaultInjectionChecks {
    static let all = [
        Check(
            "faults.host-extensions", "Whichever call of the host's get_extension gives NULL, everything works",
            "R6.1 R7.3", .must, .full,
            remedy: "Have limits of your own when the host has none."
        ) { context throws(CheckStop) in try hostExtensions(context) },
        Check(
            "faults.cancelled-everywhere",
            "Whichever check ends a call, it returns with that answer or is done, and the next works",
            "R12.2 R9.8", .must, .full,
            remedy: "Give back on each way out what was taken, and answer PICKER_OK for nothing half done."
        ) { context throws(CheckStop) in
            try cancelledEverywhere(context)
            try cancelledOpens(context)
        },
        Check(
            "faults.stopped-everywhere", "Whichever record a sink stops at, no more come, and the answer is OK", "R9.3",
            .must, .full,
            remedy: "Leave the loop as soon as emit answers anything but PICKER_CONTINUE."
        ) { context throws(CheckStop) in try stoppedEverywhere(context) },
        Check(
            "faults.no-data-folder", "A library without a data folder works", "R7.3 R15.5 R18.4", .must, .full,
            remedy: "Keep in memory what you would keep there."
        ) { context throws(CheckStop) in
            let backend = try context.backend()
            try context.makeLibrary()
            let opened = backend.open(root: context.root, data: nil)
            try opened.reply.ok()
            guard let library = opened.library else { throw .failed("open_library filled nothing in") }
            try use(context, library)
        },
        Check(
            "faults.full-disk", "A data folder on a full disk is NO_SPACE or works, and leaves the process alone",
            "R10.1 R15.4",
            .must, .full,
            remedy: "Look at the result of each write; PICKER_NO_SPACE says what is wrong."
        ) { context throws(CheckStop) in
            try context.makeLibrary()
            SmallDisk.mount(context.dataFolder, bytes: 128 << 10)
            SmallDisk.fill(context.dataFolder)
            try openSomehow(context)
        },
        Check(
            "faults.disk-fills", "A disk that fills while an index is written is IO or works", "R10.1 R15.4",
            .must, .full,
            remedy: "Look at the result of each write, also of those that only sometimes fail."
        ) { context throws(CheckStop) in
            try context.makeLibrary()
            SmallDisk.limitFiles(bytes: 40 << 10)
            try openSomehow(context)
        },
        Check(
            "faults.full-library", "An addition to a full disk is NO_SPACE, and leaves nothing", "R10.1", .must, .full,
            requires: [.capability(.write), .anyKnownFormat],
            remedy: "Return PICKER_NO_SPACE when write says ENOSPC, and remove what was written."
        ) { context throws(CheckStop) in try fullLibrary(context) },
    ]

    /// A little of everything.
    private static func use(_ context: CheckContext, _ library: Library) throws(CheckStop) {
        let assets = try library.assets()
        guard !assets.isEmpty else { throw try context.tooFew(0) }
        _ = try library.allCollections()
        for asset in assets.prefix(6) {
            _ = try library.details(asset.identifier)
            let sink = RecordSink.frames()
            _ = library.image(asset.identifier, ImageRequest(24, 24), sink: sink)
            for frame in sink.records { frame.release() }
        }
        library.beginShutdown()
        library.close()
    }

    private static func hostExtensions(_ context: CheckContext) throws(CheckStop) {
        for number in 1...6 {
            let host = HostProbe()
            host.failing.store(number, ordering: .relaxed)
            let backend = try context.backend(host: host)
            try use(context, context.open(backend))
            backend.destroy()
            // Fewer calls: the next number fails none.
            if host.calls < number { return }
        }
    }

    private static func stoppedEverywhere(_ context: CheckContext) throws(CheckStop) {
        let library = try context.open()
        guard let fetch = library.fetch().fetch else { throw .failed("fetch did not work") }
        defer { fetch.release() }
        let all = try fetch.window(0, 1 << 40).map(\.identifier)
        guard !all.isEmpty else { throw try context.tooFew(0) }
        for number in 1...all.count where !context.isHalfOver {
            let sink = RecordSink.assets(stopAt: number)
            try fetch.window(0, 1 << 40, sink: sink).ok()
            try context.expect(
                sink.records.map(\.identifier) == Array(all.prefix(number)),
                "stopped at record \(number), \(sink.count) came, or others")
        }
        for number in 1...max(1, try library.collections().count) {
            let sink = RecordSink.collections(stopAt: number)
            try library.collections(sink: sink).ok()
            try context.expect(sink.count <= number, "stopped at record \(number), \(sink.count) collections came")
        }
    }

    /// Opens the library over a data folder in which nothing can be kept: it works, or says why not.
    private static func openSomehow(_ context: CheckContext) throws(CheckStop) {
        let backend = try context.backend()
        for _ in 0..<2 {
            let opened = backend.open(root: context.root, data: context.dataFolder)
            if let library = opened.library {
                try use(context, library)
            } else {
                try opened.reply.expect([
                    PICKER_IO, PICKER_NO_SPACE, PICKER_ACCESS_DENIED, PICKER_TOO_LARGE, PICKER_OUT_OF_MEMORY,
                ])
            }
        }
        backend.destroy()
    }

    private static func fullLibrary(_ context: CheckContext) throws(CheckStop) {
        let (root, data) = try context.makeFolder("small")
        SmallDisk.mount(root, bytes: 256 << 10)
        let photo = try WriteChecks.photo(context)
        let library = try context.open(context.backend(), root: root, data: data)
        SmallDisk.fill(root)
        let before = try Files.tree(root)
        try library.add(photo.name, AddSource(photo.bytes)).expect(PICKER_NO_SPACE)
        let left = try Files.tree(root).subtracting(before).map(\.description)
        try context.expect(left.isEmpty, "it left \(left.joined(separator: ", "))")
    }
}
