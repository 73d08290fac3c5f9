internal import BackendAPI

/// How plugin and host of different ages get on: revisions of the headers, and sizes of structs.
enum NegotiationChecks {
    static let all =
        [
            Check(
                "negotiation.today", "Entry makes a backend for a host of today", "R4.1 R1.3",
                remedy: "Return PICKER_OK from picker_backend_entry_v1, and fill the table."
            ) { context throws(CheckStop) in
                try context.enter(EntryOffer()).reply.ok()
            },
            Check(
                "negotiation.hosts-of-any-age", "Entry and open_library work with hosts of other header revisions",
                "R5.12 R5.2 R4.2",
                remedy: "Read picker_host.header_revision to know which constants a host knows, never to refuse it."
            ) { context throws(CheckStop) in
                // One that tells no revision, one of long after, one whose table is longer as well.
                let size = MemoryLayout<picker_host>.size
                for (revision, announced) in [(0, size), (99, size), (.max, size + 64)] as [(UInt32, Int)] {
                    let host = HostProbe(announced: announced, headerRevision: revision)
                    let backend = try context.backend(host: host)
                    try context.open(backend).count().reply.ok()
                }
            },
            Check(
                "negotiation.long-request", "Entry accepts a request that is longer than its own", "R5.2 R5.5",
                remedy: "Never compare struct_size for equality; read the fields that you know."
            ) { context throws(CheckStop) in
                try context.enter(EntryOffer(requestSize: MemoryLayout<picker_entry_request>.size + 64)).reply.ok()
            },
            Check(
                "negotiation.long-backend-table", "Entry fills a longer table only as far as its own, and says how far",
                "R5.3 R5.5",
                remedy: "Copy at most your own size, then set struct_size to the number of bytes that you copied."
            ) { context throws(CheckStop) in try longBackendTable(context) },
            Check(
                "negotiation.short-backend-table", "Entry writes nothing past the end of a shorter table", "R5.3",
                remedy: "Copy at most struct_size bytes as you find it, not the whole struct."
            ) { context throws(CheckStop) in try shortBackendTable(context) },
            Check(
                "negotiation.backend-table-complete", "The table of the backend has every function of ABI 1",
                "R5.4 R7.1",
                remedy: "Fill every slot; what you do not offer is a function that returns PICKER_UNSUPPORTED."
            ) { context throws(CheckStop) in
                let (reply, table) = try context.enter(EntryOffer())
                try reply.ok()
                try complete(table.filled, MemoryLayout<picker_backend>.size)
                try TableSlots.requireAll(table.value(defaults: picker_backend()))
            },
            Check(
                "negotiation.short-info", "info writes nothing past the end of a shorter struct", "R5.3",
                remedy: "Copy at most info->struct_size bytes."
            ) { context throws(CheckStop) in try shortInfo(context) },
            Check(
                "negotiation.long-info", "info fills a longer struct only as far as its own", "R5.3 R5.5",
                remedy: "Copy at most your own size, then set struct_size to what you copied."
            ) { context throws(CheckStop) in try longInfo(context) },
            Check(
                "negotiation.short-library-info", "info of a library writes nothing past the end of a shorter struct",
                "R5.3", remedy: "Copy at most info->struct_size bytes, then set struct_size to what you copied."
            ) { context throws(CheckStop) in try shortLibraryInfo(context) },
            Check(
                "negotiation.library-table-complete", "The table of a library has every function of ABI 1", "R5.4 R7.1",
                remedy: "Fill every slot; what you do not offer is a function that returns PICKER_UNSUPPORTED."
            ) { context throws(CheckStop) in
                let backend = try context.backend()
                try context.makeLibrary()
                let opened = backend.open(root: context.root, data: context.dataFolder)
                try opened.reply.ok()
                try complete(opened.table.filled, MemoryLayout<picker_library>.size)
                try TableSlots.requireAll(opened.table.value(defaults: picker_library()))
            },
            Check(
                "negotiation.short-library-table", "open_library writes nothing past the end of a shorter table",
                "R5.3",
                remedy: "Copy at most library->struct_size bytes."
            ) { context throws(CheckStop) in try libraryTable(context, MemoryLayout<picker_library>.size - 24) },
            Check(
                "negotiation.long-library-table", "open_library fills a longer table only as far as its own",
                "R5.3 R5.5",
                remedy: "Copy at most your own size, then set struct_size to what you copied."
            ) { context throws(CheckStop) in try libraryTable(context, MemoryLayout<picker_library>.size + 64) },
            Check(
                "negotiation.fetch-table-complete", "The table of a fetch has every function of ABI 1",
                "R5.4 R7.1 R5.8",
                remedy: "Fill count, window, index_of and release."
            ) { context throws(CheckStop) in
                let fetched = try context.open().fetch()
                try fetched.reply.ok()
                try complete(fetched.table.filled, MemoryLayout<picker_fetch>.size)
                let missing = TableSlots.missing(fetched.table.value(defaults: picker_fetch()))
                try context.expect(missing.isEmpty, "the table of a fetch has no \(missing.joined(separator: ", "))")
                let reserved = fetched.table.value(defaults: picker_fetch()).reserved
                try context.expect(reserved == 0, "reserved of the table of a fetch is \(reserved)")
            },
            Check(
                "negotiation.short-fetch-table", "fetch writes nothing past the end of a shorter table", "R5.3",
                remedy: "Copy at most fetch->struct_size bytes."
            ) { context throws(CheckStop) in try fetchTable(context, MemoryLayout<picker_fetch>.size - 8) },
            Check(
                "negotiation.long-fetch-table", "fetch fills a longer table only as far as its own", "R5.3 R5.5",
                remedy: "Copy at most your own size, then set struct_size to what you copied."
            ) { context throws(CheckStop) in try fetchTable(context, MemoryLayout<picker_fetch>.size + 64) },
            Check(
                "negotiation.short-open-request", "A field past the end of an open request is absent", "R5.2",
                remedy: "Read data_directory only when it is inside struct_size."
            ) { context throws(CheckStop) in try shortOpenRequest(context) },
            Check(
                "negotiation.short-image-request", "A crop past the end of an image request is no crop", "R5.2",
                requires: [.anyKnownFormat],
                remedy: "Read crop only when it is inside struct_size; see crop_of in docs/abi.md, R5.2."
            ) { context throws(CheckStop) in try shortImageRequest(context) },
            Check(
                "negotiation.short-fetch-request", "Paths past the end of a fetch request are none", "R5.2",
                remedy: "Read paths only when they are inside struct_size."
            ) { context throws(CheckStop) in try shortFetchRequest(context) },
            Check(
                "negotiation.long-requests",
                "Requests, queries, calls, sinks and errors longer than its own are served",
                "R5.2 R5.5",
                remedy: "Never compare struct_size for equality."
            ) { context throws(CheckStop) in try longRequests(context) },
            Check(
                "negotiation.unknown-backend-extension", "The backend gives NULL for an extension that does not exist",
                "R6.1",
                remedy: "Compare the whole id, its length included, and return NULL for every other."
            ) { context throws(CheckStop) in
                let backend = try context.backend()
                for id in unknownExtensions {
                    try context.expect(backend.extensionTable(id) == nil, "the backend has an extension \"\(id)\"")
                }
            },
            Check(
                "negotiation.unknown-library-extension", "A library gives NULL for an extension that does not exist",
                "R6.1 R6.2",
                remedy: "Compare the whole id, its length and its revision included, and return NULL for every other."
            ) { context throws(CheckStop) in
                let library = try context.open()
                for id in unknownExtensions {
                    try context.expect(library.extensionTable(id) == nil, "the library has an extension \"\(id)\"")
                }
            },
        ] + links + sizes + unnamed + shapes

    private static let unknownExtensions = [
        "org.picker.not-there/1", "org.picker.write/999", "org.picker.video/0", "org.picker.", "",
        "org.picker.search",
        "org.picker.index/1/", "ORG.PICKER.WRITE/1",
    ]

    private static func complete(_ filled: Int, _ size: Int) throws(CheckStop) {
        guard filled >= size else { throw .failed("\(filled) bytes of the table are filled, ABI 1 has \(size)") }
    }
}

extension ImageRequest {
    init(_ change: (inout ImageRequest) -> Void) { self.init(0, 0, change) }
}
