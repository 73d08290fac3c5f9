import Foundation
import PhotoCatalog
import PhotoModel
import TestSupport
import Testing

@testable import PhotoIndex

@Suite("A catalog holds what a walk without an index finds")
struct EqualityTests {
    @Test("in the corpus, record for record", .enabled(if: Corpus.isAvailable, "\(Corpus.explanation)"))
    func corpus() async throws {
        try await onThread {
            let surroundings = try TemporaryFolder()
            let root = try LibraryRoot(path: Array(Corpus.path.utf8))
            let catalog = try Catalog(root: root, directory: surroundings.path)
            let report = try catalog.refresh()
            #expect(report.assets > 500)
            #expect(report.inserted == report.assets)
            #expect(try CatalogDump.assets(catalog) == CatalogDump.walkedAssets(root))
        }
    }

    @Test("in random trees without sidecars, which only a catalog reads", arguments: [1, 2, 3, 4, 5, 6] as [UInt64])
    func randomTrees(seed: UInt64) async throws {
        try await onThread {
            let library = try ScannedLibrary()
            var edits = RandomEdits(library, seed: seed, sidecars: [])
            try edits.make(60)
            let catalog = try library.catalog()
            _ = try catalog.refresh()
            #expect(try CatalogDump.assets(catalog) == CatalogDump.walkedAssets(library.root()))
        }
    }
}
