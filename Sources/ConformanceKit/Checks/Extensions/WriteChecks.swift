internal import BackendAPI
internal import PhotoModel
internal import Platform

/// `org.picker.write/1`: complete or not at all, and never over another file.
enum WriteChecks {
    static let all = [
        one(
            "adds", "What is added is in the library byte by byte, and a fetch shows it", "R7.3 R9.2 R12.5",
            remedy: "Write the file, emit its record, and list it at once."
        ) { context throws(CheckStop) in try adds(context) },
        one(
            "is-told", "What is added is among the changes since a token from before", "R12.9 R12.8", [.changeDetails],
            remedy: "Log what add brings as what is found on the disk, before it returns."
        ) { context throws(CheckStop) in try isTold(context) },
        one(
            "read-only",
            "Where nothing may be written, add leaves nothing and is ACCESS_DENIED, as is an album in a folder",
            "R10.1",
            remedy: "Map EACCES and EPERM to PICKER_ACCESS_DENIED: a person can change that."
        ) { context throws(CheckStop) in try readOnly(context) },
        one(
            "taken-names", "A name that is taken gets a number, and what was there stays", "R7.3",
            remedy: "Create with O_EXCL, and number the name when it is there."
        ) { context throws(CheckStop) in try takenNames(context) },
        one(
            "albums", "An album that is made can be added to, and is made once", "R7.3",
            remedy: "Look for an album with that title first, and emit it."
        ) { context throws(CheckStop) in try albums(context) },
        one(
            "unknown-collection", "Adding to a collection that is not there is NOT_FOUND", "R10.1",
            remedy: "Look the collection up before anything is written."
        ) { context throws(CheckStop) in
            try refused(context, [PICKER_NOT_FOUND]) { library, photo throws(CheckStop) in
                try library.add(photo.name, AddSource(photo.bytes), to: Text(Arena.string("nobody")))
            }
        },
        one(
            "names-stay-inside", "A name with folders in it is INVALID_ARGUMENT, and no album lies outside",
            "R10.1 R15.5",
            remedy: "Refuse names with \"/\", \"..\" and names of nothing."
        ) { context throws(CheckStop) in
            for name in ["../escaped.ppm", "/tmp/escaped.ppm", "a/b.ppm", "..", ".", ""] {
                try refused(context, [PICKER_INVALID_ARGUMENT]) { library, photo throws(CheckStop) in
                    try library.add(name, AddSource(photo.bytes))
                }
            }
            try albumsStayInside(context)
        },
        one(
            "not-media", "What is no photo or video is UNSUPPORTED_FORMAT", "R10.1",
            remedy: "Look at the first bytes, not at the name."
        ) { context throws(CheckStop) in
            let text = Array(String(repeating: "no image at all\n", count: 100).utf8)
            try refused(context, [PICKER_UNSUPPORTED_FORMAT]) { library, photo throws(CheckStop) in
                try library.add(photo.name, AddSource(text))
            }
        },
        one(
            "wrong-size", "Fewer or more bytes than announced are CHANGED", "R10.1",
            remedy: "Count what read gives, and compare with byte_size."
        ) { context throws(CheckStop) in
            for difference in [-1, 1] {
                try refused(context, [PICKER_CHANGED]) { library, photo throws(CheckStop) in
                    let size = UInt64(photo.bytes.count + difference)
                    return try library.add(photo.name, AddSource(photo.bytes), size: size)
                }
            }
        },
        one(
            "failing-source", "Whichever call of read fails, add returns its answer", "R10.1 R9.1",
            remedy: "Return what read returned, and remove what was written."
        ) { context throws(CheckStop) in try failingSource(context) },
        one(
            "cancelled", "An addition that is to end returns what check says", "R12.2",
            remedy: "Ask check before each read; remove what was written."
        ) { context throws(CheckStop) in try cancelled(context) },
        one(
            "album-cancelled", "create_album that is to end returns what check says, and works when it is called again",
            "R12.2", remedy: "Return with the answer of check when it is not PICKER_OK."
        ) { context throws(CheckStop) in
            let library = try context.open()
            let title = Text(Arena.string("Made in the end"))
            try CancellationChecks.expectEveryEnd(context) { control throws(CheckStop) in
                try library.createAlbum(title, sink: .collections(), control: control)
            }
            let sink = RecordSink.collections()
            try library.createAlbum(title, sink: sink).ok()
            try context.expect(sink.count == 1, "create_album emitted \(sink.count) records")
        },
        one(
            "after-shutdown", "After begin_shutdown add and create_album return CLOSED", "R13.4",
            remedy: "Functions of extensions ask whether the library is shutting down, as others do."
        ) { context throws(CheckStop) in
            let library = try context.open()
            let photo = try photo(context)
            library.beginShutdown()
            try library.add(photo.name, AddSource(photo.bytes)).expect(PICKER_CLOSED)
            try library.createAlbum(Text(Arena.string("Late")), sink: .collections()).expect(PICKER_CLOSED)
        },
    ]

    /// A photo to add, in a format that the plugin declares.
    struct NewPhoto {
        let name: String
        let bytes: [UInt8]
    }

    private static func one(
        _ name: String, _ summary: String, _ clauses: String, _ others: BackendCapabilities = [], remedy: String,
        _ body: @escaping Check.Body
    ) -> Check {
        Check(
            "write." + name, summary, clauses, requires: [.capability(others.union(.write)), .anyKnownFormat],
            remedy: remedy, body: body)
    }

    static func photo(_ context: CheckContext) throws(CheckStop) -> NewPhoto {
        let formats = try context.info().formats
        guard let format = PhotoFormat.allCases.first(where: { formats.contains($0.rawValue) }) else {
            throw .harness("no format to write")
        }
        let bytes = try TestPattern(width: 61, height: 47).encoded(as: format)
        return NewPhoto(name: "added.\(format.fileExtension)", bytes: bytes)
    }

    /// Adds what must be added, and answers its record.
    private static func added(
        _ library: Library, _ photo: NewPhoto, to collection: Text? = nil
    ) throws(CheckStop) -> AssetCopy {
        let sink = RecordSink.assets()
        let source = AddSource(photo.bytes)
        let control = CallProbe()
        let size = UInt64(photo.bytes.count)
        try library.add(photo.name, source, size: size, to: collection, sink: sink, control: control).ok()
        if let fault = control.progressFault { throw .failed("progress of an addition: \(fault)") }
        guard let asset = sink.records.first, sink.count == 1 else {
            throw .failed("add emitted \(sink.count) records")
        }
        return asset
    }

    private static func adds(_ context: CheckContext) throws(CheckStop) {
        let (library, photo) = (try context.open(), try photo(context))
        let asset = try added(library, photo)
        // What a plugin says is not there is no fault of the kit.
        try context.expect(
            Files.isFile(context.root / asset.path, upTo: .max),
            "add reported \"\(asset.path)\", and there is no file with that path in the library")
        let file = try Files.read(context.root / asset.path)
        try context.expect(file == photo.bytes, "\(asset.path) has \(file.count) bytes, not the \(photo.bytes.count)")
        let listed = try library.assets().filter { $0.identifier == asset.identifier }
        try context.expect(listed.count == 1, "\(listed.count) assets of a fetch are the one that was added")
        try context.expect(
            listed[0].path == asset.path, "it is listed as \(listed[0].path), and was reported as \(asset.path)")
        let isSame = listed[0].version == asset.version && listed[0].byteSize == asset.byteSize
        try context.expect(
            isSame && listed[0].contentType == asset.contentType && listed[0].mediaType == asset.mediaType,
            "it is listed with another version, size or type than it was reported with")
        // What was not known when it was reported may be known now.
        let areKnown = asset.width != 0 && listed[0].width != 0
        try context.expect(
            listed[0].filename == asset.filename
                && (!areKnown || listed[0].width == asset.width && listed[0].height == asset.height),
            "it is listed as \(listed[0].filename) of \(listed[0].width)x\(listed[0].height) pixels, and was reported as "
                + "\(asset.filename) of \(asset.width)x\(asset.height)")
    }

    /// A host that has fetched before goes on from its token, and sees what others add by it.
    private static func isTold(_ context: CheckContext) throws(CheckStop) {
        let (library, photo) = (try context.open(), try photo(context))
        _ = try library.assets()
        let start = try ChangeChecks.currentToken(library)
        let asset = try added(library, photo)
        try ChangeChecks.waitForChange(context, library, since: start) { changes in
            changes.contains { change in
                change.kind == PICKER_CHANGE_RELOAD
                    || change.kind == PICKER_CHANGE_INSERTED && change.identifiers.contains(asset.identifier)
            }
        }
    }

    private static func readOnly(_ context: CheckContext) throws(CheckStop) {
        try context.makeLibrary()
        do throws(SystemError) {
            try ProcessRestriction.respectPermissions()
        } catch {
            throw .notPossibleHere("the rights of a superuser cannot be given up")
        }
        // Where in a library additions go is the backend's own affair.
        let folders = try [context.root] + Files.tree(context.root).filter(\.isFolder).map(\.path)
        for folder in folders { try Files.setPermissions(0o555, of: folder) }
        let refused: Result<Void, CheckStop> = Result { () throws(CheckStop) in try expectDenied(context) }
        for folder in folders { try Files.setPermissions(0o755, of: folder) }
        try refused.get()
        _ = try added(context.open(), photo(context))
    }

    private static func expectDenied(_ context: CheckContext) throws(CheckStop) {
        let (library, photo) = (try context.open(), try photo(context))
        // A library may say that it lacks this.
        guard try context.served(by: library).contains(.write) else { return }
        let before = try Files.tree(context.folder)
        try library.add(photo.name, AddSource(photo.bytes)).expect(PICKER_ACCESS_DENIED)
        let made = RecordSink.collections()
        let reply = try library.createAlbum(Text(Arena.string("Made where nothing may be")), sink: made)
        // An album that is no folder can be made, and is there then.
        if reply.status != PICKER_OK { try reply.expect(PICKER_ACCESS_DENIED) }
        let listed = try library.collections().map(\.identifier)
        try context.expect(
            made.records.allSatisfy { listed.contains($0.identifier) },
            "where nothing may be written, create_album made an album that is none of the collections at the top")
        try expectNothing(context, library, since: before)
        library.beginShutdown()
        library.close()
    }

    private static func takenNames(_ context: CheckContext) throws(CheckStop) {
        let (library, photo) = (try context.open(), try photo(context))
        var all = [try added(library, photo)]
        for _ in 0..<3 {
            let before = try Files.tree(context.root)
            let next = try added(library, photo)
            for other in all {
                try context.expect(next.path != other.path, "both are \(other.path)")
                try context.expect(
                    next.identifier != other.identifier, "both have the identifier \(other.identifier)")
            }
            let after = try Files.tree(context.root)
            try context.expect(before.isSubset(of: after), "what was there was changed")
            all.append(next)
        }
    }

    private static func albums(_ context: CheckContext) throws(CheckStop) {
        let (library, photo) = (try context.open(), try photo(context))
        var made: [CollectionCopy] = []
        for _ in 0..<2 {
            let sink = RecordSink.collections()
            try library.createAlbum(Text(Arena.string("Made by the kit")), sink: sink).ok()
            made += sink.records
        }
        try library.createAlbum(Text(Arena.string("")), sink: .collections()).expect(PICKER_INVALID_ARGUMENT)
        try context.expect(made.count == 2, "create_album emitted \(made.count) records in two calls")
        try context.expect(made[0].identifier == made[1].identifier, "the second call made another album")
        try context.expect(made[0].title == Text(Arena.string("Made by the kit")), "its title is \(made[0].title)")
        let asset = try added(library, photo, to: made[0].identifier)
        let inside = try library.assets(FetchRequest(.collection(made[0].identifier))).map(\.identifier)
        try context.expect(
            inside == [asset.identifier], "the album has \(inside.count) assets, not the one added to it")
        try expectListed(context, library, made[0])
    }

    /// That an album which was made is at the top, and is described as it was when it was made.
    private static func expectListed(
        _ context: CheckContext, _ library: Library, _ made: CollectionCopy
    ) throws(CheckStop) {
        try context.expect(
            made.flags & PICKER_COLLECTION_EDITABLE != 0,
            "the album was made with org.picker.write/1, and comes without PICKER_COLLECTION_EDITABLE")
        guard let listed = try library.collections().first(where: { $0.identifier == made.identifier }) else {
            throw .failed("the album was made, has an asset, and is none of the collections at the top")
        }
        try context.expect(
            listed.type == made.type && listed.subtype == made.subtype && listed.title == made.title
                && listed.parent == made.parent,
            "the album was made as \(made.title) of type \(made.type), subtype \(made.subtype), and is listed as "
                + "\(listed.title) of type \(listed.type), subtype \(listed.subtype), or in another place")
    }

    /// Titles that lead elsewhere to who takes them for paths: refused, or titles like any other.
    private static func albumsStayInside(_ context: CheckContext) throws(CheckStop) {
        let library = try context.open()
        func outside() throws(CheckStop) -> Set<TreeEntry> {
            let inside = [context.root.bytes, context.dataFolder.bytes]
            return try Files.tree(context.folder).filter { entry in
                !inside.contains { entry.path.bytes.starts(with: $0) }
            }
        }
        let before = try outside()
        for title in ["../escaped", "..", ".", "a/../../escaped", "\(context.folder)/escaped"] {
            try library.createAlbum(Text(Arena.string(title)), sink: .collections()).expect([
                PICKER_OK, PICKER_INVALID_ARGUMENT,
            ])
            let left = try outside().subtracting(before).map(\.path.description).sorted()
            try context.expect(left.isEmpty, "an album \"\(title)\" made \(left.joined(separator: ", "))")
        }
    }

    /// A call that must be refused, and leave the library as it was.
    private static func refused(
        _ context: CheckContext, _ statuses: [picker_status], _ body: (Library, NewPhoto) throws(CheckStop) -> Reply
    ) throws(CheckStop) {
        let (library, photo) = (try context.open(), try photo(context))
        let before = try Files.tree(context.folder)
        try body(library, photo).expect(statuses)
        try expectNothing(context, library, since: before)
    }

    private static func expectNothing(
        _ context: CheckContext, _ library: Library, since before: Set<TreeEntry>
    ) throws(CheckStop) {
        let data = context.dataFolder.bytes
        let left = try Files.tree(context.folder).subtracting(before).filter { !$0.path.bytes.starts(with: data) }
        try context.expect(left.isEmpty, "it left \(left.map(\.path.description).sorted().joined(separator: ", "))")
        let shown = try library.assets().filter { $0.width == 61 && $0.height == 47 }
        try context.expect(shown.isEmpty, "a fetch shows it nevertheless")
    }

    private static func failingSource(_ context: CheckContext) throws(CheckStop) {
        let (library, photo) = (try context.open(), try photo(context))
        let before = try Files.tree(context.folder)
        for number in 1...20 {
            let source = AddSource(photo.bytes, failure: (number, PICKER_ACCESS_DENIED))
            let reply = try library.add(photo.name, source)
            // It was not asked so often.
            if source.requests < number {
                try reply.ok()
                return
            }
            try reply.expect(PICKER_ACCESS_DENIED)
            try expectNothing(context, library, since: before)
        }
    }

    private static func cancelled(_ context: CheckContext) throws(CheckStop) {
        let (library, photo) = (try context.open(), try photo(context))
        let before = try Files.tree(context.folder)
        for checks in 1...3 {
            for status in [PICKER_DEADLINE, PICKER_CANCELLED] {
                let control = CallProbe(answering: status, afterChecks: checks)
                let reply = try library.add(photo.name, AddSource(photo.bytes), control: control)
                // It may have been done before it asked so often.
                if reply.status == PICKER_OK, checks > 1 || control.checkCount == 0 { return }
                try reply.expect(status)
                try expectNothing(context, library, since: before)
            }
        }
    }
}
