internal import BackendAPI

/// Checks of structs that the plugin reads.
extension NegotiationChecks {
    static func shortOpenRequest(_ trial: Trial) throws(CheckStop) {
        let backend = try trial.backend()
        try trial.makeLibrary()
        let size = MemoryLayout<picker_open_request>.offset(of: \.data_directory) ?? 0
        let opened = backend.open(root: trial.root, data: trial.dataFolder, requestSize: size)
        // A backend may need a data directory, and says so then.
        try opened.reply.expect([PICKER_OK, PICKER_INVALID_ARGUMENT, PICKER_UNSUPPORTED])
        try trial.expect(
            Files.names(trial.dataFolder).isEmpty, "it took the data directory from behind the end of the request")
    }

    static func shortImageRequest(_ trial: Trial) throws(CheckStop) {
        let library = try trial.open()
        let match = try trial.matches(library)[0]
        let size = MemoryLayout<picker_image_request>.offset(of: \.crop) ?? 0
        let frame = try library.finalFrame(match.asset.identifier, ImageAsk { $0.size = size })
        try trial.expect(
            frame.shows(match.photo.quarters, tolerance: match.photo.format.tolerance),
            "without a crop inside the request, another part of the image came (\(frame.size))")
    }

    static func shortFetchRequest(_ trial: Trial) throws(CheckStop) {
        let library = try trial.open()
        var ask = FetchAsk()
        ask.requestSize = MemoryLayout<picker_fetch_request>.offset(of: \.paths)
        let short = try library.assets(ask)
        let whole = try library.assets()
        try trial.expect(
            short.map(\.identifier) == whole.map(\.identifier),
            "a request that ends before its paths gave \(short.count) assets, a whole one \(whole.count)")
    }

    static func longRequests(_ trial: Trial) throws(CheckStop) {
        let library = try trial.open()
        var ask = FetchAsk(query: FetchAsk.everything())
        ask.requestSize = MemoryLayout<picker_fetch_request>.size + 64
        ask.querySize = MemoryLayout<picker_query>.size + 64
        let long = try library.assets(ask)
        let whole = try library.assets()
        try trial.expect(long.count == whole.count, "a longer request gave \(long.count) assets, not \(whole.count)")
        let size = MemoryLayout<picker_image_request>.size + 64
        guard try trial.info().formats.contains(where: PhotoFormat.identifiers.contains) else { return }
        let match = try trial.matches(library)[0]
        _ = try library.finalFrame(match.asset.identifier, ImageAsk(32, 32) { $0.size = size })
    }
}
