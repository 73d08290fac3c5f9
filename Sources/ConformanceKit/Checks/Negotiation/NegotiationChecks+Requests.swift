internal import BackendAPI

/// Checks of structs that the plugin reads.
extension NegotiationChecks {
    static func shortOpenRequest(_ context: CheckContext) throws(CheckStop) {
        let backend = try context.backend()
        try context.makeLibrary()
        let size = MemoryLayout<picker_open_request>.offset(of: \.data_directory) ?? 0
        let opened = backend.open(root: context.root, data: context.dataFolder, requestSize: size)
        // A backend may need a data directory, and says so then.
        try opened.reply.expect([PICKER_OK, PICKER_INVALID_ARGUMENT, PICKER_UNSUPPORTED])
        try context.expect(
            Files.names(context.dataFolder).isEmpty, "it took the data directory from past the end of the request")
    }

    static func shortImageRequest(_ context: CheckContext) throws(CheckStop) {
        let library = try context.open()
        let match = try context.matches(library)[0]
        let size = MemoryLayout<picker_image_request>.offset(of: \.crop) ?? 0
        let frame = try library.finalFrame(match.asset.identifier, ImageRequest { $0.size = size })
        try context.expect(
            frame.shows(match.photo.quarters, tolerance: match.photo.format.tolerance),
            "without a crop inside the request, another part of the image came (\(frame.size))")
    }

    static func shortFetchRequest(_ context: CheckContext) throws(CheckStop) {
        let library = try context.open()
        var ask = FetchRequest()
        ask.requestSize = MemoryLayout<picker_fetch_request>.offset(of: \.paths)
        let short = try library.assets(ask)
        let whole = try library.assets()
        try context.expect(
            short.map(\.identifier) == whole.map(\.identifier),
            "a request that ends before its paths gave \(short.count) assets, a whole one \(whole.count)")
    }

    static func longRequests(_ context: CheckContext) throws(CheckStop) {
        let library = try context.open()
        var ask = FetchRequest(query: FetchRequest.everything())
        ask.requestSize = MemoryLayout<picker_fetch_request>.size + 64
        ask.querySize = MemoryLayout<picker_query>.size + 64
        let long = try library.assets(ask)
        let whole = try library.assets()
        try context.expect(long.count == whole.count, "a longer request gave \(long.count) assets, not \(whole.count)")
        let size = MemoryLayout<picker_image_request>.size + 64
        guard try context.info().formats.contains(where: PhotoFormat.identifiers.contains) else { return }
        let match = try context.matches(library)[0]
        _ = try library.finalFrame(match.asset.identifier, ImageRequest(32, 32) { $0.size = size })
    }
}
