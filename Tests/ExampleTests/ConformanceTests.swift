import TestSupport
import Testing

/// Each is copied out of the repository first: it is built from what `make install` gives, and from nothing else.
@Suite("An example backend", .timeLimit(.minutes(20)), .serialized) struct ExampleConformanceTests {
    @Test("in C builds from what is installed, and keeps every rule of level full")
    func c() async throws { try await conforms("CBackend", id: "photo-archives", formats: ["jpg"]) }

    @Test(
        "in Rust builds from what is installed, and keeps every rule of level full",
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
        let options = ["conformance", plugin, "--level", "full", "--timeout-scale", "4", "--quiet"]
        let verdict = try await picker.run("picker", options, in: picker.home)
        #expect(verdict.succeeded, "\(verdict)")
        // Skipped, for lack of a format, they would have said nothing.
        #expect(!verdict.output.contains("warning: "), "\(verdict)")
        for format in formats { #expect(!verdict.output.contains("skipped: hostile.\(format)"), "\(verdict)") }
    }
}
