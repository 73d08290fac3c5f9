import SystemPackage
import TestSupport

extension TemporaryFolder {
    /// Writes a file and gives its path.
    func file(_ name: FilePath.Component, _ bytes: [UInt8]) throws -> FilePath {
        let file = FilePath(path).appending(name)
        let descriptor = try FileDescriptor.open(file, .writeOnly, options: [.create], permissions: .ownerReadWrite)
        try descriptor.closeAfter { _ = try descriptor.writeAll(bytes) }
        return file
    }
}
