import Foundation
import PhotoFixtures
import TestSupport
import Testing

/// The superuser is refused nothing, so these run the program as a user who owns nothing.
@Suite(
    "Folders that may not be read",
    .enabled(if: Unprivileged.isPossible, "needs setpriv and a build folder that everybody may read"))
struct PermissionTests {
    let picker: PickerProgram
    let photos: FixtureFolder

    init() throws {
        picker = try PickerProgram()
        photos = try FixtureFolder()
        try photos.write("open/1.jpg")
        try photos.write("closed/2.jpg")
    }

    private func unprivileged(_ arguments: String...) async throws -> Subprocess.Result {
        try await picker.run(
            Unprivileged.command[0], Unprivileged.command.dropFirst() + [PickerProgram.path] + arguments)
    }

    @Test("a library that may not be read is not permitted, whatever forbids it", arguments: [0o000, 0o300, 0o711])
    func closedLibrary(mode: mode_t) async throws {
        chmod(photos.path, mode)
        defer { chmod(photos.path, 0o755) }
        for command in ["albums", "assets"] {
            let result = try await unprivileged(command, "--library", photos.path)
            result.expectFailure(77, naming: "picker: \(photos.path)")
        }
    }

    @Test("a closed folder on the way to the library is not permitted")
    func closedParent() async throws {
        chmod(photos.surroundings.path, 0o600)
        defer { chmod(photos.surroundings.path, 0o755) }
        try await unprivileged("assets", "--library", photos.path).expectFailure(77, naming: photos.path)
    }

    @Test("a folder that may not be read is reported, and the rest is listed")
    func closedFolder() async throws {
        chmod(photos.path("closed"), 0o000)
        defer { chmod(photos.path("closed"), 0o755) }
        let result = try await unprivileged("assets", "--library", photos.path)
        #expect(result.status == 0)
        #expect(result.lines.count == 1 && result.lines[0].hasSuffix("open/1.jpg"))
        #expect(result.errors.contains("warning: closed cannot be read"), "\(result.errors)")
        let report = try await unprivileged("doctor", "--library", photos.path, "--json").json()
        let library = try #require(report["library"] as? [String: Any])
        let problems = try #require(library["diagnostics"] as? [[String: Any]])
        #expect(problems.map { $0["relativePath"] as? String } == ["closed"])
    }

    @Test(
        "a photo that may not be read is not permitted",
        arguments: [["info"], ["original", "--out", "-"], ["image", "--size", "9", "--out", "-"], ["size"]])
    func closedPhoto(command: [String]) async throws {
        chmod(photos.path("open/1.jpg"), 0o000)
        for name in ["open/1.jpg", photos.path("open/1.jpg")] {
            let all = [PickerProgram.path] + command + [name, "--library", photos.path]
            let result = try await picker.run(Unprivileged.command[0], Unprivileged.command.dropFirst() + all)
            result.expectFailure(77, naming: photos.path("open/1.jpg"))
        }
    }

    @Test("output into a folder that may not be written cannot be written")
    func closedOutput() async throws {
        let out = photos.surroundings.path("o.jpg")
        chmod(photos.surroundings.path, 0o555)
        defer { chmod(photos.surroundings.path, 0o755) }
        let result = try await unprivileged(
            "image", "open/1.jpg", "--library", photos.path, "--size", "9", "--out", out)
        result.expectFailure(73, naming: out)
    }
}

/// A way to run the program as a user who owns nothing.
enum Unprivileged {
    static let command: [String] =
        geteuid() == 0
        ? [PackagePaths.executable("setpriv") ?? "setpriv", "--reuid", "65534", "--regid", "65534", "--clear-groups"]
        : ["/usr/bin/env"]

    static let isPossible: Bool = {
        let version = try? Subprocess.run(command[0], command.dropFirst() + [PickerProgram.path, "--version"])
        return version?.succeeded == true
    }()
}
