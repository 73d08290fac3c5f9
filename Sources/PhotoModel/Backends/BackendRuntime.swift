/// What libraries and language runtimes do to the process, which a plugin's own code must not do (docs/abi.md, R15.7).
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

    /// The set of these names, as in manifests; unknown names are ignored.
    public init(names: [String]) {
        self = Self.named.reduce(into: []) { found, entry in
            if names.contains(entry.name) { found.insert(entry.bit) }
        }
    }

    /// The names of the bits that are set, in their order.
    public var names: [String] { Self.named.filter { contains($0.bit) }.map(\.name) }
}
