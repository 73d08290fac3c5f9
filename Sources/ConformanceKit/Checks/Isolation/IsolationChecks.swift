internal import BackendAPI
internal import PhotoModel

/// What a plugin gives through a worker process beside what it gives in the process.
enum IsolationChecks {
    static let all = [
        Check(
            "isolation.same-results", "A worker gives what the plugin gives in the process of the host", "R9.2 R11.5",
            .should,
            remedy:
                "Depend on nothing but the arguments: a worker has another process, and reads the library's folder alone."
        ) { context throws(CheckStop) in try sameResults(context) }
    ]

    /// Opens the kit's library both ways, with data folders of their own, and compares.
    private static func sameResults(_ context: CheckContext) throws(CheckStop) {
        try context.makeLibrary()
        let direct = try open(context, isIsolated: false)
        let isolated = try open(context, isIsolated: true)
        context.step("compare")
        try same(context, try direct.allCollections(), try isolated.allCollections(), "collection") {
            "\"\($0.title)\""
        }
        var (assets, others) = (try direct.assets(), try isolated.assets())
        // One may have read more of its photos by now than the other (R9.7).
        for _ in 0..<2 where assets != others {
            assets = try direct.assets()
            others = try isolated.assets()
        }
        try same(context, assets, others, "asset") { "\($0.path)" }
        for asset in assets {
            for side in [24, 200] {
                let ask = ImageRequest(side, side)
                let (left, right) = (frames(direct, asset, ask), frames(isolated, asset, ask))
                try context.expect(
                    left == right, "\(asset.path) at \(side) pixels: \(left.text), in a worker \(right.text)")
            }
        }
        try sameRefusals(context, direct, isolated)
        for library in [direct, isolated] {
            library.beginShutdown()
            library.close()
        }
    }

    /// Fails with the first record that is another, and what of it.
    private static func same<Copy: Equatable>(
        _ context: CheckContext, _ left: [Copy], _ right: [Copy], _ kind: String, _ name: (Copy) -> String
    ) throws(CheckStop) {
        try context.expect(
            left.count == right.count, "there are \(left.count) \(kind)s, and \(right.count) in a worker")
        for (place, (one, other)) in zip(left, right).enumerated() where one != other {
            throw .failed("\(kind) \(place), \(name(one)): \(RecordDifference.text(one, other)) in a worker")
        }
    }

    private static func open(_ context: CheckContext, isIsolated: Bool) throws(CheckStop) -> Library {
        var order = context.order
        order.isIsolated = isIsolated
        let data = context.folder / (isIsolated ? "data-worker" : "data-direct")
        try Files.makeFolder(data)
        let other = CheckContext(order: order, steps: context.steps)
        return try other.open(other.backend(), root: context.root, data: data)
    }

    private static func sameRefusals(_ context: CheckContext, _ direct: Library, _ isolated: Library) throws(CheckStop)
    {
        let stranger = Text(Arena.string("nobody"))
        let asks: [(Library) -> Reply] = [
            { $0.details(stranger, sink: .details()) },
            { $0.collection(stranger, sink: .collections()) },
            { $0.image(stranger, ImageRequest(16, 16), sink: .frames()) },
            { $0.read(ReadRequest(stranger, capacity: 16)).reply },
            { $0.count(FetchRequest(.collection(stranger))).reply },
            { $0.fetch(FetchRequest(.unknown(77))).reply },
        ]
        for ask in asks {
            let (left, right) = (ask(direct), ask(isolated))
            try context.expect(
                left.described == right.described,
                "\(left.operation): \(left.described), in a worker \(right.described)")
        }
    }

    /// What came of an image request, to its last byte.
    private struct Delivery: Equatable {
        let status: String
        let frames: [[UInt64]]

        var text: String { frames.isEmpty ? status : "\(frames.count) frames, \(frames)" }
    }

    private static func frames(_ library: Library, _ asset: AssetCopy, _ ask: ImageRequest) -> Delivery {
        let sink = RecordSink.frames()
        let reply = library.image(asset.identifier, ask, sink: sink)
        let figures = sink.records.map { frame in
            [UInt64(frame.width), UInt64(frame.height), UInt64(frame.frame.flags), UInt64(frame.frame.format)]
                + FrameSamples.sums(frame.frame)
        }
        for frame in sink.records { frame.release() }
        return Delivery(status: reply.described, frames: figures)
    }
}

extension FrameSamples {
    /// A hash of the samples of each plane, without the padding between rows; empty for an invalid frame.
    static func sums(_ frame: picker_frame) -> [UInt64] {
        guard fault(frame) == nil else { return [] }
        let planes = [frame.plane.0, frame.plane.1, frame.plane.2]
        let strides = [frame.stride.0, frame.stride.1, frame.stride.2]
        let chroma = (Int(frame.height) + (1 << Int(frame.chroma_shift_y)) - 1) >> Int(frame.chroma_shift_y)
        return widths(frame).enumerated().map { index, width in
            guard let base = planes[index] else { return 0 }
            var hash = FNV1a()
            for row in 0..<(index == 0 ? Int(frame.height) : chroma) {
                for sample in UnsafeBufferPointer(start: base + row * Int(strides[index]), count: width) {
                    hash.combine(sample)
                }
            }
            return hash.value
        }
    }
}
