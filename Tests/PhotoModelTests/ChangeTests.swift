import Testing

@testable import PhotoModel

@Suite("What changed") struct ChangeTests {
    @Test("What changed makes the new list of the old one: removals first, then arrivals in their places, then changes")
    func applied() {
        let change = ChangeDetails(
            removed: [0], inserted: [1], changed: [2], moved: [ChangeDetails.Move(from: 3, to: 0)])
        #expect(change.applied(to: ["a", "b", "c", "d"]) { "new \($0)" } == ["d", "new 1", "new 2", "c"])
        #expect(
            ChangeDetails(inserted: [0, 3]).applied(to: ["a", "b"]) { "new \($0)" } == ["new 0", "a", "b", "new 3"])
        #expect(ChangeDetails(removed: [0, 1]).applied(to: ["a", "b"]) { "new \($0)" } == [])
    }

    @Test("What changed is nothing only if there is nothing of any kind")
    func nothing() {
        #expect(ChangeDetails().isEmpty)
        for change in [
            ChangeDetails(removed: [0]), ChangeDetails(inserted: [0]), ChangeDetails(changed: [0]),
            ChangeDetails(moved: [ChangeDetails.Move(from: 0, to: 1)]),
        ] {
            #expect(!change.isEmpty)
        }
    }

    @Test("What an index did in several runs is their sum, with the assets and problems that the last one found")
    func reports() {
        var first = IndexReport()
        (first.files, first.filesRead, first.folders, first.assets) = (1, 2, 3, 4)
        (first.inserted, first.updated, first.removed, first.diagnostics) = (5, 6, 7, 8)
        var next = IndexReport()
        (next.files, next.filesRead, next.folders, next.assets) = (10, 20, 30, 40)
        (next.inserted, next.updated, next.removed, next.diagnostics) = (50, 60, 70, 80)
        first.add(next)
        #expect([first.files, first.filesRead, first.folders, first.assets] == [11, 22, 33, 40])
        #expect([first.inserted, first.updated, first.removed, first.diagnostics] == [55, 66, 77, 80])
    }

    @Test("What changed is of assets unless it says otherwise, and keeps its token")
    func kinds() {
        let changes = [
            LibraryChange.inserted(["a"]), .removed(["a"], of: .collections), .updated(["a"], token: [1]),
            .current([2]), .reload,
        ]
        #expect(changes.map(\.kind) == [.inserted, .removed, .updated, .current, .reload])
        #expect(changes.map(\.subject) == [.assets, .collections, .assets, .assets, .assets])
        #expect(changes.map(\.token) == [nil, nil, [1], [2], nil])
        #expect(changes.map(\.identifiers) == [["a"], ["a"], ["a"], [], []])
    }
}

@Suite("Natural sort") struct NaturalSortKeyTests {
    @Test("Natural sort is by the values of numbers, then by their leading zeros, then by length")
    func order() {
        let names = ["", "10", "a", "a0", "a00", "a1", "a01", "a001", "a1b", "a2", "a10", "b"]
        let keys = names.map { NaturalSort.key(Array($0.utf8)) }
        #expect(keys.reversed().sorted { $0.lexicographicallyPrecedes($1) } == keys)
    }

    @Test("Natural sort has keys that never change, because indexes keep them")
    func bytes() {
        #expect(NaturalSort.key(Array("Img007-12".utf8)) == Array("img0\u{1}7-0\u{2}12\0\u{2}\0".utf8))
        #expect(NaturalSort.key(Array("é_A".utf8)) == Array("é_a".utf8))
        #expect(NaturalSort.key(Array("000".utf8)) == Array("0\u{1}0\0\u{2}".utf8))
    }

    @Test("Sums that do not fit are the largest number")
    func sums() {
        #expect(Int.max.addingSaturating(1) == .max && 3.addingSaturating(4) == 7)
        #expect(UInt8(200).addingSaturating(55) == 255 && UInt8(200).addingSaturating(56) == 255)
    }
}
