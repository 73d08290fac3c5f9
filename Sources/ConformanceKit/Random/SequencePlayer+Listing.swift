internal import BackendAPI

extension SequencePlayer {
    func collections(_ open: OpenLibrary, _ types: UInt32, _ probes: SequenceProbes) throws(CheckStop) {
        let sink = RecordSink.collections(stopAt: probes.plan.stopAt)
        let reply = open.library.collections(types: types, sink: sink, control: probes.control)
        note(probes, sink)
        let isOK = try probes.judge(reply, expectation(open), sink: sink)
        for record in sink.records where !Self.isIn(types, record.type) {
            throw .failed("a collection of type \(record.type) came")
        }
        let isStopped = sink.stopAt.map { sink.count >= $0 } ?? false
        guard isOK, !isStopped else { return }
        // Moments, of which there may be one for each day, may be listed only for those who ask for nothing but some types.
        let came = sink.records.filter { $0.type != PICKER_COLLECTION_MOMENT }
        let wanted = subjects.listed.filter {
            $0.parent.bytes == nil && Self.isIn(types, $0.type) && $0.type != PICKER_COLLECTION_MOMENT
        }
        try context.expect(
            came.map(\.identifier) == wanted.map(\.identifier),
            "\(came.count) collections came, and \(wanted.count) before; new or gone: " + Self.difference(came, wanted))
    }

    /// Whether a type is in a set of the ABI, in which 0 means all of them.
    private static func isIn(_ types: UInt32, _ type: UInt32) -> Bool {
        types == 0 || (type <= 31 && types & (1 << type) != 0)
    }

    /// Titles of the collections that are in one list only.
    private static func difference(_ left: [CollectionCopy], _ right: [CollectionCopy]) -> String {
        let (here, there) = (Set(left.map(\.identifier)), Set(right.map(\.identifier)))
        let lonely = (left + right).filter { here.contains($0.identifier) != there.contains($0.identifier) }
        return lonely.isEmpty ? "none, the order" : lonely.map(\.title.description).joined(separator: ", ")
    }

    /// A call that emits one collection.
    func collection(
        _ open: OpenLibrary, _ probes: SequenceProbes, expected: Expectation? = nil,
        _ body: (Library, RecordSink<CollectionCopy>) -> Reply
    ) throws(CheckStop) {
        let sink = RecordSink.collections(stopAt: probes.plan.stopAt)
        let reply = body(open.library, sink)
        note(probes, sink)
        guard try probes.judge(reply, expected ?? expectation(open), sink: sink) else { return }
        try context.expect(sink.count == 1, "\(sink.count) collections came")
    }

    func collection(_ open: OpenLibrary, _ which: Int, _ probes: SequenceProbes) throws(CheckStop) {
        let identifier = subjects.identifier(ofCollection: which)
        var expected = expectation(open)
        expected.demand(PICKER_NOT_FOUND, if: which < 0)
        try collection(open, probes, expected: expected) { library, sink in
            library.collection(identifier, sink: sink, control: probes.control)
        }
    }

    func keyAssets(
        _ open: OpenLibrary, _ which: Int, _ media: UInt32, _ probes: SequenceProbes
    ) throws(CheckStop) {
        let sink = RecordSink.assets(stopAt: probes.plan.stopAt)
        let reply = open.library.keyAssets(
            subjects.identifier(ofCollection: which), media: media, sink: sink, control: probes.control)
        note(probes, sink)
        var expected = expectation(open)
        expected.demand(PICKER_NOT_FOUND, if: which < 0)
        // What represents a folder of collections concerns no collection.
        if subjects.collection(which)?.type == PICKER_COLLECTION_FOLDER { expected.allowed.insert(PICKER_NOT_FOUND) }
        _ = try probes.judge(reply, expected, sink: sink)
        try context.expect(sink.count <= 3, "\(sink.count) key assets came")
        for asset in sink.records where !Self.isIn(media, asset.mediaType) {
            throw .failed("a key asset of media type \(asset.mediaType) came")
        }
    }

    func details(_ open: OpenLibrary, _ which: Int, _ probes: SequenceProbes) throws(CheckStop) {
        let identifier = subjects.identifier(ofAsset: which)
        let sink = RecordSink.details()
        let reply = open.library.details(identifier, sink: sink, control: probes.control)
        note(probes, sink)
        var expected = expectation(open)
        expected.demand(PICKER_NOT_FOUND, if: which < 0)
        guard try probes.judge(reply, expected, sink: sink) else { return }
        try context.expect(sink.count == 1, "\(sink.count) records came")
        let reported = sink.records.first?.asset?.identifier
        try context.expect(
            reported == identifier, "asset \(reported.map(\.description) ?? "nothing") came, not \(identifier)")
    }
}
