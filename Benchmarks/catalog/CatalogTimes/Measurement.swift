internal import Foundation
internal import PhotoFolder
internal import PhotoIndex
internal import PhotoModel
internal import TestSupport

/// Measures an index without files; prints a line for each figure, times in milliseconds.
struct Measurement {
    private static let windowLength = 100

    let root: LibraryRoot
    let directory: String
    let count: Int
    private let clock = ContinuousClock()
    private var chance = SeededGenerator(seed: 9)

    init(root: LibraryRoot, directory: String, count: Int) {
        (self.root, self.directory, self.count) = (root, directory, count)
    }

    mutating func run() throws {
        try fill()
        let photoIndex = try opening()
        var newest = FetchOptions()
        newest.sort = [SortKey(.creationTime, isDescending: true)]
        var favorites = FetchOptions()
        favorites.favoritesOnly = true
        let album = root.identity.collection(folder: Array(SyntheticAssets.folder(of: count / 2, in: count).utf8)).text
        try windows("all", photoIndex, .all, FetchOptions())
        try windows("all, newest first", photoIndex, .all, newest)
        try windows("videos", photoIndex, .all, FetchOptions(mediaTypes: .video))
        try windows("favourites", photoIndex, .all, favorites)
        try windows("one album", photoIndex, .collection(album), FetchOptions())
        try collections(photoIndex)
        try search(photoIndex, "trip 1234")
        try wholeResult(photoIndex)
        try insertions(photoIndex)
    }

    private func fill() throws {
        let photoIndex = try PhotoIndexDatabase.open(root, directory: directory)
        var assets = SyntheticAssets(root.identity, count: count)
        let time = try clock.measure {
            for start in stride(from: 0, to: count, by: 2000) {
                try photoIndex.put((start..<min(count, start + 2000)).map { assets.draft($0) })
            }
        }
        say("written", "\(Int(Double(count) / (time / .seconds(1)))) assets a second")
    }

    private func opening() throws -> PhotoIndexDatabase {
        let start = clock.now
        let photoIndex = try PhotoIndexDatabase.open(root, directory: directory)
        try read(try photoIndex.fetch(.assets(.all), FetchOptions()), 0)
        say("opened, and the first window read", milliseconds(clock.now - start))
        return photoIndex
    }

    private mutating func windows(
        _ name: String, _ photoIndex: PhotoIndexDatabase, _ scope: FetchScope, _ options: FetchOptions
    ) throws {
        let start = clock.now
        let fetch = try photoIndex.fetch(.assets(scope), options)
        let found = try fetch.count()
        let counting = clock.now - start
        var times: [Double] = []
        for _ in 0..<2000 {
            let offset = Int(chance.next() % UInt64(max(1, found - Self.windowLength)))
            times.append(try clock.measure { try read(fetch, offset) } / .milliseconds(1))
        }
        times.sort()
        say("\(name): \(found) counted", milliseconds(counting))
        say(
            "\(name): random windows of 100",
            "median \(decimals(times[1000])), 99th percentile \(decimals(times[1980])), largest \(decimals(times[1999]))"
        )
    }

    private func collections(_ photoIndex: PhotoIndexDatabase) throws {
        var found = 0
        let time = try clock.measure {
            found = try photoIndex.collections(under: nil, types: .any).count
        }
        say("\(found) collections at the top", milliseconds(time))
    }

    private func search(_ photoIndex: PhotoIndexDatabase, _ text: String) throws {
        var found = 0
        let time = try clock.measure {
            let fetch = try photoIndex.fetch(.search(text), FetchOptions())
            found = try fetch.count()
            try read(fetch, 0)
        }
        say("\(found) found by \"\(text)\", first window read", milliseconds(time))
    }

    private func wholeResult(_ photoIndex: PhotoIndexDatabase) throws {
        let fetch = try photoIndex.fetch(.assets(.all), FetchOptions())
        let before = residentBytes()
        let time = try clock.measure {
            for offset in stride(from: 0, to: count, by: Self.windowLength) { try read(fetch, offset) }
        }
        say("all of it read in windows", milliseconds(time))
        say("memory that took", "\((residentBytes() - before) >> 20) MiB")
    }

    private func insertions(_ photoIndex: PhotoIndexDatabase) throws {
        let token = try photoIndex.currentToken()
        var assets = SyntheticAssets(root.identity, count: count)
        try photoIndex.put((0..<1000).map { assets.draft(count + $0 * (count / 1000)) })
        let fetch = try photoIndex.fetch(.assets(.all), FetchOptions())
        var found = 0
        let time = try clock.measure {
            for change in try photoIndex.changes(since: token).changes {
                found += try fetch.indexes(of: change.identifiers).count { $0 != nil }
            }
        }
        say("\(found) inserted assets reported with their indexes", milliseconds(time))
    }

    private func read(_ fetch: IndexFetch, _ offset: Int) throws {
        try fetch.window(offset: offset, length: Self.windowLength) { _ in true }
    }

    private func residentBytes() -> Int {
        let status = (try? String(contentsOfFile: "/proc/self/statm", encoding: .utf8)) ?? ""
        return (status.split(separator: " ").dropFirst().first.flatMap { Int($0) } ?? 0) * 4096
    }

    private func milliseconds(_ time: Duration) -> String { "\(decimals(time / .milliseconds(1))) ms" }

    private func decimals(_ value: Double) -> String { String(format: "%.2f", value) }

    private func say(_ what: String, _ figure: String) { print("    \(what): \(figure)") }
}
