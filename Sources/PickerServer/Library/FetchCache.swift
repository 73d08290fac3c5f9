internal import PhotoModel
internal import PickerHost

/// Keeps the fetch results of the last collections that a page looked at, so that paging through one does not fetch
/// it anew. Emptied when the library changes.
actor FetchCache {
    private struct Key: Hashable {
        let collection: String
        let mediaTypes: MediaTypes
    }

    private static let capacity = 8

    private let library: PhotoLibrary
    private var results: [Key: FetchResult] = [:]
    /// Keys by use, the latest last.
    private var recent: [Key] = []
    /// Grows with each change of the library: a fetch that began before it is not kept.
    private var edition = 0

    init(_ library: PhotoLibrary) { self.library = library }

    func result(of collection: String, mediaTypes: MediaTypes) async throws(PhotoError) -> FetchResult {
        let key = Key(collection: collection, mediaTypes: mediaTypes)
        if let known = results[key] {
            touch(key)
            return known
        }
        let before = edition
        let fresh = try await library.fetch(
            .collection(collection), options: FetchOptions(mediaTypes: mediaTypes))
        // Another request may have fetched the same meanwhile; one of them is kept.
        if let known = results[key] { return known }
        if before == edition { keep(fresh, key) }
        return fresh
    }

    func clear() {
        edition += 1
        results = [:]
        recent = []
    }

    private func keep(_ result: FetchResult, _ key: Key) {
        results[key] = result
        touch(key)
        if recent.count > Self.capacity { results[recent.removeFirst()] = nil }
    }

    private func touch(_ key: Key) {
        recent.removeAll { $0 == key }
        recent.append(key)
    }
}
