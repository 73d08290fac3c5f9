import Foundation
import PhotoModel
import TestSupport
import Testing

@testable import PhotoIndex

@Suite("A catalog that several processes open and refresh at once")
struct SharedCatalogTests {
    @Test("is made once, complete, and each of them lists all of it")
    func together() async throws {
        try await onThread {
            let library = try ScannedLibrary()
            for number in 0..<300 { try library.write("\(number % 5)/\(number).jpg") }
            let expected = try library.fresh()
            for round in 0..<6 {
                let data = library.surroundings.path("data \(round)")
                try FileManager.default.createDirectory(atPath: data, withIntermediateDirectories: false)
                let processes = try ["full", "quick", "full"].map {
                    try RunningSubprocess(PackagePaths.buildFolder + "/IndexingProcess", [library.path, data, $0])
                }
                for process in processes {
                    let result = process.wait()
                    #expect(result.succeeded && result.output.hasSuffix("\n300 listed\n"), "\(result)")
                }
                #expect(try CatalogDump.lines(library.catalog("data \(round)")) == expected)
                #expect(try FileManager.default.contentsOfDirectory(atPath: data).allSatisfy { !$0.contains("aside") })
            }
        }
    }

    @Test("is listed by one as it was while another adds to it, and told of what came")
    func reading() async throws {
        try await onThread {
            let library = try ScannedLibrary()
            for number in 0..<50 { try library.write("\(number).jpg") }
            let catalog = try library.catalog()
            _ = try catalog.refresh()
            let (fetch, token) = (try catalog.fetch(.all), try catalog.currentToken())
            for number in 50..<60 { try library.write("\(number).jpg") }
            let other = try Subprocess.run(
                PackagePaths.buildFolder + "/IndexingProcess",
                [library.path, catalog.files.directory, "full"])
            #expect(other.succeeded, "\(other)")
            #expect(try fetch.count() == 50)
            #expect(try catalog.fetch(.all).count() == 60)
            let changes = try catalog.changes(since: token, check: {}).changes
            #expect(changes.map(\.kind) == [.inserted] && changes.first?.identifiers.count == 10)
        }
    }
}
