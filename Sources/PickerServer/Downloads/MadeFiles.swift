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
        /// Whether nothing had to be made.
        var isNothing = false
        var lastUse = MonotonicTime.now
        /// By client.
        var uses: [Int64: WeakUse] = [:]

        /// Whether a client waits for it or reads it. To forget it would close nothing, and the next part that the client asks
        /// for would be one of a file that is made once more.
        var isRead: Bool { uses.values.contains { $0.use != nil } }
    }

    private struct WeakUse {
        weak var use: FileUse?
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
    ///   - client: who asks for it, and gets at most half of the files at once: a program that reads slowly must not keep others
    ///     from theirs.
    ///   - make: makes the content; returns nil if none has to be made, which is remembered, too.
    /// - Throws: RESOURCE_EXHAUSTED while clients read so many files, or this one does, that there is no room for another
    ///   one; what `make` throws.
    func content(
        _ key: String, for client: Int64, _ make: @escaping @Sendable () async throws -> MediaContent?
    ) async throws -> MediaContent? {
        let use = try use(of: key, by: client)
        let task = try entries[key]?.task ?? begin(make)
        entries[key, default: Entry(task: task)].waiting += 1
        entries[key]?.uses[client] = WeakUse(use: use)
        do {
            var content = try await withTaskCancellationHandler {
                try await task.value
            } onCancel: {
                Task { await self.leave(key, task, isCancelled: true) }
            }
            if !Task.isCancelled { leave(key, task, isCancelled: false) }
            made(key, task, content)
            content?.use = use
            return content
        } catch {
            if entries[key]?.task == task { entries[key] = nil }
            throw error
        }
    }

    /// The use of a file by a client, which may ask for parts of it in several requests at once.
    ///
    /// - Returns: nil if there is no file to read, as is known already.
    private func use(of key: String, by client: Int64) throws -> FileUse? {
        guard entries[key]?.isNothing != true else { return nil }
        if let use = entries[key]?.uses[client]?.use { return use }
        guard open.uses(by: client) < max(1, mostFiles / 2) else { throw Self.refusal }
        return FileUse(of: open, by: client)
    }

    private func begin(
        _ make: @escaping @Sendable () async throws -> MediaContent?
    ) throws -> Task<MediaContent?, any Error> {
        while openFiles >= mostFiles, forgetOldest(where: { !$0.isNothing }) {}
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
        entries[key]?.isNothing = content == nil
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

    /// Keeps the file no longer that has not been requested for the longest time, of those that are not read now.
    ///
    /// - Returns: false if there is none.
    private func forgetOldest(where isMeant: (Entry) -> Bool = { _ in true }) -> Bool {
        let unread = entries.filter { $0.value.isMade && !$0.value.isRead && isMeant($0.value) }
        let oldest = unread.min { $0.value.lastUse < $1.value.lastUse }
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
        entries = entries.filter {
            !$0.value.isMade || $0.value.isRead || now - $0.value.lastUse < Self.longestUnused
        }
        if !entries.isEmpty { sweepLater() }
    }
}

/// How many files that were made for downloads can still be read, and how many each client waits for or reads.
final class OpenFiles: Sendable {
    private struct State {
        var files = 0
        var uses: [Int64: Int] = [:]
    }

    private let state = Mutex(State())

    var count: Int { state.withLock { $0.files } }

    func uses(by client: Int64) -> Int { state.withLock { $0.uses[client] ?? 0 } }

    fileprivate func change(by difference: Int) { state.withLock { $0.files += difference } }

    fileprivate func changeUses(by client: Int64, _ difference: Int) {
        state.withLock { state in
            let uses = state.uses[client, default: 0] + difference
            state.uses[client] = uses == 0 ? nil : uses
        }
    }
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

/// Counts a file among those of a client, for as long as the client waits for it or reads it.
final class FileUse: Sendable {
    private let files: OpenFiles
    private let client: Int64

    init(of files: OpenFiles, by client: Int64) {
        (self.files, self.client) = (files, client)
        files.changeUses(by: client, 1)
    }

    deinit { files.changeUses(by: client, -1) }
}
