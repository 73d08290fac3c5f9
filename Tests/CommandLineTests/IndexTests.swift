import Foundation
import PhotoFixtures
import TestSupport
import Testing

@Suite("picker index")
struct IndexTests {
    let picker: PickerProgram
    let photos: FixtureFolder
    let plugins: PluginFolder

    init() throws {
        picker = try PickerProgram()
        photos = try FixtureFolder()
        plugins = try PluginFolder()
    }

    @Test("says which backend keeps no index, and ends with 69")
    func withoutIndex() async throws {
        let result = try await picker("index", "--library", photos.path, "--backend", "legacy-group")
        result.expectFailure(69, naming: "legacy-group keeps no index", "the capability index")
        #expect(!Files.exists(picker.home.path("data/picker")))
    }

    @Test("gives files, assets, seconds and diagnostics as one JSON document")
    func json() async throws {
        let plugin = try plugins.add("keeps_index")
        let result = try await picker("index", "--json", "--library", photos.path, "--backend", plugin)
        result.expectSuccess()
        var document = try result.json()
        #expect((document.removeValue(forKey: "seconds") as? Double).map { $0 >= 0 } == true)
        let expected: [String: Any] = [
            "backend": "minimal", "library": photos.path, "files": 3, "filesRead": 1, "folders": 1, "assets": 2,
            "inserted": 1, "updated": 0, "removed": 0,
            "diagnostics": [
                [
                    "relativePath": "torn.jpg", "reason": "CORRUPT_MEDIA", "message": "torn.jpg ends in the middle",
                ]
            ],
        ]
        #expect(NSDictionary(dictionary: document) == NSDictionary(dictionary: expected))
    }

    @Test("reports the same in words, and reads all files again with --rebuild")
    func text() async throws {
        let plugin = try plugins.add("keeps_index")
        let result = try await picker("index", "--rebuild", "--library", photos.path, "--backend", plugin)
        result.expectSuccess()
        #expect(result.output.contains("files        3 in 1 folders, 3 of them read\n"), "\(result)")
        #expect(result.output.contains("assets       2: 1 new, 0 changed, 0 gone\n"))
        #expect(result.output.hasSuffix("diagnostics  1\n  CORRUPT_MEDIA\ttorn.jpg ends in the middle\n"))
    }

    @Test("names the file of each problem, once, as doctor does")
    func named() async throws {
        try photos.write("1.jpg")
        try photos.write("trip/empty.jpg", [])
        let result = try await picker("index", "--library", photos.path, "--backend", "fetch-result")
        let problem = "diagnostics  1\n  CORRUPT_MEDIA\ttrip/empty.jpg: the file is empty\n"
        #expect(result.output.hasSuffix(problem), "\(result)")
        let report = try await picker("doctor", "--library", photos.path, "--backend", "fetch-result")
        #expect(report.output.contains(": 1\n    trip/empty.jpg: the file is empty\n"), "\(report)")
        let plugin = try plugins.add("keeps_index")
        let other = try await picker("doctor", "--library", photos.path, "--backend", plugin)
        #expect(other.output.contains(": 1\n    torn.jpg ends in the middle\n"), "\(other)")
    }

    @Test("counts all of a library as new the first time, and reads none of it again once the files have settled")
    func firstAndSecond() async throws {
        let names = ["a.jpg", "trip/b.jpg", "trip/c.jpg"]
        for name in names { try photos.write(name) }
        let photos = photos
        // What was written less than two seconds ago may be written to again without a trace, and is read once more.
        _ = try await until("the files are three seconds old") {
            let changes = try names.map { try Files.changeTime(of: photos.path($0)) }
            return time(nil) - (changes.max() ?? 0) >= 3 ? true : nil
        }
        func index() async throws -> [String: Any] {
            try await picker("index", "--json", "--library", photos.path, "--backend", "fetch-result").json()
        }
        let first = try await index()
        let assets = try #require(first["assets"] as? Int)
        #expect(assets == 3)
        #expect(first["inserted"] as? Int == assets)
        #expect(first["filesRead"] as? Int == first["files"] as? Int)

        let second = try await index()
        #expect(second["assets"] as? Int == assets)
        #expect(second["inserted"] as? Int == 0)
        #expect(second["filesRead"] as? Int == 0)
    }

    @Test("keeps each library's index in a folder of its own, in the user's data folder or where --data-dir says")
    func dataFolder() async throws {
        let plugin = try plugins.add("keeps_index")
        let named = photos.surroundings.path("data")
        try await picker("albums", "--library", photos.path, "--backend", plugin).expectSuccess()
        let own = Files.names(in: picker.home.path("data/picker/libraries"))
        #expect(own.count == 1 && own.first?.hasPrefix("photos-") == true)
        try await picker("albums", "--library", photos.path, "--backend", plugin, "--data-dir", named).expectSuccess()
        #expect(Files.names(in: "\(named)/libraries") == own)
    }

    @Test("--data-dir among the photos is refused")
    func dataAmongPhotos() async throws {
        let result = try await picker("albums", "--library", photos.path, "--data-dir", photos.path("data"))
        result.expectFailure(66, naming: photos.path("data"))
        #expect(Files.names(in: photos.path).isEmpty)
    }

    @Test(
        "shows on a terminal how far it is while a library opens, and Ctrl-C gives it up",
        .enabled(if: PackagePaths.executable("script") != nil, "script is not installed"))
    func progress() async throws {
        let plugin = try plugins.add("slow_open")
        let command = """
            env --default-signal=INT \(PickerProgram.path) albums --library \(photos.path) --backend \(plugin) &
            echo "pid $!"; wait $!; echo "status $?"
            """
        let running = try RunningSubprocess(
            "script", ["--quiet", "--flush", "--command", command, "/dev/null"], environment: picker.environment)
        func find(_ pattern: String) async throws -> String {
            try await until("it shows what was looked for") {
                String(decoding: running.outputSoFar, as: UTF8.self).firstMatch(of: try Regex(pattern))
                    .flatMap { $0[1].substring.map(String.init) }
            }
        }
        let child = try #require(Int32(try await find("pid ([0-9]+)")))
        _ = try await find("indexing ([0-9]+) files")
        kill(child, SIGINT)
        #expect(try await find("status ([0-9]+)") == "130")
        #expect(try await onThread { running.wait() }.status == 0)
    }
}
