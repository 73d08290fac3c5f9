import Foundation
import TestSupport
import Testing

@testable import PhotoIndex

@Suite("A watch that the kernel tells less than happened", .timeLimit(.minutes(15)))
struct OverflowTests {
    private static let queueLength =
        (try? String(contentsOfFile: "/proc/sys/fs/inotify/max_queued_events", encoding: .utf8))
        .flatMap { Int($0.trimmingCharacters(in: .whitespacesAndNewlines)) } ?? .max

    @Test(
        "finds all of it, also what was rewritten in place and folders that are new",
        .enabled(if: queueLength <= 50_000, "the queue of inotify is too long here to fill it"))
    func overflow() async throws {
        try await onThread {
            let library = try ScannedLibrary()
            for name in ["busy/a.jpg", "still/b.jpg", "quiet/c.jpg"] { try library.write(name) }
            let catalog = try library.catalog()
            var options = WatchOptions()
            options.quiet = .milliseconds(5)
            options.refresh = .trusting
            let watch = CatalogWatch(catalog, options: options)
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
            _ = try watch.wait(milliseconds: 30_000)
            #expect(try CatalogDump.lines(catalog) == library.fresh())
            // And hears of what happens from then on, in the new folder, too.
            try library.write("new/deeper/e.jpg")
            _ = try watch.wait(milliseconds: 30_000)
            #expect(try CatalogDump.lines(catalog) == library.fresh())
        }
    }
}
