import PhotoFixtures
import TestSupport
import Testing

@Suite("Using picker wrongly")
struct UsageTests {
    let picker: PickerProgram

    init() throws { picker = try PickerProgram() }

    private static let wrong: [[String]] = [
        ["nonsense"], ["assets", "--bogus"], ["assets", "--media", "music"], ["assets", "--sort", "size"],
        ["assets", "--offset", "-1"], ["assets", "--limit", "x"], ["info"], ["size"],
        ["image", "a.jpg", "--out", "o.jpg"], ["image", "a.jpg", "--size", "0x10", "--out", "o.jpg"],
        ["image", "a.jpg", "--size", "1x2x3", "--out", "o.jpg"], ["image", "a.jpg", "--size", "-5", "--out", "o.jpg"],
        ["image", "a.jpg", "--size", "99999", "--out", "o.jpg"], ["image", "a.jpg", "--size", "9"],
        ["image", "a.jpg", "--size", "9", "--out", "o.gif"],
        ["image", "a.jpg", "--size", "9", "--out", "o.jpg", "--crop", "1,2,3"],
        ["image", "a.jpg", "--size", "9", "--out", "o.jpg", "--crop", "0,0,0,5"],
        ["image", "a.jpg", "--size", "9", "--out", "o.jpg", "--mode", "stretch"],
        ["image", "a.jpg", "--size", "9", "--out", "o.jpg", "--rendition", "newest"],
        ["image", "a.jpg", "--size", "9", "--out", "o.jpg", "--quality", "101"],
        ["original", "a.jpg", "--out", "o", "--representation", "best"],
        ["thumbnails", "--size", "full", "--out", "o"], ["thumbnails", "--size", "9", "--out", "o", "--jobs", "0"],
        ["serve", "--listen", "nonsense"], ["serve", "--listen", "127.0.0.1:99999"], ["serve", "--listen", "1.2.3.4:"],
        ["pick", "--limit", "0"], ["pick", "--limit", "1", "--min", "2"], ["pick", "--print", "csv"],
        ["albums", "--isolation", "jail"], ["watch", "--listing"], ["watch", "--sort", "size"], ["index", "a", "b"],
        ["new-backend", "--language", "c", "My_Photos"], ["new-backend", "--language", "basic", "my-photos"],
        ["new-backend", "--language", "rust", "--kind", "remote", "my-photos"],
    ]

    @Test("is one line that says what is wrong and where help is, and 64", arguments: TestExtent.sample(wrong))
    func refused(arguments: [String]) async throws {
        try await picker.run(PickerProgram.path, arguments).expectFailure(64, naming: "--help")
    }

    @Test(
        "a file whose name begins with a minus and has an h in it is no question for help",
        arguments: [["add"], ["size"], ["image", "--size", "9", "--out", "o.jpg"], ["add", "other.jpg"]])
    func minus(arguments: [String]) async throws {
        let result = try await picker.run(PickerProgram.path, arguments + ["-photo.jpg", "--quiet"])
        result.expectFailure(64, naming: "-- -photo.jpg")
        #expect(result.output.isEmpty)
        try await picker.run(PickerProgram.path, [arguments[0], "-h"]).expectSuccess()
    }

    @Test(
        "a mistyped command is one line that says what was meant",
        arguments: [["album"], ["assets2"], ["Serve"], ["help", "albms"], ["thumbnial", "--json"]])
    func mistyped(arguments: [String]) async throws {
        try await picker.run(PickerProgram.path, arguments).expectFailure(64, naming: "did you mean")
        try await picker("xyzzy").expectFailure(64, naming: "there is no command \"xyzzy\"; see picker --help")
    }

    @Test(
        "an option that does not exist suggests one that is near, or the one that says the same, and no other",
        arguments: [
            (["assets", "--libary", "x"], "Unknown option '--libary'. Did you mean '--library'?"),
            (["assets", "--jzon"], "Unknown option '--jzon'. Did you mean '--json'?"),
            (
                ["serve", "--port", "80"],
                "Unknown option '--port'; --listen HOST:PORT says where to listen; see picker"
            ),
            (["pick", "--host=h"], "Unknown option '--host'; --listen HOST:PORT says where to listen; see picker"),
            (["serve", "--ip"], "Unknown option '--ip'; see picker serve --help"),
            (["assets", "--xyzzy"], "Unknown option '--xyzzy'; see picker assets --help"),
        ])
    func unknownOption(arguments: [String], message: String) async throws {
        try await picker.run(PickerProgram.path, arguments).expectFailure(64, naming: message)
    }

    @Test(
        "a number below its range is named as such",
        arguments: [
            ["assets", "--limit"], ["pick", "--limit"], ["thumbnails", "--size", "9", "--out", "o", "--jobs"],
            ["assets", "--min-bytes"], ["assets", "--max-bytes"], ["history", "--limit"],
            ["image", "a.jpg", "--size", "9", "--out", "o.jpg", "--time"],
            ["ingest", "--from", "a", "--library", "b", "--workers"],
        ])
    func negative(arguments: [String]) async throws {
        try await picker.run(PickerProgram.path, arguments + ["-3"]).expectFailure(64, naming: "must")
    }

    @Test(
        "the old name of an option is not taken for the question for the version",
        arguments: [["--version", "original"], ["--version=original"]])
    func renamed(option: [String]) async throws {
        try await picker.run(PickerProgram.path, ["image", "a.jpg", "--size", "9", "--out", "o.jpg"] + option)
            .expectFailure(64, naming: "--rendition")
    }

    @Test("help and version are output, not errors", arguments: ["--help", "--version", "help"])
    func help(argument: String) async throws {
        let result = try await picker(argument)
        result.expectSuccess()
        #expect(!result.output.isEmpty)
    }

    @Test(
        "every subcommand has help",
        arguments: [
            "albums", "assets", "info", "image", "original", "size", "thumbnails", "index", "watch", "backends",
            "doctor", "new-backend", "serve", "pick",
        ])
    func subcommandHelp(name: String) async throws {
        let result = try await picker(name, "--help")
        result.expectSuccess()
        #expect(result.output.contains("USAGE: picker \(name)"))
    }

    @Test("a command that has subcommands alone shows them", arguments: ["clients", "grants", "store"])
    func subcommands(name: String) async throws {
        let result = try await picker(name)
        result.expectSuccess()
        #expect(result.output.contains("USAGE: picker \(name) <subcommand>"))
    }
}

@Suite("The settings file")
struct SettingsTests {
    let picker: PickerProgram
    let photos: FixtureFolder

    init() throws {
        picker = try PickerProgram()
        photos = try FixtureFolder()
    }

    @Test("a settings file that is not there is no such input")
    func missing() async throws {
        let file = photos.surroundings.path("none.json")
        try await picker("albums", "--library", photos.path, "--config", file).expectFailure(66, naming: file)
    }

    @Test(
        "a settings file that is none is wrong usage",
        arguments: ["{", "[]", "{\"backend\": 5}", "{\"isolation\": \"jail\"}"])
    func broken(text: String) async throws {
        let file = try photos.surroundings.write(text, to: "broken.json")
        try await picker("albums", "--library", photos.path, "--config", file).expectFailure(64, naming: file)
    }

    @Test(
        "what is wrong in a settings file is named",
        arguments: [
            ("{\n  \"bakend\": \"heif\"}", "wrong.json:2:3: there is no setting \"bakend\"; did you mean \"backend\"?"),
            ("{\n  \"backend\": heif\n}", "wrong.json:2:14: not JSON: \"h\" begins no value"),
            ("{\"backend\": \"auto\",\n \"isolation\": \"worker\",\n}", "wrong.json:3:1: not JSON: there is a comma"),
            ("{\"backend\": \"auto\"\n \"isolation\": \"worker\"}", "wrong.json:2:2: not JSON: a comma is missing"),
            ("{\"backend\": \"ä\", \"backendPath\": \"/opt\"}", "wrong.json:1:18: backendPath has the wrong type"),
            ("{\"limits\": {\"backend\": 1},\n\"maxPixels\": -1}", "there is no setting \"limits\""),
            ("{\n\n\"maxPixels\": -1}", "wrong.json:3:1: maxPixels is not a whole number"),
            ("{\"backend\": \"auto", "wrong.json:1:18: not JSON: it ends within"),
        ])
    func named(text: String, reason: String) async throws {
        let file = try photos.surroundings.write(text, to: "wrong.json")
        try await picker("albums", photos.path, "--config", file).expectFailure(64, naming: reason)
    }

    @Test("limits are held, for every photo that is asked for")
    func limits() async throws {
        try photos.write("small.jpg", try SamplePhoto.jpeg(40, 25))
        try photos.write("large.jpg", try SamplePhoto.jpeg(40, 26))
        let file = try photos.surroundings.write("{\"maxPixels\": 1000}", to: "limits.json")
        func make(_ photo: String, _ arguments: String...) async throws -> Subprocess.Result {
            let out = photos.surroundings.path("\(photo).out.jpg")
            let all = ["image", photo, "--library", photos.path, "--size", "20", "--out", out] + arguments
            return try await picker.run(PickerProgram.path, all)
        }
        try await make("small.jpg", "--config", file).expectSuccess()
        try await make("large.jpg", "--config", file).expectFailure(65, naming: "large.jpg", "1000")
        #expect(!Files.exists(photos.surroundings.path("large.jpg.out.jpg")))
        try await make("large.jpg").expectSuccess()
    }

    @Test(
        "a limit that is no whole number is wrong usage, and is named",
        arguments: [
            ("maxPixels", "-1"), ("maxFileBytes", "\"1 GB\""), ("maxRequestBytes", "1.5"),
            ("maxRequestMilliseconds", "[]"), ("maxPixels", "99999999999999999999999"),
        ])
    func wrongLimit(key: String, value: String) async throws {
        let file = try photos.surroundings.write("{\"\(key)\": \(value)}", to: "limits.json")
        try await picker("albums", "--library", photos.path, "--config", file).expectFailure(64, naming: file, key)
    }

    @Test("the command line wins over the settings")
    func precedence() async throws {
        let file = try photos.surroundings.write("{\"backend\": \"nope\"}", to: "nope.json")
        let result = try await picker("albums", "--library", photos.path, "--config", file)
        result.expectFailure(69, naming: "nope")
        try await picker("albums", "--library", photos.path, "--config", file, "--backend", "auto").expectSuccess()
    }
}
