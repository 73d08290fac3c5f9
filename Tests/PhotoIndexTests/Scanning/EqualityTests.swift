import Foundation
import PhotoFolder
import PhotoModel
import TestSupport
import Testing

@testable import PhotoIndex

@Suite("An index holds what a walk without an index finds")
struct EqualityTests {
    @Test(
        "An index holds what a walk without an index finds in the corpus, record for record",
        .enabled(if: Corpus.isAvailable, "\(Corpus.explanation)"))
    func corpus() async throws {
        try await onThread {
            let surroundings = try TemporaryFolder()
            let root = try LibraryRoot(path: Array(Corpus.path.utf8))
            let photoIndex = try PhotoIndexDatabase(root: root, directory: surroundings.path)
            let outcome = try photoIndex.refresh()
            #expect(outcome.report.assets > 500)
            #expect(outcome.report.inserted == outcome.report.assets)
            #expect(try IndexDump.assets(photoIndex) == IndexDump.walkedAssets(root))
        }
    }

    @Test(
        "An index holds what a walk without an index finds in random trees",
        arguments: TestExtent.sample([1, 2, 3, 4, 5, 6] as [UInt64]))
    func randomTrees(seed: UInt64) async throws {
        try await onThread {
            let library = try ScannedLibrary()
            var edits = RandomEdits(library, seed: seed)
            try edits.make(60)
            let photoIndex = try library.photoIndex()
            _ = try photoIndex.refresh()
            #expect(try IndexDump.assets(photoIndex) == IndexDump.walkedAssets(library.root()))
        }
    }
}
