import Foundation

/// The files of folders that the program wrote to.
enum Files {
    static func names(in folder: String) -> [String] {
        ((try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []).sorted()
    }

    static func bytes(_ path: String) throws -> [UInt8] { Array(try data(path)) }

    /// To compare large files: an array is compared byte by byte in a debug build.
    static func data(_ path: String) throws -> Data { try Data(contentsOf: URL(fileURLWithPath: path)) }

    /// When the file was last written to or renamed, in whole seconds since 1970.
    static func changeTime(of path: String) throws -> Int {
        var status = stat()
        guard stat(path, &status) == 0 else { throw POSIXError(.init(rawValue: errno) ?? .EIO) }
        return status.st_ctim.tv_sec
    }

    static func exists(_ path: String) -> Bool { FileManager.default.fileExists(atPath: path) }
}
