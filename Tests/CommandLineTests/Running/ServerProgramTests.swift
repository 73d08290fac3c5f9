import Foundation
import PhotoFixtures
import TestSupport
import Testing

@Suite("picker becomes picker-server for what it does not do itself")
struct ServerProgramTests {
    let picker: PickerProgram
    /// A folder in which `picker` is alone.
    let alone: TemporaryFolder

    init() throws {
        picker = try PickerProgram()
        alone = try TemporaryFolder()
        try FileManager.default.copyItem(atPath: PickerProgram.path, toPath: alone.path("picker"))
    }

    @Test("without it, photos are shown, and the commands of the server say what is missing")
    func missing() async throws {
        let photos = try FixtureFolder()
        try photos.write("Holiday/1.jpg")
        let albums = try await picker.run(
            alone.path("picker"), ["albums", "--library", photos.path, "--backend", PickerProgram.plugin])
        albums.expectSuccess()
        #expect(albums.output.contains("Holiday"))
        for arguments in [["serve"], ["--help"], ["albums", "--bogus"]] {
            try await picker.run(alone.path("picker"), arguments).expectFailure(69, naming: "picker-server")
        }
    }

    @Test("one that cannot be started is named, with the reason")
    func broken() async throws {
        let server = alone.path("picker-server")
        try Data("no program".utf8).write(to: URL(fileURLWithPath: server))
        chmod(server, 0o755)
        try await picker.run(alone.path("picker"), ["serve"]).expectFailure(69, naming: server, "format")
    }

    @Test("it is the same process with the same arguments, whatever bytes they are")
    func sameProcess() async throws {
        let server = alone.path("picker-server")
        let script = "#!/bin/sh\nprintf '%s|' $$ \"$@\"\n"
        try Data(script.utf8).write(to: URL(fileURLWithPath: server))
        chmod(server, 0o755)
        // A shell of its own, since in ( ) `$$` would be the outer one's.
        let line = """
            sh -c 'echo $$; exec "$0" serve --library "$(printf "caf\\351")" ""' "$1" | od -An -c | tr -d ' \\n'
            """
        let result = try await picker.run("/bin/sh", ["-c", line, "sh", alone.path("picker")])
        let parts = result.output.split(separator: "\\n", maxSplits: 1)
        #expect(parts.count == 2 && parts[1] == "\(parts[0])|serve|--library|caf351||", "\(result)")
    }

    @Test("help that no one reads ends well", arguments: ["--help", "clients"])
    func closedPipe(argument: String) async throws {
        // The reader is gone when it is printed.
        let result = try await picker.shell("{ sleep 0.3; \"$picker\" \"$1\"; echo $? >&2; } | :", argument)
        #expect(result.errors == "0\n", "\(result)")
    }
}
