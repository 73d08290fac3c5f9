import Foundation
import TestSupport
import Testing

@Suite("picker new-backend", .timeLimit(.minutes(20)), .serialized) struct NewBackendTests {
    private static let languages = ["c"] + (PackagePaths.executable("rustc") == nil ? [] : ["rust"])

    @Test(
        "picker new-backend makes a folder that builds, installs and conforms under its own name",
        .enabled(if: TestExtent.includesSlow, "make test-slow runs it"), arguments: languages)
    func conforms(language: String) async throws {
        let picker = try await InstalledPicker()
        let made = try await picker("new-backend", "--language", language, "my-photos")
        #expect(made.succeeded, "\(made)")
        try await picker.make("install", in: "\(picker.home)/my-photos")
        let backends = try await picker("backends")
        #expect(backends.output.contains("my-photos"), "\(backends)")
        // The same sources are checked completely as examples: what differs is the name.
        let part = TestExtent.isComplete ? [] : ["--filter", "static."]
        let plugin = "\(picker.prefix)/lib/picker/backends/libmy-photos.so"
        let options = ["conformance", plugin, "--timeout-scale", "4", "--quiet"]
        let verdict = try await picker.run("picker", options + part, in: picker.home)
        #expect(verdict.succeeded, "\(verdict)")
    }

    /// That it builds and conforms is shown by the guide's tests, which make one, too.
    @Test("picker new-backend makes a package in Swift that has the new name everywhere, and no products of a build")
    func swift() async throws {
        let picker = try await InstalledPicker()
        let made = try await picker("new-backend", "--language", "swift", "my-photos")
        #expect(made.succeeded, "\(made)")
        let rest = try await picker.run(
            "grep", ["-rlE", "photo-playlists|Photo Playlists", "my-photos"], in: picker.home)
        #expect(rest.ending == .exited(1), "\(rest)")
        let files = try FileManager.default.contentsOfDirectory(atPath: "\(picker.home)/my-photos")
        #expect(
            files.sorted() == ["Makefile", "Package.swift", "README.md", "Sources", "my-photos.backend.json"],
            "\(files)")
    }

    @Test(
        "picker new-backend makes a backend over a server that builds, installs and conforms under its own name",
        .enabled(if: TestExtent.includesSlow, "make test-slow runs it"))
    func remote() async throws {
        let picker = try await InstalledPicker()
        let made = try await picker("new-backend", "--language", "c", "--kind", "remote", "my-server")
        #expect(made.succeeded, "\(made)")
        let rest = try await picker.run("grep", ["-rlE", "photo-shelf|Photo Shelf", "my-server"], in: picker.home)
        #expect(rest.ending == .exited(1), "\(rest)")
        let folder = "\(picker.home)/my-server"
        try await picker.make("install", in: folder)
        let options = [
            "conformance", "\(picker.prefix)/lib/picker/backends/libmy-server.so", "--timeout-scale", "4", "--quiet",
            "--filter", TestExtent.isComplete ? "" : "static.", "--fixture", "sh \(folder)/server/fixture",
        ]
        let verdict = try await picker.run("picker", options, in: picker.home)
        #expect(verdict.succeeded, "\(verdict)")
    }

    @Test("picker new-backend says which examples there are", arguments: ["rust", "swift"])
    func noSuchKind(language: String) async throws {
        let picker = try await InstalledPicker()
        let made = try await picker("new-backend", "--language", language, "--kind", "remote", "my-server")
        #expect(made.ending == .exited(64), "\(made)")
        #expect(
            made.errors.contains("no example of kind remote in \(language)") && made.errors.contains("--language c"),
            "\(made)")
        #expect(!FileManager.default.fileExists(atPath: "\(picker.home)/my-server"))
    }

    @Test("picker new-backend leaves a folder alone that exists")
    func exists() async throws {
        let picker = try await InstalledPicker()
        let first = try await picker("new-backend", "--language", "c", "my-photos")
        #expect(first.succeeded, "\(first)")
        let second = try await picker("new-backend", "--language", "c", "my-photos")
        #expect(second.ending == .exited(73) && second.errors.contains("my-photos"), "\(second)")
    }
}
