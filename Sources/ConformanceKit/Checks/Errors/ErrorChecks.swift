internal import BackendAPI
internal import PhotoModel

/// What a backend answers when it cannot do what it is asked.
enum ErrorChecks {
    static let all = basics + longTexts + everywhere

    private static let basics = [
        Check(
            "errors.unknown-asset", "What concerns an asset that is not there is NOT_FOUND", "R10.1",
            remedy: "Look the identifier up before anything else."
        ) { context throws(CheckStop) in
            let library = try context.open()
            for identifier in try noAssets(library, context.served(by: library)) {
                try library.details(identifier, sink: .details()).expect(PICKER_NOT_FOUND)
                try library.image(identifier, ImageRequest(16, 16), sink: .frames()).expect(PICKER_NOT_FOUND)
                try library.read(ReadRequest(identifier, capacity: 16)).reply.expect(PICKER_NOT_FOUND)
            }
        },
        Check(
            "errors.unknown-collection", "What concerns a collection that is not there is NOT_FOUND", "R10.1",
            remedy: "Look the identifier up before anything else."
        ) { context throws(CheckStop) in
            let library = try context.open()
            let known = try library.allCollections().map(\.identifier) + [library.cameraRoll().identifier]
            let others = known.flatMap(near).filter { !known.contains($0) }
            for identifier in strangers + others where !context.isHalfOver {
                try library.collection(identifier, sink: .collections()).expect(PICKER_NOT_FOUND)
                try library.keyAssets(identifier, sink: .assets()).expect(PICKER_NOT_FOUND)
                try library.fetch(FetchRequest(.collection(identifier))).reply.expect(PICKER_NOT_FOUND)
                try library.count(FetchRequest(.collection(identifier))).reply.expect(PICKER_NOT_FOUND)
            }
        },
        Check(
            "errors.unknown-parent", "Collections inside a folder that is not there are NOT_FOUND", "R10.1",
            remedy: "Only an absent parent means the top."
        ) { context throws(CheckStop) in
            let library = try context.open()
            for parent in strangers {
                try library.collections(parent: parent, sink: .collections()).expect(PICKER_NOT_FOUND)
            }
            // Nothing lies in what is no folder of collections, whether that is an error or not.
            for other in try library.allCollections() where other.type != PICKER_COLLECTION_FOLDER {
                let sink = RecordSink.collections()
                try library.collections(parent: other.identifier, sink: sink).expect([PICKER_NOT_FOUND, PICKER_OK])
                let inside = sink.records.filter { $0.parent != other.identifier }
                try context.expect(
                    inside.isEmpty, "inside \(other.title), which is no folder, \(inside.count) others came")
            }
        },
        Check(
            "errors.unknown-representation", "A representation that is not there is NOT_FOUND", "R10.1",
            remedy: "Compare the index with representation_count."
        ) { context throws(CheckStop) in
            let library = try context.open()
            let asset = try context.anyAsset(library)
            for index in [asset.representationCount, 1000, .max] {
                let ask = ReadRequest(asset.identifier, capacity: 16) { $0.representation = index }
                try library.read(ask).reply.expect(PICKER_NOT_FOUND)
            }
        },
        Check(
            "errors.unknown-scope", "A scope that does not exist is INVALID_ARGUMENT", "R16.3",
            remedy: "Have a default in the switch over scopes."
        ) { context throws(CheckStop) in
            let library = try context.open()
            for scope in valuesToCome {
                try library.fetch(FetchRequest(.unknown(scope))).reply.expect(PICKER_INVALID_ARGUMENT)
                try library.count(FetchRequest(.unknown(scope))).reply.expect(PICKER_INVALID_ARGUMENT)
            }
        },
        Check(
            "errors.unknown-sort", "A sort key that does not exist is INVALID_ARGUMENT", "R16.3 R5.11",
            remedy: "Check every sort key before you use it."
        ) { context throws(CheckStop) in
            let library = try context.open()
            let served = SortBit.served(by: try context.served(by: library))
            // Who sorts by nothing may refuse every key as not served (R5.11).
            let refusals = served.isEmpty ? [PICKER_INVALID_ARGUMENT, PICKER_UNSUPPORTED] : [PICKER_INVALID_ARGUMENT]
            let (name, unknown) = (served.first ?? PICKER_SORT_NATURAL, 77 as UInt32)
            let next = try context.isNewer() ? unknown : PICKER_SORT_BYTE_SIZE + 1
            for sort in [
                (unknown, 0, 0, 0), (name, unknown, 0, 0), (name, 0, unknown, 0), (name, 0, 0, unknown),
                (next, 0, 0, 0),
                (unknown | PICKER_SORT_DESCENDING, 0, 0, 0), (1 << 31, 0, 0, 0), (name, .max, 0, 0),
                // Bits between the number of a key and its direction.
                (name | 1 << 8, 0, 0, 0), (name | 1 << 16, 0, 0, 0), (name | 1 << 30 | PICKER_SORT_DESCENDING, 0, 0, 0),
            ] as [(UInt32, UInt32, UInt32, UInt32)] {
                let ask = FetchRequest(query: FetchRequest.everything { $0.sort = sort })
                try library.fetch(ask).reply.expect(refusals)
                try library.count(ask).reply.expect(refusals)
            }
        },
        Check(
            "errors.unknown-hidden", "A value of hidden that does not exist is INVALID_ARGUMENT", "R16.3 R5.11",
            remedy: "Compare hidden with PICKER_HIDDEN_ONLY before you use it."
        ) { context throws(CheckStop) in
            let library = try context.open()
            let isServed = try context.served(by: library).contains(.queryHidden)
            // Who never looks at it may refuse all of it as not served (R5.11).
            let refusals = isServed ? [PICKER_INVALID_ARGUMENT] : [PICKER_INVALID_ARGUMENT, PICKER_UNSUPPORTED]
            let next = try context.isNewer() ? 99 : PICKER_HIDDEN_ONLY + 1
            for value in [next, 99, .max] as [UInt32] {
                let ask = FetchRequest(query: FetchRequest.everything { $0.hidden = value })
                try library.fetch(ask).reply.expect(refusals)
                try library.count(ask).reply.expect(refusals)
            }
        },
        Check(
            "errors.natural-descending", "The natural order has no direction: descending it is INVALID_ARGUMENT",
            "R16.3", requires: [.anyCapability(.sortKeys)],
            remedy: "Refuse PICKER_SORT_NATURAL | PICKER_SORT_DESCENDING; PICKER_SORT_NATURAL alone is no condition."
        ) { context throws(CheckStop) in
            let library = try context.open()
            let reversed = PICKER_SORT_NATURAL | PICKER_SORT_DESCENDING
            guard let key = SortBit.served(by: try context.served(by: library)).first else {
                throw .notApplicable("its library sorts by nothing")
            }
            for ask in [
                FetchRequest(query: FetchRequest.everything { $0.sort.0 = reversed }),
                FetchRequest(query: FetchRequest.everything { $0.sort = (key, reversed, 0, 0) }),
            ] {
                try library.fetch(ask).reply.expect(PICKER_INVALID_ARGUMENT)
                try library.count(ask).reply.expect(PICKER_INVALID_ARGUMENT)
            }
        },
        Check(
            "errors.unknown-modes",
            "Image modes and colour policies that do not exist, and targets with one side alone, are INVALID_ARGUMENT",
            "R16.3 R10.1 R14.5", requires: [.anyKnownFormat],
            remedy:
                "Check content, delivery, resize and version modes and the colour policy first, as numbers without a sign, "
                + "and that one side of the target is not 0."
        ) { context throws(CheckStop) in try unknownModes(context) },
        Check(
            "errors.messages", "Errors come with a message", "R10.3 R10.7", .should,
            remedy: "Say what failed and what would help."
        ) { context throws(CheckStop) in
            for reply in try refusals(context) where reply.status != PICKER_OK {
                try context.expect(reply.message.bytes?.isEmpty == false, "\(reply.operation): no message")
            }
        },
        Check(
            "errors.message-text", "Messages are one line of UTF-8 without NUL", "R10.3 R8.1",
            remedy:
                "Replace what is not UTF-8, and line breaks, in file names for instance; cut at a character's boundary."
        ) { context throws(CheckStop) in
            for reply in try refusals(context) where reply.error.length <= reply.error.capacity {
                try context.expect(reply.message.isValid, "\(reply.operation): the message is not UTF-8")
                let breaks = [UInt8(ascii: "\n"), UInt8(ascii: "\r")]
                let isLine = reply.message.bytes?.contains(where: breaks.contains) != true
                try context.expect(isLine, "\(reply.operation): the message has more than one line")
            }
        },
        Check(
            "errors.message-capacity", "A message is cut to the room there is, at a character's boundary",
            "R10.3 R10.4",
            remedy: "Write at most message_capacity bytes; with 0, message is NULL."
        ) { context throws(CheckStop) in try capacity(context) },
        Check(
            "errors.left-alone", "With PICKER_OK the error is left alone", "R10.3",
            remedy: "Write the error only where you return something else than PICKER_OK."
        ) { context throws(CheckStop) in
            try leftAlone(context)
        },
        Check(
            "errors.known-codes", "Status codes are those of the ABI", "R10.1 R10.2",
            remedy: "Map errors of your own to the table in docs/abi.md."
        ) { context throws(CheckStop) in
            // Newer headers may have a code that fits better.
            guard try !context.isNewer() else { throw .notApplicable("it was built with newer headers") }
            for reply in try refusals(context) {
                try context.expect(Status.isKnown(reply.status), "\(reply.operation) answered \(reply.status)")
            }
        },
        Check(
            "errors.details", "What fails for good says nothing of a later time, and the room to grow stays 0",
            "R10.6 R5.8",
            remedy: "Leave retry_after 0 with a permanent status, and write no field that the headers do not name."
        ) { context throws(CheckStop) in
            for reply in try refusals(context) {
                let isPermanent = PhotoStatus(rawValue: reply.status).kind == .permanent
                try context.expect(
                    !isPermanent || reply.error.retryAfter == 0,
                    "\(reply.operation) answered \(Status.name(reply.status)), to be tried again")
                try context.expect(reply.error.isReservedClear, "\(reply.operation) wrote into picker_error.reserved")
            }
        },
        Check(
            "errors.undeclared-observe", "Without observe, it returns UNSUPPORTED", "R7.2",
            requires: [.noCapability(.observe)],
            remedy: "Return PICKER_UNSUPPORTED, at once."
        ) { context throws(CheckStop) in
            let library = try context.open()
            let control = CallProbe(deadline: Clock.now + context.limit(milliseconds: 2000))
            try library.observe(sink: .changes(), control: control).expect(PICKER_UNSUPPORTED)
        },
        Check(
            "errors.undeclared-changes", "Without change-details, changes_since returns UNSUPPORTED", "R7.2",
            requires: [.noCapability(.changeDetails)],
            remedy: "Return PICKER_UNSUPPORTED."
        ) { context throws(CheckStop) in
            try context.open().changes(since: nil, sink: .changes()).expect(PICKER_UNSUPPORTED)
        },
        Check(
            "errors.extensions-as-declared", "A library has exactly the extensions whose capabilities are declared",
            "R6.5 R7.2 R7.3 R7.6",
            remedy: "Set the bit and give the table, or do neither."
        ) { context throws(CheckStop) in try extensions(context) },
        Check(
            "errors.extensions-stay", "The table of an extension stays where and what it is", "R6.4 R6.3 R5.4",
            remedy: "Keep it in static memory, or in the library's."
        ) { context throws(CheckStop) in try extensionsStay(context) },
    ]

    /// Identifiers of assets that there are not; those of collections are none.
    private static func noAssets(_ library: Library, _ served: BackendCapabilities) throws(CheckStop) -> [Text] {
        guard let asset = try library.assets().first?.identifier else { return strangers }
        // A server may number its assets, and its albums besides: what is near one number, or that of an album, may be another asset.
        let known = Set(try FetchChecks.everything(library, .all, served).map(\.identifier))
        let others = near(asset) + (try library.allCollections().map(\.identifier))
        return strangers + others.filter { !known.contains($0) }
    }

    static let strangers = ["nobody", "..", "x/../../etc/passwd", "", String(repeating: "a", count: 300)].map {
        Text(Arena.string($0))
    }

    /// What a few calls that must fail answer.
    /// Identifiers that are almost one that there is.
    private static func near(_ identifier: Text) -> [Text] {
        let bytes = identifier.bytes ?? []
        let others = [
            bytes + [0x41], bytes + [0], Array(bytes.dropLast()), [0x41] + bytes, bytes + bytes,
            FetchChecks.inOtherCase(bytes),
            // What begins as another kind of thing, or ends in another letter.
            (bytes.first == 0x61 ? [0x63] : [0x61]) + bytes.dropFirst(),
            bytes.dropLast() + (bytes.last == 0x41 ? [0x42] : [0x41]),
        ]
        return others.filter { $0 != bytes }.map { Text(Arena.string($0)) }
    }

    private static func refusals(_ context: CheckContext) throws(CheckStop) -> [Reply] {
        let backend = try context.backend()
        let library = try context.open(backend)
        let asset = try context.anyAsset(library)
        let hostile = context.folder / FixtureLibrary.hostile
        try Files.copyTree(BytePath(context.order.fixtures) / FixtureLibrary.hostile, to: hostile)
        let damaged = context.folder / "damaged"
        try Files.makeFolder(damaged)
        // A server is not asked to take in what is damaged.
        let other = context.order.fixtureCommand == nil ? try context.open(backend, root: hostile, data: damaged) : nil
        let images = try other?.assets().compactMap { asset in
            other?.image(asset.identifier, ImageRequest(8, 8), sink: .releasing())
        }
        return (images ?? []) + [
            backend.open(root: context.folder / BytePath(Array("caf".utf8) + [0xE9]), data: nil).reply,
            library.details(strangers[0], sink: .details()), library.collection(strangers[0], sink: .collections()),
            library.image(strangers[2], ImageRequest(8, 8), sink: .frames()),
            library.fetch(FetchRequest(.collection(strangers[0]))).reply,
            library.fetch(FetchRequest(.unknown(99))).reply,
            library.read(ReadRequest(asset.identifier, capacity: 8) { $0.representation = 99 }).reply,
        ]
    }

    private static func leftAlone(_ context: CheckContext) throws(CheckStop) {
        let backend = try context.backend()
        try context.makeLibrary()
        let opened = backend.open(root: context.root, data: context.dataFolder)
        guard let library = opened.library else { throw .failed("open_library answered \(opened.reply.described)") }
        let asset = try context.anyAsset(library).identifier
        let roll = try library.cameraRoll().identifier
        let fetched = library.fetch()
        guard let fetch = fetched.fetch else { throw .failed("fetch did not work") }
        let frames = RecordSink.frames()
        let replies = [
            opened.reply, backend.probe(), library.info().reply, library.authorization().reply, library.count().reply,
            fetched.reply,
            fetch.count(control: CallProbe()).reply, fetch.window(0, 9, sink: .assets()), fetch.index(of: asset).reply,
            library.collections(sink: .collections()), library.cameraRoll(sink: .collections()),
            library.collection(roll, sink: .collections()), library.keyAssets(roll, sink: .assets()),
            library.details(asset, sink: .details()), library.read(ReadRequest(asset, capacity: 9)).reply,
            library.read(ReadRequest(asset, capacity: 9) { $0.offset = 1 << 40 }).reply,
            fetch.window(1 << 40, 9, sink: .assets()),
            library.diagnostics(sink: .diagnostics()), library.image(asset, ImageRequest(16, 16), sink: frames),
        ]
        for frame in frames.records { frame.release() }
        fetch.release()
        let ofAlbums = try library.allCollections().flatMap { album in
            [
                library.collection(album.identifier, sink: .collections()),
                library.keyAssets(album.identifier, sink: .assets()),
                library.count(FetchRequest(.collection(album.identifier))).reply,
            ]
        }
        for reply in replies + ofAlbums where reply.status == PICKER_OK {
            try context.expect(reply.error.isUntouched, "\(reply.operation) wrote the error")
        }
    }

    static let extensionsByCapability: [(BackendCapabilities, String)] = [
        (.write, PICKER_EXT_WRITE), (.video, PICKER_EXT_VIDEO), (.heif, PICKER_EXT_HEIF), (.search, PICKER_EXT_SEARCH),
        (.index, PICKER_EXT_INDEX),
    ]

    private static func extensions(_ context: CheckContext) throws(CheckStop) {
        let library = try context.open()
        let capabilities = try context.served(by: library)
        for (capability, id) in extensionsByCapability {
            let isThere = library.extensionTable(id) != nil
            let isDeclared = capabilities.contains(capability)
            try context.expect(
                isThere == isDeclared,
                isDeclared ? "\(id) is declared, and not there" : "\(id) is there, and not declared")
        }
    }

    private static func extensionsStay(_ context: CheckContext) throws(CheckStop) {
        let library = try context.open()
        for id in extensionsByCapability.map(\.1) + [PICKER_EXT_DAYS] {
            guard let table = library.extensionTable(id) else { continue }
            let size = Int(table.loadUnaligned(as: UInt32.self))
            try context.expect(size >= 16, "\(id): its struct_size is \(size)")
            func content(_ table: UnsafeRawPointer) -> [UInt8] {
                UnsafeRawBufferPointer(start: table, count: size).map { $0 }
            }
            let before = content(table)
            for word in stride(from: 8, through: size - 8, by: 8) {
                let slot = table.loadUnaligned(fromByteOffset: word, as: UInt.self)
                try context.expect(slot != 0, "\(id): the function at byte \(word) is NULL")
            }
            _ = try library.assets()
            let again = library.extensionTable(id)
            try context.expect(again.map(content) == before, "\(id): the table changed")
            // Who asked first has the first one still.
            try context.expect(
                content(table) == before, "\(id): asked for again, the table that was given first changed")
        }
    }
}
