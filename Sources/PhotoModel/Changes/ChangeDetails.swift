/// What a list view has to do to show a newer listing in place of an older one.
///
/// Do it in this order: take `removed` and the `from` of `moved` out of the old list; put in `inserted` and the `to` of
/// `moved`, in ascending order of these indexes; reload `changed`. All indexes refer to the whole listing, old or new: none
/// takes the steps before it into account.
public struct ChangeDetails: Hashable, Sendable {
    /// An element whose index has changed.
    public struct Move: Hashable, Sendable {
        /// Its index in the old listing.
        public var from: Int
        /// Its index in the new listing.
        public var to: Int

        /// - Parameters:
        ///   - from: its index in the old listing.
        ///   - to: its index in the new listing.
        public init(from: Int, to: Int) {
            self.from = from
            self.to = to
        }
    }

    /// The indexes of what was removed, in the old listing, ascending.
    public var removed: [Int]
    /// The indexes of what was inserted, in the new listing, ascending.
    public var inserted: [Int]
    /// The indexes of what was there before and has other content or metadata now, in the new listing, ascending.
    public var changed: [Int]
    /// The elements that have another place among the others: as few as possible, ascending by `to`.
    public var moved: [Move]

    /// - Parameters:
    ///   - removed: indexes in the old listing.
    ///   - inserted: indexes in the new listing.
    ///   - changed: indexes in the new listing.
    ///   - moved: from indexes in the old listing to indexes in the new one.
    public init(removed: [Int] = [], inserted: [Int] = [], changed: [Int] = [], moved: [Move] = []) {
        self.removed = removed
        self.inserted = inserted
        self.changed = changed
        self.moved = moved
    }

    /// Whether nothing changed.
    public var isEmpty: Bool { removed.isEmpty && inserted.isEmpty && changed.isEmpty && moved.isEmpty }

    /// The new listing, made from the old one.
    ///
    /// - Parameter new: returns the element at an index of the new listing; it is called for `inserted` and `changed`.
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
