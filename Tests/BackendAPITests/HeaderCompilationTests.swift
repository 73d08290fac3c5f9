import TestSupport
import Testing

/// A compiler and a language standard that the headers must satisfy.
struct Dialect: CustomStringConvertible, Sendable {
    let compiler: String
    let language: String
    let standard: String

    var description: String { "\(compiler) -std=\(standard)" }

    static func c(_ compiler: String) -> [Dialect] {
        ["c11", "c17"].map { Dialect(compiler: compiler, language: "c", standard: $0) }
    }

    static func cPlusPlus(_ compiler: String) -> [Dialect] {
        ["c++11", "c++17", "c++20"].map { Dialect(compiler: compiler, language: "c++", standard: $0) }
    }

    /// What the compiler says about `source`; empty when it has nothing to complain of.
    func complaints(
        about source: String, in folder: TemporaryFolder, options: [String] = []
    ) throws -> String {
        let file = try folder.write(source, to: "source.\(language == "c" ? "c" : "cpp")")
        let result = try Subprocess.run(
            PackagePaths.executable(compiler) ?? compiler,
            [
                "-std=\(standard)", "-Wall", "-Wextra", "-pedantic", "-Werror", "-fsyntax-only",
                "-I", PackagePaths.headers, file,
            ] + options)
        return result.succeeded ? "" : "\(result.ending): \(result.errors)"
    }
}

@Suite("The headers compile") struct HeaderCompilationTests {
    @Test("with gcc", .compiler("gcc"), arguments: Dialect.c("gcc"))
    func gcc(dialect: Dialect) throws { try expectNoComplaints(dialect) }

    @Test("with clang", .compiler("clang"), arguments: Dialect.c("clang"))
    func clang(dialect: Dialect) throws { try expectNoComplaints(dialect) }

    @Test("with g++", .compiler("g++"), arguments: Dialect.cPlusPlus("g++"))
    func gccPlusPlus(dialect: Dialect) throws { try expectNoComplaints(dialect) }

    @Test("with clang++", .compiler("clang++"), arguments: Dialect.cPlusPlus("clang++"))
    func clangPlusPlus(dialect: Dialect) throws { try expectNoComplaints(dialect) }

    /// All headers together; by the oldest standard also each alone and twice, since what a header includes does not depend on it.
    private func expectNoComplaints(_ dialect: Dialect) throws {
        let all = "#include <picker/backend_api.h>\nint main(void) { return PICKER_OK; }\n"
        #expect(try dialect.complaints(about: all, in: TemporaryFolder()) == "")
        guard ["c11", "c++11"].contains(dialect.standard) else { return }
        for header in HeaderSource.all {
            let source = "#include <\(header.name)>\n#include <\(header.name)>\nint main(void) { return 0; }\n"
            #expect(try dialect.complaints(about: source, in: TemporaryFolder()) == "", "\(header)")
        }
    }

    @Test("into an entry point that C++ exports under its C name")
    func entryFromCPlusPlus() throws {
        let compiler = try #require(PackagePaths.executable("clang++") ?? PackagePaths.executable("g++"))
        let folder = try TemporaryFolder()
        let source = try folder.write(Self.entry, to: "entry.cpp")
        let library = folder.path("libentry.so")
        let options = [
            "-std=c++17", "-shared", "-fPIC", "-I", PackagePaths.headers,
            "-Wl,--version-script=\(PackagePaths.root)/Plugins/exports.map",
        ]
        let result = try Subprocess.run(compiler, options + [source, "-o", library])
        #expect(result.errors == "")
        #expect(try exportedSymbols(of: library) == ["picker_backend_entry_v1"])
    }

    private static let entry = """
        #include <picker/backend_api.h>
        PICKER_EXPORT picker_status picker_backend_entry_v1(const picker_entry_request *, picker_backend *,
                                                            picker_error *) {
            return PICKER_UNSUPPORTED;
        }
        """
}

extension Trait where Self == ConditionTrait {
    /// Skips a test, and says why, when a compiler is missing.
    static func compiler(_ name: String) -> Self {
        .enabled(if: PackagePaths.executable(name) != nil, "\(name) is not installed")
    }
}

/// The names that a shared library defines and exports.
func exportedSymbols(of library: String) throws -> [String] {
    let result = try Subprocess.run("nm", ["-D", "--defined-only", "--format=posix", library])
    try #require(result.succeeded, "\(result.errors)")
    return result.output.split(separator: "\n").compactMap { $0.split(separator: " ").first.map(String.init) }
}
