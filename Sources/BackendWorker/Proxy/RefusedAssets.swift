internal import BackendAPI

/// The assets that end workers, so that no more workers are spent on them: what happened to the worker, how often, and
/// for which content of the asset. A pure value of bounded size; times are in nanoseconds of one clock.
struct RefusedAssets {
    struct Entry {
        /// The version of the content; nil if it is not known, so that the entry holds for any.
        var version: UInt64?
        var endings: Int
        /// The status of calls about the asset.
        var status: picker_status
        /// How the worker ended, in words.
        var words: String
        var since: UInt64
    }

    /// An asset that ended this many workers is refused.
    static let endingLimit = 2
    static let capacity = 256
    /// Nanoseconds after which an asset is tried again, because a worker may also have ended for lack of memory.
    static let lifetime: UInt64 = 600_000_000_000

    private var entries: [[UInt8]: Entry] = [:]
    /// The assets, the oldest entry first.
    private var order: [[UInt8]] = []

    var count: Int { entries.count }

    /// Notes that an asset ended a worker.
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

    /// Why an asset is refused; nil if it is not.
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
