internal import GRDB

/// Where in the log of changes somebody stopped reading: catalog and number of the last change seen. It outlives the
/// process; others treat it as bytes without a meaning.
package struct ChangeToken: Hashable, Sendable {
    private static let mark: [UInt8] = Array("PkC1".utf8)
    private static let identifierLength = 16

    /// Of the catalog: one that is made anew has another one.
    let catalog: [UInt8]
    let sequence: Int64

    init(catalog: [UInt8], sequence: Int64) {
        self.catalog = catalog
        self.sequence = sequence
    }

    /// - Throws: `invalidArgument` for what no catalog made.
    package init(bytes: [UInt8]) throws(IndexError) {
        let start = Self.mark.count + Self.identifierLength
        guard bytes.count == start + 8, bytes.starts(with: Self.mark) else { throw Self.invalid }
        let sequence = Int64(bitPattern: bytes[start...].reduce(0) { $0 << 8 | UInt64($1) })
        guard sequence >= 0 else { throw Self.invalid }
        self.init(catalog: Array(bytes[Self.mark.count..<start]), sequence: sequence)
    }

    /// As it travels: 28 bytes.
    package var bytes: [UInt8] {
        Self.mark + catalog
            + stride(from: 56, through: 0, by: -8).map { UInt8(truncatingIfNeeded: sequence >> Int64($0)) }
    }

    private static let invalid = IndexError.invalidArgument(
        "this is no change token of a catalog; use one that the same backend gave")
}
