internal import BackendAPI

/// Requests that may ask no other machine.
extension DataChecks {
    static func withoutNetwork(_ context: CheckContext) throws(CheckStop) {
        let library = try context.open()
        guard !library.info().info.isRemote else {
            throw .notApplicable("its photos are on another machine; network.not-allowed is about such libraries")
        }
        for asset in try library.assets().prefix(12) {
            let size = asset.byteSize == 0 ? 1 << 20 : Int(clamping: min(asset.byteSize, 1 << 20))
            let pair = [true, false].map { isAllowed in
                library.read(ReadRequest(asset.identifier, capacity: size) { $0.allowsNetwork = isAllowed })
            }
            try context.expect(
                pair[0].reply.status == pair[1].reply.status && pair[0].bytes == pair[1].bytes,
                "\(asset.path): \(pair[1].reply.operation) answered \(pair[1].reply.described) without the network, and "
                    + "\(pair[0].reply.described) with it")
            let images = [true, false].map { isAllowed in
                let sink = RecordSink.frames()
                let reply = library.image(
                    asset.identifier, ImageRequest(16, 16) { $0.allowsNetwork = isAllowed }, sink: sink)
                let shown = sink.records.map { "\($0.size) \($0.frame.flags) \(FrameSamples.sums($0.frame))" }
                for frame in sink.records { frame.release() }
                return (reply: reply, shown: shown)
            }
            let (with, without) = (images[0], images[1])
            try context.expect(
                with.reply.status == without.reply.status,
                "\(asset.path): \(without.reply.operation) answered \(without.reply.described) without the network, "
                    + "and \(with.reply.described) with it")
            try context.expect(
                with.shown == without.shown,
                "\(asset.path): \(without.reply.operation) gave other frames without the network than with it")
        }
    }
}
