import Foundation
import PhotoFolder
import PhotoModel
import TestSupport

/// A folder of photos in the making; removed with its last reference.
struct LibraryFolder {
    /// Outside of the library, for links that lead there.
    let surroundings: TemporaryFolder
    let path: String

    init() throws {
        surroundings = try TemporaryFolder()
        path = surroundings.path("library")
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: false)
    }

    /// Writes a file, and the folders on the way to it. JPEGs by default.
    func write(_ name: String, _ bytes: [UInt8] = MediaBytes.jpeg()) throws {
        let file = URL(fileURLWithPath: path(name))
        try FileManager.default.createDirectory(
            at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
        try Data(bytes).write(to: file)
    }

    /// Writes a file whose name need not be UTF-8.
    func write(name: [UInt8], _ bytes: [UInt8] = MediaBytes.jpeg()) throws {
        let cPath = Array((path + "/").utf8) + name + [0]
        let descriptor = cPath.withUnsafeBufferPointer { buffer in
            // Not nil: the buffer holds at least the final NUL.
            buffer.withMemoryRebound(to: CChar.self) { Foundation.open($0.baseAddress!, O_WRONLY | O_CREAT, 0o600) }
        }
        guard descriptor >= 0 else { throw POSIXError(.init(rawValue: errno) ?? .EIO) }
        defer { close(descriptor) }
        guard Foundation.write(descriptor, bytes, bytes.count) == bytes.count else { throw POSIXError(.EIO) }
    }

    func makeFolder(_ name: String) throws {
        try FileManager.default.createDirectory(atPath: path(name), withIntermediateDirectories: true)
    }

    func link(_ name: String, to target: String) throws {
        try FileManager.default.createSymbolicLink(atPath: path(name), withDestinationPath: target)
    }

    func remove(_ name: String) throws {
        try FileManager.default.removeItem(atPath: path(name))
    }

    func path(_ name: String) -> String { "\(path)/\(name)" }

    func open() throws(FolderError) -> LibraryRoot { try LibraryRoot(path: Array(path.utf8)) }

    /// Everything that a walk over the whole library gives.
    func walked() throws -> Walked { Walked(try open()) }
}

/// What a walk gives, sorted into its kinds.
struct Walked {
    var folders: [String] = []
    var assets: [AssetFiles] = []
    var problems: [Diagnostic] = []
    var leftOut = LeftOutFiles()

    init(_ root: LibraryRoot) {
        var walk = LibraryTraversal(root)
        var goesOn = true
        while goesOn {
            goesOn = walk.step { event in
                switch event {
                case .folder(let folder): folders.append(String(decoding: folder.path, as: UTF8.self))
                case .asset(let files): assets.append(files)
                case .problem(let problem): problems.append(problem)
                case .leftOut(let name): leftOut.note(name)
                }
            }
        }
    }

    /// The paths of the files that represent the assets.
    var paths: [String] { assets.map { String(decoding: $0.path, as: UTF8.self) } }

    /// The files of each asset with their roles: "IMG_1.JPG photo, IMG_1.DNG raw".
    var roles: [String] {
        assets.map { files in
            files.members.map { "\(String(decoding: $0.name, as: UTF8.self)) \($0.role.name)" }.joined(separator: ", ")
        }
    }
}
