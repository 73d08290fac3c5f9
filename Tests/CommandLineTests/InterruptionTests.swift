import Foundation
import PhotoFixtures
import TestSupport
import Testing

@Suite("Interrupting picker")
struct InterruptionTests {
    let picker: PickerProgram
    let photos: PhotoFolder
    let out: String

    init() throws {
        picker = try PickerProgram()
        photos = try PhotoFolder()
        out = photos.surroundings.path("out")
        // Minutes of work, so that there is a middle to be interrupted in.
        try photos.write("photo.jpg", try SamplePhoto.jpeg(1600, 1200))
        try photos.multiply("photo.jpg", by: 8000)
    }

    /// Starts making thumbnails, and waits until some are there.
    private func startThumbnails() async throws -> RunningSubprocess {
        let running = try picker.start(
            "thumbnails", "--size", "1024", "--library", photos.path, "--out", out, "--quiet")
        _ = try await until("some thumbnails are made") { [out] in Files.names(in: out).count > 3 ? true : nil }
        return running
    }

    /// Expects finished thumbnails and nothing else in the folder, some and not all of them.
    private func expectWholeFiles() throws {
        let names = Files.names(in: out)
        #expect(names.allSatisfy { $0.hasSuffix(".jpg") && !$0.hasPrefix(".") }, "\(names)")
        #expect((1..<8000).contains(names.count))
        for name in names { #expect(throws: Never.self) { try DecodedPhoto(try Files.bytes("\(out)/\(name)")) } }
    }

    @Test("Ctrl-C in the middle of thumbnails ends it with 130, quietly, and leaves no part of a file")
    func interrupt() async throws {
        let running = try await startThumbnails()
        Foundation.kill(running.processIdentifier, SIGINT)
        let result = try await onThread { running.wait(timeout: 60) }
        #expect(result.ending == .exited(130))
        #expect(result.output.isEmpty && result.errors.isEmpty, "\(result)")
        try expectWholeFiles()
    }

    @Test("not even a kill in the middle of thumbnails leaves a part of a file")
    func kill() async throws {
        let running = try await startThumbnails()
        Foundation.kill(running.processIdentifier, SIGKILL)
        let result = try await onThread { running.wait(timeout: 60) }
        #expect(result.ending == .signalled(SIGKILL))
        try expectWholeFiles()
    }

    @Test("a list is interrupted between two lines")
    func list() async throws {
        // The pipe fills up while nobody reads; the program is in the middle of its list then.
        let script = """
            mkfifo "$2"; env --default-signal=INT "$picker" assets --library "$1" --json > "$2" & pid=$!
            exec 3< "$2"; head -c 1 <&3 > /dev/null; kill -INT $pid; cat <&3 > /dev/null; wait $pid; echo $?
            """
        let result = try await picker.shell(script, photos.path, photos.surroundings.path("pipe"))
        #expect(result.output == "130\n", "\(result)")
        #expect(result.errors.isEmpty)
    }
}
