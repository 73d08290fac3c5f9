import Foundation

/// Where the files of this package lie, whatever the working directory of the test run is.
public enum PackagePaths {
    /// The package's root. Symbolic links are resolved, so that sources shared by a second package lead to the first.
    public static let root: String = {
        let thisFile = URL(fileURLWithPath: #filePath).resolvingSymlinksInPath()
        return thisFile.deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent().path
    }()

    /// The folder of the running test executable, beside which SwiftPM puts plugins and tools.
    public static let buildFolder: String =
        URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath().deletingLastPathComponent().path

    /// The program that tries, serves and checks plugins in processes of their own.
    public static let helper = buildFolder + "/picker-helper"

    /// The folder to pass to a compiler with `-I`.
    public static let headers = root + "/Sources/BackendAPI/include"

    /// The compiler that comes with Swift, if there is one.
    public static let clang: String? = executable("clang")

    /// The path of a program: from PATH, or else from beside `swift`, whose folder need not be in PATH itself.
    public static func executable(_ name: String) -> String? {
        firstInPath(name) ?? besideSwift(name)
    }

    private static func firstInPath(_ name: String) -> String? {
        let folders = (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":")
        return folders.map { "\($0)/\(name)" }.first(where: FileManager.default.isExecutableFile(atPath:))
    }

    private static func besideSwift(_ name: String) -> String? {
        guard let swift = firstInPath("swift") else { return nil }
        let folder = URL(fileURLWithPath: swift).resolvingSymlinksInPath().deletingLastPathComponent()
        let path = folder.appendingPathComponent(name).path
        return FileManager.default.isExecutableFile(atPath: path) ? path : nil
    }
}
