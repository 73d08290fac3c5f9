import Foundation
public import TestSupport

/// A folder of photos in the making; removed with its last reference.
public struct FixtureFolder: Sendable {
    /// The folder around the library: for links that lead out of it, and for output.
    public let surroundings: TemporaryFolder
    /// The library.
    public let path: String

    public init() throws {
        surroundings = try TemporaryFolder()
        // A picker that runs as another user gets in as well.
        chmod(surroundings.path, 0o755)
        path = surroundings.path("photos")
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: false)
    }

    public func path(_ name: String) -> String { "\(path)/\(name)" }

    /// Writes a file, and the folders on the way to it; a JPEG by default.
    ///
    /// - Returns: what was written.
    @discardableResult
    public func write(_ name: String, _ bytes: [UInt8]? = nil) throws -> [UInt8] {
        let bytes = try bytes ?? SamplePhoto.jpeg()
        let file = URL(fileURLWithPath: path(name))
        try FileManager.default.createDirectory(at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
        try Data(bytes).write(to: file)
        return bytes
    }

    /// Writes a file whose name need not be UTF-8.
    public func write(rawName: [UInt8], _ bytes: [UInt8]) throws {
        let cPath = (Array((path + "/").utf8) + rawName).map { CChar(bitPattern: $0) } + [0]
        let descriptor = open(cPath, O_WRONLY | O_CREAT, 0o644)
        guard descriptor >= 0 else { throw POSIXError(.init(rawValue: errno) ?? .EIO) }
        defer { close(descriptor) }
        guard Foundation.write(descriptor, bytes, bytes.count) == bytes.count else { throw POSIXError(.EIO) }
    }

    public func makeFolder(_ name: String) throws {
        try FileManager.default.createDirectory(atPath: path(name), withIntermediateDirectories: true)
    }

    public func link(_ name: String, to target: String) throws {
        try FileManager.default.createSymbolicLink(atPath: path(name), withDestinationPath: target)
    }

    /// Gives a file more names: the cheapest way to many photos.
    public func multiply(_ name: String, by count: Int, prefix: String = "copy") throws {
        for number in 0..<count {
            try FileManager.default.linkItem(atPath: path(name), toPath: path("\(prefix)-\(number).jpg"))
        }
    }
}
