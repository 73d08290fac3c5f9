internal import CSodium
internal import FoundationEssentials

/// The SHA-256 of some bytes, made by libsodium.
package struct SHA256Digest: Hashable, Sendable {
    /// Always 32.
    package let bytes: [UInt8]

    package init(of input: [UInt8]) { self = input.withUnsafeBytes { SHA256Digest(hashing: $0) } }

    /// The digest of a file's contents; nil if it cannot be read.
    ///
    /// - Parameter path: of a file that does not become shorter meanwhile: it may be mapped into memory.
    package init?(fileAt path: String) {
        guard let contents = try? Data(contentsOf: URL(filePath: path), options: .mappedIfSafe) else { return nil }
        self = contents.withUnsafeBytes { SHA256Digest(hashing: $0) }
    }

    /// One that was kept; nil when it is not 32 bytes.
    package init?(keptAs bytes: [UInt8]) {
        guard bytes.count == Int(crypto_hash_sha256_BYTES) else { return nil }
        self.bytes = bytes
    }

    /// 64 digits, in lower case.
    package var hexadecimal: String { bytes.hexadecimal }

    init(_ bytes: [UInt8]) { self.bytes = bytes }

    private init(hashing input: UnsafeRawBufferPointer) {
        Sodium.start
        bytes = [UInt8](unsafeUninitializedCapacity: Int(crypto_hash_sha256_BYTES)) { output, count in
            crypto_hash_sha256(
                output.baseAddress!,  // There is room for 32 bytes.
                input.bindMemory(to: UInt8.self).baseAddress, UInt64(input.count))
            count = Int(crypto_hash_sha256_BYTES)
        }
    }
}

extension [UInt8] {
    /// Two digits for each byte, in lower case.
    package var hexadecimal: String {
        map { String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }.joined()
    }
}
