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
        for _ in 0..<generator.next() % 4 {
            let property = SortKey.Property(rawValue: UInt32(1 + generator.next() % 4)) ?? .creationTime
            options.sort.append(SortKey(property, isDescending: generator.next() % 2 == 0))
        }
        return options
    }
}
