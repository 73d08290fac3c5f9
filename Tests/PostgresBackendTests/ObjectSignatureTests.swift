import PhotoModel
import PostgresServing
import Testing

@Suite("Signatures of requests to an S3")
struct ObjectSignatureTests {
    // From the examples of Amazon's description of Signature Version 4 in the documentation of S3.
    private let signature = ObjectSignature(
        accessKey: "AKIAIOSFODNN7EXAMPLE", secretKey: "wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY", region: "us-east-1")
    private let nothing = "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"

    @Test("The example of a list of objects has the signature that its description gives")
    func listExample() {
        let headers = signature.headers(
            "GET", host: "examplebucket.s3.amazonaws.com", path: "/", query: "max-keys=2&prefix=J", bodyHash: nothing,
            now: Timestamp(milliseconds: 1_369_353_600_000))
        let authorization = headers.first { $0.name == "Authorization" }?.value ?? ""
        #expect(
            authorization.hasSuffix("Signature=34b48302e7b5fa45bde8084f4b7868a86f0a534bc59db6670ed5711ef69dc6f7"),
            "\(authorization)")
        #expect(headers.contains { $0 == ("X-Amz-Date", "20130524T000000Z") })
    }

    @Test("Another key, day or query has another signature")
    func differences() {
        func code(_ signature: ObjectSignature, _ query: String, _ now: Int64) -> String {
            let headers = signature.headers(
                "GET", host: "h", path: "/b/k", query: query, bodyHash: nothing, now: Timestamp(milliseconds: now))
            return headers.first { $0.name == "Authorization" }?.value.split(separator: "=").last.map(String.init) ?? ""
        }
        let other = ObjectSignature(accessKey: "AKIAIOSFODNN7EXAMPLE", secretKey: "other", region: "us-east-1")
        let codes = [
            code(signature, "", 0), code(signature, "a=b", 0), code(signature, "", 86_400_000), code(other, "", 0),
        ]
        #expect(Set(codes).count == 4)
        #expect(codes.allSatisfy { $0.count == 64 })
    }
}
