internal import GRDB

/// A position in the log of changes: the index and the number of the last change that was seen. It stays valid when the
/// process ends; to others it is opaque bytes.
package struct ChangeToken: Hashable, Sendable {
    private static let signature: [UInt8] = Array("PkC2".utf8)
    private static let identifierLength = 16

    /// Identifies the index. An index that is made again has another identifier.
    let photoIndex: [UInt8]
    let sequence: Int64

    init(photoIndex: [UInt8], sequence: Int64) {
        self.photoIndex = photoIndex
        self.sequence = sequence
    }

    /// - Throws: `invalidArgument` if the bytes were not made by an index.
    package init(bytes: [UInt8]) throws(IndexError) {
        let start = Self.signature.count + Self.identifierLength
        guard bytes.count == start + 8, bytes.starts(with: Self.signature) else { throw Self.invalid }
        let sequence = Int64(bitPattern: bytes[start...].reduce(0) { $0 << 8 | UInt64($1) })
        guard sequence >= 0 else { throw Self.invalid }
        self.init(photoIndex: Array(bytes[Self.signature.count..<start]), sequence: sequence)
    }

    /// The token as callers get it: 28 bytes.
    package var bytes: [UInt8] {
        Self.signature + photoIndex
            + stride(from: 56, through: 0, by: -8).map { UInt8(truncatingIfNeeded: sequence >> Int64($0)) }
    }

    private static let invalid = IndexError.invalidArgument(
        "this is no change token of an index; use one that the same backend gave")
}
