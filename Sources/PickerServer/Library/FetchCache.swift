internal import PhotoModel
internal import PickerHost

/// Keeps the fetch results of the collections and searches that pages looked at last, so that paging through one does
/// not fetch it again. It is emptied when the library changes.
actor FetchCache {
    private static let capacity = 8
    /// How often days are read again because the library changed meanwhile.
    private static let mostAttempts = 3

    private let library: PhotoLibrary
    private var results: [FetchRequest: FetchResult] = [:]
    /// The days of these results, each read once for all callers.
    private var days: [FetchRequest: Task<Result<[DayRun], PhotoError>, Never>] = [:]
    /// The keys in order of their use, the latest last.
    private var recent: [FetchRequest] = []
    /// Grows with each change of the library. A fetch that began before the last change is not kept.
    private var edition = 0

    init(_ library: PhotoLibrary) { self.library = library }

    func result(of key: FetchRequest) async throws(PhotoError) -> FetchResult {
        if let known = results[key] {
            touch(key)
            return known
        }
        let before = edition
        let fresh = try await library.fetch(key)
        // Another request may have fetched the same meanwhile. Only one of the results is kept.
        if let known = results[key] { return known }
        if before == edition { keep(fresh, key) }
        return fresh
    }

    /// A page of a fetch. A result that was kept may be gone, with the worker or the index that it belonged to; then it
    /// is fetched once more.
    func page<Page: Sendable>(
        of key: FetchRequest, _ body: @Sendable (FetchResult) async throws(PhotoError) -> Page
    ) async throws(PhotoError) -> Page {
        let result = try await result(of: key)
        do throws(PhotoError) {
            return try await body(result)
        } catch {
            guard [.closed, .changed, .io, .stopped, .internal].contains(error.status) else { throw error }
            forget(result, key)
        }
        return try await body(try await self.result(of: key))
    }

    /// The days of a fetch, from its first asset to its last. They are read again if the library changes meanwhile, but
    /// not for ever: pages are told of the last change, and ask again.
    func days(of key: FetchRequest) async throws(PhotoError) -> [DayRun] {
        for _ in 0..<Self.mostAttempts {
            let before = edition
            let outcome = await task(key).value
            guard before == edition || Task.isCancelled else { continue }
            if case .failure = outcome { days[key] = nil }
            return try outcome.get()
        }
        // A change does not end this attempt, which no one else waits for.
        return try await page(of: key) { (result) throws(PhotoError) in try await result.days() }
    }

    private func task(_ key: FetchRequest) -> Task<Result<[DayRun], PhotoError>, Never> {
        if let running = days[key] { return running }
        // The task continues even if its caller is cancelled, because other callers wait for the same days.
        let task = Task { [self] () -> Result<[DayRun], PhotoError> in
            do throws(PhotoError) {
                return .success(
                    try await page(of: key) { (result) throws(PhotoError) in try await result.days() })
            } catch {
                return .failure(error)
            }
        }
        days[key] = task
        if days.count > Self.capacity {
            for other in days.keys where other != key && results[other] == nil { days[other] = nil }
        }
        return task
    }

    private func forget(_ result: FetchResult, _ key: FetchRequest) {
        guard results[key] === result else { return }
        results[key] = nil
        recent.removeAll { $0 == key }
    }

    func clear() {
        edition += 1
        for task in days.values { task.cancel() }
        days = [:]
        results = [:]
        recent = []
    }

    private func keep(_ result: FetchResult, _ key: FetchRequest) {
        results[key] = result
        touch(key)
        if recent.count > Self.capacity { results[recent.removeFirst()] = nil }
    }

    private func touch(_ key: FetchRequest) {
        recent.removeAll { $0 == key }
        recent.append(key)
    }
}
