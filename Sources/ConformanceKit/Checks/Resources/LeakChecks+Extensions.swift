internal import BackendAPI
internal import PhotoModel

/// What calls of extensions leave behind.
extension LeakChecks {
    /// None when the library offers no extension.
    static func extensions(_ context: CheckContext, _ calls: QuietCalls) throws(CheckStop) -> [Step] {
        let formats = try context.info().formats
        try context.makeLibrary()
        if formats.contains("public.avi") { try MediaExtensionChecks.writeVideo(context) }
        let place = try library(context)
        let library = place.library
        var steps: [(String, QuietCalls.Ready?)] = [
            ("a search", calls.search(library, "leak")), ("a search in vain", calls.search(library, "qzxvqzxv")),
            ("a search that is cancelled", calls.search(library, "leak", .cancel(1))),
            ("days", calls.days(library)), ("days that are stopped", calls.days(library, .stop(1))),
            ("days that are cancelled", calls.days(library, .cancel(1))),
            ("a refresh", calls.refresh(library)), ("a refresh that is cancelled", calls.refresh(library, .cancel(2))),
            ("facts of a photo", calls.videoFacts(library, place.whole)),
            ("a poster of a photo", calls.poster(library, place.whole)),
            ("a poster of no asset", calls.poster(library, stranger)),
            ("items of a photo", calls.heifItems(library, place.whole)),
            ("items of no asset", calls.heifItems(library, stranger)),
            ("an item of a photo", calls.heifItem(library, place.whole)),
        ]
        if let clip = try library.assets().first(where: { $0.path == MediaExtensionChecks.clip })?.identifier {
            steps += [
                ("facts of a video", calls.videoFacts(library, clip)), ("a poster", calls.poster(library, clip)),
                ("a poster that is stopped", calls.poster(library, clip, .stop(1))),
                ("a poster that is cancelled", calls.poster(library, clip, .cancel(2))),
            ]
        }
        return try steps.compactMap { name, run in run.map { (name, $0) } } + additions(context, library, calls)
    }

    /// Large enough that what is kept of one is no list of names.
    private static func additions(
        _ context: CheckContext, _ library: Library, _ calls: QuietCalls
    ) throws(CheckStop) -> [Step] {
        guard try context.info().capabilities.contains(.write) else { return [] }
        let photo = try WriteChecks.photo(context)
        let file = context.root / BytePath("leak-\(photo.name)")
        let text = Array(repeating: UInt8(ascii: "a"), count: 5000)
        let steps: [(String, QuietCalls.Ready?)] = [
            ("an addition", calls.add(library, file, photo.bytes)),
            ("an addition whose source fails", calls.add(library, file, photo.bytes, isFailing: true)),
            ("an addition that is cancelled", calls.add(library, file, photo.bytes, .cancel(2))),
            ("an addition of what is no photo", calls.add(library, file, text)),
            ("an album that is there", calls.album(library, "Album One")),
        ]
        return steps.compactMap { name, run in run.map { (name, $0) } }
    }
}
