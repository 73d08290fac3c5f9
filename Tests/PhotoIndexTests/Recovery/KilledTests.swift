import Foundation
import GRDB
import TestSupport
import Testing

@testable import PhotoIndex

@Suite("A process that indexes and is killed", .timeLimit(.minutes(15)))
struct KilledTests {
    @Test("A process that indexes and is killed leaves a sound index, which the next one completes")
    func killed() async throws {
        try await onThread {
            let library = try ScannedLibrary()
            for number in 0..<600 { try library.write("folder \(number % 7)/IMG_\(number).jpg") }
            let data = library.surroundings.path("data")
            _ = try library.photoIndex()
            var generator = SeededGenerator(seed: 5)
            for round in 0..<TestExtent.choose(20, all: 100) {
                // Something to do in each round, besides what the last one did not come to.
                for number in 0..<10 {
                    try library.write(
                        "folder \(round % 7)/IMG_\(round * 10 + number).jpg",
                        SampleMedia.jpeg(padding: round + 1))
                }
                let process = try RunningSubprocess(
                    PackagePaths.buildFolder + "/IndexingProcess", [library.path, data, "full"])
                usleep(UInt32(generator.next() % 60_000))
                process.signal(SIGKILL)
                _ = process.wait()
                try expectSound(data)
            }
            let photoIndex = try library.photoIndex()
            _ = try photoIndex.refresh()
            #expect(try IndexDump.lines(photoIndex) == library.fresh())
            // None of them took what another left for damaged.
            #expect(try FileManager.default.contentsOfDirectory(atPath: data).allSatisfy { !$0.contains("aside") })
        }
    }

    private func expectSound(_ data: String) throws {
        let verdict = try DatabaseQueue(path: data + "/" + PhotoIndexDatabase.filename).read { database in
            try String.fetchOne(database, sql: "PRAGMA integrity_check")
        }
        #expect(verdict == "ok")
    }
}
