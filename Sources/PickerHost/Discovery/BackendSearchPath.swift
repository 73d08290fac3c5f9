internal import Platform

/// The folders in which plugins are looked for, in order.
public struct BackendSearchPath: Hashable, Sendable {
    /// A folder and the reason why it is searched.
    public struct Folder: Hashable, Sendable {
        /// The path of the folder.
        public var path: String
        /// Why it is searched.
        public var reason: Reason
    }

    /// Why a folder is searched; raw values are for people.
    public enum Reason: String, Hashable, Sendable {
        case option = "--backend-path"
        case environment = "PICKER_BACKEND_PATH"
        case installation
        case buildTree = "build tree"
    }

    /// The folders, in the order in which they are searched.
    public var folders: [Folder]

    /// - Parameter folders: in the order in which they are searched.
    public init(folders: [Folder]) { self.folders = folders }

    /// The folders given on the command line, those of the environment, the installation's, and the executable's
    /// own folder in a build tree.
    ///
    /// - Parameters:
    ///   - given: folders from `--backend-path`; they come first.
    ///   - environment: the value of `PICKER_BACKEND_PATH`, folders separated by ":"; ignored when the process runs
    ///     with more rights than its user.
    ///   - executableFolder: where the running program is.
    public static func standard(
        given: [String] = [],
        environment: String? = environmentVariable("PICKER_BACKEND_PATH"),
        executableFolder: String? = Self.executableFolder
    ) -> BackendSearchPath {
        var folders = given.map { Folder(path: $0, reason: .option) }
        if let environment, !CurrentProcess.isPrivileged {
            folders += environment.split(separator: ":").map { Folder(path: String($0), reason: .environment) }
        }
        if let executableFolder {
            if executableFolder.hasSuffix("/bin") {
                folders.append(
                    Folder(path: executableFolder.dropLast(4) + "/lib/picker/backends", reason: .installation))
            } else {
                folders.append(Folder(path: executableFolder, reason: .buildTree))
            }
        }
        return BackendSearchPath(folders: folders)
    }

    /// The folder of the program that people start: `bin` of an installation, or where a build tree has its programs.
    public static var executableFolder: String? { InstalledProgram.folder }
}

/// The value of an environment variable, nil when it is unset or empty.
public func environmentVariable(_ name: String) -> String? { Environment.value(of: name) }
