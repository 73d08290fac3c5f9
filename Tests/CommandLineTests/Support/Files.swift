import Foundation

/// What lies in folders that the program wrote to.
enum Files {
    static func names(in folder: String) -> [String] {
        ((try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []).sorted()
    }

    static func bytes(_ path: String) throws -> [UInt8] { Array(try Data(contentsOf: URL(fileURLWithPath: path))) }

    static func exists(_ path: String) -> Bool { FileManager.default.fileExists(atPath: path) }
}
