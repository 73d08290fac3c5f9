import Foundation
import PhotoFixtures
import TestSupport
import Testing

@Suite("Thumbnails on the disk")
struct ThumbnailCacheTests {
    let picker: PickerProgram
    let photos: FixtureFolder

    init() throws {
        picker = try PickerProgram()
        photos = try FixtureFolder()
        for number in 1...6 {
            try photos.write("\(number).jpg", try SamplePhoto.jpeg(300 + number * 10, 200, orientation: UInt16(number)))
        }
    }

    private var folder: String { picker.home.path(".cache/picker") }
    private var pack: String { "\(folder)/images-1" }

    /// The thumbnails that a process makes, by their names.
    private func thumbnails(_ arguments: String...) async throws -> (files: [String: [UInt8]], errors: String) {
        let out = photos.surroundings.path("out-\(Int.random(in: 0..<Int.max))")
        let result = try await picker.run(
            PickerProgram.path, ["thumbnails", "--size", "64", "--library", photos.path, "--out", out] + arguments)
        #expect(result.status == 0, "\(result)")
        var files: [String: [UInt8]] = [:]
        for name in Files.names(in: out) where name.hasSuffix(".jpg") {
            files[name] = try Files.bytes("\(out)/\(name)")
        }
        return (files, result.errors)
    }

    /// What the caches of a running server say, by the names of their metrics.
    private func metrics() async throws -> [String: Int] {
        let text = try await picker("ctl", "metrics")
        var values: [String: Int] = [:]
        for match in text.output.matches(of: /picker_image_cache_([a-z_]+)\{cache="([a-z]+)"\} ([0-9]+)\n/) {
            values["\(match.2) \(match.1)"] = Int(match.3)
        }
        return values
    }

    @Test("thumbnails are the same when they come from the disk, and those of a changed photo are new")
    func same() async throws {
        let first = try await thumbnails().files
        #expect(first.count == 6)
        let permissions = try FileManager.default.attributesOfItem(atPath: pack)[.posixPermissions] as? Int
        #expect(permissions == 0o600)
        #expect(try await thumbnails().files == first)
        try photos.write("3.jpg", try SamplePhoto.jpeg(333, 222))
        let second = try await thumbnails().files
        #expect(second.filter { first[$0.key] != $0.value }.count == 1)
        #expect(try await thumbnails("--thumbnail-cache", "0").files == second)
    }

    @Test("serve answers from memory, the next server from the disk, and metrics count both")
    func counted() async throws {
        let arguments = ["serve", "--listen", "127.0.0.1:0", "--library", photos.path]
        let one = try await RunningServer(picker, arguments)
        let first = try await one.images()
        #expect(try await one.images() == first)
        var counts = try await metrics()
        #expect(counts["memory hits_total"] == 6 && counts["memory misses_total"] == 6, "\(counts)")
        #expect(counts["disk hits_total"] == 0 && counts["disk misses_total"] == 6, "\(counts)")
        _ = try await until("the images are on the disk") {
            (try? Files.bytes(pack).count).flatMap { $0 > 100_000 ? $0 : nil }
        }
        _ = try await one.end(SIGTERM)
        let two = try await RunningServer(picker, arguments)
        #expect(try await two.images() == first)
        counts = try await metrics()
        #expect((counts["disk hits_total"] ?? 0) >= 1, "\(counts)")
        #expect((counts["memory bytes"] ?? 0) > 6 * 500 && (counts["disk bytes"] ?? 0) > 6 * 500, "\(counts)")
        // What becomes of the file while it is open is no one's loss.
        truncate(pack, 0)
        #expect(try await two.images() == first)
        try FileManager.default.removeItem(atPath: folder)
        #expect(try await two.images() == first)
        _ = try await two.end(SIGTERM)
    }

    @Test("thumbnails that are killed at any moment leave right ones for the next time")
    func killed() async throws {
        try photos.multiply("1.jpg", by: 20)
        let right = try await thumbnails("--thumbnail-cache", "0").files
        for round in 0..<3 {
            try await onThread { [picker, photos, pack] in
                let out = photos.surroundings.path("killed-\(round)")
                let running = try picker.start(
                    "thumbnails", "--size", "64", "--library", photos.path, "--out", out, "--quiet")
                // Somewhere between the first and the last.
                blocks(seconds: 120) { Files.names(in: out).count >= 3 + round * 6 }
                kill(running.processIdentifier, SIGKILL)
                _ = running.wait()
                #expect(Files.exists(pack))
            }
        }
        #expect(try await thumbnails().files == right)
        #expect(try await thumbnails().files == right)
    }

    @Test("without a place on the disk thumbnails are made all the same, with one line that says so")
    func noPlace() async throws {
        try Data().write(to: URL(fileURLWithPath: picker.home.path(".cache")))
        let made = try await thumbnails()
        #expect(made.files.count == 6)
        #expect(made.errors.components(separatedBy: "images-1").count == 2, "\(made.errors)")
        #expect(try await thumbnails("--thumbnail-cache", "0").errors.contains("images-1") == false)
        #expect(try await thumbnails("--quiet").errors.isEmpty)
    }

    @Test("The settings bound what is on the disk, and the command line has the last word")
    func settings() async throws {
        let config = try photos.surroundings.write("{\"thumbnailCacheBytes\": 0}", to: "config.json")
        _ = try await thumbnails("--config", config)
        #expect(!Files.exists(pack))
        _ = try await thumbnails("--config", config, "--thumbnail-cache", "200000")
        #expect(try (1...200_000).contains(Files.bytes(pack).count))
        let wrong = try photos.surroundings.write("{\"thumbnailCacheBytes\": -1}", to: "wrong.json")
        try await picker("thumbnails", "--size", "9", "--out", folder, "--config", wrong)
            .expectFailure(64, naming: "thumbnailCacheBytes")
        try await picker("thumbnails", "--size", "9", "--out", folder, "--thumbnail-cache=-1")
            .expectFailure(64, naming: "--thumbnail-cache")
    }

    @Test(
        "thumbnails are made on a disk that is full or read-only, with one line that says so",
        .enabled(if: Mounting.isPossible, "needs the right to mount"))
    func fullOrReadOnly() async throws {
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        let script = """
            make() { "$picker" thumbnails --size 64 --library "$2" --out "$3/$1" 2>&1 | grep -c images-1; }
            mount -t tmpfs -o size=8k tmpfs "$1" || exit 9
            make full "$2" "$3"
            mount -o remount,size=8m "$1" && "$picker" thumbnails --size 64 --library "$2" --out "$3/filled" --quiet
            mount -o remount,ro "$1"
            make ro "$2" "$3"
            """
        let out = photos.surroundings.path("mounted")
        try FileManager.default.createDirectory(atPath: out, withIntermediateDirectories: true)
        let result = try await picker.run(
            "unshare", ["--mount", "/bin/sh", "-c", script, "sh", folder, photos.path, out])
        #expect(result.output == "1\n1\n", "\(result)")
        let right = try await thumbnails("--thumbnail-cache", "0").files
        for name in ["full", "filled", "ro"] {
            for (file, bytes) in right { #expect(try Files.bytes("\(out)/\(name)/\(file)") == bytes, "\(name)") }
        }
    }
}
