internal import BackendAPI
internal import PhotoModel

/// What a library reports of its collections and assets.
enum LibraryChecks {
    static let all =
        basics + [links] + nameChecks + timeChecks + hiddenChecks + namedChecks + writtenChecks + kindChecks
        + cameraChecks + contentChecks + nameDateChecks + momentChecks

    private static let basics = [
        Check(
            "library.lists-photos", "Every photo of the kit in a declared format is listed", "R7.3 R3.2",
            requires: [.anyKnownFormat],
            remedy: "List each file whose content is of a format in info.formats, in nested folders too."
        ) { context throws(CheckStop) in try listsPhotos(context) },
        Check(
            "library.formats", "Images come of the formats that info declares, and of no others", "R3.2 R7.3",
            remedy: "Name each uniform type identifier of which images are made in info.formats."
        ) { context throws(CheckStop) in try formats(context) },
        Check(
            "library.no-photo-twice", "No asset is listed twice", "R8.4 R9.7",
            remedy: "Walk each folder once; a link to a folder that is shown already shows nothing new."
        ) { context throws(CheckStop) in
            let identifiers = try context.open().assets().map(\.identifier)
            try context.expect(
                Set(identifiers).count == identifiers.count,
                "\(identifiers.count - Set(identifiers).count) identifiers come more than once")
        },
        Check(
            "library.identifiers", "Local identifiers have 1 to 64 URL-safe characters", "R8.4",
            remedy: "Use letters, digits, \"-\" and \"_\"."
        ) { context throws(CheckStop) in
            let library = try context.open()
            let texts = try library.assets().map(\.identifier) + library.allCollections().map(\.identifier)
            for text in texts { try context.expect(isIdentifier(text), "an identifier is \"\(text)\"") }
        },
        Check(
            "library.identifiers-stay", "Identifiers are the same in another run", "R8.4",
            remedy: "Derive them from what stays: root and path, not addresses, times or counters."
        ) { context throws(CheckStop) in try identifiersStay(context) },
        Check(
            "library.identifier-recipe", "Identifiers of files and folders are those of every backend", "R8.4",
            requires: [.anyKnownFormat],
            remedy: "Hash root and path as R8.4 says; Examples/CBackend/identifier.c does it."
        ) { context throws(CheckStop) in try identifierRecipe(context) },
        Check(
            "library.texts", "All texts of records are UTF-8", "R8.1 R7.5",
            remedy: "Replace what is not UTF-8 by U+FFFD, and give the bytes beside it."
        ) { context throws(CheckStop) in try texts(context) },
        Check(
            "library.raw-names", "A file name that is not UTF-8 comes in bytes as well", "R8.3",
            requires: [.anyKnownFormat],
            remedy: "Fill relative_path_bytes when relative_path cannot say the path exactly."
        ) { context throws(CheckStop) in try rawNames(context) },
        Check(
            "library.stays-inside", "Nothing outside of the root is listed or read", "R15.5",
            remedy: "Do not follow links that lead out of the root."
        ) { context throws(CheckStop) in try staysInside(context) },
        Check(
            "library.record-sizes", "Records have the size of ABI 1, and 0 in reserved fields", "R5.1 R5.8",
            remedy: "Set struct_size to sizeof the record, and begin with a record of zeros."
        ) { context throws(CheckStop) in
            let library = try context.open()
            for asset in try library.assets() {
                try context.expect(
                    asset.size >= UInt32(MemoryLayout<picker_asset>.size), "an asset says it has \(asset.size) bytes")
            }
            for asset in try library.assets().prefix(12) {
                let reserved = try library.details(asset.identifier).reserved
                try context.expect(reserved == 0, "reserved in the details of \(asset.path) is \(reserved)")
            }
            for collection in try library.allCollections() {
                try context.expect(
                    collection.size >= UInt32(MemoryLayout<picker_collection>.size),
                    "a collection says it has \(collection.size) bytes")
            }
        },
        Check(
            "library.facts", "Sizes in pixels and bytes are those of the file", "R14.4 R14.13 R7.3",
            requires: [.anyKnownFormat],
            remedy: "Read width and height from the header, after orientation; 0 when the file does not have them."
        ) { context throws(CheckStop) in try facts(context) },
        Check(
            "library.availability", "What is on this machine can be read without the network", "R18.10",
            remedy: "Say PICKER_AVAILABILITY_LOCAL of what no one else has to be asked for, or nothing."
        ) { context throws(CheckStop) in try availability(context) },
        Check(
            "library.camera-roll", "There is a camera roll, and the kit's photos can be found in it or an album",
            "R7.3",
            remedy: "Every library has a camera roll: of no special kind if need be, with all photos."
        ) { context throws(CheckStop) in try cameraRoll(context) },
        Check(
            "library.collection-by-identifier", "collection gives the record that collections listed", "R8.4 R9.4",
            remedy: "Make both from the same source."
        ) { context throws(CheckStop) in try collectionByIdentifier(context) },
        Check(
            "library.collection-types", "collections emits only the types that were asked for", "R16.2",
            remedy: "Test types & (1 << type)."
        ) { context throws(CheckStop) in try collectionTypes(context) },
        Check(
            "library.smart-albums-first", "Smart albums come before other collections", "R9.7", .should,
            remedy: "Emit those of type smart album first."
        ) { context throws(CheckStop) in
            let types = try context.open().collections().map { $0.type == PICKER_COLLECTION_SMART_ALBUM }
            try context.expect(types == types.sorted { $0 && !$1 }, "a smart album comes after another collection")
        },
        Check(
            "library.estimates", "Counts of collections that were fetched are the number of their assets, or not said",
            "R9.21",
            remedy: "No PICKER_COLLECTION_HAS_COUNT is better than a wrong number."
        ) { context throws(CheckStop) in try estimates(context) },
        Check(
            "library.no-nested-collections", "Without nested-collections there are no collections of type folder",
            "R7.2", requires: [.noCapability(.nestedCollections)],
            remedy: "Declare nested-collections, or emit albums alone."
        ) { context throws(CheckStop) in
            let folders = try context.open().collections().filter { $0.type == PICKER_COLLECTION_FOLDER }
            try context.expect(folders.isEmpty, "there are \(folders.count) of them")
        },
        Check(
            "library.nested-collections", "With nested-collections a folder's collections can be listed", "R7.3",
            requires: [.capability(.nestedCollections)],
            remedy: "Emit folders, and what each contains when it is the parent."
        ) { context throws(CheckStop) in try nested(context) },
        Check(
            "library.absent-parent", "Collections at the top have no parent: the text is absent, not empty", "R8.2",
            remedy: "Leave data NULL; an empty text is another thing."
        ) { context throws(CheckStop) in
            for collection in try context.open().collections() {
                try context.expect(
                    collection.parent.bytes == nil, "\(collection.title) has the parent \"\(collection.parent)\"")
            }
        },
        Check(
            "library.key-assets", "key_assets emits at most three assets, of the media asked for", "R9.3",
            remedy: "Stop after three, and filter by media_types."
        ) { context throws(CheckStop) in try keyAssets(context) },
        Check(
            "library.details", "details repeats the asset, with its representations, each with its own role and type",
            "R7.3 R8.7",
            remedy:
                "Make both from the same source; the array has representation_count pointers; the role and the type are "
                + "those of each file."
        ) { context throws(CheckStop) in try details(context) },
        Check(
            "library.info", "info of a library says what it is, and always the same", "R7.6 R7.2 R18.6",
            remedy: "Fill it from what open_library found out; a folder has PICKER_LIBRARY_FILES and nothing else."
        ) { context throws(CheckStop) in try info(context) },
        Check(
            "library.authorization", "authorization_status says whether the storage can be read now", "R16.2 R19.8",
            remedy: "Answer PICKER_AUTHORIZATION_AUTHORIZED when the folder can be read."
        ) { context throws(CheckStop) in try authorization(context) },
        Check(
            "library.diagnostics",
            "diagnostics reports each file that is no asset once, with a known reason, and can be stopped",
            "R10.1 R8.1 R9.3 R5.8 R18.11",
            remedy: "Each record has a path and a reason other than PICKER_OK; begin with a record of zeros."
        ) { context throws(CheckStop) in try diagnostics(context) },
        Check(
            "library.placeholders", "Preview hashes have the form of docs/placeholder.md, and show the upright image",
            "R9.10",
            remedy: "Make the cells of the upright image, in sRGB; leave it absent when there is none."
        ) { context throws(CheckStop) in try placeholders(context) },
    ]
}
