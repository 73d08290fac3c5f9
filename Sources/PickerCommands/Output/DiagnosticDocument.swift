internal import PhotoModel

/// A diagnostic as JSON.
struct DiagnosticDocument: Encodable {
    let relativePath: String
    /// The path in base64; nil, and left out, if `relativePath` is exactly the path.
    let relativePathBase64: String?
    let reason: String
    let message: String

    init(_ diagnostic: Diagnostic) {
        relativePath = diagnostic.relativePath
        relativePathBase64 = diagnostic.path.isUTF8 ? nil : Base64.text(diagnostic.path.bytes)
        reason = diagnostic.reason.name
        message = diagnostic.message
    }
}
