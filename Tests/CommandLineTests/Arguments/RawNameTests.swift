import Foundation
import PhotoFixtures
import TestSupport
import Testing

/// Names are given by `printf`, in octal: arguments of a test are text.
@Suite("Arguments that are not UTF-8")
struct RawNameTests {
    let picker: PickerProgram
    let photos: FixtureFolder
    let name = Array("bad".utf8) + [0xFF, 0xFE] + Array(".jpg".utf8)
    let jpeg: [UInt8]

    init() throws {
        picker = try PickerProgram()
        photos = try FixtureFolder()
        jpeg = try SamplePhoto.jpeg(50, 40)
        try photos.makeFolder("odd")
        try photos.write(rawName: Array("odd/".utf8) + name, jpeg)
    }

    private func rawNames(in folder: String) async throws -> [UInt8] {
        try await picker.shell(#"cd "$1" && printf '%s\n' *"#, folder).standardOutput
    }

    @Test("A photo is found by the path that the file system has, from the library and from the current folder")
    func asset() async throws {
        let inside = #"exec "$picker" info "$(printf 'odd/bad\377\376.jpg')" --library "$1" --json"#
        let found = try await picker.shell(inside, photos.path)
        found.expectSuccess()
        #expect(try found.json()["pixelWidth"] as? Int == 50)
        let here = #"cd "$1/odd" && exec "$picker" original "$(printf 'bad\377\376.jpg')" --library "$1" --out -"#
        let original = try await picker.shell(here, photos.path)
        original.expectSuccess()
        #expect(original.standardOutput == jpeg)
        let sizes = try await picker.shell(
            #"exec "$picker" size "$(printf "$1/odd/bad\377\376.jpg")" --library "$1""#, photos.path)
        sizes.expectSuccess()
    }

    @Test("Bytes that are not UTF-8 are those of one name alone")
    func collisions() async throws {
        try photos.write("odd/bad\u{FFFD}\u{FFFD}.jpg", try SamplePhoto.jpeg(20, 10))
        // What stands for these bytes inside of the program is a name of its own.
        try photos.write("odd/bad\u{10FEFF}\u{10FEFE}.jpg", try SamplePhoto.jpeg(30, 10))
        func width(_ format: String) async throws -> Int? {
            let script = #"exec "$picker" info "$(printf "$2")" --library "$1" --json"#
            return try await picker.shell(script, photos.path, format).json()["pixelWidth"] as? Int
        }
        #expect(try await width(#"odd/bad\377\376.jpg"#) == 50)
        #expect(try await width(#"odd/bad\357\277\275\357\277\275.jpg"#) == 20)
        #expect(try await width(#"odd/bad\364\217\273\277\364\217\273\276.jpg"#) == 30)
        let missing = try await picker.shell(
            #"exec "$picker" info "$(printf 'odd/none\200.jpg')" --library "$1""#, photos.path)
        missing.expectFailure(66, naming: "odd/none\\x80.jpg: no such photo")
    }

    @Test("--out writes the name that was given, in a folder that may have such a name itself")
    func output() async throws {
        let folder = photos.surroundings.path("out")
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        let result = try await picker.shell(
            #"""
            mkdir "$2/$(printf 'f\351')" && out="$2/$(printf 'f\351')/$(printf 'o\377')" &&
            "$picker" original "$(printf 'odd/bad\377\376.jpg')" --library "$1" --out "$out" &&
            "$picker" image "$(printf 'odd/bad\377\376.jpg')" --library "$1" --size 9 --out="$out.png" &&
            "$picker" thumbnails --library "$1" --size 9 --out "$2/$(printf 't\351')" --quiet &&
            cmp "$out" "$1/$(printf 'odd/bad\377\376.jpg')" && cd "$2" && printf '%s\n' * */o*
            """#, photos.path, folder)
        result.expectSuccess()
        let expected: [UInt8] =
            Array("f".utf8) + [0xE9, 0x0A] + Array("t".utf8) + [0xE9, 0x0A] + Array("f".utf8) + [0xE9]
            + Array("/o".utf8) + [0xFF, 0x0A] + Array("f".utf8) + [0xE9] + Array("/o".utf8) + [0xFF]
            + Array(".png\n".utf8)
        #expect(result.standardOutput == expected, "\(result)")
    }

    @Test("A file with such a name is not added under another one")
    func add() async throws {
        let source = photos.surroundings.path("source")
        try FileManager.default.createDirectory(atPath: source, withIntermediateDirectories: true)
        try Data(jpeg).write(to: URL(filePath: "\(source)/plain.jpg"))
        let refused = try await picker.shell(
            #"cd "$2" && cp plain.jpg "$(printf 'b\377.jpg')" && exec "$picker" add "$(printf 'b\377.jpg')" --library "$1""#,
            photos.path, source)
        refused.expectFailure(64, naming: "b\\xff.jpg: the name is not UTF-8")
        #expect(Files.names(in: photos.path) == ["odd"])
        let inFolder = try await picker.shell(
            #"cd "$2" && mkdir "$(printf 'f\377')" && exec "$picker" add "$(printf 'f\377')/../plain.jpg" --library "$1""#,
            photos.path, source)
        inFolder.expectSuccess()
        #expect(Files.names(in: photos.path) == ["odd", "plain.jpg"])
    }

    @Test(
        "What can only be text is refused and makes nothing",
        arguments: [
            #"add "$1/a.jpg" --album "$(printf 'li\377b')" --library "$1""#,
            #"assets --album "$(printf 'li\377b')" --library "$1""#,
            #"albums --library "$(printf '/li\377b')""#, #"albums "$(printf '/li\377b')""#,
            #"grants add notes --album="$(printf 'li\377b')" --library "$1""#,
            #"assets --content-type "$(printf 'li\377b')" --library "$1""#,
        ])
    func textOnly(arguments: String) async throws {
        try photos.write("a.jpg")
        let result = try await picker.shell("exec \"$picker\" \(arguments)", photos.path)
        result.expectFailure(64, naming: "li\\xffb", "is not UTF-8")
        #expect(Files.names(in: photos.path) == ["a.jpg", "odd"])
    }

    @Test(
        "A library whose path is not UTF-8 is refused with the reason, by a link and from inside of it",
        arguments: [#"exec "$picker" albums --library link"#, #"cd link/ && exec "$picker" albums --library ."#])
    func library(script: String) async throws {
        let folder = photos.surroundings.path("libraries")
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        let result = try await picker.shell(
            #"cd "$1" && mkdir "$(printf 'l\351')" && ln -s "$(printf 'l\351')" link && "# + script, folder)
        result.expectFailure(66, naming: "whose path is not UTF-8")
    }

    @Test("A data folder below a current folder whose path is not UTF-8 is refused, and is made nowhere")
    func dataFolder() async throws {
        let folder = photos.surroundings.path("current")
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        let result = try await picker.shell(
            #"cd "$2" && mkdir "$(printf 'c\351')" && cd "$(printf 'c\351')" && exec "$picker" albums --library "$1" --data-dir data"#,
            photos.path, folder)
        result.expectFailure(66, naming: "data: ", "name an absolute path with --data-dir")
        #expect(try await rawNames(in: folder) == [UInt8(ascii: "c"), 0xE9, 0x0A])
    }

    @Test(
        "A folder of the user whose path is not UTF-8 is refused with the variable's name, and no other one is made",
        arguments: ["HOME", "XDG_CONFIG_HOME", "XDG_DATA_HOME", "XDG_CACHE_HOME", "XDG_RUNTIME_DIR"])
    func userFolder(variable: String) async throws {
        try photos.write("a.jpg")
        let folder = photos.surroundings.path("homes")
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        let result = try await picker.shell(
            #"cd "$2" && mkdir "$(printf 'h\351')" && unset XDG_CONFIG_HOME XDG_DATA_HOME && "#
                + #"export "$3=$2/$(printf 'h\351')" && exec "$picker" albums --library "$1""#,
            photos.path, folder, variable)
        result.expectFailure(69, naming: "\(variable) names a folder whose path is not UTF-8")
        #expect(try await rawNames(in: folder) == [UInt8(ascii: "h"), 0xE9, 0x0A])
    }

    @Test("A HOME with a relative path counts as none, and no folder of that name is made where a command is run")
    func relativeHome() async throws {
        try photos.write("a.jpg")
        let folder = photos.surroundings.path("homes")
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        let result = try await picker.shell(
            #"cd "$2" && unset XDG_CONFIG_HOME XDG_DATA_HOME XDG_CACHE_HOME XDG_STATE_HOME && "#
                + #"HOME=here exec "$picker" clients list"#,
            photos.path, folder)
        result.expectFailure(69, naming: "there is no folder for data: HOME")
        #expect(try await rawNames(in: folder) == Array("*\n".utf8))
    }
}
