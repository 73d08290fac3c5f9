/// What a backend says about itself, in its manifest and when it is asked.
public struct BackendInfo: Hashable, Codable, Sendable {
    /// The id: lower-case letters, digits and "-", at most 64.
    public var id: String
    /// The name that people see.
    public var name: String
    /// The backend's own version, for people.
    public var version: String
    /// The priority: `auto` takes the backend with the highest one among those that can run.
    public var priority: Int32
    /// What the backend offers.
    public var capabilities: BackendCapabilities
    /// The uniform type identifiers of files from which it makes images.
    public var formats: [String]
    /// The schemes of the addresses that it opens, such as "immich+https"; empty when it opens folders.
    public var schemes: [String]
    /// The settings that it needs to open a library, in the order in which people are asked for them.
    public var settings: [SettingDescription]
    /// Whether it makes network connections.
    public var requiresNetwork: Bool
    /// What the libraries or the language runtime that the plugin loads do to the process.
    public var runtime: BackendRuntime

    /// - Parameters:
    ///   - id: lower-case letters, digits and "-", at most 64.
    ///   - name: the name that people see.
    ///   - version: the backend's own version, for people.
    ///   - priority: `auto` takes the backend with the highest one among those that can run.
    ///   - capabilities: what the backend offers.
    ///   - formats: the uniform type identifiers of files from which it makes images.
    ///   - schemes: those of the addresses that it opens; empty when it opens folders.
    ///   - settings: the settings that it needs to open a library.
    ///   - requiresNetwork: whether it makes network connections.
    ///   - runtime: what the libraries that the plugin loads do to the process.
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

    /// Whether `id` has the form that the ABI requires.
    public static func isValid(id: String) -> Bool {
        !id.isEmpty && id.utf8.count <= 64
            && id.utf8.allSatisfy { byte in
                (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte)
                    || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) || byte == UInt8(ascii: "-")
            }
    }
}
