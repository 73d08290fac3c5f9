internal import BackendKit
internal import HTTPClient
internal import PhotoModel

/// The settings that users gave for a library.
struct LibrarySettings: Sendable {
    let address: ServerAddress
    let credentials: Credentials
    let connections: Int
    let showsPeople: Bool
    let certificates: String?
    /// The time between two checks for changes; tests use a shorter one.
    var pollMilliseconds: Int
    /// How many records are kept at least; tests keep fewer.
    var keptRecords = 4_096

    /// - Parameter credentials: nil: those in the request.
    init(_ request: OpenRequest, _ credentials: Credentials? = nil) throws(PhotoError) {
        let settings = request.settings
        address = try ServerAddress(try request.address(), allowsPlainText: settings["insecure"] == "yes")
        if let credentials { self.credentials = credentials } else { self.credentials = try Credentials(request) }
        connections = try Self.connections(settings["connections"] ?? "")
        showsPeople = settings["people"] == "yes"
        certificates = settings["certificate"].flatMap { $0.isEmpty ? nil : $0 }
        pollMilliseconds = 10_000
        guard certificates.map({ $0.hasPrefix("/") }) ?? true else {
            throw .invalidArgument("certificate must be the whole path of a file, beginning with /")
        }
    }

    /// - Parameter said: the value of the setting; empty for the default.
    private static func connections(_ said: String) throws(PhotoError) -> Int {
        guard !said.isEmpty else { return 8 }
        guard let number = Int(said), (1...16).contains(number) else {
            throw .invalidArgument("connections must be a number from 1 to 16, not \"\(said)\"")
        }
        return number
    }

    static let descriptions: [SettingDescription] = [
        SettingDescription(
            key: "api-key", title: "API key",
            help: "Made in Immich in Account Settings, API Keys; without one you sign in", isSecret: true),
        SettingDescription(
            key: "people", title: "People as albums",
            help: "Whether each person that Immich knows is shown as an album",
            kind: .flag, defaultValue: "no"),
        SettingDescription(
            key: "connections", title: "Connections", help: "How many connections to the server there may be at once",
            kind: .choice, defaultValue: "8", choices: ["1", "2", "4", "6", "8", "12", "16"]),
        SettingDescription(
            key: "certificate", title: "Certificate file",
            help: "A file with the certificate of the server's own authority, in PEM"),
        SettingDescription(
            key: "insecure", title: "Without encryption",
            help: "Whether immich+http may be used, which sends photos and the key for all to read", kind: .flag,
            defaultValue: "no"),
    ]
}
