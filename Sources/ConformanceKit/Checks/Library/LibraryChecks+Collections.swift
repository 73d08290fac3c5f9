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
        _ = try library.assets(FetchRequest(.collection(roll.identifier)))
    }

    static func collectionByIdentifier(_ context: CheckContext) throws(CheckStop) {
        let library = try context.open()
        for listed in try library.allCollections() {
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
        // Moments may be many: a backend may leave them out unless they are asked for by name.
        for type in PICKER_COLLECTION_SMART_ALBUM...PICKER_COLLECTION_EVENT {
            let some = try library.collections(types: 1 << type)
            try context.expect(some.allSatisfy { $0.type == type }, "with type \(type) others came")
            let wanted = all.filter { $0.type == type }.map(\.identifier)
            try context.expect(
                some.map(\.identifier) == wanted, "of type \(type) \(some.count) came, not \(wanted.count)")
        }
        // A type of which there is none, and that is not all of them.
        let none = try library.collections(types: 1 << 30)
        try context.expect(none.isEmpty, "with a type that does not exist \(none.count) came")
    }

    static func estimates(_ context: CheckContext) throws(CheckStop) {
        let library = try context.open()
        for collection in try library.allCollections() where collection.type != PICKER_COLLECTION_FOLDER {
            guard let estimated = collection.estimatedCount else { continue }
            let count = try library.assets(FetchRequest(.collection(collection.identifier))).count
            try context.expect(
                UInt64(count) == estimated, "\(collection.title) has \(count) assets, \(estimated) are estimated")
        }
    }

    static func nested(_ context: CheckContext) throws(CheckStop) {
        let library = try context.open()
        let folders = try library.collections().filter { $0.type == PICKER_COLLECTION_FOLDER }
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
            try library.keyAssets(collection.identifier, sink: sink).ok()
            try context.expect(sink.count <= 3, "\(collection.title) has \(sink.count) key assets")
            let videos = RecordSink.assets()
            try library.keyAssets(collection.identifier, media: PICKER_MEDIA_MASK_VIDEO, sink: videos).ok()
            try context.expect(
                videos.records.allSatisfy { $0.mediaType == PICKER_MEDIA_VIDEO },
                "\(collection.title): asked for videos, others came")
        }
    }
}
