internal import BackendAPI
internal import PhotoModel
internal import Pixels

/// What a library tells of its collections and assets.
enum LibraryChecks {
    static let all = [
        Check(
            "library.lists-photos", "Every photo of the kit in a declared format is listed", "R7.3 R3.2",
            needs: [.anyKnownFormat],
            mend: "List each file whose content is of a format in info.formats, in nested folders too."
        ) { trial throws(CheckStop) in try listsPhotos(trial) },
        Check(
            "library.no-photo-twice", "No asset is listed twice", "R8.4 R9.7",
            mend: "Walk each folder once; a link to a folder that is shown already shows nothing new."
        ) { trial throws(CheckStop) in
            let identifiers = try trial.open().assets().map(\.identifier)
            try trial.expect(
                Set(identifiers).count == identifiers.count,
                "\(identifiers.count - Set(identifiers).count) identifiers come more than once")
        },
        Check(
            "library.identifiers", "Local identifiers have 1 to 64 URL-safe characters", "R8.4",
            mend: "Use letters, digits, \"-\" and \"_\"."
        ) { trial throws(CheckStop) in
            let library = try trial.open()
            let texts = try library.assets().map(\.identifier) + library.allCollections().map(\.identifier)
            for text in texts { try trial.expect(isIdentifier(text), "an identifier is \"\(text)\"") }
        },
        Check(
            "library.identifiers-stay", "Identifiers are the same in another run", "R8.4",
            mend: "Derive them from what stays: root and path, not addresses, times or counters."
        ) { trial throws(CheckStop) in try identifiersStay(trial) },
        Check(
            "library.texts", "All texts of records are UTF-8", "R8.1 R7.5",
            mend: "Replace what is not UTF-8 by U+FFFD, and give the bytes beside it."
        ) { trial throws(CheckStop) in try texts(trial) },
        Check(
            "library.raw-names", "A file name that is not UTF-8 comes in bytes as well", "R8.3",
            needs: [.anyKnownFormat],
            mend: "Fill relative_path_bytes when relative_path cannot say the path exactly."
        ) { trial throws(CheckStop) in try rawNames(trial) },
        Check(
            "library.stays-inside", "Nothing outside of the root is listed or read", "R15.5",
            mend: "Do not follow links that lead out of the root."
        ) { trial throws(CheckStop) in try staysInside(trial) },
        Check(
            "library.record-sizes", "Records have the size of ABI 1, and 0 in reserved fields", "R5.1 R5.8",
            mend: "Set struct_size to sizeof the record, and begin with a record of zeros."
        ) { trial throws(CheckStop) in
            let library = try trial.open()
            for asset in try library.assets() {
                try trial.expect(
                    asset.size >= UInt32(MemoryLayout<picker_asset>.size), "an asset says it has \(asset.size) bytes")
                try trial.expect(asset.reserved == 0, "reserved is \(asset.reserved)")
            }
            for collection in try library.allCollections() {
                try trial.expect(
                    collection.size >= UInt32(MemoryLayout<picker_collection>.size),
                    "a collection says it has \(collection.size) bytes")
            }
        },
        Check(
            "library.facts", "Sizes in pixels and bytes are those of the file", "R14.4 R7.3", needs: [.anyKnownFormat],
            mend: "Read width and height from the header, after orientation; 0 when the file does not tell."
        ) { trial throws(CheckStop) in try facts(trial) },
        Check(
            "library.camera-roll", "There is a camera roll, and the kit's photos can be found in it or an album",
            "R7.3",
            mend: "Every library has a camera roll: of no special kind if need be, with all photos."
        ) { trial throws(CheckStop) in try cameraRoll(trial) },
        Check(
            "library.collection-by-identifier", "collection gives the record that collections listed", "R8.4 R9.4",
            mend: "Make both from the same source."
        ) { trial throws(CheckStop) in try collectionByIdentifier(trial) },
        Check(
            "library.collection-types", "collections emits only the types that were asked for", "R16.2",
            mend: "Test types & (1 << type)."
        ) { trial throws(CheckStop) in try collectionTypes(trial) },
        Check(
            "library.smart-albums-first", "Smart albums come before other collections", "R9.7", .should,
            mend: "Emit those of type smart album first."
        ) { trial throws(CheckStop) in
            let types = try trial.open().collections().map { $0.type == PICKER_COLLECTION_SMART_ALBUM }
            try trial.expect(types == types.sorted { $0 && !$1 }, "a smart album comes after another collection")
        },
        Check(
            "library.estimates", "Estimated counts are those of the collections, or not told", "R7.3", .should,
            mend: "PICKER_COUNT_UNKNOWN is better than a wrong number."
        ) { trial throws(CheckStop) in try estimates(trial) },
        Check(
            "library.no-nested-collections", "Without nested-collections there are no collections of type folder",
            "R7.2", needs: [.noCapability(.nestedCollections)],
            mend: "Declare nested-collections, or emit albums alone."
        ) { trial throws(CheckStop) in
            let folders = try trial.open().collections().filter { $0.type == PICKER_COLLECTION_FOLDER }
            try trial.expect(folders.isEmpty, "there are \(folders.count) of them")
        },
        Check(
            "library.nested-collections", "With nested-collections a folder's collections can be listed", "R7.3",
            needs: [.capability(.nestedCollections)],
            mend: "Emit folders, and what lies in each when it is the parent."
        ) { trial throws(CheckStop) in try nested(trial) },
        Check(
            "library.absent-parent", "Collections at the top have no parent: the text is absent, not empty", "R8.2",
            mend: "Leave data NULL; an empty text is another thing."
        ) { trial throws(CheckStop) in
            for collection in try trial.open().collections() {
                try trial.expect(
                    collection.parent.bytes == nil, "\(collection.title) has the parent \"\(collection.parent)\"")
            }
        },
        Check(
            "library.key-assets", "key_assets emits at most three assets, of the media asked for", "R9.3",
            mend: "Stop after three, and filter by media_types."
        ) { trial throws(CheckStop) in try keyAssets(trial) },
        Check(
            "library.details", "details repeats the asset, with its representations", "R7.3",
            mend: "Make both from the same source; the array has representation_count pointers."
        ) { trial throws(CheckStop) in try details(trial) },
        Check(
            "library.authorization", "authorization_status answers one of the values of the ABI", "R16.2",
            mend: "Answer PICKER_AUTHORIZATION_AUTHORIZED when the folder can be read."
        ) { trial throws(CheckStop) in
            let (reply, status) = try trial.open().authorization()
            try reply.ok()
            try trial.expect(status <= PICKER_AUTHORIZATION_LIMITED, "it answered \(status)")
            try trial.expect(status == PICKER_AUTHORIZATION_AUTHORIZED, "a readable folder is answered with \(status)")
        },
        Check(
            "library.diagnostics", "diagnostics tells of files with known reasons", "R10.1 R8.1",
            mend: "Each record has a path and a reason other than PICKER_OK."
        ) { trial throws(CheckStop) in
            let sink = RecordSink.diagnostics()
            try trial.open().diagnostics(sink: sink).ok()
            for record in sink.records {
                try trial.expect(record.reason != PICKER_OK, "\(record.relativePath) has the reason PICKER_OK")
                try trial.expect(record.relativePath.isValid && record.message.isValid, "a text is not UTF-8")
            }
        },
        Check(
            "library.placeholders", "Placeholders are at most 200 bytes", "R9.10",
            mend: "See docs/placeholder.md; leave it absent when there is none."
        ) { trial throws(CheckStop) in
            for asset in try trial.open().assets() {
                let count = asset.placeholder?.count ?? 0
                try trial.expect(count <= Int(PICKER_PLACEHOLDER_MAX), "\(asset.path): \(count) bytes")
            }
        },
    ]

    static func isIdentifier(_ text: Text) -> Bool {
        let bytes = text.bytes ?? []
        return (1...64).contains(bytes.count)
            && bytes.allSatisfy { byte in
                (48...57).contains(byte) || (65...90).contains(byte) || (97...122).contains(byte)
                    || byte == UInt8(ascii: "-") || byte == UInt8(ascii: "_")
            }
    }

    private static func listsPhotos(_ trial: Trial) throws(CheckStop) {
        let library = try trial.open()
        let formats = try trial.info().formats
        let listed = Set(try library.assets().map(\.path))
        // Names that are not UTF-8 are another check's business.
        let wanted = trial.gallery.photos.filter { formats.contains($0.format.rawValue) && $0.path.isUTF8 }
        let missing = wanted.filter { !listed.contains($0.path) }
        try trial.expect(
            missing.isEmpty,
            "\(missing.count) are missing: \(missing.prefix(3).map(\.path.description).joined(separator: ", "))")
    }

    private static func identifiersStay(_ trial: Trial) throws(CheckStop) {
        let library = try trial.open()
        var first: [BytePath: Text] = [:]
        for asset in try library.assets() { first[asset.path] = asset.identifier }
        let albums = try library.allCollections().map(\.identifier)
        library.beginShutdown()
        library.close()
        // A second process has other addresses, another seed of hashes, and another moment.
        let (assets, collections) = try Rerun.identifiers(trial)
        for (path, identifier) in first where assets[path] != identifier.description {
            throw .failed("\(path) is \(identifier), and \(assets[path] ?? "missing") in another run")
        }
        try trial.expect(albums.map(\.description) == collections, "collections have other identifiers in another run")
    }

    private static func texts(_ trial: Trial) throws(CheckStop) {
        let library = try trial.open()
        let assets = try library.assets()
        for asset in assets {
            for text in [asset.filename, asset.relativePath, asset.contentType] {
                try trial.expect(text.isValid, "a text of \(asset.path) is not UTF-8")
                try trial.expect(text.bytes != nil, "a text of \(asset.path) is absent")
            }
        }
        for collection in try library.allCollections() {
            try trial.expect(
                collection.title.isValid && collection.title.bytes != nil, "the title \"\(collection.title)\"")
        }
        for asset in assets.prefix(12) {
            let details = try library.details(asset.identifier)
            let texts =
                details.cameraTexts
                + details.representations.flatMap { [$0.filename, $0.relativePath, $0.contentType] }
            try trial.expect(texts.allSatisfy(\.isValid), "a text in the details of \(asset.path) is not UTF-8")
        }
    }

    private static func rawNames(_ trial: Trial) throws(CheckStop) {
        let library = try trial.open()
        let formats = try trial.info().formats
        let assets = try library.assets()
        let wanted = trial.gallery.photos.filter { !$0.path.isUTF8 && formats.contains($0.format.rawValue) }
        for photo in wanted {
            let found = assets.first { $0.pathBytes == photo.path.bytes }
            try trial.expect(found != nil, "\(photo.path) is not listed with the bytes of its path")
        }
    }

    private static func staysInside(_ trial: Trial) throws(CheckStop) {
        let library = try trial.open()
        let outside = Gallery.outsideSize
        for asset in try library.assets() {
            let isSecret = PixelSize(width: asset.width, height: asset.height) == outside
            try trial.expect(!isSecret, "\(asset.path) is a file outside of the root")
            let parts = asset.path.bytes.split(separator: UInt8(ascii: "/"))
            try trial.expect(!parts.contains(Array("..".utf8)[...]), "the path \(asset.path) leads out of the root")
        }
        let paths = PhotoFormat.allCases.flatMap { format in
            ["../outside/secret.", "Odd/way-out/secret.", "Odd/outside-secret."].map {
                BytePath($0 + format.fileExtension)
            }
        }
        let fetched = library.fetch(FetchAsk(.paths(paths)))
        guard fetched.reply.status == PICKER_OK, let fetch = fetched.fetch else {
            try fetched.reply.expect([PICKER_UNSUPPORTED, PICKER_INVALID_ARGUMENT])
            return
        }
        defer { fetch.release() }
        let found = try fetch.window(0, 100)
        try trial.expect(found.isEmpty, "\(found.first?.path.description ?? "") was found by its path")
    }

    private static func facts(_ trial: Trial) throws(CheckStop) {
        for match in try trial.matches(trial.open()) {
            let (photo, asset) = (match.photo, match.asset)
            let isTold = asset.width != 0 || asset.height != 0
            try trial.expect(
                !isTold || (asset.width == photo.width && asset.height == photo.height),
                "\(photo.path) has \(photo.size) pixels, the asset says \(asset.width)x\(asset.height)")
            let size = try Files.read(trial.root / photo.path).count
            try trial.expect(asset.byteSize == UInt64(size), "\(photo.path) has \(size) bytes, not \(asset.byteSize)")
            try trial.expect(
                asset.mediaType == PICKER_MEDIA_IMAGE, "\(photo.path) has the media type \(asset.mediaType)")
            try trial.expect(asset.representationCount >= 1, "\(photo.path) has no representations")
            try trial.expect(
                asset.filename.isValid == false
                    || asset.relativePath.bytes?.suffix(asset.filename.bytes?.count ?? 0)
                        == asset.filename.bytes?[...],
                "\(asset.filename) is not the name in \(asset.relativePath)")
        }
    }

    private static func cameraRoll(_ trial: Trial) throws(CheckStop) {
        let library = try trial.open()
        let sink = RecordSink.collections()
        try library.cameraRoll(sink: sink).ok()
        try trial.expect(sink.count == 1, "camera_roll emitted \(sink.count) collections")
        let roll = sink.records[0]
        try trial.expect(roll.subtype == PICKER_COLLECTION_CAMERA_ROLL, "its subtype is \(roll.subtype)")
        _ = try library.assets(FetchAsk(.collection(roll.identifier)))
    }

    private static func collectionByIdentifier(_ trial: Trial) throws(CheckStop) {
        let library = try trial.open()
        for listed in try library.allCollections() {
            let sink = RecordSink.collections()
            try library.collection(listed.identifier, sink: sink).ok()
            try trial.expect(sink.count == 1, "\(listed.title): \(sink.count) records were emitted")
            let isSame = sink.records[0].identifier == listed.identifier && sink.records[0].title == listed.title
            try trial.expect(isSame, "\(listed.title) came as \(sink.records[0].title)")
        }
    }

    private static func collectionTypes(_ trial: Trial) throws(CheckStop) {
        let library = try trial.open()
        let all = try library.collections()
        // Moments may be many: a backend may leave them out unless they are asked for by name.
        for type in PICKER_COLLECTION_SMART_ALBUM...PICKER_COLLECTION_EVENT {
            let some = try library.collections(types: 1 << type)
            try trial.expect(some.allSatisfy { $0.type == type }, "with type \(type) others came")
            let wanted = all.filter { $0.type == type }.map(\.identifier)
            try trial.expect(
                some.map(\.identifier) == wanted, "of type \(type) \(some.count) came, not \(wanted.count)")
        }
        let none = try library.collections(types: 0)
        try trial.expect(none.isEmpty, "with no type \(none.count) came")
    }

    private static func estimates(_ trial: Trial) throws(CheckStop) {
        let library = try trial.open()
        for collection in try library.allCollections() where collection.estimatedCount != PICKER_COUNT_UNKNOWN {
            if collection.type == PICKER_COLLECTION_FOLDER { continue }
            let count = try library.assets(FetchAsk(.collection(collection.identifier))).count
            try trial.expect(
                UInt64(count) == collection.estimatedCount,
                "\(collection.title) has \(count) assets, \(collection.estimatedCount) are estimated")
        }
    }

    private static func nested(_ trial: Trial) throws(CheckStop) {
        let library = try trial.open()
        let folders = try library.collections().filter { $0.type == PICKER_COLLECTION_FOLDER }
        try trial.expect(!folders.isEmpty, "the library has nested folders, and no collection of type folder")
        for folder in folders {
            for inner in try library.collections(in: folder.identifier) {
                try trial.expect(
                    inner.parent == folder.identifier,
                    "\(inner.title) lies in \(folder.title), and says \(inner.parent)")
            }
        }
    }

    private static func keyAssets(_ trial: Trial) throws(CheckStop) {
        let library = try trial.open()
        for collection in try library.collections() {
            let sink = RecordSink.assets()
            try library.keyAssets(collection.identifier, sink: sink).ok()
            try trial.expect(sink.count <= 3, "\(collection.title) has \(sink.count) key assets")
            let videos = RecordSink.assets()
            try library.keyAssets(collection.identifier, media: PICKER_MEDIA_MASK_VIDEO, sink: videos).ok()
            try trial.expect(
                videos.records.allSatisfy { $0.mediaType == PICKER_MEDIA_VIDEO },
                "\(collection.title): asked for videos, others came")
        }
    }

    private static func details(_ trial: Trial) throws(CheckStop) {
        let library = try trial.open()
        for asset in try library.assets() {
            let details = try library.details(asset.identifier)
            guard let repeated = details.asset else { throw .failed("\(asset.path): details has no asset") }
            try trial.expect(
                repeated.identifier == asset.identifier && repeated.byteSize == asset.byteSize
                    && repeated.path == asset.path, "\(asset.path): details tells of another asset")
            try trial.expect(
                details.representations.count == Int(asset.representationCount),
                "\(asset.path): \(details.representations.count) representations, not \(asset.representationCount)")
        }
    }
}
