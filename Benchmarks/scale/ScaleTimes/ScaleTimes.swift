internal import PhotoModel
internal import PickerHost

/// Each question of a large library, asked again and again.
struct ScaleTimes {
    /// What the page asks for at once.
    private static let length = 200

    let library: PhotoLibrary
    let rounds: Int
    let words: [String]
    var random: SeededNumbers

    private var newest: FetchOptions {
        var options = FetchOptions()
        options.sort = [SortKey(.creationTime, isDescending: true)]
        return options
    }

    /// Newest first, too, and sorted by something else besides: more kinds of lists than the plugin keeps the days of, so that it knows
    /// nothing of one that comes after all others.
    private func unlike(_ round: Int) -> FetchOptions {
        let others =
            [.filename, .modificationTime, .byteSize].flatMap { [($0, true), ($0, false)] }
            as [(SortKey.Property, Bool)]
        let (property, isDescending) = others[round % others.count]
        var options = newest
        options.sort.append(SortKey(property, isDescending: isDescending))
        return options
    }

    mutating func run() async throws {
        // As who wants the photos alone asks, and as a page that is to hear how they change: of which state they are, it asks besides.
        for (name, namesChanges) in [("first-window", false), ("first-window-watched", true)] {
            try await measure(name) { one in
                var request = FetchRequest(.all, options: one.newest)
                request.namesChanges = namesChanges
                let window = try await one.library.fetch(request, offset: 0, length: Self.length).assets
                precondition(window.count == Self.length)
            }
        }
        // Of a list that was only begun, so that nothing of it is known yet; and of one like another of which the days were asked for.
        try await measureFetched("count", unlike) { _ = try await $0.count() }
        try await measureFetched("days", unlike) { _ = try await $0.days() }
        let alike = newest
        try await measureFetched("days-again", { _ in alike }) { _ = try await $0.days() }
        try await measure("albums") { one in
            let albums = try await one.library.collections()
            precondition(!albums.isEmpty)
        }
        try await windows()
        for word in words {
            try await measure("search-\(word)") { one in
                let found = try await one.library.search(word).window(offset: 0, length: Self.length)
                precondition(!found.isEmpty)
            }
        }
    }

    private func measure(_ name: String, _ body: (Self) async throws -> Void) async throws {
        var times: [Double] = []
        for round in 0...rounds {
            let start = ContinuousClock.now
            try await body(self)
            if round > 0 { times.append((ContinuousClock.now - start) / .milliseconds(1)) }
        }
        report(name, times)
    }

    private func measureFetched(
        _ name: String, _ options: (Int) -> FetchOptions, _ body: (FetchResult) async throws -> Void
    ) async throws {
        var times: [Double] = []
        for round in 0...rounds {
            let result = try await library.fetch(.all, options: options(round))
            let start = ContinuousClock.now
            try await body(result)
            if round > 0 { times.append((ContinuousClock.now - start) / .milliseconds(1)) }
        }
        report(name, times)
    }

    /// Ten times as many windows as rounds, anywhere: into a list that was only begun, and into one that was looked at.
    private mutating func windows() async throws {
        let result = try await library.fetch(.all, options: newest)
        let count = try await result.count()
        var jumps: [Double] = []
        var times: [Double] = []
        for _ in 0..<(10 * rounds) {
            let offset = random.next(below: count - Self.length)
            let start = ContinuousClock.now
            let window = try await result.window(offset: offset, length: Self.length)
            times.append((ContinuousClock.now - start) / .milliseconds(1))
            precondition(window.count == Self.length)
        }
        for round in 0..<rounds {
            let result = try await library.fetch(.all, options: unlike(round))
            let offset = random.next(below: count - Self.length)
            let start = ContinuousClock.now
            let window = try await result.window(offset: offset, length: Self.length)
            jumps.append((ContinuousClock.now - start) / .milliseconds(1))
            precondition(window.count == Self.length)
        }
        report("random-window", times)
        report("first-jump", jumps)
    }

    private func report(_ name: String, _ times: [Double]) {
        print(([name] + times.map { "\($0)" }).joined(separator: " "))
    }
}
