import TestSupport
import Testing

@Suite("The faulty backends") struct FaultyBackendTests {
    @Test("compile without a warning", arguments: FaultyBackends.all)
    func compile(name: String) throws {
        let folder = try TemporaryFolder()
        let library = try FaultyBackends.build(name, into: folder)
        let symbols = try exportedSymbols(of: library)
        #expect(symbols.count == 1)
    }

    @Test("are all there")
    func complete() {
        let wanted = [
            "crash_in_constructor", "crash_in_entry", "crash_in_image", "entry_from_dependency",
            "good", "hang_in_entry", "image_never_final", "image_two_finals", "newer_abi", "no_entry",
            "null_functions", "open_fails", "probe_refuses", "short_struct", "slow_image",
        ]
        #expect(Set(wanted).subtracting(FaultyBackends.all).isEmpty)
    }

    @Test("have one brother that breaks no rule and exports exactly the entry point (R1)")
    func goodExports() throws {
        let folder = try TemporaryFolder()
        let library = try FaultyBackends.build("good", id: "good-two", priority: -7, into: folder)
        #expect(library == folder.path("libgood-two.so"))
        #expect(try exportedSymbols(of: library) == ["picker_backend_entry_v1"])
    }

    @Test("without an entry point have none themselves, even if a library that they need has one")
    func entryOfADependency() throws {
        let folder = try TemporaryFolder()
        let library = try FaultyBackends.build("entry_from_dependency", into: folder)
        #expect(try exportedSymbols(of: library) == ["picker_backend_unrelated"])
        let needed = try Subprocess.run("readelf", ["--dynamic", library]).output
        #expect(needed.contains("[libneeded_by_entry_from_dependency.so]"))
    }

    @Test("say which command failed and why")
    func buildErrors() throws {
        let folder = try TemporaryFolder()
        let failure = #expect(throws: CCompiler.Failed.self) {
            try FaultyBackends.build("no_such_backend", into: folder)
        }
        #expect(failure?.description.contains("no_such_backend.c") == true)
    }
}
