import Foundation

/// The C backends in `Tests/FaultyBackends/folder`: one conforming backend over a folder of PPM files, and the same with
/// one fault each.
public enum FolderBackends {
    /// Makes a backend and answers its path.
    ///
    /// - Parameter fault: what folder_has of the sources knows; "none" breaks no rule.
    public static func build(_ fault: String, into folder: TemporaryFolder) throws -> String {
        var library = try good.get()
        guard let sign = library.range(of: Data("FOLDER_FAULT=none".utf8)) else {
            throw CCompiler.Failed(command: "fault.c", errors: "Its sign is not in the library.")
        }
        let name = Data("FOLDER_FAULT=\(fault)\0".utf8)
        library.replaceSubrange(sign.lowerBound..<sign.lowerBound + name.count, with: name)
        let path = folder.path("lib\(fault).so")
        try library.write(to: URL(fileURLWithPath: path))
        return path
    }

    /// Compiles a backend with more options for the compiler, or of the sources with more of them.
    ///
    /// - Returns: its path.
    public static func compile(_ options: [String], name: String, into folder: TemporaryFolder) throws -> String {
        let path = folder.path("lib\(name).so")
        try compile(to: path, options)
        return path
    }

    private static let sources = PackagePaths.root + "/Tests/FaultyBackends"

    /// The library without a fault, compiled once for the test run.
    private static let good: Result<Data, any Error> = Result {
        let folder = try TemporaryFolder()
        try compile(to: folder.path("good.so"), ["-Wl,--version-script=\(sources)/exports.map"])
        return try Data(contentsOf: URL(fileURLWithPath: folder.path("good.so")))
    }

    private static func compile(to path: String, _ options: [String]) throws {
        let files = try FileManager.default.contentsOfDirectory(atPath: sources + "/folder").filter {
            $0.hasSuffix(".c")
        }
        // Identifiers as R8.4 wants them; and posters of videos need a codec.
        let others = [PackagePaths.root + "/Examples/CBackend/identifier.c", "-ljpeg"]
        try CCompiler.run(
            CCompiler.plugin + CCompiler.strict + ["-shared", "-g", "-pedantic", "-o", path]
                + files.sorted().map { "\(sources)/folder/\($0)" } + others + options)
    }
}
