import Foundation
import TestSupport
import Testing

@testable import PhotoIndex

@Suite("A watch to which the kernel reports less than happened", .timeLimit(.minutes(15)))
struct OverflowTests {
    private static let queueLength =
        (try? String(contentsOfFile: "/proc/sys/fs/inotify/max_queued_events", encoding: .utf8))
        .flatMap { Int($0.trimmingCharacters(in: .whitespacesAndNewlines)) } ?? .max

    @Test(
        "A watch to which the kernel reports less than happened finds all, also what was rewritten in place and folders that are new",
        .enabled(if: queueLength <= 50_000, "the queue of inotify is too long here to fill it"))
    func overflow() async throws {
        try await onThread {
            let library = try ScannedLibrary()
            for name in ["busy/a.jpg", "still/b.jpg", "quiet/c.jpg"] { try library.write(name) }
            let photoIndex = try library.photoIndex()
            var options = WatchOptions()
            options.quiet = .milliseconds(5)
            options.refresh = .trusting
            let watch = IndexWatcher(photoIndex, options: options)
            _ = try watch.start()
            // Two notifications each, and none of them is taken.
            let names = ["one", "two"].map { library.path("busy/\($0).txt") }
            try Data().write(to: URL(fileURLWithPath: names[0]))
            for round in 0...Self.queueLength / 2 { #expect(rename(names[round % 2], names[1 - round % 2]) == 0) }
            // The kernel has no room for these.
            try library.write("new/deeper/d.jpg")
            try library.remove("quiet/c.jpg")
            let file = try #require(FileHandle(forUpdatingAtPath: library.path("still/b.jpg")))
            try file.write(contentsOf: Data(SampleMedia.jpeg(width: 50)))
            try file.close()
            try expectToFind(everythingIn: library, photoIndex, watch)
            // And hears of what happens from then on, in the new folder, too.
            try library.write("new/deeper/e.jpg")
            try expectToFind(everythingIn: library, photoIndex, watch)
        }
    }

    /// What waits in the queue may be taken in several parts.
    private func expectToFind(
        everythingIn library: ScannedLibrary, _ photoIndex: PhotoIndexDatabase, _ watch: IndexWatcher
    ) throws {
        for _ in 0..<20 {
            _ = try watch.wait(milliseconds: 3000)
            if try IndexDump.lines(photoIndex) == library.fresh() { return }
        }
        #expect(try IndexDump.lines(photoIndex) == library.fresh())
    }
}
