internal import BackendAPI
internal import PhotoModel

/// Checks of records of collections.
extension LibraryChecks {
    static func cameraRoll(_ context: CheckContext) throws(CheckStop) {
        let library = try context.open()
        let sink = RecordSink.collections()
        try library.cameraRoll(sink: sink).ok()
        try context.expect(sink.count == 1, "camera_roll emitted \(sink.count) collections")
        let roll = sink.records[0]
        try context.expect(roll.subtype == PICKER_COLLECTION_CAMERA_ROLL, "its subtype is \(roll.subtype)")
        let all = try library.allCollections()
        if let listed = all.first(where: { $0.identifier == roll.identifier }) {
            try context.expect(
                listed.title == roll.title && listed.type == roll.type && listed.subtype == roll.subtype
                    && listed.parent == roll.parent, "collections describes \(roll.title) in another way")
        }
        var shown = Set(try library.assets(FetchRequest(.collection(roll.identifier))).map(\.identifier))
        for collection in all
        where collection.type != PICKER_COLLECTION_FOLDER && collection.identifier != roll.identifier {
            shown.formUnion(try library.assets(FetchRequest(.collection(collection.identifier))).map(\.identifier))
        }
        guard try context.info().formats.contains(where: PhotoFormat.identifiers.contains) else { return }
        let lost = try context.matches(library).first { !shown.contains($0.asset.identifier) }
        if let lost { throw .failed("\(lost.photo.path) is neither in the camera roll nor in an album") }
    }

    static func collectionByIdentifier(_ context: CheckContext) throws(CheckStop) {
        let library = try context.open()
        let all = try library.allCollections()
        let repeated = all.count - Set(all.map(\.identifier)).count
        try context.expect(repeated == 0, "\(repeated) of \(all.count) collections come more than once")
        for listed in all {
            let sink = RecordSink.collections()
            try library.collection(listed.identifier, sink: sink).ok()
            try context.expect(sink.count == 1, "\(listed.title): \(sink.count) records were emitted")
            let isSame = sink.records[0].identifier == listed.identifier && sink.records[0].title == listed.title
            try context.expect(isSame, "\(listed.title) came as \(sink.records[0].title)")
        }
    }

    static func collectionTypes(_ context: CheckContext) throws(CheckStop) {
        let library = try context.open()
        let all = try library.collections()
        // Moments are left out unless they are asked for by name, which is a check of its own.
        for type in PICKER_COLLECTION_SMART_ALBUM...PICKER_COLLECTION_EVENT {
            let some = try library.collections(types: 1 << type)
            try context.expect(some.allSatisfy { $0.type == type }, "with type \(type) others came")
            let wanted = all.filter { $0.type == type }.map(\.identifier)
            try context.expect(
                some.map(\.identifier) == wanted, "of type \(type) \(some.count) came, not \(wanted.count)")
        }
        // Each set of them, and those that no header names are none.
        for types in [0b110, 0b1010, 0b10100, 0b11110, 0b1 << 30 | 0b110] as [UInt32] {
            let some = try library.collections(types: types)
            let wanted = all.filter { types & 1 << $0.type != 0 }.map(\.identifier)
            try context.expect(
                some.map(\.identifier) == wanted,
                "of the types \(String(types, radix: 2)) \(some.count) came, not \(wanted.count)")
        }
        // A type of which there is none, and that is not all of them.
        let none = try library.collections(types: 1 << 30)
        try context.expect(none.isEmpty, "with a type that does not exist \(none.count) came")
    }

    static func estimates(_ context: CheckContext) throws(CheckStop) {
        try expectCounts(context, context.open())
    }

    /// That collections have as many assets as they say once they were counted.
    static func expectCounts(_ context: CheckContext, _ library: Library) throws(CheckStop) {
        var counts: [Text: Int] = [:]
        for collection in try library.allCollections() where collection.type != PICKER_COLLECTION_FOLDER {
            guard let fetch = library.fetch(FetchRequest(.collection(collection.identifier))).fetch else {
                throw .failed("a fetch of \(collection.title) did not work")
            }
            let count = try fetch.count()
            let found = try fetch.window(0, 1 << 40).count
            fetch.release()
            try context.expect(count == found, "\(collection.title): count says \(count), \(found) come")
            counts[collection.identifier] = found
        }
        for collection in try library.allCollections() {
            guard let estimated = collection.estimatedCount, let count = counts[collection.identifier] else { continue }
            try context.expect(
                UInt64(count) == estimated, "\(collection.title) has \(count) assets, and says that it has \(estimated)"
            )
        }
    }

    static func nested(_ context: CheckContext) throws(CheckStop) {
        let library = try context.open()
        let folders = try library.allCollections().filter { $0.type == PICKER_COLLECTION_FOLDER }
        if folders.isEmpty, try library.assets().isEmpty { throw try context.tooFew(0) }
        try context.expect(!folders.isEmpty, "the library has nested folders, and no collection of type folder")
        for folder in folders {
            for inner in try library.collections(in: folder.identifier) {
                try context.expect(
                    inner.parent == folder.identifier,
                    "\(inner.title) is in \(folder.title), and its parent is \(inner.parent)")
            }
        }
    }

    static func keyAssets(_ context: CheckContext) throws(CheckStop) {
        let library = try context.open()
        for collection in try library.collections() {
            let sink = RecordSink.assets()
            let reply = library.keyAssets(collection.identifier, sink: sink)
            // A folder is a list of collections, and need not have assets that stand for it.
            if collection.type == PICKER_COLLECTION_FOLDER, reply.status == PICKER_NOT_FOUND { continue }
            try reply.ok()
            try context.expect(sink.count <= 3, "\(collection.title) has \(sink.count) key assets")
            let videos = RecordSink.assets()
            try library.keyAssets(collection.identifier, media: PICKER_MEDIA_MASK_VIDEO, sink: videos).ok()
            try context.expect(
                videos.records.allSatisfy { $0.mediaType == PICKER_MEDIA_VIDEO },
                "\(collection.title): asked for videos, others came")
            for set in [PICKER_MEDIA_MASK_IMAGE, PICKER_MEDIA_MASK_IMAGE | PICKER_MEDIA_MASK_VIDEO] {
                let some = RecordSink.assets()
                try library.keyAssets(collection.identifier, media: set, sink: some).ok()
                try context.expect(
                    some.records.allSatisfy { set & 1 << $0.mediaType != 0 },
                    "\(collection.title): asked for key assets of the media \(set), others came")
                let isMissing = some.count == 0 && sink.records.contains { set & 1 << $0.mediaType != 0 }
                try context.expect(
                    !isMissing, "\(collection.title): asked for key assets of the media \(set), none came")
            }
        }
    }
}
