/// Whether the user may read a library. Raw values are those of the backend ABI.
public enum AuthorizationStatus: UInt32, Sendable {
    case notDetermined = 0
    case restricted, denied, authorized, limited

    /// The name in JSON.
    public var name: String { String(describing: self) }
}
