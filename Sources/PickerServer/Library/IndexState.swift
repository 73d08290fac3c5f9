/// How far the index of a served library is.
public enum IndexState: Equatable, Sendable {
    /// The photos are being read; what was found so far is served. Both numbers count files; `total` is nil until it is
    /// known.
    case reading(done: Int, total: Int?)
    /// The index is up to date, or the backend has none.
    case ready
    /// The index could not be brought up to date, for this reason; what it has is served.
    case failed(String)
}
