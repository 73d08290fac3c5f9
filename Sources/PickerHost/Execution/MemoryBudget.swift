internal import PhotoModel

/// How much memory images may take at once: what their jobs are estimated to need, and what was made and is still held for
/// readers. A pure value; all in bytes.
struct MemoryBudget: Equatable {
    /// Never exceeded but by a job that runs alone.
    let limit: Int
    /// Charged by jobs that run.
    private(set) var working = 0
    /// Taken by results that wait for their readers.
    private(set) var held = 0

    /// - Parameter limit: at least 1.
    init(limit: Int) { self.limit = max(1, limit) }

    /// Whether a job may begin now. One that needs nothing always may.
    func admits(_ bytes: Int) -> Bool {
        guard bytes > 0 else { return true }
        return working.addingSaturating(bytes) <= limit - held || working == 0 && admitsWithoutOthers(bytes)
    }

    /// Whether a job may begin once no other runs. What is larger than the whole budget may, as long as readers hold no more than
    /// a quarter of it.
    func admitsWithoutOthers(_ bytes: Int) -> Bool {
        bytes > limit ? held <= limit / 4 : bytes <= limit - held
    }

    /// A job begins.
    mutating func begin(_ bytes: Int) { working = working.addingSaturating(bytes) }

    /// A job ended.
    mutating func end(_ bytes: Int) { working = max(0, working - bytes) }

    /// A result is held for its reader.
    mutating func hold(_ bytes: Int) { held = held.addingSaturating(bytes) }

    /// It was read, or is not wanted any more.
    mutating func release(_ bytes: Int) { held = max(0, held - bytes) }
}
