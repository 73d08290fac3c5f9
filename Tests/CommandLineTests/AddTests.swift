import Foundation
import PhotoFixtures
import TestSupport
import Testing

@Suite("picker add")
struct AddTests {
    let picker: PickerProgram
    let photos: FixtureFolder
    /// Where the files come from.
    let source: TemporaryFolder

    init() throws {
        picker = try PickerProgram()
        photos = try FixtureFolder()
        source = try TemporaryFolder()
        chmod(source.path, 0o755)
    }

    /// Makes a file to add.
    @discardableResult
    private func make(_ name: String, _ bytes: [UInt8]? = nil) throws -> String {
        let bytes = try bytes ?? SamplePhoto.jpeg()
        try Data(bytes).write(to: URL(fileURLWithPath: source.path(name)))
        return source.path(name)
    }

    @Test("saves files into the library's own folder, one line each, and they are in the camera roll")
    func adds() async throws {
        let files = [try make("a.jpg"), try make("clip.mp4", SampleMedia.mp4)]
        let result = try await picker("add", files[0], files[1], "--library", photos.path)
        result.expectSuccess()
        #expect(result.lines.map { $0.split(separator: "\t").last } == ["a.jpg", "clip.mp4"])
        #expect(try Files.bytes(photos.path("a.jpg")) == Files.bytes(files[0]))
        let listed = try await picker("assets", "--library", photos.path)
        #expect(Set(listed.lines) == Set(result.lines))
        #expect(Files.names(in: photos.path) == ["a.jpg", "clip.mp4"])
    }

    @Test("--album makes the album, and uses it the next time; --json prints the asset")
    func album() async throws {
        let file = try make("a.jpg", try SamplePhoto.jpeg(80, 60))
        for name in ["a.jpg", "a (2).jpg"] {
            let result = try await picker("add", file, "--library", photos.path, "--album", "Küste", "--json")
            result.expectSuccess()
            let asset = try #require(try result.jsonLines().first)
            #expect(asset["relativePath"] as? String == "Küste/\(name)" && asset["pixelWidth"] as? Int == 80)
        }
        let albums = try await picker("albums", "--library", photos.path, "--json").jsonLines()
        #expect(albums.filter { $0["title"] as? String == "Küste" }.count == 1)
        #expect(Files.names(in: photos.path) == ["Küste"])
    }

    @Test("goes on after a file that cannot be added, says why, and ends with the code of the first one")
    func continues() async throws {
        let text = try make("notes.txt", Array("no photo".utf8))
        let missing = source.path("none.jpg")
        let good = try make("good.jpg")
        let result = try await picker("add", text, missing, good, "--library", photos.path)
        #expect(result.status == 65 && result.lines.count == 1, "\(result)")
        let errors = result.errors.split(separator: "\n")
        #expect(errors.count == 2 && errors[0].hasPrefix("picker: \(text): "), "\(errors)")
        #expect(errors[1] == "picker: \(missing): no such file")
        #expect(Files.names(in: photos.path) == ["good.jpg"])
    }

    @Test("files that are not there or are none are no input, and make no album")
    func noInput() async throws {
        for file in [source.path("none.jpg"), source.path, "/dev/null"] {
            let result = try await picker("add", file, "--library", photos.path, "--album", "New")
            result.expectFailure(66, naming: file)
        }
        #expect(Files.names(in: photos.path) == [])
    }

    @Test("an album to which nothing could be added is not left behind, unless it was there before")
    func emptyAlbum() async throws {
        let text = try make("notes.txt", Array("no photo".utf8))
        let arguments = ["add", text, "--library", photos.path, "--album"]
        for backend in ["fetch-result", "legacy-group"] {
            let result = try await picker.run(PickerProgram.path, arguments + ["New", "--backend", backend])
            result.expectFailure(65, naming: text)
            #expect(Files.names(in: photos.path) == [], "\(backend)")
        }
        try FileManager.default.createDirectory(atPath: photos.path("Old"), withIntermediateDirectories: false)
        try await picker.run(PickerProgram.path, arguments + ["Old"]).expectFailure(65, naming: text)
        #expect(Files.names(in: photos.path) == ["Old"])
        let files = [text, try make("a.jpg"), text]
        let mixed = try await picker.run(
            PickerProgram.path, ["add"] + files + ["--library", photos.path, "--album", "New"])
        #expect(mixed.status == 65 && Files.names(in: photos.path("New")) == ["a.jpg"], "\(mixed)")
    }

    @Test("names and titles that cannot be are wrong usage")
    func badNames() async throws {
        let hidden = try make(".hidden.jpg")
        try await picker("add", hidden, "--library", photos.path).expectFailure(64, naming: hidden)
        let good = try make("a.jpg")
        try await picker("add", good, "--library", photos.path, "--album", "a/b").expectFailure(64, naming: "a/b")
        try await picker("add", "--library", photos.path).expectFailure(64)
        #expect(Files.names(in: photos.path) == [])
    }

    @Test(
        "a library that may not be written, and a file that may not be read, are not permitted",
        .enabled(if: Unprivileged.isPossible, "needs the right to become another user"))
    func permissions() async throws {
        let file = try make("a.jpg")
        let arguments = Unprivileged.command.dropFirst() + [PickerProgram.path, "add", file, "--library", photos.path]
        let readOnly = try await picker.run(Unprivileged.command[0], Array(arguments))
        readOnly.expectFailure(77, naming: file, "permission denied")
        chmod(photos.path, 0o777)
        chmod(file, 0o000)
        let closed = try await picker.run(Unprivileged.command[0], Array(arguments))
        closed.expectFailure(77, naming: file, "permission denied")
        #expect(Files.names(in: photos.path) == [])
    }
}

/// File systems that a test makes for itself, in a mount namespace of its own.
@Suite("picker add on special file systems", .enabled(if: Mounting.isPossible, "needs the right to mount"))
struct AddOnFileSystemTests {
    let picker: PickerProgram
    let photos: FixtureFolder

    init() throws {
        picker = try PickerProgram()
        photos = try FixtureFolder()
    }

    /// Runs a script in which `$1` is the library and `$2` a folder beside it.
    private func mounted(_ script: String) async throws -> Subprocess.Result {
        try await picker.run(
            "unshare", ["--mount", "/bin/sh", "-c", script, "sh", photos.path, photos.surroundings.path])
    }

    @Test("a full disk cannot be written, takes what fits, and keeps nothing half-written")
    func full() async throws {
        let photo = try SamplePhoto.jpeg()
        let large = photo + [UInt8](repeating: 0, count: 3_000_000)
        try Data(large).write(to: URL(fileURLWithPath: photos.surroundings.path("large.jpg")))
        try Data(photo).write(to: URL(fileURLWithPath: photos.surroundings.path("small.jpg")))
        let result = try await mounted(
            """
            mount -t tmpfs -o size=1m tmpfs "$1" && "$picker" add "$2/large.jpg" "$2/small.jpg" --library "$1"
            echo "$?"; ls -A "$1"; df --output=used -k "$1" | tail -1
            """)
        #expect(result.errors.contains("large.jpg: ") && result.errors.contains("the disk is full"), "\(result)")
        #expect(Array(result.lines.dropFirst().prefix(2)) == ["73", "small.jpg"], "\(result)")
        #expect(result.lines.last.flatMap { Int($0.trimmingCharacters(in: .whitespaces)) } ?? 999 < 100, "\(result)")
    }

    @Test("a full disk of the index is no reason not to show what is known, nor to say that a photo was not added")
    func fullIndex() async throws {
        for number in 0..<100 { try photos.write("folder \(number % 3)/\(number).jpg") }
        let more = photos.surroundings.path("more")
        try FileManager.default.createDirectory(atPath: more, withIntermediateDirectories: false)
        try Data(try SamplePhoto.jpeg()).write(to: URL(fileURLWithPath: "\(more)/0.jpg"))
        for number in 1..<4000 { #expect(link("\(more)/0.jpg", "\(more)/\(number).jpg") == 0) }
        try Data(try SamplePhoto.jpeg()).write(to: URL(fileURLWithPath: photos.surroundings.path("new.jpg")))
        let result = try await mounted(
            """
            mkdir "$2/data" && mount -t tmpfs -o size=1m tmpfs "$2/data" || exit 9
            options="--backend fetch-result --data-dir $2/data"
            "$picker" assets --library "$1" $options >"$2/first"; echo "$?"
            mv "$2/more" "$1/more"
            "$picker" assets --library "$1" $options >"$2/list"; echo "$?"
            [ "$(wc -l <"$2/list")" -ge "$(wc -l <"$2/first")" ]; echo "$?"
            "$picker" add "$2/new.jpg" --library "$1" $options >/dev/null; echo "$?"
            ls "$1" | grep new
            """)
        #expect(result.lines == ["0", "0", "0", "0", "new.jpg"], "\(result)")
        #expect(result.errors.contains("the disk is full and "), "\(result)")
    }

    @Test("a read-only file system cannot be written, and its albums are shown all the same")
    func readOnly() async throws {
        try photos.write("Coast/a.jpg")
        try Data(try SamplePhoto.jpeg()).write(to: URL(fileURLWithPath: photos.surroundings.path("b.jpg")))
        let result = try await mounted(
            """
            mount --bind "$1" "$1" && mount -o remount,bind,ro "$1"
            "$picker" add "$2/b.jpg" --library "$1"; echo "$?"
            "$picker" add "$2/b.jpg" --library "$1" --album New; echo "$?"; ls -A "$1"
            """)
        #expect(result.lines == ["73", "73", "Coast"], "\(result)")
        #expect(result.errors.split(separator: "\n").filter { $0.contains("read-only") }.count == 2, "\(result)")
    }

    @Test("a file system without links and without files that have no name, as on camera cards, is written to safely")
    func card() async throws {
        try Data(try SamplePhoto.jpeg()).write(to: URL(fileURLWithPath: photos.surroundings.path("a.jpg")))
        let result = try await mounted(
            """
            command -v mkfs.vfat >/dev/null || { echo skip; exit 0; }
            truncate -s 8M "$2/card" && mkfs.vfat "$2/card" >/dev/null && mount -o loop "$2/card" "$1" 2>/dev/null \
                || { echo skip; exit 0; }
            touch "$1/.picker-0123456789ABCDEF.part"
            "$picker" add "$2/a.jpg" "$2/a.jpg" --library "$1" --album Coast --quiet | cut -f 4; echo "$?"
            "$picker" add "$2/a.jpg" --library "$1" --album COAST --quiet | cut -f 4
            "$picker" add "$2/a.jpg" --library "$1" --quiet | cut -f 4
            find "$1" -type f | sort | sed "s,$1/,,"
            """)
        if result.lines == ["skip"] { return }
        let files = ["Coast/a (2).jpg", "Coast/a (3).jpg", "Coast/a.jpg", "a.jpg"]
        let lines = ["Coast/a.jpg", "Coast/a (2).jpg", "0", "Coast/a (3).jpg", "a.jpg"] + files
        #expect(result.lines == lines, "\(result)")
    }
}

/// Whether this process may mount file systems.
enum Mounting {
    static let isPossible: Bool = {
        let result = try? Subprocess.run("unshare", ["--mount", "/bin/sh", "-c", "mount -t tmpfs tmpfs /mnt"])
        return result?.succeeded == true
    }()
}
