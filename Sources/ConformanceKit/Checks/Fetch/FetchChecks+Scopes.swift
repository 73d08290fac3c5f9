internal import BackendAPI
internal import PhotoModel

/// Checks of what a fetch looks at.
extension FetchChecks {
    static func identifiers(_ context: CheckContext) throws(CheckStop) {
        let library = try context.open()
        let some = Array(try library.assets().map(\.identifier).reversed().prefix(5))
        let asked = [Text(Arena.string("nobody-1"))] + some + [Text(Arena.string("nobody-2"))]
        let found = try library.assets(FetchRequest(.identifiers(asked))).map(\.identifier)
        try context.expect(
            found == some, "\(found.count) came for \(some.count) known identifiers, or in another order")
        let none = try library.assets(FetchRequest(.identifiers([])))
        try context.expect(none.isEmpty, "for no identifiers \(none.count) came")
    }

    static func paths(_ context: CheckContext) throws(CheckStop) {
        let library = try context.open()
        let some = Array(try library.assets().reversed().prefix(6))
        let asked = ["not/there.jpg"] + some.map(\.path) + [""]
        let fetched = library.fetch(FetchRequest(.paths(asked)))
        if fetched.reply.status == PICKER_UNSUPPORTED { return }
        try fetched.reply.ok()
        guard let fetch = fetched.fetch else { return }
        defer { fetch.release() }
        let found = try fetch.window(0, 100).map(\.identifier)
        try context.expect(
            found == some.map(\.identifier), "\(found.count) came for \(some.count) paths, or in another order")
        try anyFile(context, library)
    }

    /// Any file of an asset will do, and an asset of which several are named comes once.
    private static func anyFile(_ context: CheckContext, _ library: Library) throws(CheckStop) {
        guard library.info().info.hasFiles else { return }
        for asset in try library.assets() where asset.representationCount > 1 && !context.isHalfOver {
            let files = try library.details(asset.identifier).representations.map(\.path)
            let asks: [[BytePath]] = files.map { [$0] } + [files, Array(files.reversed())]
            for paths in asks {
                // Another asset may have one of these files, too.
                let found = try library.assets(FetchRequest(.paths(paths))).filter { $0.identifier == asset.identifier }
                let names = paths.map(\.description).joined(separator: ", ")
                try context.expect(
                    found.count == 1,
                    "asked for \(names), which \(asset.path) is made of, it came \(found.count) times, not once")
            }
        }
    }
}
