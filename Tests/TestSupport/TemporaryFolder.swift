import Foundation
import Platform

/// A new empty folder that is removed, with all it contains, when the last reference to it goes.
public final class TemporaryFolder: Sendable {
    private let folder: ScratchFolder

    /// Absolute path without a trailing "/".
    public var path: String { folder.path }

    /// - Parameter place: the folder that it is in; nil: where temporary files of tests are.
    public init(in place: String? = nil) throws {
        folder = try ScratchFolder(
            prefix: "picker-test", in: place ?? FileManager.default.temporaryDirectory.path)
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
