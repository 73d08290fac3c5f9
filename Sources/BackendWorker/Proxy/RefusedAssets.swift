internal import BackendAPI

/// Assets that end workers, so that no more of those are spent on them: what happened to the worker, how often, and of which
/// content of the asset that holds. A pure value of bounded size; times are nanoseconds of one clock.
struct RefusedAssets {
    struct Entry {
        /// Of the content; nil: not known, so that it holds for any.
        var version: UInt64?
        var endings: Int
        /// What a call with it ends with.
        var status: picker_status
        /// How it ended the worker.
        var words: String
        var since: UInt64
    }

    /// One that ended a worker so often is refused.
    static let endingLimit = 2
    static let capacity = 256
    /// A worker may also end because the machine had no memory left, so that an asset is tried again some time.
    static let lifetime: UInt64 = 600_000_000_000

    private var entries: [[UInt8]: Entry] = [:]
    /// The oldest first.
    private var order: [[UInt8]] = []

    var count: Int { entries.count }

    /// An asset ended a worker.
    ///
    /// - Parameter endings: how many workers it ended just now.
    mutating func note(
        _ asset: [UInt8], version: UInt64?, endings: Int, status: picker_status, words: String, at now: UInt64
    ) {
        var entry = Entry(version: version, endings: endings, status: status, words: words, since: now)
        if let known = entries[asset], now - known.since < Self.lifetime, known.version == version {
            entry.endings += known.endings
        }
        forget(asset)
        entries[asset] = entry
        order.append(asset)
        if order.count > Self.capacity { entries[order.removeFirst()] = nil }
    }

    /// Why an asset is refused; nil when it is not.
    func refusal(of asset: [UInt8], at now: UInt64) -> Entry? {
        guard let entry = entries[asset], entry.endings >= Self.endingLimit, now - entry.since < Self.lifetime else {
            return nil
        }
        return entry
    }

    mutating func forget(_ asset: [UInt8]) {
        guard entries.removeValue(forKey: asset) != nil else { return }
        order.removeAll { $0 == asset }
    }
}
