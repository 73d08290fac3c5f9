import Foundation

/// A new empty folder that is removed, with all it contains, when the last reference to it goes.
public final class TemporaryFolder: Sendable {
    /// Absolute path without a trailing "/".
    public let path: String

    public init() throws {
        let base = FileManager.default.temporaryDirectory.path
        var template = Array("\(base)/picker-test-XXXXXX".utf8CString)
        guard mkdtemp(&template) != nil else { throw POSIXError(.init(rawValue: errno) ?? .EIO) }
        path = String(decoding: template.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self)
    }

    deinit {
        try? FileManager.default.removeItem(atPath: path)
    }

    /// The path of `name` inside the folder; nothing is created.
    public func path(_ name: String) -> String {
        "\(path)/\(name)"
    }

    /// Writes a text file into the folder and answers its path.
    @discardableResult
    public func write(_ text: String, to name: String) throws -> String {
        try Data(text.utf8).write(to: URL(fileURLWithPath: path(name)))
        return path(name)
    }
}
