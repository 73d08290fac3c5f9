internal import BackendAPI
internal import PhotoModel

extension SequencePlayer {
    /// What must come of a request.
    private func expectation(_ open: OpenLibrary, _ ask: SequenceFetch) -> Expectation {
        var expected = expectation(open)
        expected.demand(PICKER_INVALID_ARGUMENT, if: ask.scope > PICKER_SCOPE_PATHS)
        expected.demand(PICKER_NOT_FOUND, if: ask.scope == PICKER_SCOPE_COLLECTION && ask.collection < 0)
        if let query = ask.query {
            expected.demand(PICKER_UNSUPPORTED, if: !subjects.serves(query.needed))
            expected.demand(PICKER_INVALID_ARGUMENT, if: !query.hasKnownSort)
            // Who sorts by nothing may refuse every key as not served.
            if !query.hasKnownSort, !subjects.has(BackendCapabilities.sortKeys.rawValue) {
                expected.demand(PICKER_UNSUPPORTED, if: true)
            }
        }
        if ask.scope == PICKER_SCOPE_PATHS { expected.allowed.insert(PICKER_UNSUPPORTED) }
        // A folder is a list of collections, and need not be one of assets.
        let isFolder = subjects.collection(ask.collection)?.type == PICKER_COLLECTION_FOLDER
        if ask.scope == PICKER_SCOPE_COLLECTION, isFolder { expected.allowed.insert(PICKER_NOT_FOUND) }
        return expected
    }

    /// Fetches and counts of one request agree, as the library does not change.
    private func learn(_ count: UInt64, of ask: SequenceFetch) throws(CheckStop) {
        if let before = counts[ask], before != count {
            throw .failed("there are \(count) assets of \(ask.text), and \(before) before")
        }
        if let limit = ask.query?.limit, limit != 0, count > limit {
            throw .failed("there are \(count) assets, with a limit of \(limit)")
        }
        counts[ask] = count
    }

    func count(_ open: OpenLibrary, _ ask: SequenceFetch, _ probes: SequenceProbes) throws(CheckStop) {
        let (reply, count) = open.library.count(subjects.request(ask), control: probes.control)
        if try probes.judge(reply, expectation(open, ask)) { try learn(count, of: ask) }
    }

    func fetch(
        into slot: Int, _ library: Int, _ open: OpenLibrary, _ ask: SequenceFetch, _ probes: SequenceProbes
    ) throws(CheckStop) {
        fetches.removeValue(forKey: slot)?.fetch.release()
        let fetched = open.library.fetch(subjects.request(ask), control: probes.control)
        guard try probes.judge(fetched.reply, expectation(open, ask)), let fetch = fetched.fetch else { return }
        let missing = TableSlots.missing(fetch.table)
        try context.expect(missing.isEmpty, "the table of the fetch has no \(missing.joined(separator: ", "))")
        fetches[slot] = HeldFetch(fetch, library: library, ask: ask)
    }

    private func expectation(_ held: HeldFetch) -> Expectation {
        libraries[held.library].map { expectation($0) } ?? .ok
    }

    func count(of slot: Int, _ probes: SequenceProbes) throws(CheckStop) {
        guard let held = fetches[slot] else { return }
        let (reply, count) = held.fetch.count(control: probes.control)
        var expected = expectation(held)
        // Where only reading tells it, it is known when a window came to the end (R9.18).
        if held.count == nil { expected.allowed.insert(PICKER_NOT_YET) }
        guard try probes.judge(reply, expected) else { return }
        try held.learn(count: count)
        try learn(count, of: held.ask)
    }

    func window(
        of slot: Int, _ offset: UInt64, _ length: UInt64, _ probes: SequenceProbes
    ) throws(CheckStop) {
        guard let held = fetches[slot] else { return }
        let sink = RecordSink.assets(stopAt: probes.plan.stopAt)
        let reply = held.fetch.window(offset, length, sink: sink, control: probes.control)
        note(probes, sink)
        let isOK = try probes.judge(reply, expectation(held), sink: sink)
        try context.expect(UInt64(sink.count) <= length, "\(sink.count) assets came")
        let isStopped = sink.stopAt.map { sink.count >= $0 } ?? false
        try held.learn(
            window: offset, length, sink.records.map(\.identifier), isWhole: isOK && !isStopped)
        if isOK, !isStopped, let count = held.count { try learn(count, of: held.ask) }
    }

    func index(in slot: Int, _ asset: Int, _ probes: SequenceProbes) throws(CheckStop) {
        guard let held = fetches[slot] else { return }
        let identifier = subjects.identifier(ofAsset: asset)
        let (reply, index) = held.fetch.index(of: identifier, control: probes.control)
        var expected = expectation(held)
        if expected.demanded.isEmpty { expected.allowed.insert(PICKER_NOT_FOUND) }
        expected.demand(PICKER_NOT_FOUND, if: asset < 0)
        if try probes.judge(reply, expected) {
            try held.learn(identifier, at: index)
        } else if reply.status == PICKER_NOT_FOUND {
            try held.learn(absent: identifier)
        }
    }
}
