import Foundation
import TestSupport
import Testing

@testable import PhotoIndex

@Suite(
    "A disk that is full", .enabled(if: Mounting.isPossible, "\(Mounting.explanation)"),
    .enabled(if: TestExtent.includesSlow, "make test-slow runs it"))
struct DiskFullTests {
    /// `$1` library, `$2` data folder, `$3` indexer, `$4` more photos, `$5` a place for the index at the end.
    private static let script = """
        mount -t tmpfs -o size=1m tmpfs "$2" || exit 9
        "$3" "$1" "$2" full >/dev/null || exit 8
        mv "$4" "$1/more"
        "$3" "$1" "$2" full; echo "status $?"
        "$3" "$1" "$2" count; echo "status $?"
        mount -o remount,size=64m "$2"
        "$3" "$1" "$2" full >/dev/null; echo "status $?"
        cp -r "$2" "$5"
        """

    @Test(
        "A disk that is full ends a refresh with one clear error, keeps what was known, and the next one completes it")
    func full() async throws {
        try await onThread {
            let library = try ScannedLibrary()
            for number in 0..<100 { try library.write("folder \(number % 3)/\(number).jpg") }
            try Self.writeMany(library.surroundings.path("more"))
            let data = library.surroundings.path("full")
            try FileManager.default.createDirectory(atPath: data, withIntermediateDirectories: false)
            let result = try Mounting.run(
                Self.script,
                [
                    library.path, data, PackagePaths.buildFolder + "/IndexingProcess",
                    library.surroundings.path("more"), library.surroundings.path("data"),
                ])
            let lines = result.output.split(separator: "\n").map(String.init)
            #expect(lines.count == 6, "\(result)")
            guard lines.count == 6 else { return }
            #expect(lines[0].hasPrefix("the disk is full and \(data)/catalog.sqlite cannot grow; free some space"))
            // A fetch result from before it is as it was. Another process lists what was committed, the disk still full.
            #expect(lines[1] == "100 listed" && lines[2] == "status 1")
            #expect(lines[3].hasSuffix(" listed") && (100..<4100).contains(Int(lines[3].dropLast(7)) ?? 0), "\(result)")
            #expect(lines[4] == "status 0" && lines[5] == "status 0", "\(result)")
            #expect(try IndexDump.lines(library.photoIndex()) == library.fresh())
        }
    }

    private static func writeMany(_ path: String) throws {
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: false)
        try Data(SampleMedia.jpeg()).write(to: URL(fileURLWithPath: path + "/0.jpg"))
        for number in 1..<4000 { #expect(link(path + "/0.jpg", "\(path)/\(number).jpg") == 0) }
    }
}
