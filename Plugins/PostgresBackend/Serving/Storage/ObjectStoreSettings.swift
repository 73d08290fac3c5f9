internal import HTTPClient
package import PhotoModel
internal import PostgresClient

/// Where a bucket is, and the access key for it.
package struct ObjectStoreSettings: Sendable {
    let endpoint: HTTPOrigin
    let bucket: String
    let usesPathStyle: Bool
    let signature: ObjectSignature
    let connections: Int
    let certificates: String?
    /// What to do if the access key is not accepted, for messages.
    let remedy: String

    /// The default number of connections.
    package static let usualConnections = 6
    /// The most connections.
    package static let mostConnections = 32

    /// - Parameters:
    ///   - values: the values of the settings, including secrets.
    ///   - bucket: the bucket; nil for the one in the settings.
    ///   - remedy: what to do if the access key is not accepted.
    init(_ values: [String: String], bucket given: String? = nil, remedy: String) throws(PhotoError) {
        let said = SettingValues(values)
        self.remedy = remedy
        certificates = said["certificate"]
        try DatabaseAddress.check(certificates: certificates)
        let server = try Self.server(said)
        bucket = if let given { given } else { try said.required("bucket") }
        guard Self.isBucket(bucket) else {
            throw .invalidArgument("bucket must have 3 to 63 lower-case letters, digits, \"-\" and \".\"")
        }
        usesPathStyle = try said.flag("path-style", default: true)
        guard
            let origin = usesPathStyle
                ? server : HTTPOrigin(scheme: server.scheme, authority: "\(bucket).\(server.authority)")
        else { throw .invalidArgument("the bucket and the endpoint make no name of a host") }
        endpoint = origin
        let region = said["region"] ?? "us-east-1"
        guard region.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F && $0 != UInt8(ascii: "/") }) else {
            throw .invalidArgument("region must be a word such as eu-central-1")
        }
        signature = ObjectSignature(
            accessKey: try said.required("access-key"), secretKey: try said.required("secret-key"), region: region)
        connections = try said.number(
            "connections", in: 1...Self.mostConnections, default: Self.usualConnections)
    }

    private static func server(_ said: SettingValues) throws(PhotoError) -> HTTPOrigin {
        guard let found = HTTPAddress(try said.required("endpoint")), found.target == "/" || found.target.isEmpty else {
            throw .invalidArgument("endpoint must be the address of an S3, such as https://s3.example, without a path")
        }
        let mayBeRead = try said.flag("insecure", default: false)
        guard found.origin.scheme == "https" || mayBeRead else {
            throw .invalidArgument(
                "endpoint is not encrypted; use https, or set insecure=yes where no one else listens")
        }
        return found.origin
    }

    private static func isBucket(_ name: String) -> Bool {
        (3...63).contains(name.utf8.count) && !name.hasPrefix(".") && !name.hasPrefix("-")
            && name.utf8.allSatisfy { byte in
                (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte)
                    || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) || byte == UInt8(ascii: "-")
                    || byte == UInt8(ascii: ".")
            }
    }
}

extension ObjectStoreSettings {
    /// The settings of a library's own bucket.
    package init(library values: [String: String]) throws(PhotoError) {
        try self.init(values, remedy: "picker libraries sign-in says others")
    }

    /// The settings that a bucket to ingest from may have of its own.
    package static let sourceKeys = [
        "access-key", "certificate", "endpoint", "insecure", "path-style", "region", "secret-key",
    ]

    /// The settings of a bucket to ingest from: those of the library, except the given ones. If another endpoint is given, nothing but the
    /// number of connections is taken from the library, so that no other S3 receives the library's keys.
    package init(
        source values: [String: String], bucket: String, library: [String: String]
    ) throws(PhotoError) {
        if let key = values.keys.sorted().first(where: { !Self.sourceKeys.contains($0) }) {
            throw .invalidArgument("\(key) is no setting of the S3 that photos come from")
        }
        var all = values["endpoint"] == nil ? library : library.filter { $0.key == "connections" }
        guard (values["access-key"] == nil) == (values["secret-key"] == nil),
            values["endpoint"] == nil || values["access-key"] != nil
        else {
            throw .invalidArgument(
                "with an endpoint or an access key of its own, the S3 that photos come from needs both access-key and "
                    + "secret-key: --set access-key=KEY --secret-file secret-key=FILE")
        }
        all.merge(values) { $1 }
        try self.init(all, bucket: bucket, remedy: "say those of the S3 that photos come from")
    }
}
