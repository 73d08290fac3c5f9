internal import BackendAPI
internal import PhotoModel

/// Calls that are ended at each of the questions that they ask.
extension FaultInjectionChecks {
    /// A call of each kind, with what came of it: of one that answers PICKER_OK always the same.
    private typealias Call = (
        name: String,
        body: @Sendable (Library, AssetCopy, CallProbe) throws(CheckStop) -> (reply: Reply, came: [String])
    )

    private static let calls: [Call] = lists + media

    private static let lists: [Call] = [
        (
            "collections",
            { library, _, control in
                let sink = RecordSink.collections()
                return (library.collections(sink: sink, control: control), sink.records.map { "\($0.identifier)" })
            }
        ),
        (
            "count",
            { library, _, control in
                let (reply, count) = library.count(control: control)
                return (reply, ["\(count)"])
            }
        ),
        (
            "fetch",
            { library, _, control throws(CheckStop) in
                let fetched = library.fetch(control: control)
                defer { fetched.fetch?.release() }
                return (fetched.reply, try fetched.fetch?.window(0, 1 << 40).map { "\($0.identifier)" } ?? [])
            }
        ),
        (
            "a fetch by identifiers",
            { library, asset, control throws(CheckStop) in
                let fetched = library.fetch(FetchRequest(.identifiers([asset.identifier])), control: control)
                defer { fetched.fetch?.release() }
                return (fetched.reply, try fetched.fetch?.window(0, 1 << 40).map { "\($0.identifier)" } ?? [])
            }
        ),
        (
            "window",
            { library, _, control throws(CheckStop) in
                let sink = RecordSink.assets()
                let fetched = library.fetch()
                try fetched.reply.ok()
                guard let fetch = fetched.fetch else { throw .failed("fetch filled nothing in") }
                defer { fetch.release() }
                return (fetch.window(0, 1 << 40, sink: sink, control: control), sink.records.map { "\($0.identifier)" })
            }
        ),
        (
            "index_of",
            { library, asset, control throws(CheckStop) in
                let fetched = library.fetch()
                try fetched.reply.ok()
                guard let fetch = fetched.fetch else { throw .failed("fetch filled nothing in") }
                defer { fetch.release() }
                let (reply, index) = fetch.index(of: asset.identifier, control: control)
                return (reply, ["\(index)"])
            }
        ),
        (
            "key_assets",
            { library, _, control throws(CheckStop) in
                let sink = RecordSink.assets()
                let roll = try library.cameraRoll().identifier
                return (library.keyAssets(roll, sink: sink, control: control), sink.records.map { "\($0.identifier)" })
            }
        ),
        (
            "diagnostics",
            { library, _, control in
                let sink = RecordSink.diagnostics()
                return (library.diagnostics(sink: sink, control: control), sink.records.map { "\($0.relativePath)" })
            }
        ),
    ]

    private static let media: [Call] = [
        (
            "details",
            { library, asset, control in
                let sink = RecordSink.details()
                let reply = library.details(asset.identifier, sink: sink, control: control)
                return (reply, sink.records.map { "\($0.representations.count)" })
            }
        ),
        ("image", image(PICKER_DELIVERY_HIGH_QUALITY)), ("opportunistic image", image(PICKER_DELIVERY_OPPORTUNISTIC)),
        ("fast image", image(PICKER_DELIVERY_FAST)),
        (
            "read",
            { library, asset, control in
                let part = library.read(ReadRequest(asset.identifier, capacity: 4096), control: control)
                return (part.reply, ["\(part.bytes)"])
            }
        ),
    ]

    /// What comes is the final frame: of others there may be more or fewer.
    private static func image(
        _ delivery: UInt32
    ) -> @Sendable (Library, AssetCopy, CallProbe) throws(CheckStop) -> (reply: Reply, came: [String]) {
        { library, asset, control throws(CheckStop) in
            let sink = RecordSink.frames()
            let ask = ImageRequest(32, 32) { $0.delivery = delivery }
            let reply = library.image(asset.identifier, ask, sink: sink, control: control)
            let sums = sink.records.filter(\.isFinal).map { "\(FrameSamples.sums($0.frame))" }
            for frame in sink.records { frame.release() }
            guard reply.status == PICKER_OK || sums.isEmpty else {
                throw .failed(
                    "\(reply.operation), delivery \(delivery), answered \(reply.described) after its final frame")
            }
            return (reply, sums)
        }
    }

    static func cancelledEverywhere(_ context: CheckContext) throws(CheckStop) {
        let library = try context.open()
        let hasImages = try context.info().formats.contains(where: PhotoFormat.identifiers.contains)
        let asset = hasImages ? try context.matches(library)[0].asset : try context.anyAsset(library)
        for call in hasImages ? calls : lists {
            let whole = try call.body(library, asset, CallProbe())
            try whole.reply.ok()
            for number in 1...60 where !context.isHalfOver {
                var isOver = false
                for answer in [PICKER_CANCELLED, PICKER_DEADLINE] {
                    let control = CallProbe(answering: answer, afterChecks: number)
                    let (reply, came) = try call.body(library, asset, control)
                    // It asked less often.
                    if control.changedAt == 0 { isOver = true }
                    // After the last unit of work the answer may not count any more: all is done then.
                    if reply.status != PICKER_OK { try reply.expect(answer) }
                    try context.expect(
                        reply.status != PICKER_OK || came == whole.came,
                        "\(call.name), told to end at its question \(number), answered PICKER_OK and was not done")
                }
                if isOver { break }
                try call.body(library, asset, CallProbe()).reply.ok()
            }
        }
    }

    /// The same of open_library, with a data folder of its own each time.
    static func cancelledOpens(_ context: CheckContext) throws(CheckStop) {
        let backend = try context.backend()
        let expected = try context.open(backend).assets().map(\.path)
        var number = 1
        var isOver = false
        while !isOver, !context.isHalfOver {
            for answer in [PICKER_CANCELLED, PICKER_DEADLINE] {
                let data = context.folder / BytePath("data-\(number)-\(answer)")
                try Files.makeFolder(data)
                let control = CallProbe(answering: answer, afterChecks: number)
                let opened = backend.open(root: context.root, data: data, control: control)
                if control.changedAt == 0 { isOver = true }
                guard opened.reply.status == PICKER_OK else {
                    try opened.reply.expect(answer)
                    continue
                }
                guard let library = opened.library else { throw .failed("open_library filled nothing in") }
                let found = try library.assets().map(\.path)
                try context.expect(
                    found == expected,
                    "open_library, told to end at its question \(number), answered PICKER_OK, and \(found.count) of "
                        + "\(expected.count) assets are there")
                library.beginShutdown()
                library.close()
            }
            // Each of the first, and fewer and fewer of the rest.
            number += max(1, number / 4)
        }
    }
}
