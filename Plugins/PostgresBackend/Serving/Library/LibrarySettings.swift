package import BackendKit
package import PhotoModel
package import PostgresClient

/// The settings that users gave for a library: its database, its bucket, and the accounts for both.
package struct LibrarySettings: Sendable {
    package let database: DatabaseAddress
    let objects: ObjectStoreSettings
    package var connections: Int { objects.connections }
    /// The time between two checks for changes, if no notification arrives.
    var pollMilliseconds = 10_000

    package init(_ request: OpenRequest) throws(PhotoError) {
        try self.init(location: try request.address(), request.settings)
    }

    /// - Parameters:
    ///   - location: the address of the database.
    ///   - values: the values of the settings, including secrets.
    package init(location: String, _ values: [String: String]) throws(PhotoError) {
        let said = SettingValues(values)
        let certificates = said["certificate"]
        try DatabaseAddress.check(certificates: certificates)
        database = try DatabaseAddress(
            location, user: try said.required("user"), password: said["password"] ?? "",
            isEncrypted: try !said.flag("insecure", default: false), certificates: certificates)
        objects = try ObjectStoreSettings(library: values)
    }

    static let descriptions: [SettingDescription] =
        DatabaseAddress.accountSettings + [
            SettingDescription(
                key: "endpoint", title: "S3",
                help: "The address of the S3 where the files are, such as https://s3.example",
                isRequired: true),
            SettingDescription(
                key: "bucket", title: "Bucket", help: "The bucket of this library; no other may use it",
                isRequired: true),
            SettingDescription(
                key: "region", title: "Region", help: "What the S3 calls its place", defaultValue: "us-east-1"),
            SettingDescription(
                key: "path-style", title: "Bucket in the path",
                help: "Whether the bucket is a part of the path and not of the host's name", kind: .flag,
                defaultValue: "yes"),
            SettingDescription(
                key: "access-key", title: "Access key", help: "Made where the S3 is administered", isRequired: true),
            SettingDescription(
                key: "secret-key", title: "Secret key", help: "Shown when the access key is made", isRequired: true,
                isSecret: true),
            SettingDescription(
                key: "connections", title: "Connections",
                help: "How many connections to each of the two there may be at once", kind: .choice, defaultValue: "6",
                choices: ["1", "2", "4", "6", "8", "12", "16", "24", "32"]),
            SettingDescription(
                key: "certificate", title: "Certificate file",
                help: "A file with the certificate of the servers' own authority, in PEM"),
            SettingDescription(
                key: "insecure", title: "Without encryption",
                help: "Whether both may be spoken to without TLS, for all to read on the way", kind: .flag,
                defaultValue: "no"),
        ]
}
