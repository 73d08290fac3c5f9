internal import BackendAPI
internal import PhotoModel
internal import Platform

/// Checks of what a plugin does to others in its process while its calls are under way.
extension GuestChecks {
    static let descriptorChecks = [
        Check(
            "guest.others-descriptors", "No descriptor is closed that the plugin did not open", "R15.5",
            requires: [.anyKnownFormat],
            remedy: "Close each descriptor once: then its number belongs to the next file that is opened."
        ) { context throws(CheckStop) in try othersDescriptors(context) }
    ]

    /// Looks at the working directory whenever the plugin asks whether to go on.
    static func folderStays(_ context: CheckContext) throws(CheckStop) {
        let before = CurrentProcess.workingFolder
        var changed: [String] = []
        func watched(_ operation: String) -> CallProbe {
            let control = CallProbe()
            control.onCheck = { _ in if CurrentProcess.workingFolder != before { changed.append(operation) } }
            return control
        }
        let backend = try context.backend()
        try context.makeLibrary()
        let opened = backend.open(root: context.root, data: context.dataFolder, control: watched("open_library"))
        try opened.reply.ok()
        guard let library = opened.library else { return }
        for asset in try library.assets().prefix(8) {
            _ = library.image(asset.identifier, ImageRequest(), sink: .releasing(), control: watched("request_image"))
            _ = library.read(ReadRequest(asset.identifier, capacity: 300_000), control: watched("read"))
            _ = library.details(asset.identifier, sink: .details(), control: watched("details"))
        }
        let names = Set(changed).sorted().joined(separator: ", ")
        try context.expect(changed.isEmpty, "during \(names) the working directory was another")
    }

    /// Looks again and again, on a thread of its own, at what belongs to the process, while calls are under way: what is
    /// changed and set back within a call is seen by other threads all the same.
    static func staysMeanwhile<Value: Equatable>(
        _ context: CheckContext, _ name: String, _ read: @escaping () -> Value
    ) throws(CheckStop) {
        let wasChanged = Atomic(false)
        let isOver = Atomic(false)
        let before = read()
        let looker = Threads.start {
            while !isOver.load(ordering: .acquiring) {
                if read() != before { wasChanged.store(true, ordering: .releasing) }
                Threads.yield()
            }
        }
        guard let looker else { throw .notPossibleHere("no thread could be started") }
        defer {
            isOver.store(true, ordering: .releasing)
            looker.join()
        }
        let backend = try context.backend()
        let library = try context.open(backend)
        let assets = try library.assets()
        for asset in (assets + assets).prefix(60) where !wasChanged.load(ordering: .acquiring) {
            _ = library.image(asset.identifier, ImageRequest(40, 40), sink: .releasing())
            _ = library.read(ReadRequest(asset.identifier, capacity: 300_000))
            _ = library.details(asset.identifier, sink: .details())
        }
        library.beginShutdown()
        library.close()
        backend.destroy()
        try context.expect(
            !wasChanged.load(ordering: .acquiring), "\(name) was changed for a moment, while calls were under way")
    }

    /// Looks for files of the kit's own that calls of the plugin close: opened before, within, and beside them.
    private static func othersDescriptors(_ context: CheckContext) throws(CheckStop) {
        // Before the plugin is loaded, so that all of them are the kit's.
        let standing = ProcessFigures.descriptors
        let format = try ChangeChecks.format(context)
        try context.makeLibrary()
        let whole = try TestPattern(width: 96, height: 64).encoded(as: format)
        let names = ["others-whole", "others-gone", "others-changed"].map { BytePath("\($0).\(format.fileExtension)") }
        for name in names { try Files.write(whole, to: context.root / name, date: FixtureLibrary.firstDate) }
        let library = try context.open()
        let assets = try library.assets().filter { names.contains($0.path) }
        try Files.remove(context.root / names[1])
        try Files.write(whole + [0, 0, 0], to: context.root / names[2], date: FixtureLibrary.firstDate + 5)
        let own = context.folder / "own-file"
        try Files.write([1], to: own)
        let first = try Files.open(own, [], to: "watched")
        guard let wanted = try? first.borrowed.status().inode else { throw .harness("\(own) has no status") }
        try within(library, assets, KeptDescriptors(standing: standing, own: own, inode: wanted))
        let end = Clock.now + context.limit(milliseconds: 400)
        let lost = Atomic(0)
        let rounds = Atomic(0)
        // On a machine that is busy with other things that is hardly any call.
        let last = Clock.now + context.limit(milliseconds: 4000)
        func isOver() -> Bool {
            let isEnough = Clock.now >= end && rounds.load(ordering: .relaxed) >= 100
            return isEnough || Clock.now >= last || lost.load(ordering: .relaxed) > 0
        }
        Threads.run(5) { thread in
            while !isOver() {
                guard thread > 0 else {
                    rounds.add(1, ordering: .relaxed)
                    for asset in assets {
                        _ = library.image(asset.identifier, ImageRequest(16, 16), sink: .releasing())
                        _ = library.read(ReadRequest(asset.identifier, capacity: 100))
                        _ = library.details(asset.identifier, sink: .details())
                    }
                    continue
                }
                guard let file = try? Files.open(own, [], to: "watched") else { continue }
                for _ in 0..<3 where (try? file.borrowed.status().inode) != wanted { lost.add(1, ordering: .relaxed) }
            }
        }
        try context.expect(
            lost.load(ordering: .relaxed) == 0,
            "beside images, reads and details, a file that the kit had opened was closed")
    }

    /// Opens files whenever the plugin calls the kit: they get the numbers that it has just given back.
    private static func within(
        _ library: Library, _ assets: [AssetCopy], _ kept: KeptDescriptors
    ) throws(CheckStop) {
        func control(_ status: picker_status = PICKER_OK, after count: Int = 0) -> CallProbe {
            let control = CallProbe(answering: status, afterChecks: count)
            control.onCheck = { _ in kept.open() }
            return control
        }
        func frames(stopAt: Int? = nil) -> RecordSink<FrameCopy> {
            let sink = RecordSink.frames(stopAt: stopAt)
            sink.onRecord = { _ in kept.open() }
            return sink
        }
        func look(_ call: String) throws(CheckStop) {
            guard let number = kept.lost else { return kept.close() }
            throw .failed("\(call): descriptor \(number), which the kit had opened, is closed or another's")
        }
        let listed = assets.map { ($0.identifier, $0.path.description) }
        for (asset, name) in listed + [(Text(Arena.string("nobody")), "an asset that is not there")] {
            let controls = [control(), control(PICKER_CANCELLED, after: 1), control(PICKER_CANCELLED, after: 3)]
            for control in controls {
                for ask in [ImageRequest(), ImageRequest(16, 16)] {
                    let sink = frames()
                    _ = library.image(asset, ask, sink: sink, control: control)
                    for frame in sink.records { frame.release() }
                    try look("an image of \(name)")
                }
                _ = library.read(ReadRequest(asset, capacity: 300_000), control: control)
                try look("a read of \(name)")
                _ = library.read(ReadRequest(asset, capacity: 10) { $0.version = 5 }, control: control)
                try look("a read of another version of \(name)")
                _ = library.details(asset, sink: .details(), control: control)
                try look("details of \(name)")
            }
        }
    }
}

/// Descriptors of the kit's own, which no one else may close.
private final class KeptDescriptors {
    /// Those that were open from the beginning, with what they were.
    private let standing: [(number: Int32, status: FileStatus)]
    private let own: BytePath
    private let inode: UInt64
    private var held: [OwnedDescriptorBox] = []
    /// More are not opened within one call.
    private static let most = 64

    /// - Parameters:
    ///   - standing: the numbers of those that are open.
    ///   - own: the file to open, which has this inode.
    init(standing: [Int32], own: BytePath, inode: UInt64) {
        self.standing = standing.compactMap { number in
            (try? Descriptor(number).status()).map { (number, $0) }
        }
        (self.own, self.inode) = (own, inode)
    }

    func open() {
        guard held.count < Self.most, let file = try? Files.open(own, [], to: "watched") else { return }
        held.append(OwnedDescriptorBox(file))
    }

    func close() { held = [] }

    /// One that is closed, or is another file now; nil: there is none.
    var lost: Int32? {
        let gone = standing.first { number, before in
            guard let now = try? Descriptor(number).status() else { return true }
            return now.device != before.device || now.inode != before.inode
        }
        return gone?.number ?? held.first { (try? $0.file.borrowed.status().inode) != inode }?.number
    }
}

/// Owns a descriptor in an array, which takes only what can be copied.
private final class OwnedDescriptorBox {
    let file: OwnedDescriptor
    let number: Int32

    init(_ file: consuming OwnedDescriptor) {
        number = file.borrowed.number
        self.file = file
    }
}
