import Foundation

/// Programs in place of `picker-helper`, in `Tests/FaultyBackends/worker`.
public enum HostileWorker {
    /// One that lies to the host: `hostile_worker.c`. Compiled once for the test run; in a folder that goes with it.
    public static var program: String { get throws { try made.get().path("hostile_worker") } }

    /// `picker-helper` where the kernel refuses to confine it further: `unconfinable.c`.
    public static var unconfinable: String { get throws { try madeUnconfinable.get().path("unconfinable") } }

    private static let made = Result { try compile("hostile_worker") }
    private static let madeUnconfinable = Result {
        try compile("unconfinable", ["-DHELPER=\"\(PackagePaths.helper)\""])
    }

    private static func compile(_ name: String, _ options: [String] = []) throws -> TemporaryFolder {
        let folder = try TemporaryFolder()
        let source = PackagePaths.root + "/Tests/FaultyBackends/worker/\(name).c"
        try CCompiler.run(
            CCompiler.language + CCompiler.strict + ["-O1", "-g", "-pthread", source, "-o", folder.path(name)]
                + options)
        return folder
    }
}
