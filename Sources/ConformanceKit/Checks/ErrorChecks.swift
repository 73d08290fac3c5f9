internal import BackendAPI
internal import PhotoModel

/// What a backend answers when it cannot do what it is asked.
enum ErrorChecks {
    static let all = [
        Check(
            "errors.unknown-asset", "What concerns an asset that is not there is NOT_FOUND", "R10.1",
            mend: "Look the identifier up before anything else."
        ) { trial throws(CheckStop) in
            let library = try trial.open()
            for identifier in strangers {
                try library.details(identifier, sink: .details()).expect(PICKER_NOT_FOUND)
                try library.image(identifier, ImageAsk(16, 16), sink: .frames()).expect(PICKER_NOT_FOUND)
                try library.read(ReadAsk(identifier, capacity: 16)).reply.expect(PICKER_NOT_FOUND)
            }
        },
        Check(
            "errors.unknown-collection", "What concerns a collection that is not there is NOT_FOUND", "R10.1",
            mend: "Look the identifier up before anything else."
        ) { trial throws(CheckStop) in
            let library = try trial.open()
            for identifier in strangers {
                try library.collection(identifier, sink: .collections()).expect(PICKER_NOT_FOUND)
                try library.keyAssets(identifier, sink: .assets()).expect(PICKER_NOT_FOUND)
                try library.fetch(FetchAsk(.collection(identifier))).reply.expect(PICKER_NOT_FOUND)
                try library.count(FetchAsk(.collection(identifier))).reply.expect(PICKER_NOT_FOUND)
            }
        },
        Check(
            "errors.unknown-parent", "Collections inside a folder that is not there are NOT_FOUND", "R10.1",
            mend: "Only an absent parent means the top."
        ) { trial throws(CheckStop) in
            let library = try trial.open()
            try library.collections(parent: strangers[0], sink: .collections()).expect(PICKER_NOT_FOUND)
        },
        Check(
            "errors.unknown-representation", "A representation that is not there is NOT_FOUND", "R10.1",
            mend: "Compare the index with representation_count."
        ) { trial throws(CheckStop) in
            let library = try trial.open()
            let asset = try trial.anyAsset(library)
            for index in [asset.representationCount, 1000, .max] {
                let ask = ReadAsk(asset.identifier, capacity: 16) { $0.representation = index }
                try library.read(ask).reply.expect(PICKER_NOT_FOUND)
            }
        },
        Check(
            "errors.unknown-scope", "A scope that nobody knows is INVALID_ARGUMENT", "R16.3",
            mend: "Have a default in the switch over scopes."
        ) { trial throws(CheckStop) in
            let library = try trial.open()
            try library.fetch(FetchAsk(.unknown(4711))).reply.expect(PICKER_INVALID_ARGUMENT)
            try library.count(FetchAsk(.unknown(4711))).reply.expect(PICKER_INVALID_ARGUMENT)
        },
        Check(
            "errors.unknown-sort", "A sort key that nobody knows is INVALID_ARGUMENT", "R16.3",
            needs: [.capability(.fullQuery)],
            mend: "Check every sort key before you use it."
        ) { trial throws(CheckStop) in
            let ask = FetchAsk(query: FetchAsk.everything { $0.sort.0 = 77 })
            try trial.open().fetch(ask).reply.expect(PICKER_INVALID_ARGUMENT)
        },
        Check(
            "errors.natural-descending", "The natural order has no direction: descending it is INVALID_ARGUMENT",
            "R16.3", needs: [.capability(.fullQuery)],
            mend: "Refuse PICKER_SORT_NATURAL | PICKER_SORT_DESCENDING; PICKER_SORT_NATURAL alone is no condition."
        ) { trial throws(CheckStop) in
            let library = try trial.open()
            let reversed = PICKER_SORT_NATURAL | PICKER_SORT_DESCENDING
            for ask in [
                FetchAsk(query: FetchAsk.everything { $0.sort.0 = reversed }),
                FetchAsk(query: FetchAsk.everything { $0.sort = (PICKER_SORT_FILENAME, reversed, 0, 0) }),
            ] {
                try library.fetch(ask).reply.expect(PICKER_INVALID_ARGUMENT)
                try library.count(ask).reply.expect(PICKER_INVALID_ARGUMENT)
            }
        },
        Check(
            "errors.unknown-modes", "Image modes that nobody knows are INVALID_ARGUMENT", "R16.3",
            needs: [.anyKnownFormat],
            mend: "Check content, delivery, resize and version modes first."
        ) { trial throws(CheckStop) in
            let library = try trial.open()
            let asset = try trial.matches(library)[0].asset
            let asks = [
                ImageAsk(16, 16) { $0.content = 99 }, ImageAsk(16, 16) { $0.delivery = 99 },
                ImageAsk(16, 16) { $0.resize = 99 }, ImageAsk(16, 16) { $0.version = 99 },
            ]
            for ask in asks {
                let sink = RecordSink.frames()
                let reply = library.image(asset.identifier, ask, sink: sink)
                for frame in sink.records { frame.release() }
                try reply.expect(PICKER_INVALID_ARGUMENT)
            }
        },
        Check(
            "errors.messages", "Errors come with a message of one line of UTF-8", "R10.3 R8.1", .should,
            mend: "Say what failed and what would help; no line breaks."
        ) { trial throws(CheckStop) in
            for reply in try refusals(trial) where reply.status != PICKER_OK {
                try trial.expect(reply.message.bytes?.isEmpty == false, "\(reply.operation): no message")
                let isLine = reply.message.bytes?.contains(UInt8(ascii: "\n")) == false
                try trial.expect(isLine, "\(reply.operation): the message has more than one line")
            }
        },
        Check(
            "errors.message-text", "Messages are UTF-8 without NUL", "R10.3 R8.1",
            mend: "Replace what is not UTF-8, in file names for instance, and cut at a character's boundary."
        ) { trial throws(CheckStop) in
            for reply in try refusals(trial) where reply.error.length <= reply.error.capacity {
                try trial.expect(reply.message.isValid, "\(reply.operation): the message is not UTF-8")
            }
        },
        Check(
            "errors.message-capacity", "A message is cut to the room there is, at a character's boundary",
            "R10.3 R10.4",
            mend: "Write at most message_capacity bytes; with 0, message is NULL."
        ) { trial throws(CheckStop) in try capacity(trial) },
        Check(
            "errors.left-alone", "With PICKER_OK the error is left alone", "R10.3",
            mend: "Write the error only where you return something else than PICKER_OK."
        ) { trial throws(CheckStop) in
            let library = try trial.open()
            for reply in [
                library.authorization().reply, library.count().reply, library.collections(sink: .collections()),
            ] {
                try reply.ok()
                try trial.expect(reply.error.isUntouched, "\(reply.operation) wrote the error")
            }
        },
        Check(
            "errors.known-codes", "Status codes are those of the ABI", "R10.1 R10.2",
            mend: "Map errors of your own to the table in docs/abi.md."
        ) { trial throws(CheckStop) in
            for reply in try refusals(trial) {
                try trial.expect(Status.isKnown(reply.status), "\(reply.operation) answered \(reply.status)")
            }
        },
        Check(
            "errors.undeclared-observe", "Without observe, it returns UNSUPPORTED", "R7.2",
            needs: [.noCapability(.observe)],
            mend: "Return PICKER_UNSUPPORTED, at once."
        ) { trial throws(CheckStop) in
            let control = CallProbe(deadline: Clock.now + trial.limit(milliseconds: 500))
            try trial.open().observe(sink: .changes(), control: control).expect(PICKER_UNSUPPORTED)
        },
        Check(
            "errors.undeclared-changes", "Without change-details, changes_since returns UNSUPPORTED", "R7.2",
            needs: [.noCapability(.changeDetails)],
            mend: "Return PICKER_UNSUPPORTED."
        ) { trial throws(CheckStop) in
            try trial.open().changes(since: nil, sink: .changes()).expect(PICKER_UNSUPPORTED)
        },
        Check(
            "errors.extensions-as-declared", "A library has exactly the extensions whose capabilities are declared",
            "R6.5 R7.2 R7.3",
            mend: "Set the bit and give the table, or do neither."
        ) { trial throws(CheckStop) in try extensions(trial) },
        Check(
            "errors.extensions-stay", "The table of an extension stays where and what it is", "R6.4 R6.3 R5.4",
            mend: "Keep it in static memory, or in the library's."
        ) { trial throws(CheckStop) in try extensionsStay(trial) },
    ]

    private static let strangers = ["nobody", "..", "x/../../etc/passwd", "", String(repeating: "a", count: 300)].map {
        Text(Arena.string($0))
    }

    /// What a few calls that must fail answer.
    private static func refusals(_ trial: Trial) throws(CheckStop) -> [Reply] {
        let backend = try trial.backend()
        let library = try trial.open(backend)
        let asset = try trial.anyAsset(library)
        return [
            backend.open(root: trial.folder / BytePath(Array("caf".utf8) + [0xE9]), data: nil).reply,
            library.details(strangers[0], sink: .details()), library.collection(strangers[0], sink: .collections()),
            library.image(strangers[2], ImageAsk(8, 8), sink: .frames()),
            library.fetch(FetchAsk(.collection(strangers[0]))).reply, library.fetch(FetchAsk(.unknown(99))).reply,
            library.read(ReadAsk(asset.identifier, capacity: 8) { $0.representation = 99 }).reply,
        ]
    }

    private static func capacity(_ trial: Trial) throws(CheckStop) {
        let library = try trial.open()
        let identifier = Arena.string("nobody")
        let whole = library.details(strangers[0], sink: .details()).message
        for capacity in [0, 1, 2, 5, 16] {
            let control = CallProbe()
            let call = control.begin()
            var sink = picker_details_sink()
            sink.emit = { _, _ in PICKER_CONTINUE }
            let passed = Guarded(sink)
            let reply = trial.steps.call("details with room for a message of \(capacity)", errorCapacity: capacity) {
                library.table.details(library.table.context, identifier, passed.pointer, call, $0)
            }
            try trial.expect(!reply.error.isOverrun, "with room for \(capacity) bytes, more were written or told")
            let isCut = whole.isValid && !reply.message.isValid
            try trial.expect(!isCut, "with room for \(capacity) bytes, it is cut inside a character")
        }
    }

    private static let extensionsByCapability: [(BackendCapabilities, String)] = [
        (.write, PICKER_EXT_WRITE), (.video, PICKER_EXT_VIDEO), (.heif, PICKER_EXT_HEIF), (.search, PICKER_EXT_SEARCH),
        (.index, PICKER_EXT_INDEX),
    ]

    private static func extensions(_ trial: Trial) throws(CheckStop) {
        let capabilities = try trial.info().capabilities
        let library = try trial.open()
        for (capability, id) in extensionsByCapability {
            let isThere = library.extensionTable(id) != nil
            let isDeclared = capabilities.contains(capability)
            try trial.expect(
                isThere == isDeclared,
                isDeclared ? "\(id) is declared, and not there" : "\(id) is there, and not declared")
        }
    }

    private static func extensionsStay(_ trial: Trial) throws(CheckStop) {
        let library = try trial.open()
        for (_, id) in extensionsByCapability {
            guard let table = library.extensionTable(id) else { continue }
            let size = Int(table.loadUnaligned(as: UInt32.self))
            try trial.expect(size >= 16, "\(id): its struct_size is \(size)")
            let before = UnsafeRawBufferPointer(start: table, count: size).map { $0 }
            for word in stride(from: 8, to: size, by: 8) {
                let slot = table.loadUnaligned(fromByteOffset: word, as: UInt.self)
                try trial.expect(slot != 0, "\(id): the function at byte \(word) is NULL")
            }
            _ = try library.assets()
            let again = library.extensionTable(id)
            let after = again.map { UnsafeRawBufferPointer(start: $0, count: size).map { $0 } }
            try trial.expect(after == before, "\(id): the table changed")
        }
    }
}
