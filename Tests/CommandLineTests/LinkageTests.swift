import TestSupport
import Testing

@Suite("What the program and its plugins are linked with")
struct LinkageTests {
    @Test(
        "the program needs no plugin, and no codec that only a plugin needs",
        arguments: ["picker", "picker-server", "picker-helper"])
    func program(name: String) async throws {
        let result = try await onThread { try Subprocess.run("ldd", [PackagePaths.buildFolder + "/" + name]) }
        #expect(result.succeeded)
        for word in ["Backend", "libheif", "libde265", "libaom", "libavcodec", "libraw", "libpq", "not found"] {
            #expect(!result.output.contains(word), "\(word) in \(result.output)")
        }
    }

    @Test("The host's program does not even know the names of FFmpeg's libraries: the helper alone converts videos")
    func noVideoLibraries() async throws {
        let found = try await onThread {
            try ["picker", "picker-server", "picker-helper"].map { name in
                try Subprocess.run("grep", ["-q", "-a", "libavcodec[.]so", PackagePaths.buildFolder + "/" + name])
                    .succeeded
            }
        }
        #expect(found == [false, false, true])
    }

    @Test("a plugin starts without LibRaw, which it opens when it meets a RAW file")
    func lazyLibraries() async throws {
        let result = try await onThread { try Subprocess.run("ldd", [PickerProgram.plugin]) }
        #expect(result.succeeded)
        #expect(!result.output.contains("libraw"), "\(result.output)")
    }

    @Test("a plugin exports its entry point and nothing else", .enabled(if: PackagePaths.executable("nm") != nil))
    func plugin() async throws {
        let result = try await onThread {
            try Subprocess.run("nm", ["-D", "--defined-only", "--extern-only", PickerProgram.plugin])
        }
        let symbols = result.output.split(separator: "\n")
        #expect(symbols.count == 1, "\(symbols)")
        #expect(symbols.first?.split(separator: " ").last?.hasPrefix("picker_backend_entry_v1") == true)
    }
}
