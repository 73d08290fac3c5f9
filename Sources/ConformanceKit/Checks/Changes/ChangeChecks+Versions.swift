internal import BackendAPI
internal import PhotoModel
internal import Platform

/// Checks of files that change under a library.
extension ChangeChecks {
    /// The photo at a path, as soon as a list shows it so, or as it is shown when that takes too long.
    static func refreshed(
        _ context: CheckContext, _ library: Library, _ path: BytePath, until isDone: (AssetCopy?) -> Bool
    ) throws(CheckStop) -> AssetCopy? {
        let end = Clock.now + context.limit(milliseconds: 6000)
        while true {
            let asset = try library.assets().first { $0.path == path }
            if isDone(asset) || Clock.now > end { return asset }
            Threads.pause(milliseconds: 20)
        }
    }

    /// A backend without an index shows changes at once; one that keeps one must be given time or reopened.
    static func version(_ context: CheckContext) throws(CheckStop) {
        let format = try format(context)
        let library = try context.open()
        let path = BytePath("Album One/\(format.fileExtension)-3.\(format.fileExtension)")
        guard let before = try library.assets().first(where: { $0.path == path }) else {
            throw .failed("\(path) is missing")
        }
        library.beginShutdown()
        library.close()
        let file = try TestPattern(width: 96, height: 32).encoded(as: format)
        try Files.write(file, to: context.root / path, date: FixtureLibrary.firstDate + 7200)
        let again = try context.open()
        func isSized(_ asset: AssetCopy?) -> Bool { asset?.mayHave(bytes: file.count) ?? false }
        let after = try refreshed(context, again, path) { isSized($0) && $0?.version != before.version }
        try context.expect(isSized(after), "it has \(after?.byteSize ?? 0) bytes, not \(file.count)")
        try context.expect(after?.version != before.version, "its version_token stayed")
        let isTold = after.map { $0.width != 0 } ?? false
        try context.expect(!isTold || after?.width == 96, "it is \(after?.width ?? 0) pixels wide, not 96")
        try context.expect(after?.identifier == before.identifier, "its identifier changed")
    }

    static func gone(_ context: CheckContext) throws(CheckStop) {
        let format = try format(context)
        let library = try context.open()
        let path = BytePath("Album One/\(format.fileExtension)-3.\(format.fileExtension)")
        guard let asset = try library.assets().first(where: { $0.path == path }) else {
            throw .failed("\(path) is missing")
        }
        guard let fetch = library.fetch().fetch else { throw .failed("fetch did not work") }
        let count = try fetch.window(0, 1000).count
        try Files.remove(context.root / path)
        let sink = RecordSink.frames()
        let image = library.image(asset.identifier, ImageRequest(16, 16), sink: sink)
        for frame in sink.records { frame.release() }
        try image.expect([PICKER_NOT_FOUND, PICKER_CHANGED])
        try library.read(ReadRequest(asset.identifier, capacity: 16)).reply.expect([PICKER_NOT_FOUND, PICKER_CHANGED])
        let after = try fetch.window(0, 1000).count
        try context.expect(after == count, "a fetch of \(count) assets has \(after) now")
        fetch.release()
    }

    static func fetchStays(_ context: CheckContext) throws(CheckStop) {
        let format = try format(context)
        let library = try context.open()
        guard let fetch = library.fetch().fetch else { throw .failed("fetch did not work") }
        let before = try fetch.window(0, 1000).map(\.identifier)
        try Files.write(TestPattern(width: 80, height: 60).encoded(as: format), to: new(context, format))
        try Files.remove(old(context, format))
        _ = try library.assets()
        let (after, count) = (try fetch.window(0, 1000).map(\.identifier), try fetch.count())
        try context.expect(after == before, "its \(before.count) elements became \(after.count), or others")
        try context.expect(count == before.count, "its count became \(count)")
        fetch.release()
    }
}
