import PhotoFixtures
import TestSupport
import Testing

@Suite("Output that is not read to its end")
struct PipeTests {
    let picker: PickerProgram
    let photos: FixtureFolder

    init() throws {
        picker = try PickerProgram()
        photos = try FixtureFolder()
        try photos.write("photo.jpg", try SamplePhoto.jpeg(640, 480))
        try photos.multiply("photo.jpg", by: 1500)
    }

    @Test(
        "ends quietly and well",
        arguments: [
            "assets --library \"$1\"", "assets --json --library \"$1\"", "original photo.jpg --out - --library \"$1\"",
            "thumbnails --json --size 9 --out \"$2\" --library \"$1\"",
        ])
    func closedPipe(command: String) async throws {
        // The reader has gone away before the first byte is written.
        let script = "{ \"$picker\" \(command); echo $? >&2; } | exec 0<&-"
        let result = try await picker.shell(script, photos.path, photos.surroundings.path("out"))
        #expect(result.errors == "0\n", "\(result)")
    }

    @Test("what adds photos or makes thumbnails does all of it, also without a reader")
    func work() async throws {
        let source = try FixtureFolder()
        for number in 1...3 { try source.write("\(number).jpg", try SamplePhoto.jpeg(16 * number, 16)) }
        let library = try FixtureFolder()
        let out = library.surroundings.path("out")
        let commands = [
            "add --json \"$1\"/*.jpg --library \"$2\"",
            "thumbnails --json --size 9 --out \"$3\" --library \"$2\"",
        ]
        for command in commands {
            let script = "{ \"$picker\" \(command); echo $? >&2; } | exec 0<&-"
            let result = try await picker.shell(script, source.path, library.path, out)
            #expect(result.errors == "0\n", "\(result)")
        }
        #expect(Files.names(in: library.path) == ["1.jpg", "2.jpg", "3.jpg"])
        let names = Files.names(in: out)
        #expect(names.filter { $0.hasSuffix(".jpg") }.count == 3 && names.contains("manifest.jsonl"))
    }

    @Test("head takes the first line of a long list, and the rest is not waited for")
    func head() async throws {
        let script = "{ \"$picker\" assets --json --library \"$1\"; echo $? >&2; } | head -1"
        let result = try await picker.shell(script, photos.path)
        #expect(try result.jsonLines().count == 1)
        #expect(result.errors == "0\n", "\(result)")
    }

    @Test("a full disk is an error that names standard output", .enabled(if: Files.exists("/dev/full")))
    func full() async throws {
        let result = try await picker.shell("\"$picker\" assets --library \"$1\" > /dev/full", photos.path)
        result.expectFailure(73, naming: "standard output")
    }
}
