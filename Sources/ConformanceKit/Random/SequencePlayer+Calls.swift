internal import BackendAPI

extension SequencePlayer {
    func perform(_ step: SequenceStep) throws(CheckStop) {
        let probes = SequenceProbes(step.control)
        defer { note(probes) }
        switch step.call {
        case .open(let slot): try open(slot, probes)
        case .close(let slot): closeLibrary(slot)
        case .info: _ = try backend.info()
        case .probe: _ = try probes.judge(backend.probe())
        case .fetchCount(let slot): try count(of: slot, probes)
        case .window(let slot, let offset, let length): try window(of: slot, offset, length, probes)
        case .indexOf(let slot, let asset): try index(in: slot, asset, probes)
        case .releaseFetch(let slot): fetches.removeValue(forKey: slot)?.fetch.release()
        case .releaseFrame(let slot): try releaseFrame(slot)
        default: try performInLibrary(step.call, probes)
        }
    }

    private func performInLibrary(_ call: SequenceCall, _ probes: SequenceProbes) throws(CheckStop) {
        guard let slot = call.library, let open = libraries[slot] else { return }
        switch call {
        case .beginShutdown:
            open.library.beginShutdown()
            libraries[slot]?.isShuttingDown = true
        case .authorization: _ = try probes.judge(open.library.authorization().reply, expectation(open))
        case .count(_, let ask): try count(open, ask, probes)
        case .fetch(let place, _, let ask): try fetch(into: place, slot, open, ask, probes)
        case .details(_, let asset): try details(open, asset, probes)
        case .image(let place, _, let asset, let image): try self.image(into: place, open, asset, image, probes)
        case .read(_, let asset, let offset, let capacity): try read(open, asset, offset, capacity, probes)
        case .extensionTable:
            let table = open.library.extensionTable(SequenceCall.unknownExtension)
            try context.expect(table == nil, "there is an extension \(SequenceCall.unknownExtension)")
        default: try performListing(call, open, probes)
        }
    }

    private func performListing(
        _ call: SequenceCall, _ open: OpenLibrary, _ probes: SequenceProbes
    ) throws(CheckStop) {
        switch call {
        case .collections(_, let types): try collections(open, types, probes)
        case .cameraRoll: try collection(open, probes) { $0.cameraRoll(sink: $1, control: probes.control) }
        case .collection(_, let which): try collection(open, which, probes)
        case .keyAssets(_, let which, let media): try keyAssets(open, which, media, probes)
        case .diagnostics:
            let sink = RecordSink.diagnostics()
            let reply = open.library.diagnostics(sink: sink, control: probes.control)
            _ = try probes.judge(reply, expectation(open), sink: sink)
            note(probes, sink)
        case .changesSince(_, let hasToken): try changes(open, hasToken, probes)
        case .observe: try observe(open, probes)
        default: break
        }
    }

    private func open(_ slot: Int, _ probes: SequenceProbes) throws(CheckStop) {
        guard libraries[slot] == nil else { return }
        let opened = backend.open(root: context.root, data: context.dataFolder, control: probes.control)
        guard try probes.judge(opened.reply), let library = opened.library else { return }
        try TableSlots.requireAll(library.table)
        libraries[slot] = OpenLibrary(library: library)
    }

    private func changes(_ open: OpenLibrary, _ hasToken: Bool, _ probes: SequenceProbes) throws(CheckStop) {
        var expected = expectation(open)
        let isOffered = subjects.has(PICKER_CAPABILITY_CHANGE_DETAILS)
        expected.demand(PICKER_UNSUPPORTED, if: !isOffered)
        if isOffered, hasToken { expected.demanded.formUnion([PICKER_INVALID_ARGUMENT, PICKER_NOT_FOUND]) }
        let sink = RecordSink.changes(stopAt: probes.plan.stopAt)
        let token = hasToken ? SequenceCall.token : nil
        let reply = open.library.changes(since: token, sink: sink, control: probes.control)
        _ = try probes.judge(reply, expected, sink: sink)
        note(probes, sink)
    }

    private func observe(_ open: OpenLibrary, _ probes: SequenceProbes) throws(CheckStop) {
        var expected = expectation(open)
        let isOffered = subjects.has(PICKER_CAPABILITY_OBSERVE)
        expected.demand(PICKER_UNSUPPORTED, if: !isOffered)
        // It ends because its time is over, or because the sink stopped it.
        if expected.demanded.isEmpty { expected = Expectation([PICKER_OK, PICKER_DEADLINE]) }
        let sink = RecordSink.changes(stopAt: probes.plan.stopAt)
        let timed = SequenceProbes(SequenceControl(), deadline: Clock.now + SequenceCall.observing)
        let reply = open.library.observe(sink: sink, control: timed.control)
        _ = try timed.judge(reply, expected, sink: sink)
        note(timed, sink)
    }
}

extension SequenceCall {
    /// The slot of the library that it is a call of; nil for others.
    var library: Int? {
        switch self {
        case .beginShutdown(let library), .authorization(let library), .cameraRoll(let library),
            .diagnostics(let library), .observe(let library), .extensionTable(let library):
            library
        case .collections(let library, _), .collection(let library, _), .keyAssets(let library, _, _),
            .count(let library, _), .fetch(_, let library, _), .details(let library, _),
            .image(_, let library, _, _), .read(let library, _, _, _), .changesSince(let library, _):
            library
        default: nil
        }
    }
}
