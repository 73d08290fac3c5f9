import PhotoModel
import TestSupport
import Testing

@testable import PickerHost

@Suite("The difference of two listings") struct ListDifferenceTests {
    /// A listing, a later one, and the elements that were touched in between; elements are numbers.
    private struct Edit {
        var old: [Int]
        var new: [Int]
        var touched: Set<Int>

        init(seed: UInt64) {
            var random = SeededGenerator(seed: seed)
            old = Array(0..<Int.random(in: 0...30, using: &random)).shuffled(using: &random)
            new = old
            touched = []
            for step in 0..<Int.random(in: 0...20, using: &random) {
                let kind = Int.random(in: 0..<4, using: &random)
                if kind == 0 || new.isEmpty {
                    touched.insert(1000 + step)
                    new.insert(1000 + step, at: Int.random(in: 0...new.count, using: &random))
                    continue
                }
                let element = new.remove(at: Int.random(in: 0..<new.count, using: &random))
                touched.insert(element)
                if kind > 1 { new.insert(element, at: Int.random(in: 0...new.count, using: &random)) }
            }
            // Backends may name more than what changed.
            for element in old where Int.random(in: 0..<8, using: &random) == 0 { touched.insert(element) }
        }

        var details: ChangeDetails {
            ListDifference(
                touched.map { .init(old: old.firstIndex(of: $0), new: new.firstIndex(of: $0), isChanged: true) }
            ).details
        }

        /// The least number of moves when elements that were not touched stay, by trying every set of movers.
        var leastMoves: Int {
            let survivors = old.filter(new.contains)
            let movable = survivors.filter(touched.contains)
            var least = movable.count
            for set in 0..<(1 << movable.count) where set.nonzeroBitCount < least {
                let movers = Set(movable.indices.filter { set & 1 << $0 != 0 }.map { movable[$0] })
                let staying = { (list: [Int]) in list.filter { !movers.contains($0) && survivors.contains($0) } }
                if staying(old) == staying(new) { least = set.nonzeroBitCount }
            }
            return least
        }
    }

    @Test("The difference of two listings applied to the old one gives the new one exactly")
    func applied() {
        for seed in UInt64(0)..<2000 {
            let edit = Edit(seed: seed)
            let details = edit.details
            var asked: [Int] = []
            let result = details.applied(to: edit.old) { index in
                asked.append(index)
                return edit.new[index]
            }
            #expect(result == edit.new && asked == details.inserted + details.changed, "seed \(seed): \(edit)")
        }
    }

    @Test("The difference of two listings moves as few elements as can be")
    func minimal() {
        let edits = (UInt64(0)..<400).map { (seed: $0, edit: Edit(seed: $0)) }.filter { $0.edit.touched.count <= 9 }
        #expect(edits.count > 100)
        for (seed, edit) in edits {
            #expect(edit.details.moved.count == edit.leastMoves, "seed \(seed): \(edit)")
        }
    }

    @Test("The difference of two listings names indexes in order, each once")
    func order() {
        for seed in 0..<200 {
            let details = Edit(seed: UInt64(seed)).details
            for indexes in [details.removed, details.inserted, details.changed, details.moved.map(\.to)] {
                #expect(indexes == Set(indexes).sorted())
            }
        }
    }

    @Test("The difference of two listings is empty for listings that are the same")
    func same() {
        #expect(ListDifference([]).details.isEmpty)
        let places = (0..<5).map { ListDifference.Place(old: $0, new: $0, isChanged: false) }
        #expect(ListDifference(places).details.isEmpty)
    }

    @Test("The difference of two listings moves one element where one was moved, whatever it jumped over")
    func oneMove() {
        let new = [1, 2, 3, 4, 0]
        let places = (0..<5).map { ListDifference.Place(old: $0, new: new.firstIndex(of: $0), isChanged: false) }
        #expect(ListDifference(places).details == ChangeDetails(moved: [.init(from: 0, to: 4)]))
    }

    @Test("Places of a listing are in it, and each is that of one element")
    func places() {
        #expect(ListDifference.arePlaces([], ofCount: 0) && ListDifference.arePlaces([nil, 2, 0, nil], ofCount: 3))
        let wrong: [[Int?]] = [[3], [0, nil, 0], [Int.max], [-1]]
        for indexes in wrong { #expect(!ListDifference.arePlaces(indexes, ofCount: 3), "\(indexes)") }
    }
}
