internal import PhotoModel
internal import PickerHost
internal import Platform

/// Where running servers listen for their owner's commands: a socket each, in a folder that no one else may enter.
public struct ControlFolder: Sendable {
    /// Absolute.
    public let path: String

    /// - Parameter path: absolute; it need not exist.
    public init(path: String) { self.path = path }

    /// `picker` in the user's runtime folder, or `picker/run` in that for state where there is none (XDG base
    /// directories); nil for a user without a home.
    public static var standard: ControlFolder? {
        // Relative paths there mean nothing.
        if let runtime = Environment.value(of: "XDG_RUNTIME_DIR"), runtime.hasPrefix("/") {
            return ControlFolder(path: "\(runtime)/picker")
        }
        return Environment.userFolder("XDG_STATE_HOME", inHome: ".local/state").map {
            ControlFolder(path: "\($0)/picker/run")
        }
    }

    /// Process identifiers of servers that have a socket here; some may have ended.
    public var servers: [Int32] {
        let names = (try? folderContents(path)) ?? []
        return names.compactMap { $0.hasSuffix(Self.suffix) ? Int32($0.dropLast(Self.suffix.count)) : nil }.sorted()
    }

    /// The socket of this process, in a folder that is made and closed to others; those of servers that ended go.
    func makeSocket() throws(PhotoError) -> LocalSocket {
        do throws(SystemError) {
            try makeFolders(path)
            // It may have been made by hand, for more than its owner.
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
