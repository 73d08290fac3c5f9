import Foundation
import PhotoFolder
import PhotoModel
import TestSupport

@testable import PhotoIndex

/// A folder of photos with data folders beside it; removed with its last reference.
struct ScannedLibrary {
    let surroundings: TemporaryFolder
    let path: String

    init() throws {
        surroundings = try TemporaryFolder()
        path = surroundings.path("library")
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: false)
        // For users without privileges, whom some tests put themselves in the place of.
        chmod(surroundings.path, 0o755)
    }

    func path(_ name: String) -> String { name.isEmpty ? path : "\(path)/\(name)" }

    /// Writes a file, and the folders on the way to it. JPEGs by default.
    func write(_ name: String, _ bytes: [UInt8] = SampleMedia.jpeg()) throws {
        let file = URL(fileURLWithPath: path(name))
        try FileManager.default.createDirectory(
            at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
        try Data(bytes).write(to: file)
    }

    func remove(_ name: String) throws { try FileManager.default.removeItem(atPath: path(name)) }

    func move(_ name: String, to other: String) throws {
        try FileManager.default.createDirectory(
            atPath: URL(fileURLWithPath: path(other)).deletingLastPathComponent().path,
            withIntermediateDirectories: true)
        guard rename(path(name), path(other)) == 0 else { throw POSIXError(.init(rawValue: errno) ?? .EIO) }
    }

    func root() throws(FolderError) -> LibraryRoot { try LibraryRoot(path: Array(path.utf8)) }

    /// The index in a data folder of that name, made when it is not there.
    func photoIndex(_ name: String = "data") throws -> PhotoIndexDatabase {
        let data = surroundings.path(name)
        try FileManager.default.createDirectory(atPath: data, withIntermediateDirectories: true)
        return try PhotoIndexDatabase(root: root(), directory: data)
    }

    /// What an index holds that begins with nothing.
    func fresh() throws -> [String] {
        let photoIndex = try photoIndex("fresh \(UUID().uuidString)")
        _ = try photoIndex.refresh(.full)
        return try IndexDump.lines(photoIndex)
    }
}

extension RefreshOptions {
    /// Takes each file's status for what it is, however young.
    static var trusting: RefreshOptions {
        var options = RefreshOptions()
        options.settlingTime = .zero
        return options
    }
}
