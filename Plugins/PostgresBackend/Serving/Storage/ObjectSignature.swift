internal import Cryptography
package import PhotoModel

/// The access key to an S3, and how it signs requests: with AWS Signature Version 4, which every S3 understands.
///
/// libcurl can sign, too (`CURLOPT_AWS_SIGV4`), but the version in Debian 12 signs headers that it does not send, and does not
/// normalize queries.
package struct ObjectSignature: Sendable {
    let accessKey: String
    let secretKey: String
    let region: String

    package init(accessKey: String, secretKey: String, region: String) {
        (self.accessKey, self.secretKey, self.region) = (accessKey, secretKey, region)
    }

    /// The headers that sign a request.
    ///
    /// - Parameters:
    ///   - query: sorted by the names, and percent-encoded already.
    ///   - bodyHash: the SHA-256 of the body, in hexadecimal digits.
    package func headers(
        _ method: String, host: String, path: String, query: String, bodyHash: String, now: Timestamp
    ) -> [(name: String, value: String)] {
        let time = CivilTime(timestamp: now)
        let day = time.dateText.filter { $0 != "-" }
        let moment = "\(day)T\(time.timeText.filter { $0 != ":" })Z"
        let names = "host;x-amz-content-sha256;x-amz-date"
        let request = [
            method, path, query, "host:\(host)", "x-amz-content-sha256:\(bodyHash)", "x-amz-date:\(moment)", "", names,
            bodyHash,
        ].joined(separator: "\n")
        let scope = "\(day)/\(region)/s3/aws4_request"
        let text = "AWS4-HMAC-SHA256\n\(moment)\n\(scope)\n\(SHA256Digest(of: Array(request.utf8)).hexadecimal)"
        let key = [day, region, "s3", "aws4_request"].reduce(Array("AWS4\(secretKey)".utf8)) {
            HMACSHA256.code(of: Array($1.utf8), key: $0)
        }
        let code = HMACSHA256.code(of: Array(text.utf8), key: key).hexadecimal
        return [
            ("X-Amz-Date", moment), ("X-Amz-Content-Sha256", bodyHash),
            (
                "Authorization",
                "AWS4-HMAC-SHA256 Credential=\(accessKey)/\(scope), SignedHeaders=\(names), Signature=\(code)"
            ),
        ]
    }
}
