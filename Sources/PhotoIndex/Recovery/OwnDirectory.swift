internal import Foundation

/// A data folder for those who were given none: removed with its last reference.
final class OwnDirectory: Sendable {
    let path: String

    init() throws(IndexError) {
        let base = FileManager.default.temporaryDirectory.path
        var template = Array("\(base)/picker-catalog-XXXXXX".utf8CString)
        guard mkdtemp(&template) != nil else { throw IndexError(code: errno, file: base) }
        path = String(decoding: template.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self)
    }

    deinit { try? FileManager.default.removeItem(atPath: path) }
}
