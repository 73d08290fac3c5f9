/// What a list view does to show a newer listing in place of an older one.
///
/// In this order: take `removed` and the `from` of `moved` out of the old list; put in `inserted` and the `to` of
/// `moved`, in ascending order of these indexes; reload `changed`. All indexes are those of a whole listing, old or new:
/// none takes account of the steps before it.
public struct ChangeDetails: Hashable, Sendable {
    /// An element that is at another index.
    public struct Move: Hashable, Sendable {
        /// In the old listing.
        public var from: Int
        /// In the new listing.
        public var to: Int

        /// - Parameters:
        ///   - from: index before.
        ///   - to: index after.
        public init(from: Int, to: Int) {
            self.from = from
            self.to = to
        }
    }

    /// Indexes in the old listing, ascending.
    public var removed: [Int]
    /// Indexes in the new listing, ascending.
    public var inserted: [Int]
    /// Indexes in the new listing, ascending, of what was there before and has other content or metadata.
    public var changed: [Int]
    /// What has another place among the rest: as few as can be, ascending by `to`.
    public var moved: [Move]

    /// - Parameters:
    ///   - removed: indexes before.
    ///   - inserted: indexes after.
    ///   - changed: indexes after.
    ///   - moved: from indexes before to indexes after.
    public init(removed: [Int] = [], inserted: [Int] = [], changed: [Int] = [], moved: [Move] = []) {
        self.removed = removed
        self.inserted = inserted
        self.changed = changed
        self.moved = moved
    }

    /// Whether nothing changed.
    public var isEmpty: Bool { removed.isEmpty && inserted.isEmpty && changed.isEmpty && moved.isEmpty }

    /// The new listing, made of the old one.
    ///
    /// - Parameter new: gives the element at an index of the new listing; asked for `inserted` and `changed`.
    public func applied<Element>(to old: [Element], new: (Int) throws -> Element) rethrows -> [Element] {
        let gone = Set(removed).union(moved.map(\.from))
        var kept = old.indices.lazy.filter { !gone.contains($0) }.makeIterator()
        let arrivals =
            try inserted.map { ($0, try new($0)) } + moved.map { ($0.to, old[$0.from]) }
        var list: [Element] = []
        list.reserveCapacity(old.count - gone.count + arrivals.count)
        for (index, element) in arrivals.sorted(by: { $0.0 < $1.0 }) {
            while list.count < index, let next = kept.next() { list.append(old[next]) }
            list.append(element)
        }
        while let next = kept.next() { list.append(old[next]) }
        for index in changed { list[index] = try new(index) }
        return list
    }
}
