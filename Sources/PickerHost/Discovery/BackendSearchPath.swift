internal import CHostSupport

#if canImport(Glibc)
internal import Glibc
#elseif canImport(Musl)
internal import Musl
#endif

/// Where plugins are looked for, in order.
public struct BackendSearchPath: Hashable, Sendable {
    /// One folder and why it is looked at.
    public struct Folder: Hashable, Sendable {
        public var path: String
        public var reason: Reason
    }

    public enum Reason: String, Hashable, Sendable {
        case option = "--backend-path"
        case environment = "PICKER_BACKEND_PATH"
        case installation
        case buildTree = "build tree"
    }

    public var folders: [Folder]

    public init(folders: [Folder]) { self.folders = folders }

    /// The folders given on the command line, those of the environment, the installation's, and the executable's
    /// own folder in a build tree.
    ///
    /// - Parameters:
    ///   - given: folders from `--backend-path`; they come first.
    ///   - environment: the value of `PICKER_BACKEND_PATH`, folders separated by ":"; ignored when the process runs
    ///     with more rights than its user.
    ///   - executableFolder: where the running program lies.
    public static func standard(
        given: [String] = [],
        environment: String? = environmentVariable("PICKER_BACKEND_PATH"),
        executableFolder: String? = Self.executableFolder
    ) -> BackendSearchPath {
        var folders = given.map { Folder(path: $0, reason: .option) }
        if let environment, !picker_host_is_privileged() {
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

    /// The folder of the running program.
    public static var executableFolder: String? {
        guard let path = canonicalPath("/proc/self/exe"), let slash = path.lastIndex(of: "/") else { return nil }
        return String(path[..<slash])
    }
}

/// The value of an environment variable, nil when it is unset or empty.
public func environmentVariable(_ name: String) -> String? {
    guard let value = getenv(name), value.pointee != 0 else { return nil }
    return String(cString: value)
}
