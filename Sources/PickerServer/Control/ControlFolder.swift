internal import PhotoModel
internal import PickerHost
internal import Platform

/// The folder in which running servers listen for their owner's commands. Each has a socket there; no one but the owner
/// may enter the folder.
public struct ControlFolder: Sendable {
    /// An absolute path.
    public let path: String

    /// - Parameter path: an absolute path; the folder need not exist.
    public init(path: String) { self.path = path }

    /// `picker` in the user's runtime folder, or `picker/run` in the user's state folder if there is no runtime folder
    /// (XDG base directories); nil for a user without a home.
    public static var standard: ControlFolder? {
        // The specification says to ignore relative paths.
        if let runtime = Environment.value(of: "XDG_RUNTIME_DIR"), runtime.hasPrefix("/") {
            return ControlFolder(path: "\(runtime)/picker")
        }
        return Environment.userFolder("XDG_STATE_HOME", inHome: ".local/state").map {
            ControlFolder(path: "\($0)/picker/run")
        }
    }

    /// The process identifiers of the servers that have a socket here; some of them may have ended.
    public var servers: [Int32] {
        let names = (try? folderContents(path)) ?? []
        return names.compactMap { $0.hasSuffix(Self.suffix) ? Int32($0.dropLast(Self.suffix.count)) : nil }.sorted()
    }

    /// Makes the socket of this process, and the folder, which is closed to others. Removes the sockets of servers that
    /// have ended.
    func makeSocket() throws(PhotoError) -> LocalSocket {
        do throws(SystemError) {
            try makeFolders(path)
            // The folder may have been made by hand, with access for others.
            try Descriptor.workingFolder.setPermissions(0o700, of: path.utf8)
            removeLeftOvers()
            return try LocalSocket(folder: path, name: Self.name(of: CurrentProcess.identifier))
        } catch {
            throw PhotoError(.io, "\(path): no socket for picker ctl: \(error)", systemErrno: error.code)
        }
    }

    func socket(of server: Int32) throws(SystemError) -> LocalSocket {
        try LocalSocket(folder: path, name: Self.name(of: server))
    }

    private static let suffix = ".sock"

    private static func name(of server: Int32) -> String { "\(server)\(suffix)" }

    private func removeLeftOvers() {
        for server in servers {
            guard let socket = try? socket(of: server) else { continue }
            do throws(SystemError) {
                _ = try socket.connect()
            } catch {
                if error == .connectionRefused { try? socket.remove() }
            }
        }
    }
}
