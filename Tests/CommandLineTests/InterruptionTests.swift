import Foundation
import PhotoFixtures
import TestSupport
import Testing

@Suite("Interrupting picker")
struct InterruptionTests {
    let picker: PickerProgram
    let photos: FixtureFolder
    let out: String

    init() throws {
        picker = try PickerProgram()
        photos = try FixtureFolder()
        out = photos.surroundings.path("out")
        // A minute of work, so that there is a middle to be interrupted in.
        try photos.write("photo.jpg", try SamplePhoto.jpeg(1600, 1200))
        try photos.multiply("photo.jpg", by: 2000)
    }

    /// Makes thumbnails, sends a signal when some are there, and waits for the end; all on a thread of its own, so that
    /// the signal comes soon however many tests are waiting.
    private func interrupted(by signal: Int32) async throws -> Subprocess.Result {
        try await onThread { [picker, photos, out] in
            let running = try picker.start(
                "thumbnails", "--size", "1024", "--library", photos.path, "--out", out, "--quiet")
            blocks(seconds: 120) { Files.names(in: out).count > 3 }
            Foundation.kill(running.processIdentifier, signal)
            return running.wait()
        }
    }

    /// Expects finished thumbnails and nothing else in the folder, some and not all of them.
    private func expectWholeFiles() async throws {
        let names = Files.names(in: out).filter { $0 != "manifest.jsonl" }
        #expect(names.allSatisfy { $0.hasSuffix(".jpg") && !$0.hasPrefix(".") }, "\(names)")
        #expect((1..<2000).contains(names.count))
        let damaged = try await onThread { [out] in
            try names.filter { Array(try Files.bytes("\(out)/\($0)").suffix(2)) != [0xFF, 0xD9] }
        }
        #expect(damaged.isEmpty)
        for name in names.prefix(10) { #expect(throws: Never.self) { try DecodedPhoto(Files.bytes("\(out)/\(name)")) } }
    }

    @Test("Ctrl-C in the middle of thumbnails ends it with 130, quietly, and leaves no part of a file")
    func interrupt() async throws {
        let result = try await interrupted(by: SIGINT)
        #expect(result.ending == .exited(130))
        #expect(result.output.isEmpty && result.errors.isEmpty, "\(result)")
        try await expectWholeFiles()
        // What they are of is written down, for the next run to go on. One that was written when the signal came may be missing.
        let lines = try Files.bytes("\(out)/manifest.jsonl").split(separator: UInt8(ascii: "\n"))
        let listed = try lines.map { try JSONSerialization.jsonObject(with: Data($0)) as? [String: Any] }
        #expect(!listed.isEmpty && Set(listed.compactMap { $0?["file"] as? String }).isSubset(of: Files.names(in: out)))
    }

    @Test("not even a kill in the middle of thumbnails leaves a part of a file")
    func kill() async throws {
        let result = try await interrupted(by: SIGKILL)
        #expect(result.ending == .signalled(SIGKILL))
        try await expectWholeFiles()
    }

    @Test(
        "a crash in the middle of thumbnails ends it at once, without a backtrace that takes seconds, and leaves no part of a file"
    )
    func crash() async throws {
        let result = try await interrupted(by: SIGSEGV)
        #expect(result.ending == .signalled(SIGSEGV))
        #expect(result.errors.isEmpty, "\(result.errors)")
        try await expectWholeFiles()
    }

    @Test("nohup keeps the end of a terminal from ending it")
    func nohup() async throws {
        let command = [
            PickerProgram.path, "thumbnails", "--size", "1024", "--library", photos.path, "--out", out, "--quiet",
        ]
        let isGoingOn = try await onThread { [picker, out] in
            let running = try RunningSubprocess("nohup", command, environment: picker.environment)
            blocks(seconds: 120) { Files.names(in: out).count > 3 }
            Foundation.kill(running.processIdentifier, SIGHUP)
            // More than are on their way at once.
            let enough = Files.names(in: out).count + 100
            let isGoingOn = blocks(seconds: 120) { Files.names(in: out).count >= enough }
            Foundation.kill(running.processIdentifier, SIGINT)
            return isGoingOn && running.wait().ending == .exited(130)
        }
        #expect(isGoingOn)
    }

    @Test("a list is interrupted between two lines")
    func list() async throws {
        // The pipe fills up while it is not read; the program is in the middle of its list then.
        let script = """
            mkfifo "$2"; env --default-signal=INT "$picker" assets --library "$1" --json > "$2" & pid=$!
            exec 3< "$2"; head -c 1 <&3 > /dev/null; kill -INT $pid; cat <&3 > /dev/null; wait $pid; echo $?
            """
        let result = try await picker.shell(script, photos.path, photos.surroundings.path("pipe"))
        #expect(result.output == "130\n", "\(result)")
        #expect(result.errors.isEmpty)
    }
}
