/// Where the bytes of a photo are. Raw values are those of the backend ABI.
public enum Availability: UInt32, Sendable {
    /// Nothing is said.
    case unknown = 0
    /// On this machine: they can be read without the network.
    case local
    /// On another one: reading them takes the network.
    case remote
    /// Where they are cannot be reached now; they may come back.
    case offline

    /// The name in JSON; nil when nothing is said.
    public var name: String? { self == .unknown ? nil : String(describing: self) }
}
