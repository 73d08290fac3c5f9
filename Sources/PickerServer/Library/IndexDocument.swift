internal import PhotoModel

/// How far the index is, as programs read it.
struct IndexDocument: Encodable, Sendable {
    /// `reading`, `ready` or `failed`.
    let state: String
    /// Files that were looked at; null when it is not `reading`.
    @Nullable var done: Int?
    /// Of so many; null when it is not known.
    @Nullable var total: Int?
    /// Why it failed.
    @Nullable var message: String?

    init(_ state: IndexState) {
        switch state {
        case .reading(let done, let total): (self.state, self.done, self.total) = ("reading", done, total)
        case .ready: self.state = "ready"
        case .failed(let message): (self.state, self.message) = ("failed", message)
        }
    }
}
