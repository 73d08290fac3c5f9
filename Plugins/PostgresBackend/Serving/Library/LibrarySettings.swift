package import BackendKit
internal import HTTPClient
package import PhotoModel

/// What people said of a library: where its two halves are, and who asks.
package struct LibrarySettings: Sendable {
    package let database: DatabaseAddress
    let endpoint: HTTPOrigin
    let bucket: String
    let usesPathStyle: Bool
    let signature: ObjectSignature
    package let connections: Int
    let certificates: String?
    /// Between two looks at what changed, when no notification comes.
    var pollMilliseconds = 10_000

    package init(_ request: OpenRequest) throws(PhotoError) {
        try self.init(location: try request.address(), request.settings)
    }

    /// - Parameter values: of the settings, secrets included.
    package init(location: String, _ values: [String: String]) throws(PhotoError) {
        func value(_ key: String) -> String? { values[key].flatMap { $0.isEmpty ? nil : $0 } }
        func needed(_ key: String) throws(PhotoError) -> String {
            guard let value = value(key) else { throw .invalidArgument("the setting \(key) is missing") }
            return value
        }
        let isPlain = values["insecure"] == "yes"
        certificates = value("certificate")
        guard certificates.map({ $0.hasPrefix("/") }) ?? true else {
            throw .invalidArgument("certificate must be the whole path of a file, beginning with /")
        }
        database = try DatabaseAddress(
            location, user: try needed("user"), password: value("password") ?? "", isEncrypted: !isPlain,
            certificates: certificates)
        let address = try needed("endpoint")
        guard let found = HTTPAddress(address), found.target == "/" || found.target.isEmpty else {
            throw .invalidArgument("endpoint must be the address of an S3, such as https://s3.example, without a path")
        }
        guard found.origin.scheme == "https" || isPlain else {
            throw .invalidArgument(
                "endpoint is not encrypted; use https, or set insecure=yes where no one else listens")
        }
        bucket = try needed("bucket")
        guard Self.isBucket(bucket) else {
            throw .invalidArgument("bucket must have 3 to 63 lower-case letters, digits, \"-\" and \".\"")
        }
        usesPathStyle = values["path-style"] != "no"
        guard
            let origin = usesPathStyle
                ? found.origin
                : HTTPOrigin(scheme: found.origin.scheme, authority: "\(bucket).\(found.origin.authority)")
        else { throw .invalidArgument("the bucket and the endpoint make no name of a host") }
        endpoint = origin
        let region = value("region") ?? "us-east-1"
        guard region.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F && $0 != UInt8(ascii: "/") }) else {
            throw .invalidArgument("region must be a word such as eu-central-1")
        }
        signature = ObjectSignature(
            accessKey: try needed("access-key"), secretKey: try needed("secret-key"), region: region)
        connections = value("connections").flatMap(Int.init) ?? 6
        guard (1...32).contains(connections) else { throw .invalidArgument("connections must be from 1 to 32") }
    }

    private static func isBucket(_ name: String) -> Bool {
        (3...63).contains(name.utf8.count) && !name.hasPrefix(".") && !name.hasPrefix("-")
            && name.utf8.allSatisfy { byte in
                (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte)
                    || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) || byte == UInt8(ascii: "-")
                    || byte == UInt8(ascii: ".")
            }
    }

    static let descriptions: [SettingDescription] = [
        SettingDescription(
            key: "user", title: "User of the database", help: "As whom PostgreSQL is asked", isRequired: true),
        SettingDescription(
            key: "password", title: "Password of the database", help: "What PostgreSQL asks this user for",
            isSecret: true),
        SettingDescription(
            key: "endpoint", title: "S3", help: "The address of the S3 where the files are, such as https://s3.example",
            isRequired: true),
        SettingDescription(
            key: "bucket", title: "Bucket", help: "The bucket of this library; no other may use it", isRequired: true),
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
