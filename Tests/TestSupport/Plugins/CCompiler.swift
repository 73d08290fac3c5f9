/// Compiles C for tests, with the compiler that comes with Swift, or else with gcc.
public enum CCompiler {
    public struct Failed: Error, CustomStringConvertible {
        public let command: String
        public let errors: String
        public var description: String { "\(command)\n\(errors)" }
    }

    /// C as the headers of the ABI are written in, and where these are.
    public static let language = ["-std=c11", "-I", PackagePaths.headers]
    /// Warnings are errors.
    public static let strict = ["-Wall", "-Wextra", "-Werror"]
    /// What a plugin is compiled with.
    public static let plugin = language + ["-fPIC", "-fvisibility=hidden", "-O1", "-pthread"]

    /// - Parameter folder: where it runs; nil: where the tests do.
    public static func run(_ arguments: [String], in folder: String? = nil) throws {
        guard let compiler = PackagePaths.clang ?? PackagePaths.executable("gcc") else {
            throw Failed(command: "clang or gcc", errors: "Neither is in PATH or beside swift.")
        }
        let result = try Subprocess.run(compiler, arguments, in: folder)
        guard result.succeeded else {
            throw Failed(command: ([compiler] + arguments).joined(separator: " "), errors: result.errors)
        }
    }
}
