/// How far the index of a served library is.
public enum IndexState: Equatable, Sendable {
    /// The photos are being read; what was found so far is served. `total` counts files too; nil: not known yet.
    case reading(done: Int, total: Int?)
    /// It is up to date, or the backend keeps none.
    case ready
    /// It could not be brought up to date, for this reason; what it has is served.
    case failed(String)
}
