import Foundation
import PhotoModel
import TestSupport
import Testing

@testable import PhotoIndex

@Suite("An index that several processes open and refresh at once")
struct SharedIndexTests {
    @Test(
        "An index that several processes open and refresh at once is made once, complete, and each of them lists all of it"
    )
    func together() async throws {
        try await onThread {
            let library = try ScannedLibrary()
            for number in 0..<300 { try library.write("\(number % 5)/\(number).jpg") }
            let expected = try library.fresh()
            for round in 0..<TestExtent.choose(2, all: 6) {
                let data = library.surroundings.path("data \(round)")
                try FileManager.default.createDirectory(atPath: data, withIntermediateDirectories: false)
                let processes = try ["full", "quick", "full"].map {
                    try RunningSubprocess(PackagePaths.buildFolder + "/IndexingProcess", [library.path, data, $0])
                }
                for process in processes {
                    let result = process.wait()
                    #expect(result.succeeded && result.output.hasSuffix("\n300 listed\n"), "\(result)")
                }
                #expect(try IndexDump.lines(library.photoIndex("data \(round)")) == expected)
                #expect(try FileManager.default.contentsOfDirectory(atPath: data).allSatisfy { !$0.contains("aside") })
            }
        }
    }

    @Test(
        "An index that several processes open and refresh at once is listed by one as it was while another adds to it, and what came is reported to it"
    )
    func reading() async throws {
        try await onThread {
            let library = try ScannedLibrary()
            for number in 0..<50 { try library.write("\(number).jpg") }
            let photoIndex = try library.photoIndex()
            _ = try photoIndex.refresh()
            let (fetch, token) = (try photoIndex.fetch(.all), try photoIndex.currentToken())
            for number in 50..<60 { try library.write("\(number).jpg") }
            let other = try Subprocess.run(
                PackagePaths.buildFolder + "/IndexingProcess",
                [library.path, photoIndex.files.directory, "full"])
            #expect(other.succeeded, "\(other)")
            #expect(try fetch.count() == 50)
            #expect(try photoIndex.fetch(.all).count() == 60)
            let changes = try photoIndex.changes(since: token).changes.filter { $0.subject == .assets }
            #expect(changes.map(\.kind) == [.inserted] && changes.first?.identifiers.count == 10)
        }
    }
}
