internal import PhotoModel
internal import Platform

/// Finds out what a list view has to do, from the places of the elements that changed. A pure value.
///
/// The elements that are not named here are in both listings and in the same order there. So an element that is named
/// has moved when the number of those before it differs; among the elements between the same two of them, a longest
/// increasing run stays and the others have moved, which is the least that can be.
struct ListDifference {
    /// Where an element is in the old and in the new listing.
    struct Place {
        var old: Int?
        var new: Int?
        /// Whether its content or metadata may differ.
        var isChanged: Bool
    }

    private struct Survivor {
        let old: Int
        let new: Int
    }

    private let removed: [Int]
    private let inserted: [Int]
    private let changed: [Int]
    private let survivors: [Survivor]

    /// - Parameter places: each element once.
    init(_ places: [Place]) {
        var removed: [Int] = []
        var inserted: [Int] = []
        var changed: [Int] = []
        var survivors: [Survivor] = []
        for place in places {
            switch (place.old, place.new) {
            case (let old?, let new?):
                survivors.append(Survivor(old: old, new: new))
                if place.isChanged { changed.append(new) }
            case (let old?, nil): removed.append(old)
            case (nil, let new?): inserted.append(new)
            case (nil, nil): break
            }
        }
        self.removed = removed.sorted()
        self.inserted = inserted.sorted()
        self.changed = changed.sorted()
        self.survivors = survivors.sorted { $0.old < $1.old }
    }

    /// Whether so many elements can be at these places: who applies the difference would otherwise take what is not there.
    ///
    /// - Parameter indexes: as a backend gave them; nil: not in the listing.
    static func arePlaces(_ indexes: [Int?], ofCount count: Int) -> Bool {
        let known = indexes.compactMap(\.self)
        return known.allSatisfy { (0..<count).contains($0) } && Set(known).count == known.count
    }

    var details: ChangeDetails {
        ChangeDetails(removed: removed, inserted: inserted, changed: changed, moved: moved)
    }

    private var moved: [ChangeDetails.Move] {
        let oldPlaces = (removed + survivors.map(\.old)).sorted()
        let newPlaces = (inserted + survivors.map(\.new)).sorted()
        // The number of elements before it that are not named, in both listings.
        let candidates = survivors.filter { survivor in
            survivor.old - oldPlaces.rank(of: survivor.old) == survivor.new - newPlaces.rank(of: survivor.new)
        }
        let staying = Set(candidates.map(\.new).longestIncreasingRun)
        return survivors.filter { !staying.contains($0.new) }
            .map { ChangeDetails.Move(from: $0.old, to: $0.new) }.sorted { $0.to < $1.to }
    }
}

extension [Int] {
    /// How many elements of this ascending list are less than `value`.
    fileprivate func rank(of value: Int) -> Int { partitioningIndex { $0 >= value } }

    /// The longest run of ascending values, not necessarily side by side; by patience sorting.
    var longestIncreasingRun: [Int] {
        /// At `n`: the index of the least value that ends an ascending run of `n + 1` values.
        var ends: [Int] = []
        var endValues: [Int] = []
        var previous = [Int](repeating: -1, count: count)
        for (index, value) in enumerated() {
            let length = endValues.rank(of: value)
            if length > 0 { previous[index] = ends[length - 1] }
            if length == ends.count {
                ends.append(index)
                endValues.append(value)
            } else {
                ends[length] = index
                endValues[length] = value
            }
        }
        var run: [Int] = []
        var next = ends.last ?? -1
        while next >= 0 {
            run.append(self[next])
            next = previous[next]
        }
        return run.reversed()
    }
}
