package import PhotoModel
internal import PostgresClient

/// The address of a store on a server, with its settings.
package struct StoreAddress: Sendable {
    /// The settings that may be given besides the location.
    package static let settings: [SettingDescription] =
        DatabaseAddress.accountSettings + [
            SettingDescription(
                key: "certificate", title: "Certificate file",
                help: "A file with the certificate of the server's own authority, in PEM"),
            SettingDescription(
                key: "insecure", title: "Without encryption",
                help: "Whether the server may be spoken to without TLS, for all to read on the way", kind: .flag,
                defaultValue: "no"),
        ]

    let database: DatabaseAddress
    let schema: SQLName

    /// The name of the store in messages.
    package var name: String { database.name }

    /// - Parameters:
    ///   - location: `postgresql://HOST:PORT/DATABASE`.
    ///   - settings: their values by key.
    ///   - schema: the schema with the tables: lower-case letters, digits and "_".
    package init(
        _ location: String, _ settings: [String: String], schema: String = "picker_server"
    ) throws(PhotoError) {
        if let objection = SettingDescription.objection(to: settings, by: Self.settings) {
            throw .invalidArgument(objection)
        }
        try DatabaseAddress.check(certificates: settings["certificate"])
        guard let name = SQLName(schema) else { throw .invalidArgument("\(schema) is no name of a schema") }
        self.schema = name
        database = try DatabaseAddress(
            location, user: settings["user"] ?? "", password: settings["password"] ?? "",
            isEncrypted: settings["insecure"] != "yes", certificates: settings["certificate"])
    }
}
