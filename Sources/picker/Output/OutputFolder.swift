internal import FoundationEssentials

/// A folder that a command writes into.
struct OutputFolder: Sendable {
    let path: String

    /// Makes the folder when it is missing, with those above it.
    init(_ path: String) throws(CommandFailure) {
        self.path = path
        do {
            try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
        } catch {
            var isFolder = false
            let exists = FileManager.default.fileExists(atPath: path, isDirectory: &isFolder)
            let reason = exists && !isFolder ? "there is a file of that name" : "check its permissions"
            throw CommandFailure(.cannotWrite, "\(path): cannot be made a folder: \(reason)")
        }
    }

    func write(_ bytes: [UInt8], to name: String) throws(CommandFailure) {
        try OutputTarget("\(path)/\(name)").write(bytes)
    }
}
