/// What a backend says of itself, in its manifest or when it is asked.
public struct BackendInfo: Hashable, Codable, Sendable {
    /// Lower-case letters, digits and "-", at most 64.
    public var id: String
    /// The name that people see.
    public var name: String
    /// The backend's own version, for people.
    public var version: String
    /// `auto` takes the highest among the backends that can run.
    public var priority: Int32
    /// What the backend offers.
    public var capabilities: BackendCapabilities
    /// Uniform type identifiers whose images it makes.
    public var formats: [String]
    /// The schemes of the addresses that it opens, such as "immich+https"; none: it opens folders.
    public var schemes: [String]
    /// What it wants to know before it opens a library, in the order in which people are asked.
    public var settings: [SettingDescription]
    /// Whether it makes connections.
    public var requiresNetwork: Bool
    /// What libraries or the runtime of a language that the plugin brings along do to the process.
    public var runtime: BackendRuntime

    /// - Parameters:
    ///   - id: lower-case letters, digits and "-", at most 64.
    ///   - name: the name that people see.
    ///   - version: the backend's own version, for people.
    ///   - priority: `auto` takes the highest among the backends that can run.
    ///   - capabilities: what the backend offers.
    ///   - formats: uniform type identifiers whose images it makes.
    ///   - schemes: those of the addresses that it opens; none: it opens folders.
    ///   - settings: what it wants to know before it opens a library.
    ///   - requiresNetwork: whether it makes connections.
    ///   - runtime: what libraries that the plugin brings along do to the process.
    public init(
        id: String, name: String, version: String, priority: Int32, capabilities: BackendCapabilities,
        formats: [String], schemes: [String] = [], settings: [SettingDescription] = [], requiresNetwork: Bool = false,
        runtime: BackendRuntime = []
    ) {
        self.id = id
        self.name = name
        self.version = version
        self.priority = priority
        self.capabilities = capabilities
        self.formats = formats
        self.schemes = schemes
        self.settings = settings
        self.requiresNetwork = requiresNetwork
        self.runtime = runtime
    }

    /// Whether `id` has the form that the ABI asks for.
    public static func isValid(id: String) -> Bool {
        !id.isEmpty && id.utf8.count <= 64
            && id.utf8.allSatisfy { byte in
                (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte)
                    || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) || byte == UInt8(ascii: "-")
            }
    }
}
