/// Where the bytes of a photo are. Raw values are those of the backend ABI.
public enum Availability: UInt32, Sendable {
    /// The backend does not say.
    case unknown = 0
    /// The bytes are on this machine and can be read without the network.
    case local
    /// The bytes are on another machine; reading them needs the network.
    case remote
    /// The place where the bytes are cannot be reached now; it may come back.
    case offline

    /// The name in JSON; nil for `unknown`.
    public var name: String? { self == .unknown ? nil : String(describing: self) }
}
