import Foundation

/// Builds the C backends in `Tests/FaultyBackends/folder`: one conforming backend over a folder of PPM files, and the
/// same with one fault each.
public enum FolderBackends {
    /// Compiles a backend and answers its path.
    ///
    /// - Parameter fault: what folder_has of the sources knows; "none" breaks no rule.
    public static func build(_ fault: String, into folder: TemporaryFolder) throws -> String {
        let library = folder.path("lib\(fault).so")
        let objects = try objects.get()
        let parts = objects.names.map { objects.folder.path("\($0).o") }
        try compile(
            ["-shared", "-DFOLDER_FAULT=\"\(fault)\"", "\(sources)/fault.c"] + parts
                + ["-Wl,--version-script=\(PackagePaths.root)/Tests/FaultyBackends/exports.map", "-o", library])
        return library
    }

    private static let sources = PackagePaths.root + "/Tests/FaultyBackends/folder"

    private struct Objects: Sendable {
        let folder: TemporaryFolder
        let names: [String]
    }

    /// What all of them share, compiled once for the test run.
    private static let objects: Result<Objects, any Error> = Result {
        let folder = try TemporaryFolder()
        let files = try FileManager.default.contentsOfDirectory(atPath: sources).filter { $0.hasSuffix(".c") }
        let names = files.map { String($0.dropLast(2)) }.filter { $0 != "fault" }.sorted()
        for name in names { try compile(["-c", "\(sources)/\(name).c", "-o", folder.path("\(name).o")]) }
        return Objects(folder: folder, names: names)
    }

    private static func compile(_ arguments: [String]) throws {
        guard let compiler = PackagePaths.clang ?? PackagePaths.executable("gcc") else {
            throw FaultyBackends.BuildFailed(command: "clang or gcc", errors: "Neither is in PATH or beside swift.")
        }
        let options = [
            "-std=c11", "-fPIC", "-fvisibility=hidden", "-O1", "-g", "-Wall", "-Wextra", "-pedantic", "-Werror",
            "-pthread",
            "-I", PackagePaths.headers,
        ]
        let result = try Subprocess.run(compiler, options + arguments)
        guard result.succeeded else {
            let command = ([compiler] + options + arguments).joined(separator: " ")
            throw FaultyBackends.BuildFailed(command: command, errors: result.errors)
        }
    }
}
