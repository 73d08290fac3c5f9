import Testing

@testable import PickerHost

@Suite("Values that were used lately") struct RecentlyUsedTests {
    private var values = RecentlyUsed<String, Int>(limit: 100)

    @Test("Values that were not used for longest go first when there is no room")
    mutating func order() {
        for (number, key) in ["a", "b", "c"].enumerated() { #expect(values.insert(number, for: key, bytes: 30) == []) }
        #expect(values.value(for: "a") == 0)
        #expect(values.insert(3, for: "d", bytes: 30) == ["b"])
        #expect(values.insert(4, for: "e", bytes: 60) == ["c", "a"])
        #expect(values.bytes == 90 && values.count == 2)
        #expect(values.value(for: "d") == 3 && values.value(for: "e") == 4 && values.value(for: "a") == nil)
    }

    @Test("Values never take more than the limit, and one that is larger is not kept")
    mutating func bound() {
        #expect(values.insert(1, for: "a", bytes: 100) == [])
        #expect(values.insert(2, for: "large", bytes: 101) == ["large"])
        #expect(values.value(for: "a") == 1 && values.value(for: "large") == nil)
        #expect(values.insert(3, for: "b", bytes: 1) == ["a"])
        var none = RecentlyUsed<String, Int>(limit: 0)
        #expect(none.insert(1, for: "a", bytes: 1) == ["a"] && none.count == 0)
    }

    @Test("Values take the place of those that their keys had, and their bytes are counted once")
    mutating func replaced() {
        _ = values.insert(1, for: "a", bytes: 60)
        #expect(values.insert(2, for: "a", bytes: 50) == [])
        #expect(values.value(for: "a") == 2 && values.bytes == 50 && values.count == 1)
        // One that is too large leaves nothing of the former.
        _ = values.insert(3, for: "a", bytes: 200)
        #expect(values.value(for: "a") == nil && values.bytes == 0)
    }

    @Test("Values are found after any steps exactly as in a plain list of them")
    mutating func asInAList() {
        var random = SystemRandomNumberGenerator()
        var list: [(key: String, value: Int, bytes: Int)] = []
        for step in 0..<5000 {
            let key = "\(Int.random(in: 0..<30, using: &random))"
            let known = list.firstIndex { $0.key == key }
            switch Int.random(in: 0..<3, using: &random) {
            case 0:
                #expect(values.value(for: key) == known.map { list[$0].value })
                if let known { list.append(list.remove(at: known)) }
            case 1:
                values.remove(key)
                if let known { list.remove(at: known) }
            default:
                let bytes = Int.random(in: 0..<40, using: &random)
                if let known { list.remove(at: known) }
                var removed: [String] = []
                while list.reduce(bytes, { $0 + $1.bytes }) > 100 { removed.append(list.removeFirst().key) }
                list.append((key, step, bytes))
                #expect(values.insert(step, for: key, bytes: bytes) == removed)
            }
            #expect(values.count == list.count && values.bytes == list.reduce(0) { $0 + $1.bytes })
        }
    }
}
