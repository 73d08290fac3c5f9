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

    /// Opens, looks at and closes files of the kit's own beside calls of the plugin.
    private static func othersDescriptors(_ context: CheckContext) throws(CheckStop) {
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
        let end = Clock.now + context.limit(milliseconds: 400)
        let lost = Atomic(0)
        Threads.run(3) { thread in
            while Clock.now < end, lost.load(ordering: .relaxed) == 0 {
                guard thread > 0 else {
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
}
