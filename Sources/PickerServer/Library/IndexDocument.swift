internal import PhotoModel

/// How far the index is, as JSON.
struct IndexDocument: Encodable, Sendable {
    /// `reading`, `ready` or `failed`.
    let state: String
    /// The number of files that were read; null unless the state is `reading`.
    @Nullable var done: Int?
    /// The number of all files; null if it is not known.
    @Nullable var total: Int?
    /// Why it failed; null unless it did.
    @Nullable var message: String?

    init(_ state: IndexState) {
        switch state {
        case .reading(let done, let total): (self.state, self.done, self.total) = ("reading", done, total)
        case .ready: self.state = "ready"
        case .failed(let message): (self.state, self.message) = ("failed", message)
        }
    }
}
