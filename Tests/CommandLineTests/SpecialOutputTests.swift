import PhotoFixtures
import TestSupport
import Testing

@Suite("Output into what is no regular file")
struct SpecialOutputTests {
    let picker: PickerProgram
    let photos: FixtureFolder
    let bytes: [UInt8]

    init() throws {
        picker = try PickerProgram()
        photos = try FixtureFolder()
        bytes = try photos.write("photo.jpg")
    }

    @Test("a named pipe is written to, not replaced")
    func namedPipe() async throws {
        let script = """
            mkfifo "$2"
            "$picker" original photo.jpg --library "$1" --out "$2" &
            cat "$2"; wait; test -p "$2"
            """
        let result = try await picker.shell(script, photos.path, photos.surroundings.path("pipe"))
        result.expectSuccess()
        #expect(result.standardOutput == bytes)
    }

    @Test("a link to a device is written through, and stays a link")
    func linkToDevice() async throws {
        let script = """
            ln -s /proc/self/fd/1 "$2"
            "$picker" original photo.jpg --library "$1" --out "$2" | cat; test -L "$2"
            """
        let result = try await picker.shell(script, photos.path, photos.surroundings.path("link"))
        result.expectSuccess()
        #expect(result.standardOutput == bytes)
    }

    @Test("the file that a link leads to is replaced, the link stays")
    func linkToFile() async throws {
        let target = try photos.surroundings.write("old", to: "target")
        let script = """
            ln -s target "$2"
            "$picker" original photo.jpg --library "$1" --out "$2"; test -L "$2"
            """
        try await picker.shell(script, photos.path, photos.surroundings.path("link")).expectSuccess()
        #expect(try Files.bytes(target) == bytes)
    }

    @Test("a folder is no file to write to")
    func folder() async throws {
        try photos.makeFolder("album")
        for out in [photos.surroundings.path, photos.path("album")] {
            let result = try await picker("original", "photo.jpg", "--library", photos.path, "--out", out)
            result.expectFailure(73, naming: "\(out): is a folder; name a file in it, such as photo.jpg")
        }
        #expect(Files.names(in: photos.surroundings.path) == ["photos"])
        #expect(Files.names(in: photos.path("album")).isEmpty)
    }

    @Test(
        "bytes of a photo are not written to a terminal",
        .enabled(if: PackagePaths.executable("script") != nil, "script is not installed"),
        arguments: ["original photo.jpg", "image photo.jpg --size 8"])
    func terminal(command: String) async throws {
        let words = "\"$picker\" \(command) --library \"$photos\" --out -"
        let result = try await picker.shell(
            #"env photos="$1" script -qec "$2" /dev/null"#, photos.path, words)
        #expect(result.status == 64, "\(result)")
        #expect(result.output.contains("picker: standard output is a terminal"), "\(result)")
    }

    @Test("closed standard output is an error, and nothing else is written to")
    func closedOutput() async throws {
        let result = try await picker.shell("\"$picker\" assets --library \"$1\" >&-", photos.path)
        #expect(result.status == 73, "\(result)")
        #expect(try Files.bytes(photos.path("photo.jpg")) == bytes)
    }

    @Test(
        "what is for closed streams is not written into the files that are made",
        arguments: [">&-", "2>&-", "<&- >&- 2>&-"])
    func closedStreams(closing: String) async throws {
        let out = photos.surroundings.path("out")
        try photos.multiply("photo.jpg", by: 20)
        let script = "\"$picker\" thumbnails --json --verbose --size 16 --out \"$2\" --library \"$1\" \(closing)"
        _ = try await picker.shell(script, photos.path, out)
        for name in Files.names(in: out) where name.hasSuffix(".jpg") {
            let made = try Files.bytes("\(out)/\(name)")
            #expect(made.starts(with: [0xFF, 0xD8]) && made.suffix(2) == [0xFF, 0xD9], "\(name)")
        }
    }
}
