internal import BackendAPI
internal import PhotoModel

/// What hangs on records.
extension LibraryChecks {
    static let links = Check(
        "library.links", "Links of records come to an end, and a host of today may pass over each", "R5.9 R5.10",
        remedy: "Begin with a record of zeros: next is NULL where nothing hangs on it."
    ) { context throws(CheckStop) in
        let library = try context.open()
        func expect(_ sink: SinkProbe, _ body: () -> Reply) throws(CheckStop) {
            sink.followsLinks = true
            let reply = body()
            if let fault = sink.linkFault { throw .failed("\(reply.operation): on a record hangs \(fault)") }
        }
        let collections = RecordSink.collections()
        try expect(collections) { library.collections(sink: collections) }
        let roll = RecordSink.collections()
        try expect(roll) { library.cameraRoll(sink: roll) }
        for record in roll.records {
            let covers = RecordSink.assets()
            try expect(covers) { library.keyAssets(record.identifier, sink: covers) }
        }
        let diagnostics = RecordSink.diagnostics()
        try expect(diagnostics) { library.diagnostics(sink: diagnostics) }
        guard let fetch = library.fetch().fetch else { throw .failed("fetch did not work") }
        defer { fetch.release() }
        let assets = RecordSink.assets()
        try expect(assets) { fetch.window(0, 1 << 40, sink: assets) }
        for asset in assets.records.prefix(12) {
            let details = RecordSink.details()
            try expect(details) { library.details(asset.identifier, sink: details) }
            let frames = RecordSink.releasing()
            try expect(frames) { library.image(asset.identifier, ImageRequest(16, 16), sink: frames) }
        }
    }
}
