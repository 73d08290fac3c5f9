internal import BackendAPI
internal import PhotoModel

/// Checks of values in requests that no headers name.
extension ErrorChecks {
    /// Values that no headers name: the next one may be theirs, and those with the highest bit are small to who reads a
    /// sign there.
    static let valuesToCome: [UInt32] = [4711, 1 << 31, .max]

    static let longTexts = [
        Check(
            "errors.long-texts", "What is longer than any that there is finds nothing, or is refused", "R10.1 R8.1",
            remedy: "Compare lengths before you copy; what a host passes has none that is the most."
        ) { context throws(CheckStop) in try longTexts(context) }
    ]

    private static func longTexts(_ context: CheckContext) throws(CheckStop) {
        let library = try context.open()
        let refusals = [PICKER_NOT_FOUND, PICKER_INVALID_ARGUMENT, PICKER_TOO_LARGE]
        // More than a page, a path and a small buffer have room for.
        for length in [300, 4096, 70_000] {
            let bytes = [UInt8](repeating: 0x61, count: length)
            let (text, path) = (Text(Arena.string(bytes)), BytePath(bytes))
            try library.details(text, sink: .details()).expect(refusals)
            try library.collection(text, sink: .collections()).expect(refusals)
            try library.collections(parent: text, sink: .collections()).expect(refusals)
            try library.read(ReadRequest(text, capacity: 8)).reply.expect(refusals)
            try library.image(text, ImageRequest(8, 8), sink: .frames()).expect(refusals)
            try library.fetch(FetchRequest(.collection(text))).reply.expect(refusals)
            for scope in [Scope.identifiers([text]), .paths([path])] {
                // What has no paths says so.
                guard let found = try library.assets(FetchRequest(scope), orNone: PICKER_UNSUPPORTED) else { continue }
                try context.expect(found.isEmpty, "a fetch by what is \(length) bytes long gave \(found.count) assets")
            }
            try conditions(context, library, text)
        }
        try longLocation(context)
    }

    /// Texts and types in queries.
    private static func conditions(_ context: CheckContext, _ library: Library, _ text: Text) throws(CheckStop) {
        let served = try context.served(by: library)
        let queries: [(BackendCapabilities, picker_query)] = [
            (.queryText, FetchChecks.text(text.description)), (.queryContentTypes, FetchChecks.types([text])),
        ]
        for (bit, query) in queries where served.contains(bit) {
            let found = library.fetch(FetchRequest(query: query))
            try found.reply.expect([PICKER_OK, PICKER_INVALID_ARGUMENT, PICKER_TOO_LARGE])
            guard let fetch = found.fetch else { continue }
            let count = try fetch.count()
            fetch.release()
            try context.expect(count == 0, "a text of \(text.bytes?.count ?? 0) bytes was found in \(count) assets")
        }
    }

    private static func longLocation(_ context: CheckContext) throws(CheckStop) {
        guard context.order.fixtureCommand == nil else { return }
        let far = BytePath([UInt8](repeating: 0x61, count: 70_000))
        let opened = try context.backend().open(root: context.root / far, data: nil)
        try context.expect(
            opened.reply.status != PICKER_OK && Status.isKnown(opened.reply.status),
            "open_library of a folder whose path has 70,000 bytes answered \(opened.reply.described)")
    }

    static func unknownModes(_ context: CheckContext) throws(CheckStop) {
        let library = try context.open()
        let asset = try context.matches(library)[0].asset
        let modes: [(name: String, field: WritableKeyPath<ImageRequest, UInt32>, last: UInt32)] = [
            ("content mode", \.content, PICKER_ASPECT_FILL), ("delivery mode", \.delivery, PICKER_DELIVERY_FAST),
            ("resize mode", \.resize, PICKER_RESIZE_EXACT), ("version", \.version, PICKER_VERSION_ORIGINAL),
            ("colour policy", \.colors, PICKER_COLOR_KEEP),
        ]
        func expectRefused(_ ask: ImageRequest, _ what: String) throws(CheckStop) {
            let sink = RecordSink.frames()
            let reply = library.image(asset.identifier, ask, sink: sink)
            for frame in sink.records { frame.release() }
            try context.expect(
                reply.status == PICKER_INVALID_ARGUMENT,
                "\(what): \(reply.operation) answered \(reply.described), expected PICKER_INVALID_ARGUMENT")
        }
        let isNewer = try context.isNewer()
        for mode in modes {
            for value in (isNewer ? [] : [mode.last + 1]) + valuesToCome {
                try expectRefused(ImageRequest(16, 16) { $0[keyPath: mode.field] = value }, "\(mode.name) \(value)")
            }
        }
        for ask in [
            ImageRequest(16, 0), ImageRequest(0, 16), ImageRequest(0, 16) { $0.content = PICKER_ASPECT_FILL },
        ] { try expectRefused(ask, "a target with one side alone") }
    }
}
