import TestSupport
import Testing

@testable import Platform

@Suite("A shared library that is loaded")
struct DynamicLibraryTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    @Test("has all that it needs itself, or is not loaded", arguments: [[], ["-Wl,-z,now"]])
    func missing(options: [String]) throws {
        let library = try compile("incomplete", "int missing(void); int answer(void) { return missing(); }", options)
        let error = #expect(throws: DynamicLibrary.LinkerError.self) { try DynamicLibrary(path: library) }
        #expect(error?.message.contains("missing") == true)
    }

    @Test("lets libraries that it needs wait for what they need, if it binds its own at once")
    func needed() throws {
        let needed = try compile(
            "needed", "int missing(void); int broken(void) { return missing(); } int seven(void) { return 7; }", [])
        let text = "int seven(void); int answer(void) { return seven(); }"
        let plain = try compile("plain", text, [needed])
        #expect(throws: DynamicLibrary.LinkerError.self) { try DynamicLibrary(path: plain) }
        let library = try DynamicLibrary(path: try compile("binding", text, [needed, "-Wl,-z,now"]))
        let address = try #require(library.address(of: "answer"))
        #expect(unsafeBitCast(address, to: (@convention(c) () -> CInt).self)() == 7)  // What is declared above.
    }

    @Test("is refused in the linker's words when it is none", arguments: ["", "\u{7F}ELF", "text"])
    func noLibrary(content: String) throws {
        let path = try folder.write(content, to: "none.so")
        let error = #expect(throws: DynamicLibrary.LinkerError.self) { try DynamicLibrary(path: path) }
        #expect(error?.message.contains(path) == true)
        #expect(throws: DynamicLibrary.LinkerError.self) { try DynamicLibrary(path: folder.path("absent.so")) }
    }

    /// A library of these functions in C, at an absolute path that others may name as what they need.
    private func compile(_ name: String, _ text: String, _ options: [String]) throws -> String {
        let (source, library) = (try folder.write(text, to: "\(name).c"), folder.path("lib\(name).so"))
        try CCompiler.run(
            ["-shared", "-fPIC", source] + options + ["-Wl,--allow-shlib-undefined", "-o", library])
        return library
    }
}
