import Foundation
import TestSupport
import Testing

@testable import PhotoIndex

@Suite("A catalog that is refreshed equals one that begins anew")
struct RescanTests {
    @Test("after random edits", arguments: 0..<16)
    func randomEdits(seed: UInt64) async throws {
        try await onThread {
            let library = try ScannedLibrary()
            let catalog = try library.catalog()
            var edits = RandomEdits(library, seed: seed)
            for _ in 0..<6 {
                try edits.make(20)
                // Files this young are looked at again, unless each status is taken for what it is.
                _ = try catalog.refresh(.full, options: seed % 2 == 0 ? .trusting : RefreshOptions())
                #expect(try CatalogDump.lines(catalog) == library.fresh())
            }
        }
    }

    @Test("when files only came and went, and only folders are compared", arguments: 20..<30)
    func quick(seed: UInt64) async throws {
        try await onThread {
            let library = try ScannedLibrary()
            let catalog = try library.catalog()
            var edits = RandomEdits(library, seed: seed)
            for _ in 0..<6 {
                try edits.make(20, rewrites: false)
                _ = try catalog.refresh(.quick)
                #expect(try CatalogDump.lines(catalog) == library.fresh())
            }
        }
    }

    @Test("and finds nothing to do when nothing happened")
    func nothing() async throws {
        try await onThread {
            let library = try ScannedLibrary()
            var edits = RandomEdits(library, seed: 77)
            try edits.make(60)
            let catalog = try library.catalog()
            let first = try catalog.refresh(options: .trusting)
            #expect(first.inserted == first.assets)
            for mode in [RefreshMode.full, .quick] {
                let again = try catalog.refresh(mode, options: .trusting)
                #expect(again.inserted + again.updated + again.removed == 0)
                #expect(again.changesBefore == again.changesAfter)
                #expect(again.assets == first.assets)
                #expect(again.diagnostics == first.diagnostics)
            }
        }
    }
}
