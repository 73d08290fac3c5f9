import PhotoModel
import TestSupport

extension FetchOptions {
    /// Options of all sorts; `moment` gives bounds of dates.
    static func random(_ generator: inout SeededGenerator, moment: (inout SeededGenerator) -> Int64) -> FetchOptions {
        var options = FetchOptions()
        if generator.next() % 3 == 0 { options.mediaTypes = generator.next() % 2 == 0 ? .video : .image }
        if generator.next() % 4 == 0 {
            options.anySubtypes = generator.next() % 2 == 0 ? [.raw, .panorama] : .livePhoto
        }
        if generator.next() % 4 == 0 { options.noSubtypes = .raw }
        if generator.next() % 3 == 0 { options.createdFrom = Timestamp(milliseconds: moment(&generator)) }
        if generator.next() % 3 == 0 { options.createdBefore = Timestamp(milliseconds: moment(&generator)) }
        options.hidden = HiddenAssets(rawValue: UInt32(generator.next() % 3)) ?? .exclude
        options.favoritesOnly = generator.next() % 5 == 0
        if generator.next() % 4 == 0 { options.limit = Int(generator.next() % 60) }
        options.addRandomFacts(&generator)
        for _ in 0..<generator.next() % 4 {
            let property = SortKey.Property(rawValue: UInt32(1 + generator.next() % 4)) ?? .creationTime
            options.sort.append(SortKey(property, isDescending: generator.next() % 2 == 0))
        }
        return options
    }

    private mutating func addRandomFacts(_ generator: inout SeededGenerator) {
        if generator.next() % 6 == 0 { ratings = Ratings(rawValue: UInt32(1 + generator.next() % 63)) }
        let texts = ["img", "SEA", "üBER", "Café σοφος", "sides", "seaside", ", FI", "_1", "nowhere"]
        if generator.next() % 6 == 0 { text = texts[Int(generator.next() % 9)] }
        if generator.next() % 6 == 0 {
            // West is east of east in half of them.
            let (west, east) = (Double(generator.next() % 7) * 60 - 180, Double(generator.next() % 7) * 60 - 180)
            place = LocationBox(south: -45, west: west, north: Double(generator.next() % 136) - 45, east: east)
        }
        if generator.next() % 8 == 0 {
            contentTypes = [["public.jpeg", "public.png"], ["public.jpe"]][Int(generator.next() % 2)]
        }
        if generator.next() % 6 == 0 { bytesFrom = Int64(generator.next() % 20) }
        if generator.next() % 6 == 0 { bytesBelow = Int64(generator.next() % 20) }
    }
}
