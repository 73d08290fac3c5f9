import TestSupport
import Testing

/// A compiler and a language standard that the headers must satisfy.
struct Dialect: CustomStringConvertible, Sendable {
    let compiler: String
    let language: String
    let standard: String

    var description: String { "\(compiler) -std=\(standard)" }
    var isInstalled: Bool { PackagePaths.executable(compiler) != nil }

    static let all =
        ["gcc", "clang"].flatMap { compiler in
            ["c11", "c17"].map { Dialect(compiler: compiler, language: "c", standard: $0) }
        }
        + ["g++", "clang++"].flatMap { compiler in
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
    /// Missing compilers are visible as skipped tests, one for each.
    @Test("without a warning, all of them", arguments: Dialect.all)
    func together(dialect: Dialect) throws {
        try requireInstalled(dialect)
        let source = "#include <picker/backend_api.h>\nint main(void) { return PICKER_OK; }\n"
        #expect(try dialect.complaints(about: source, in: TemporaryFolder()) == "")
    }

    @Test("each alone and twice", arguments: Dialect.all)
    func alone(dialect: Dialect) throws {
        try requireInstalled(dialect)
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

    private func requireInstalled(_ dialect: Dialect) throws {
        guard dialect.isInstalled else {
            try Test.cancel("\(dialect.compiler) is not installed")
        }
    }
}

/// The names that a shared library defines and exports.
func exportedSymbols(of library: String) throws -> [String] {
    let result = try Subprocess.run("nm", ["-D", "--defined-only", "--format=posix", library])
    try #require(result.succeeded, "\(result.errors)")
    return result.output.split(separator: "\n").compactMap { $0.split(separator: " ").first.map(String.init) }
}
