internal import HTTPTypes
internal import Platform

/// Files that were made for downloads, kept for a while: a player requests one part after the other, and each request
/// would convert the whole video. Simultaneous requests for the same file wait for the same work, which ends when no
/// request waits for it any more.
actor MadeFiles {
    /// One budget for everything that a process serves.
    static let shared = MadeFiles()

    private static let mostBytes: Int64 = 256 << 20
    /// How long a file is kept without a request, in nanoseconds.
    private static let longestUnused: UInt64 = 300_000_000_000

    private struct Entry {
        let task: Task<MediaContent?, any Error>
        var waiting = 0
        /// 0 until the file is made.
        var byteCount: Int64 = 0
        var isMade = false
        var lastUse = MonotonicTime.now
    }

    /// How many files may be open at once: those that are kept, and those that are no longer kept but still read.
    private let mostFiles: Int
    private let open = OpenFiles()
    private var entries: [String: Entry] = [:]
    private var sweep: Task<Void, any Error>?

    init(mostFiles: Int = MadeFiles.capacity(descriptors: (try? LimitedResource.descriptors.limit)?.current)) {
        self.mostFiles = mostFiles
    }

    /// - Parameters:
    ///   - key: identifies the content.
    ///   - make: makes the content; returns nil if none has to be made, which is remembered, too.
    /// - Throws: RESOURCE_EXHAUSTED while clients read so many files that there is no room for another one; what `make`
    ///   throws.
    func content(
        _ key: String, _ make: @escaping @Sendable () async throws -> MediaContent?
    ) async throws -> MediaContent? {
        let task = try entries[key]?.task ?? begin(make)
        entries[key, default: Entry(task: task)].waiting += 1
        do {
            let content = try await withTaskCancellationHandler {
                try await task.value
            } onCancel: {
                Task { await self.leave(key, task, isCancelled: true) }
            }
            if !Task.isCancelled { leave(key, task, isCancelled: false) }
            made(key, task, content)
            return content
        } catch {
            if entries[key]?.task == task { entries[key] = nil }
            throw error
        }
    }

    private func begin(
        _ make: @escaping @Sendable () async throws -> MediaContent?
    ) throws -> Task<MediaContent?, any Error> {
        while openFiles >= mostFiles, forgetOldest() {}
        guard openFiles < mostFiles else { throw Self.refusal }
        return Task { [open] in
            var content = try await make()
            content?.lease = FileLease(open)
            return content
        }
    }

    /// The number of files that are open or being made.
    private var openFiles: Int { open.count + entries.values.count { !$0.isMade } }

    /// Clients that read slowly must not use up the descriptors that photos and connections need.
    private static var refusal: ServerError {
        var refusal = ServerError(
            .tooManyRequests, "RESOURCE_EXHAUSTED", "too many files are downloaded at once: finish some, and ask again")
        refusal.retryAfter = 5
        return refusal
    }

    private func leave(_ key: String, _ task: Task<MediaContent?, any Error>, isCancelled: Bool) {
        guard entries[key]?.task == task else { return }
        entries[key]?.waiting -= 1
        guard isCancelled, let entry = entries[key], !entry.isMade, entry.waiting <= 0 else { return }
        entries[key] = nil
        task.cancel()
    }

    private func made(_ key: String, _ task: Task<MediaContent?, any Error>, _ content: MediaContent?) {
        guard entries[key]?.task == task else { return }
        entries[key]?.isMade = true
        entries[key]?.byteCount = content?.byteCount ?? 0
        entries[key]?.lastUse = MonotonicTime.now
        makeRoom()
        sweepLater()
    }

    /// How many files may be open. Each may be a temporary file, and other things need descriptors, too.
    static func capacity(descriptors: UInt64?) -> Int { max(4, min(256, Int(clamping: descriptors ?? 1024) / 16)) }

    private func makeRoom() {
        while entries.count > mostFiles
            || entries.count > 1 && entries.values.reduce(0, { $0 + $1.byteCount }) > Self.mostBytes
        {
            guard forgetOldest() else { return }
        }
    }

    /// Keeps the file no longer that has not been requested for the longest time.
    ///
    /// - Returns: false if there is none.
    private func forgetOldest() -> Bool {
        let oldest = entries.filter(\.value.isMade).min { $0.value.lastUse < $1.value.lastUse }
        guard let oldest else { return false }
        entries[oldest.key] = nil
        return true
    }

    private func sweepLater() {
        guard sweep == nil else { return }
        sweep = Task { [weak self] in
            try await Task.sleep(nanoseconds: Self.longestUnused)
            await self?.removeUnused()
        }
    }

    private func removeUnused() {
        sweep = nil
        let now = MonotonicTime.now
        entries = entries.filter { !$0.value.isMade || now - $0.value.lastUse < Self.longestUnused }
        if !entries.isEmpty { sweepLater() }
    }
}

/// The number of files that were made for downloads and can still be read.
final class OpenFiles: Sendable {
    private let number = Mutex(0)

    var count: Int { number.withLock { $0 } }

    fileprivate func change(by difference: Int) { number.withLock { $0 += difference } }
}

/// Counts a file among those that are open, for as long as anything may read it.
final class FileLease: Sendable {
    private let files: OpenFiles

    init(_ files: OpenFiles) {
        self.files = files
        files.change(by: 1)
    }

    deinit { files.change(by: -1) }
}
