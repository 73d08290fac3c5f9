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
            "library.identifier-recipe", "Identifiers of files and folders are those of every backend", "R8.4",
            needs: [.anyKnownFormat],
            mend: "Hash root and path as R8.4 says; Examples/CBackend/identifier.c does it."
        ) { trial throws(CheckStop) in try identifierRecipe(trial) },
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
}
