import TestSupport
import Testing

/// Each is copied out of the repository first: it is built from what `make install` gives, and from nothing else.
@Suite(
    "The example backends conform", .timeLimit(.minutes(20)), .serialized,
    .enabled(if: TestExtent.includesSlow, "make test-slow runs it"))
struct ExampleConformanceTests {
    @Test(
        "The example in C builds from what is installed, and keeps every rule",
        .enabled(
            if: TestExtent.isComplete,
            "make sanitize-kit runs more checks over it, ArchiveTests build it from what is installed"))
    func c() async throws { try await conforms("CBackend", id: "photo-archives", formats: ["jpg"]) }

    @Test(
        "The example in Rust builds from what is installed, and keeps every rule",
        .enabled(if: PackagePaths.executable("rustc") != nil, "rustc is not installed"))
    func rust() async throws { try await conforms("RustBackend", id: "pixmaps", formats: ["ppm"]) }

    private func conforms(_ example: String, id: String, formats: [String]) async throws {
        let picker = try await InstalledPicker()
        let copy = try picker.copy(example)
        try await picker.make(in: copy)
        try await picker.make("install", in: copy)

        let backends = try await picker("backends")
        #expect(backends.output.contains(id), "\(backends)")
        let plugin = "\(picker.prefix)/lib/picker/backends/lib\(id).so"
        let level = TestExtent.isComplete ? "full" : "core"
        let options = ["conformance", plugin, "--level", level, "--timeout-scale", "4", "--quiet"]
        let verdict = try await picker.run("picker", options, in: picker.home)
        #expect(verdict.succeeded, "\(verdict)")
        // Skipped, for lack of a format, they would have said nothing.
        #expect(!verdict.output.contains("warning: "), "\(verdict)")
        for format in formats { #expect(!verdict.output.contains("skipped: hostile.\(format)"), "\(verdict)") }
    }
}
