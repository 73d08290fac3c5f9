internal import Crypto
internal import FoundationEssentials

/// Which file was checked.
enum PluginDigest {
    /// SHA-256 of a file in lower-case hexadecimal digits.
    static func sha256(_ path: String) throws(UsageError) -> String {
        guard let bytes = try? Data(contentsOf: URL(filePath: path), options: .mappedIfSafe) else {
            throw UsageError("\(path): it cannot be read")
        }
        return SHA256.hash(data: bytes).map { String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }.joined()
    }
}
