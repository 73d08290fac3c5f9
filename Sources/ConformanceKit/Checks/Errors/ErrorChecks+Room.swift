internal import BackendAPI
internal import PhotoModel

/// Checks of the room that a message has.
extension ErrorChecks {
    static func capacity(_ context: CheckContext) throws(CheckStop) {
        let backend = try context.backend()
        let library = try context.open(backend)
        let asset = try context.anyAsset(library).identifier
        let missing = context.folder / BytePath("missing")
        let refused: [() -> Reply] = [
            { library.details(strangers[0], sink: .details()) },
            { library.collection(strangers[0], sink: .collections()) },
            { library.collections(parent: strangers[0], sink: .collections()) },
            { library.keyAssets(strangers[0], sink: .assets()) },
            { library.fetch(FetchRequest(.collection(strangers[0]))).reply },
            { library.count(FetchRequest(.unknown(99))).reply },
            { library.image(strangers[0], ImageRequest(8, 8), sink: .frames()) },
            { library.image(asset, ImageRequest(8, 8) { $0.version = 99 }, sink: .releasing()) },
            { library.read(ReadRequest(strangers[0], capacity: 8)).reply },
            { library.read(ReadRequest(asset, capacity: 8) { $0.representation = 99 }).reply },
            { library.changes(since: [0xFF], sink: .changes()) },
            // A server is not asked for a folder.
            {
                context.order.fixtureCommand == nil
                    ? backend.open(root: missing, data: nil).reply : library.info().reply
            },
        ]
        for call in refused {
            let whole = call()
            for capacity in [0, 1, 2, 5, 16] {
                let reply = context.steps.withErrorCapacity(capacity, call)
                try context.expect(
                    !reply.error.isOverrun,
                    "\(reply.operation): with room for \(capacity) bytes, more were written or reported")
                let isCut = whole.message.isValid && !reply.message.isValid
                try context.expect(
                    !isCut, "\(reply.operation): with room for \(capacity) bytes, it is cut inside a character")
            }
        }
    }
}
