internal import BackendAPI
internal import PhotoModel
internal import Pixels

/// Checks of records of collections.
extension LibraryChecks {
    static func cameraRoll(_ trial: Trial) throws(CheckStop) {
        let library = try trial.open()
        let sink = RecordSink.collections()
        try library.cameraRoll(sink: sink).ok()
        try trial.expect(sink.count == 1, "camera_roll emitted \(sink.count) collections")
        let roll = sink.records[0]
        try trial.expect(roll.subtype == PICKER_COLLECTION_CAMERA_ROLL, "its subtype is \(roll.subtype)")
        _ = try library.assets(FetchAsk(.collection(roll.identifier)))
    }

    static func collectionByIdentifier(_ trial: Trial) throws(CheckStop) {
        let library = try trial.open()
        for listed in try library.allCollections() {
            let sink = RecordSink.collections()
            try library.collection(listed.identifier, sink: sink).ok()
            try trial.expect(sink.count == 1, "\(listed.title): \(sink.count) records were emitted")
            let isSame = sink.records[0].identifier == listed.identifier && sink.records[0].title == listed.title
            try trial.expect(isSame, "\(listed.title) came as \(sink.records[0].title)")
        }
    }

    static func collectionTypes(_ trial: Trial) throws(CheckStop) {
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

    static func estimates(_ trial: Trial) throws(CheckStop) {
        let library = try trial.open()
        for collection in try library.allCollections() where collection.estimatedCount != PICKER_COUNT_UNKNOWN {
            if collection.type == PICKER_COLLECTION_FOLDER { continue }
            let count = try library.assets(FetchAsk(.collection(collection.identifier))).count
            try trial.expect(
                UInt64(count) == collection.estimatedCount,
                "\(collection.title) has \(count) assets, \(collection.estimatedCount) are estimated")
        }
    }

    static func nested(_ trial: Trial) throws(CheckStop) {
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

    static func keyAssets(_ trial: Trial) throws(CheckStop) {
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
}
