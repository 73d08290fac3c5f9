/// What libraries and the runtime of a language do to the process, which a plugin's own code must not (R15.7 of docs/abi.md).
public struct BackendRuntime: OptionSet, Hashable, Codable, Sendable {
    /// The bits as the ABI has them; those without a name are kept.
    public let rawValue: UInt32

    /// - Parameter rawValue: any bits.
    public init(rawValue: UInt32) { self.rawValue = rawValue }

    /// They register functions to be called when the process ends or forks, as OpenSSL does.
    public static let exitHandlers = BackendRuntime(rawValue: 0x1)
    /// They keep threads, which block all signals, until the process ends.
    public static let threads = BackendRuntime(rawValue: 0x2)
    /// They handle signals, as the runtime of Go does.
    public static let signalHandlers = BackendRuntime(rawValue: 0x4)

    private static let named: [(name: String, bit: BackendRuntime)] = [
        ("exit-handlers", .exitHandlers), ("threads", .threads), ("signal-handlers", .signalHandlers),
    ]

    /// Those that have one of these names, as in manifests; others are passed over.
    public init(names: [String]) {
        self = Self.named.reduce(into: []) { found, entry in
            if names.contains(entry.name) { found.insert(entry.bit) }
        }
    }

    /// Their names, in the order of their bits.
    public var names: [String] { Self.named.filter { contains($0.bit) }.map(\.name) }
}
