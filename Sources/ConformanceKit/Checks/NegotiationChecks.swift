internal import BackendAPI

/// How plugin and host agree on a version, and on the sizes of structs.
enum NegotiationChecks {
    static let all = [
        Check(
            "negotiation.today", "Entry answers ABI 1 to a host that speaks ABI 1", "R4.1 R1.3",
            mend: "Set picker_backend.abi_version to the highest version that both speak."
        ) { trial throws(CheckStop) in
            try answers(trial, EntryOffer())
        },
        Check(
            "negotiation.newer-host", "Entry answers ABI 1 to a host that speaks 1 to 7", "R4.1 R4.2",
            mend: "Answer the highest common version, not the host's highest."
        ) { trial throws(CheckStop) in
            try answers(trial, EntryOffer(lowest: 1, highest: 7))
        },
        Check(
            "negotiation.nothing-in-common", "Entry returns UNSUPPORTED to a host that speaks only versions to come",
            "R4.1",
            mend: "Return PICKER_UNSUPPORTED when abi_lowest is above the version that you speak."
        ) { trial throws(CheckStop) in
            for (lowest, highest) in [(900, 901), (2, 5), (.max, .max)] as [(UInt32, UInt32)] {
                try trial.enter(EntryOffer(lowest: lowest, highest: highest)).reply.expect(PICKER_UNSUPPORTED)
            }
        },
        Check(
            "negotiation.older-host", "Entry returns UNSUPPORTED to a host that speaks only versions of old",
            "R4.2 R4.3",
            mend: "Compare both ends of the host's range before you answer."
        ) { trial throws(CheckStop) in
            try trial.enter(EntryOffer(lowest: 0, highest: 0)).reply.expect(PICKER_UNSUPPORTED)
        },
        Check(
            "negotiation.long-request", "Entry accepts a request that is longer than its own", "R5.2 R5.5 R4.4",
            mend: "Never compare struct_size for equality; read the fields that you know."
        ) { trial throws(CheckStop) in
            try answers(trial, EntryOffer(requestSize: MemoryLayout<picker_entry_request>.size + 64))
        },
        Check(
            "negotiation.long-backend-table", "Entry fills a longer table only as far as its own, and says how far",
            "R5.3 R5.5",
            mend: "Copy at most your own size, then set struct_size to the number of bytes that you copied."
        ) { trial throws(CheckStop) in try longBackendTable(trial) },
        Check(
            "negotiation.short-backend-table", "Entry writes nothing behind the end of a shorter table", "R5.3",
            mend: "Copy at most struct_size bytes as you find it, not the whole struct."
        ) { trial throws(CheckStop) in try shortBackendTable(trial) },
        Check(
            "negotiation.backend-table-complete", "The table of the backend has every function of ABI 1", "R5.4 R7.1",
            mend: "Fill every slot; what you do not offer is a function that returns PICKER_UNSUPPORTED."
        ) { trial throws(CheckStop) in
            let (reply, table) = try trial.enter(EntryOffer())
            try reply.ok()
            try complete(table.filled, MemoryLayout<picker_backend>.size)
            try TableSlots.requireAll(table.value(defaults: picker_backend()))
        },
        Check(
            "negotiation.short-info", "info writes nothing behind the end of a shorter struct", "R5.3",
            mend: "Copy at most info->struct_size bytes."
        ) { trial throws(CheckStop) in try shortInfo(trial) },
        Check(
            "negotiation.long-info", "info fills a longer struct only as far as its own", "R5.3 R5.5",
            mend: "Copy at most your own size, then set struct_size to what you copied."
        ) { trial throws(CheckStop) in try longInfo(trial) },
        Check(
            "negotiation.library-table-complete", "The table of a library has every function of ABI 1", "R5.4 R7.1",
            mend: "Fill every slot; what you do not offer is a function that returns PICKER_UNSUPPORTED."
        ) { trial throws(CheckStop) in
            let backend = try trial.backend()
            try trial.makeLibrary()
            let opened = backend.open(root: trial.root, data: trial.dataFolder)
            try opened.reply.ok()
            try complete(opened.table.filled, MemoryLayout<picker_library>.size)
            try TableSlots.requireAll(opened.table.value(defaults: picker_library()))
        },
        Check(
            "negotiation.short-library-table", "open_library writes nothing behind the end of a shorter table", "R5.3",
            mend: "Copy at most library->struct_size bytes."
        ) { trial throws(CheckStop) in try libraryTable(trial, MemoryLayout<picker_library>.size - 24) },
        Check(
            "negotiation.long-library-table", "open_library fills a longer table only as far as its own", "R5.3 R5.5",
            mend: "Copy at most your own size, then set struct_size to what you copied."
        ) { trial throws(CheckStop) in try libraryTable(trial, MemoryLayout<picker_library>.size + 64) },
        Check(
            "negotiation.fetch-table-complete", "The table of a fetch has every function of ABI 1", "R5.4 R7.1",
            mend: "Fill count, window, index_of and release."
        ) { trial throws(CheckStop) in
            let fetched = try trial.open().fetch()
            try fetched.reply.ok()
            try complete(fetched.table.filled, MemoryLayout<picker_fetch>.size)
            let missing = TableSlots.missing(fetched.table.value(defaults: picker_fetch()))
            try trial.expect(missing.isEmpty, "the table of a fetch has no \(missing.joined(separator: ", "))")
        },
        Check(
            "negotiation.short-fetch-table", "fetch writes nothing behind the end of a shorter table", "R5.3",
            mend: "Copy at most fetch->struct_size bytes."
        ) { trial throws(CheckStop) in try fetchTable(trial, MemoryLayout<picker_fetch>.size - 8) },
        Check(
            "negotiation.long-fetch-table", "fetch fills a longer table only as far as its own", "R5.3 R5.5",
            mend: "Copy at most your own size, then set struct_size to what you copied."
        ) { trial throws(CheckStop) in try fetchTable(trial, MemoryLayout<picker_fetch>.size + 64) },
        Check(
            "negotiation.short-open-request", "A field behind the end of an open request is absent", "R5.2",
            mend: "Read data_directory only when it lies inside struct_size."
        ) { trial throws(CheckStop) in try shortOpenRequest(trial) },
        Check(
            "negotiation.short-image-request", "A crop behind the end of an image request is no crop", "R5.2",
            needs: [.anyKnownFormat],
            mend: "Read crop only when it lies inside struct_size; see crop_of in docs/abi.md, R5.2."
        ) { trial throws(CheckStop) in try shortImageRequest(trial) },
        Check(
            "negotiation.short-fetch-request", "Paths behind the end of a fetch request are none", "R5.2",
            mend: "Read paths only when they lie inside struct_size."
        ) { trial throws(CheckStop) in try shortFetchRequest(trial) },
        Check(
            "negotiation.long-requests", "Requests and queries longer than its own are served", "R5.2 R5.5",
            mend: "Never compare struct_size for equality."
        ) { trial throws(CheckStop) in try longRequests(trial) },
        Check(
            "negotiation.unknown-backend-extension", "The backend gives NULL for an extension that nobody knows",
            "R6.1",
            mend: "Compare the whole id, its length included, and return NULL for every other."
        ) { trial throws(CheckStop) in
            let backend = try trial.backend()
            for id in unknownExtensions {
                try trial.expect(backend.extensionTable(id) == nil, "the backend has an extension \"\(id)\"")
            }
        },
        Check(
            "negotiation.unknown-library-extension", "A library gives NULL for an extension that nobody knows",
            "R6.1 R6.2",
            mend: "Compare the whole id, its length and its revision included, and return NULL for every other."
        ) { trial throws(CheckStop) in
            let library = try trial.open()
            for id in unknownExtensions {
                try trial.expect(library.extensionTable(id) == nil, "the library has an extension \"\(id)\"")
            }
        },
    ]

    private static let unknownExtensions = [
        "org.picker.nobody-has-this/1", "org.picker.write/999", "org.picker.video/0", "org.picker.", "",
        "org.picker.search",
        "org.picker.index/1/", "ORG.PICKER.WRITE/1",
    ]

    private static func answers(_ trial: Trial, _ offer: EntryOffer) throws(CheckStop) {
        let (reply, table) = try trial.enter(offer)
        try reply.ok()
        let answer = table.value(defaults: picker_backend()).abi_version
        try trial.expect(answer == 1, "it answered ABI \(answer), expected 1")
    }

    private static func complete(_ filled: Int, _ size: Int) throws(CheckStop) {
        guard filled >= size else { throw .failed("\(filled) bytes of the table are filled, ABI 1 has \(size)") }
    }

    private static func longBackendTable(_ trial: Trial) throws(CheckStop) {
        let size = MemoryLayout<picker_backend>.size
        let (reply, table) = try trial.enter(EntryOffer(tableSize: size + 64))
        try reply.ok()
        try trial.expect(table.isIntact, "bytes behind the end of the table were written")
        try trial.expect(
            (size...size + 64).contains(table.filled), "struct_size says \(table.filled), \(size) bytes are filled")
    }

    private static func shortBackendTable(_ trial: Trial) throws(CheckStop) {
        let size = MemoryLayout<picker_backend>.size - 16
        let (_, table) = try trial.enter(EntryOffer(tableSize: size))
        try trial.expect(table.isIntact, "bytes behind the end of a table of \(size) bytes were written")
        try trial.expect(table.filled <= size, "struct_size says \(table.filled), there was room for \(size)")
    }

    private static func shortInfo(_ trial: Trial) throws(CheckStop) {
        let backend = try trial.madeBackend()
        let size = MemoryLayout<picker_backend_info>.size - 24
        let info = Guarded(picker_backend_info(), announced: size)
        try trial.steps.call("info with a short struct") { backend.table.info(backend.table.context, info.pointer, $0) }
            .ok()
        try trial.expect(info.isIntact, "bytes behind the end of a struct of \(size) bytes were written")
        try trial.expect(info.filled <= size, "struct_size says \(info.filled), there was room for \(size)")
    }

    private static func longInfo(_ trial: Trial) throws(CheckStop) {
        let backend = try trial.madeBackend()
        let size = MemoryLayout<picker_backend_info>.size
        let info = Guarded(picker_backend_info(), announced: size + 64)
        try trial.steps.call("info with a long struct") { backend.table.info(backend.table.context, info.pointer, $0) }
            .ok()
        try trial.expect(info.isIntact, "bytes behind the end of the struct were written")
        try trial.expect(
            (size...size + 64).contains(info.filled), "struct_size says \(info.filled), ABI 1 has \(size) bytes")
    }

    private static func libraryTable(_ trial: Trial, _ size: Int) throws(CheckStop) {
        let backend = try trial.backend()
        try trial.makeLibrary()
        let opened = backend.open(root: trial.root, data: trial.dataFolder, tableSize: size)
        try trial.expect(opened.table.isIntact, "bytes behind the end of a table of \(size) bytes were written")
        try trial.expect(
            opened.table.filled <= size, "struct_size says \(opened.table.filled), there was room for \(size)")
        try opened.reply.ok()
    }

    private static func fetchTable(_ trial: Trial, _ size: Int) throws(CheckStop) {
        let fetched = try trial.open().fetch(tableSize: size)
        try trial.expect(fetched.table.isIntact, "bytes behind the end of a table of \(size) bytes were written")
        try trial.expect(
            fetched.table.filled <= size, "struct_size says \(fetched.table.filled), there was room for \(size)")
        try fetched.reply.ok()
    }

    private static func shortOpenRequest(_ trial: Trial) throws(CheckStop) {
        let backend = try trial.backend()
        try trial.makeLibrary()
        let size = MemoryLayout<picker_open_request>.offset(of: \.data_directory) ?? 0
        let opened = backend.open(root: trial.root, data: trial.dataFolder, requestSize: size)
        // A backend may need a data directory, and says so then.
        try opened.reply.expect([PICKER_OK, PICKER_INVALID_ARGUMENT, PICKER_UNSUPPORTED])
        try trial.expect(
            Files.names(trial.dataFolder).isEmpty, "it took the data directory from behind the end of the request")
    }

    private static func shortImageRequest(_ trial: Trial) throws(CheckStop) {
        let library = try trial.open()
        let match = try trial.matches(library)[0]
        let size = MemoryLayout<picker_image_request>.offset(of: \.crop) ?? 0
        let frame = try library.finalFrame(match.asset.identifier, ImageAsk { $0.size = size })
        try trial.expect(
            frame.shows(match.photo.quarters, tolerance: match.photo.format.tolerance),
            "without a crop inside the request, another part of the image came (\(frame.size))")
    }

    private static func shortFetchRequest(_ trial: Trial) throws(CheckStop) {
        let library = try trial.open()
        var ask = FetchAsk()
        ask.requestSize = MemoryLayout<picker_fetch_request>.offset(of: \.paths)
        let short = try library.assets(ask)
        let whole = try library.assets()
        try trial.expect(
            short.map(\.identifier) == whole.map(\.identifier),
            "a request that ends before its paths gave \(short.count) assets, a whole one \(whole.count)")
    }

    private static func longRequests(_ trial: Trial) throws(CheckStop) {
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

extension ImageAsk {
    init(_ change: (inout ImageAsk) -> Void) { self.init(0, 0, change) }
}
