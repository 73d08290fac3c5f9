import Foundation
import PhotoFixtures
import TestSupport
import Testing

@Suite(
    "picker add, many at once and cut short", .timeLimit(.minutes(10)),
    .enabled(if: TestExtent.includesSlow, "make test-slow runs it"))
struct AddAbruptlyTests {
    let picker: PickerProgram
    let photos: FixtureFolder
    let source: TemporaryFolder

    init() throws {
        picker = try PickerProgram()
        photos = try FixtureFolder()
        source = try TemporaryFolder()
    }

    /// A JPEG with so many bytes after it, each a part of what must arrive.
    private func content(_ seed: Int, extra: Int) throws -> Data {
        var bytes = Data(try SamplePhoto.jpeg())
        for number in 0..<extra / 4096 {
            var block = Data((0..<16).map { UInt8(truncatingIfNeeded: $0 &* 31 &+ number &+ seed) })
            // Doubled rather than joined: a debug build takes a second for each megabyte that it goes through byte by byte.
            while block.count < 4096 { block.append(block) }
            bytes.append(block)
        }
        return bytes
    }

    private func make(_ name: String, _ bytes: Data) throws -> String {
        let file = URL(fileURLWithPath: source.path(name))
        try FileManager.default.createDirectory(at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
        try bytes.write(to: file)
        return file.path
    }

    @Test("two programs that add the same names at once lose no file and overwrite none")
    func twoAtOnce() async throws {
        let names = (0..<20).map { "IMG_\($0 / 2).\($0 % 2 == 0 ? "JPG" : "MOV")" }
        var wanted: Set<Data> = []
        var lists: [[String]] = []
        for writer in 0..<2 {
            lists.append(
                try names.enumerated().map { number, name in
                    let head = name.hasSuffix("MOV") ? SampleMedia.quickTime : try SamplePhoto.jpeg()
                    let bytes = Data(head) + Data("\(writer) \(number)".utf8)
                    wanted.insert(bytes)
                    return try make("\(writer)/\(name)", bytes)
                })
        }
        let results = try await withThrowingTaskGroup(of: Subprocess.Result.self) { group in
            for list in lists {
                group.addTask {
                    try await picker.run(PickerProgram.path, ["add"] + list + ["--library", photos.path])
                }
            }
            return try await group.reduce(into: []) { $0.append($1) }
        }
        for result in results { result.expectSuccess() }
        let found = try Files.names(in: photos.path).map { try Files.data(photos.path($0)) }
        #expect(found.count == 40 && Set(found) == wanted)
        // Each is an asset of its own: no photo got a stranger's video.
        #expect(try await picker("assets", "--library", photos.path).lines.count == 40)
    }

    @Test("a kill at any moment leaves complete files and nothing else")
    func killed() async throws {
        let contents = try (0..<4).map { try content($0, extra: 2_000_000) }
        let files = try contents.enumerated().map { try make("IMG_\($0).jpg", $1) }
        let complete = Set(contents)
        var random = SystemRandomNumberGenerator()
        var killed = 0
        for _ in 0..<TestExtent.choose(6, all: 30) {
            let delay = UInt32.random(in: 0..<250_000, using: &random)
            let result = try await onThread { [picker, photos] in
                let running = try RunningSubprocess(
                    PickerProgram.path, ["add"] + files + ["--library", photos.path], environment: picker.environment)
                usleep(delay)
                kill(running.processIdentifier, SIGKILL)
                return running.wait()
            }
            if result.ending == .signalled(SIGKILL) { killed += 1 }
            for name in Files.names(in: photos.path) {
                let bytes = try Files.data(photos.path(name))
                #expect(!name.hasPrefix(".") && complete.contains(bytes), "\(name)")
                try FileManager.default.removeItem(atPath: photos.path(name))
            }
        }
        #expect(killed > 0)
    }

    @Test("Ctrl-C ends it with 130, quietly, and leaves complete files and nothing else")
    func interrupted() async throws {
        // Each of them a hundred times: more than can be added before the signal comes.
        let contents = try (0..<40).map { try content($0, extra: 200_000) }
        let files = try contents.enumerated().map { try make("IMG_\($0).jpg", $1) }
        let result = try await onThread { [picker, photos] in
            let many = Array(repeatElement(files, count: 100).joined())
            let running = try RunningSubprocess(
                PickerProgram.path, ["add"] + many + ["--library", photos.path], environment: picker.environment)
            blocks(seconds: 120) { Files.names(in: photos.path).count > 2 }
            kill(running.processIdentifier, SIGINT)
            return running.wait()
        }
        #expect(result.ending == .exited(130) && result.errors.isEmpty, "\(result)")
        let names = Files.names(in: photos.path)
        #expect((3..<4000).contains(names.count) && result.lines.count <= names.count)
        let complete = Set(contents)
        for name in names { #expect(complete.contains(try Files.data(photos.path(name))), "\(name)") }
    }
}
