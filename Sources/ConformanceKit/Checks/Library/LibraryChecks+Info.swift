internal import BackendAPI
internal import PhotoModel
internal import Platform

/// What a library says of itself.
extension LibraryChecks {
    static func info(_ context: CheckContext) throws(CheckStop) {
        let library = try context.open()
        let (reply, info) = library.info()
        try reply.ok()
        let declared = try context.info().capabilities
        let unknown = info.missing.subtracting(declared)
        try context.expect(
            unknown.isEmpty, "the library misses what its backend does not offer (bits \(unknown.rawValue))")
        for (name, text) in [("title", info.title), ("account", info.account), ("service", info.service)] {
            try context.expect(text.isValid, "the \(name) is not UTF-8 without NUL: \"\(text)\"")
        }
        let named = UInt32(PICKER_LIBRARY_READ_ONLY | PICKER_LIBRARY_REMOTE | PICKER_LIBRARY_FILES)
        let isNewer = try context.isNewer()
        try context.expect(isNewer || info.flags & ~named == 0, "it has flags without a name: \(info.flags)")
        try context.expect(info.reserved == 0, "its reserved field is \(info.reserved)")
        try context.expect(
            context.order.fixtureCommand != nil || !info.isRemote,
            "it says that the photos of a folder are on another machine")
        let paths = try library.assets().map(\.path)
        for path in info.hasFiles ? paths : [] {
            let kind = try? Descriptor.workingFolder.status(of: (context.root / path).bytes).kind
            try context.expect(
                kind == .file || kind == .link, "it says that paths are files, and \(path) is none")
        }
        try lacks(context, library, info.missing)
        for _ in 0..<3 {
            try context.expect(library.info().info == info, "asked again, it says something else")
        }
    }

    /// That what a library says that it lacks is refused as what a backend lacks (R7.6, R7.2).
    private static func lacks(
        _ context: CheckContext, _ library: Library, _ missing: BackendCapabilities
    ) throws(CheckStop) {
        func expectRefused(_ reply: Reply, _ name: String) throws(CheckStop) {
            try context.expect(
                reply.status == PICKER_UNSUPPORTED,
                "it says that it lacks what serves \(name), and \(reply.operation) answered \(reply.described)")
        }
        let keys: [FetchChecks.Condition] = SortBit.all.map { key in
            (name: key.name, bit: key.bit, query: FetchRequest.everything { $0.sort.0 = key.value })
        }
        for (name, bit, query) in FetchChecks.conditions + keys where missing.contains(bit) {
            let fetched = library.fetch(FetchRequest(query: query))
            fetched.fetch?.release()
            for reply in [library.count(FetchRequest(query: query)).reply, fetched.reply] {
                try expectRefused(reply, name)
            }
        }
        for (bit, id) in ErrorChecks.extensionsByCapability where missing.contains(bit) {
            try context.expect(library.extensionTable(id) == nil, "it says that it lacks \(id), and gives it")
        }
        if missing.contains(.observe) {
            let control = CallProbe(deadline: Clock.now + context.limit(milliseconds: 500))
            try expectRefused(library.observe(sink: .changes(), control: control), "observers")
        }
        if missing.contains(.changeDetails) {
            try expectRefused(library.changes(since: nil, sink: .changes()), "details of changes")
        }
    }
}
