internal import PhotoModel

/// A change token of a library: a mark, the UUID of the library, and the number of the change.
struct ChangeToken {
    private static let mark = Array("picker-postgres/1:".utf8)

    let change: Int64
    private let uuid: String

    init(_ change: Int64, of uuid: String) { (self.change, self.uuid) = (change, uuid) }

    /// Nil if the bytes are not a token of this library.
    init?(_ bytes: [UInt8], of uuid: String) {
        let start = Self.mark + Array("\(uuid):".utf8)
        guard bytes.starts(with: start), let text = String(validating: bytes.dropFirst(start.count), as: UTF8.self),
            let change = Int64(text), change >= 0, String(change) == text
        else { return nil }
        self.init(change, of: uuid)
    }

    var bytes: [UInt8] { Self.mark + Array("\(uuid):\(change)".utf8) }
}
