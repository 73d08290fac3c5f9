internal import BackendAPI
internal import PhotoModel

/// Checks of structs that the plugin reads.
extension NegotiationChecks {
    static func shortOpenRequest(_ context: CheckContext) throws(CheckStop) {
        let backend = try context.backend()
        try context.makeLibrary()
        let fields: [PartialKeyPath<picker_open_request>] = [
            \.data_directory, \.cache_directory, \.setting_keys, \.setting_values, \.setting_count, \.library,
        ]
        for field in fields {
            let size = MemoryLayout<picker_open_request>.offset(of: field) ?? 0
            let opened = backend.open(root: context.root, data: context.dataFolder, requestSize: size)
            // A backend may need a data directory, or a setting, and says so then.
            try opened.reply.expect([PICKER_OK, PICKER_INVALID_ARGUMENT, PICKER_UNSUPPORTED])
            opened.library?.beginShutdown()
            opened.library?.close()
            try context.expect(
                field != \.data_directory || Files.names(context.dataFolder).isEmpty,
                "it took the data directory from past the end of the request")
        }
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
        try laterHost(context)
    }

    /// What a host commonly does, by one whose structs all have fields to come: calls, sinks and errors, too.
    private static func laterHost(_ context: CheckContext) throws(CheckStop) {
        let host = HostProbe(limitsSize: MemoryLayout<picker_limits_v1>.size + 64)
        let backend = try context.backend(host: host)
        let info = try context.info()
        LaterHost.extraBytes = 64
        defer { LaterHost.extraBytes = 0 }
        let library = try context.open(backend)
        try library.info().reply.ok()
        try library.authorization().reply.ok()
        try library.count().reply.ok()
        let assets = try library.assets()
        for collection in try library.allCollections().prefix(3) {
            try library.collection(collection.identifier, sink: .collections()).ok()
            // A folder is a list of collections.
            guard collection.type != PICKER_COLLECTION_FOLDER else { continue }
            try library.keyAssets(collection.identifier, sink: .assets()).ok()
        }
        _ = try library.cameraRoll()
        try library.diagnostics(sink: .diagnostics()).ok()
        for asset in assets.prefix(3) {
            _ = try library.details(asset.identifier)
            try library.read(ReadRequest(asset.identifier, capacity: 32)).reply.ok()
        }
        if info.formats.contains(where: PhotoFormat.identifiers.contains) {
            let shown = try context.matches(library)[0].asset.identifier
            _ = try library.finalFrame(shown, ImageRequest(32, 32))
        }
        let served = try context.served(by: library)
        if served.contains(.changeDetails) { try library.changes(since: nil, sink: .changes()).ok() }
        if served.contains(.observe) {
            let control = CallProbe(deadline: Clock.now + context.limit(milliseconds: 60))
            try library.observe(sink: .changes(), control: control).expect(PICKER_DEADLINE)
        }
        library.beginShutdown()
        library.close()
        backend.destroy()
    }
}
