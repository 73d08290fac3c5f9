import Foundation
import TestSupport
import Testing

@testable import PhotoIndex

@Suite("A disk in a library", .enabled(if: Mounting.isPossible, "\(Mounting.explanation)"))
struct UnmountedTests {
    private let library: ScannedLibrary

    /// A library with an empty folder to mount a disk at, a photo beside it, and what is to be on the disk.
    init() throws {
        library = try ScannedLibrary()
        try library.write("beside.jpg")
        for path in [library.path("disk"), library.surroundings.path("data")] {
            try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: false)
        }
        for name in ["a.jpg", "b.jpg", "inside/c.jpg", "inside/deeper/d.jpg"] { try library.write("../disk/" + name) }
    }

    /// Runs a script that begins with a disk in the library and all of it indexed.
    ///
    /// - Returns: what the indexer says of the script's part.
    private func lines(_ script: String) throws -> [String] {
        let indexer = PackagePaths.buildFolder + "/IndexingProcess"
        let result = try Mounting.run(
            """
            index() { "$indexer" "$library" "$data" "$@" | grep -v ' folders, '; }
            library="$1" data="$2" indexer="$3"
            mount -t tmpfs tmpfs "$1/disk" && cp -r "$4/." "$1/disk" && index full || exit 9
            \(script)
            """, [library.path, library.surroundings.path("data"), indexer, library.surroundings.path("disk")])
        let lines = result.output.split(separator: "\n").map(String.init)
        #expect(lines.first == "5 listed", "\(result)")
        return Array(lines.dropFirst())
    }

    private static let missing =
        "disk: the folder is empty and on another device than before; mount the disk that belongs there"

    @Test(
        "A disk in a library that is not mounted keeps its photos in the index, and says what is missing",
        arguments: ["full", "quick"])
    func unmounted(mode: String) async throws {
        try await onThread {
            let found = try lines(
                """
                umount "$library/disk"; rm "$library/beside.jpg"; index \(mode)
                mount -t tmpfs tmpfs "$library/disk" && cp -r "$4/." "$library/disk" && rm "$library/disk/a.jpg"
                index \(mode)
                """)
            #expect(found == [Self.missing, "4 listed", "3 listed"])
        }
    }

    @Test(
        "A disk that is the library and is not mounted keeps its photos in the index", arguments: ["full", "quick"])
    func unmountedRoot(mode: String) async throws {
        try await onThread {
            // Another file system hides the one that was indexed.
            let found = try lines(
                """
                mount -t tmpfs tmpfs "$library"; index \(mode)
                umount "$library"; index \(mode)
                """)
            #expect(found.filter { $0.hasSuffix(" listed") } == ["5 listed", "5 listed"], "\(found)")
        }
    }

    @Test(
        "A disk in a library that is unmounted while the library is scanned keeps its photos, too", arguments: [1, 10])
    func whileScanning(check: Int) async throws {
        try await onThread {
            let found = try lines(
                """
                touch "$library" "$library/disk" "$library/disk/inside"
                index full \(check) "umount --lazy '$library/disk'"; index full
                """)
            // Before anything was listed, or when all was listed and the files were to be looked at.
            #expect(found.count { $0 == "5 listed" } == 2, "\(found)")
            #expect(found.suffix(2) == [Self.missing, "5 listed"], "\(found)")
        }
    }
}
