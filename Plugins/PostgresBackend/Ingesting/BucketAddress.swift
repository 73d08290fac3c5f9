internal import PhotoModel
internal import PostgresServing

/// The address of objects to ingest: `s3://BUCKET`, or `s3://BUCKET/PREFIX`, where the prefix is a folder.
struct BucketAddress: Sendable {
    static let scheme = "s3://"

    let bucket: String
    /// The prefix of the keys, which ends with "/"; empty for the whole bucket.
    let prefix: String

    /// - Throws: `.invalidArgument` if the prefix is not the path of a folder.
    init(_ text: String) throws(PhotoError) {
        let rest = text.dropFirst(text.hasPrefix(Self.scheme) ? Self.scheme.count : 0)
        let parts = rest.split(separator: "/", maxSplits: 1, omittingEmptySubsequences: false)
        bucket = String(parts.first ?? "")
        var folder = parts.count > 1 ? parts[1] : ""
        if folder.hasSuffix("/") { folder = folder.dropLast() }
        let names = folder.split(separator: "/", omittingEmptySubsequences: false)
        guard folder.isEmpty || names.allSatisfy({ !["", ".", ".."].contains($0) }) else {
            throw .invalidArgument("\(text): the prefix must be the path of a folder, such as s3://incoming/2024")
        }
        prefix = folder.isEmpty ? "" : "\(folder)/"
    }

    /// The address in its normal form, which is the same on every machine.
    var text: String { "\(Self.scheme)\(bucket)/\(prefix)" }
}
