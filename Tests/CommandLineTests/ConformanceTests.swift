import Foundation
import TestSupport
import Testing

@Suite(
    "picker conformance", .timeLimit(.minutes(20)), .enabled(if: TestExtent.includesSlow, "make test-slow runs it"))
struct ConformanceTests {
    let picker: PickerProgram
    let folder: TemporaryFolder

    init() throws {
        picker = try PickerProgram()
        folder = try TemporaryFolder()
    }

    @Test("writes a C program for a sequence that failed beside the report, and plays it again")
    func reproduce() async throws {
        let folder = folder
        let bad = try await onThread { try FolderBackends.build("open-clears-frames", into: folder) }
        let good = try await onThread { try FolderBackends.build("none", into: folder) }
        let report = folder.path("verdict.json")
        let result = try await picker(
            "conformance", bad, "--level", "full", "--filter", "fuzz.calls", "--report", report, "--timeout-scale", "2")
        #expect(result.status == 1, "\(result)")
        #expect(result.output.contains("1. open library"))
        let program = report + ".fuzz.calls.c"
        #expect(result.errors.contains(program))
        let again = try await picker("conformance", bad, "--reproduce", program)
        #expect(again.status == 1 && again.output.contains("open library"), "\(again)")
        #expect(try await picker("conformance", good, "--reproduce", program).status == 0)
    }

    @Test("refuses to play what is no sequence")
    func nothing() async throws {
        let file = try folder.write("int main(void) { return 0; }\n", to: "other.c")
        let result = try await picker("conformance", PickerProgram.plugin, "--reproduce", file)
        #expect(result.status == 2 && result.errors.contains("no sequence of calls"), "\(result)")
    }

    @Test("prints the verdict and fails when the disk is full for the report, or there is no such folder")
    func fullDisk() async throws {
        for (report, words) in [("/dev/full", "No space left"), ("/nonexistent/verdict.json", "No such file")] {
            let result = try await picker(
                "conformance", PickerProgram.plugin, "--filter", "static.elf", "--report", report)
            #expect(result.status == 2 && result.errors.contains(words), "\(result)")
            #expect(result.output.contains("conformant: 1 passed"))
        }
    }

    @Test("refuses an empty filter, and a filter that nothing matches", arguments: ["", "nothing-like-this"])
    func filter(text: String) async throws {
        let result = try await picker("conformance", PickerProgram.plugin, "--filter", text)
        #expect(result.status == 2 && result.errors.contains(text.isEmpty ? "empty filter" : text), "\(result)")
    }

    @Test("makes the report that --require-report asks for")
    func required() async throws {
        let photos = folder.path("photos")
        let reports = folder.path("reports")
        for path in [photos, reports] {
            try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
        }
        let without = try await picker("albums", "--library", photos, "--require-report", reports)
        #expect(without.status == 69 && without.errors.contains("there is no conformance report"), "\(without)")
        // A part of the checks is not enough.
        let file = reports + "/verdict.json"
        let run = try await picker("conformance", PickerProgram.plugin, "--filter", "static.elf", "--report", file)
        #expect(run.status == 0, "\(run)")
        let part = try await picker("albums", "--library", photos, "--require-report", reports)
        #expect(part.status == 69 && part.errors.contains("its conformance report is not good"), "\(part)")
        var report = try #require(
            JSONSerialization.jsonObject(with: Data(Files.bytes(file))) as? [String: Any])
        report["filter"] = nil
        try JSONSerialization.data(withJSONObject: report).write(to: URL(fileURLWithPath: file))
        let with = try await picker("albums", "--library", photos, "--require-report", reports)
        #expect(with.status == 0, "\(with)")
    }

    @Test("--fixtures writes the kit's photos, the same for the same seed")
    func fixtures() async throws {
        for name in ["one", "two"] {
            let result = try await picker("conformance", "--fixtures", folder.path(name), "--seed", "5")
            #expect(result.status == 0, "\(result)")
        }
        let difference = try await picker.run(
            "/bin/sh", ["-c", "cd \"$0\" && diff -r one/hostile two/hostile && ls one/library", folder.path])
        #expect(difference.status == 0 && difference.output.contains("Album One"), "\(difference)")
    }
}
