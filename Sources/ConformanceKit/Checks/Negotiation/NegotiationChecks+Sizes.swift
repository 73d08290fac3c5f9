internal import BackendAPI
internal import PhotoModel

/// Checks of structs of every size, in both directions.
extension NegotiationChecks {
    static let sizes = [
        Check(
            "negotiation.any-table", "Tables and info of any size are filled as far as there is room, and say how far",
            "R5.3 R5.5 R5.1",
            remedy: "Copy min(struct_size, sizeof) bytes, then set struct_size to that number; see R5.3."
        ) { context throws(CheckStop) in try anyTable(context) },
        Check(
            "negotiation.any-query", "Of a query that ends early, what is past its end is no condition",
            "R5.2 R9.9 R5.5",
            remedy: "Copy at most struct_size bytes of the query over one of zeros."
        ) { context throws(CheckStop) in try anyQuery(context) },
        Check(
            "negotiation.any-request",
            "Requests, limits and errors of older and newer hosts are read and written inside of them",
            "R5.2 R5.3 R10.6", requires: [.anyKnownFormat],
            remedy: "Copy at most struct_size bytes of what the host passes, and write no field outside of it."
        ) { context throws(CheckStop) in try anyRequest(context) },
    ]

    // MARK: What the plugin fills

    private static func anyTable(_ context: CheckContext) throws(CheckStop) {
        func inspect<Table>(
            _ table: Guarded<Table>, _ name: String, _ status: picker_status, _ size: Int
        ) throws(CheckStop) {
            let text = "the \(name) with room for \(table.announced) bytes"
            try context.expect(table.isIntact, "\(text): bytes past its end were written")
            guard status == PICKER_OK else { return }
            try context.expect(
                table.filled == min(size, table.announced), "\(text): struct_size says \(table.filled)")
        }
        let backend = try context.backend()
        let library = try context.open(backend)
        let info = MemoryLayout<picker_backend_info>.size
        for room in steps(info) {
            let table = Guarded(picker_backend_info(), announced: room)
            let reply = context.steps.call("info with room for \(room)") {
                backend.table.info(backend.table.context, table.pointer, $0)
            }
            try inspect(table, "info", reply.status, info)
        }
        for room in steps(MemoryLayout<picker_backend>.size) {
            let (reply, table) = try context.enter(EntryOffer(tableSize: room))
            try inspect(table, "table of a backend", reply.status, MemoryLayout<picker_backend>.size)
        }
        for room in steps(MemoryLayout<picker_library>.size) {
            let opened = backend.open(root: context.root, data: context.dataFolder, tableSize: room)
            try inspect(opened.table, "table of a library", opened.reply.status, MemoryLayout<picker_library>.size)
        }
        let about = MemoryLayout<picker_library_info>.size
        for room in steps(about) {
            let table = Guarded(picker_library_info(), announced: room)
            let reply = context.steps.call("info of the library with room for \(room)") {
                library.table.info(library.table.context, table.pointer, $0)
            }
            try inspect(table, "info of a library", reply.status, about)
        }
        for room in steps(MemoryLayout<picker_fetch>.size) {
            let fetched = library.fetch(tableSize: room)
            try inspect(fetched.table, "table of a fetch", fetched.reply.status, MemoryLayout<picker_fetch>.size)
        }
    }

    /// Sizes that end behind each few fields, and larger ones.
    private static func steps(_ size: Int) -> [Int] {
        Array(stride(from: 16, to: size, by: 24)) + [size, size + 8, size + 200]
    }

    // MARK: What the plugin reads

    private static func anyQuery(_ context: CheckContext) throws(CheckStop) {
        let library = try context.open()
        let whole = try library.assets().map(\.identifier)
        let size = MemoryLayout<picker_query>.size
        let offsets = [
            MemoryLayout<picker_query>.offset(of: \.media_types), MemoryLayout<picker_query>.offset(of: \.any_subtypes),
            MemoryLayout<picker_query>.offset(of: \.hidden), MemoryLayout<picker_query>.offset(of: \.created_from),
            MemoryLayout<picker_query>.offset(of: \.sort), MemoryLayout<picker_query>.offset(of: \.limit), size,
            size + 8,
        ].compactMap(\.self)
        for offset in offsets {
            var ask = FetchRequest(query: FetchRequest.everything())
            ask.querySize = offset
            let fetched = library.fetch(ask)
            try fetched.reply.ok()
            guard let fetch = fetched.fetch else { continue }
            defer { fetch.release() }
            let found = try fetch.window(0, 1 << 40).map(\.identifier)
            try context.expect(
                found == whole,
                "with a query of \(offset) bytes that has no condition, \(found.count) of \(whole.count) came")
            guard offset >= size else { continue }
            ask.query?.limit = 2
            let few = try library.assets(ask).count
            try context.expect(
                few == min(2, whole.count), "with a query of \(offset) bytes and the limit 2, \(few) came")
        }
    }

    private static func anyRequest(_ context: CheckContext) throws(CheckStop) {
        try limits(context)
        let library = try context.open()
        let match = try context.matches(library)[0]
        let file = try Files.read(context.root / match.photo.path)
        for size in [MemoryLayout<picker_read_request>.size, MemoryLayout<picker_read_request>.size + 64] {
            let part = library.read(ReadRequest(match.asset.identifier, capacity: 20) { $0.size = size })
            try part.reply.ok()
            try context.expect(
                part.bytes == Array(file.prefix(20)), "a request of \(size) bytes read others than those of the file")
        }
        // The struct of a host that knows nothing of retry_after.
        let size = MemoryLayout<picker_error>.offset(of: \.retry_after) ?? 0
        let stranger = Arena.string("nobody")
        let call = CallProbe()
        let control = call.begin()
        defer { call.end() }
        var sink = picker_details_sink()
        sink.emit = { _, _ in PICKER_CONTINUE }
        let passed = Guarded(sink)
        let reply = context.steps.call("details with an error of \(size) bytes", errorSize: size) {
            library.table.details(library.table.context, stranger, passed.pointer, control, $0)
        }
        try reply.expect(PICKER_NOT_FOUND)
        try context.expect(!reply.error.isOverrun, "bytes past the end of an error of \(size) bytes were written")
    }

    /// Limits that end behind max_pixels, with small numbers behind them that are none of its fields.
    private static func limits(_ context: CheckContext) throws(CheckStop) {
        var limits = picker_limits_v1()
        (limits.max_pixels, limits.max_file_bytes, limits.max_request_bytes) = (0, 1, 1)
        let size = MemoryLayout<picker_limits_v1>.offset(of: \.max_file_bytes)
        let library = try context.open(context.backend(host: HostProbe(limits: limits, limitsSize: size)))
        let match = try context.matches(library)[0]
        let sink = RecordSink.frames()
        let reply = library.image(match.asset.identifier, ImageRequest(16, 16), sink: sink)
        for frame in sink.records { frame.release() }
        try context.expect(
            reply.status == PICKER_OK, "limits were read past their end: an image answered \(reply.described)")
    }
}
