internal import BackendAPI
internal import PhotoModel
internal import Platform

/// A few bytes, one descriptor, one thread: what each call leaves behind, whatever it answers.
enum LeakChecks {
    static let all = [
        leaks("images", "Images", requires: [.anyKnownFormat]) { context, calls throws(CheckStop) in
            try images(context, calls)
        },
        leaks("reads", "Reads and details", requires: [.anyKnownFormat]) { context, calls throws(CheckStop) in
            try reads(context, calls)
        },
        leaks("lists", "Fetches, counts and collections") { context, calls throws(CheckStop) in
            try lists(context, calls)
        },
        leaks("starts", "Backends and libraries") { context, calls throws(CheckStop) in try starts(context, calls) },
        leaks("extensions", "Calls of extensions", requires: [.anyKnownFormat]) { context, calls throws(CheckStop) in
            let steps = try extensions(context, calls)
            guard !steps.isEmpty else { throw .notApplicable("it offers no extension") }
            return steps
        },
    ]

    /// A call, made ready, and what it is called in messages.
    typealias Step = (name: String, run: QuietCalls.Ready)

    private static func leaks(
        _ name: String, _ subject: String, requires requirements: [Requirement] = [],
        _ steps: @escaping @Sendable (CheckContext, QuietCalls) throws(CheckStop) -> [Step]
    ) -> Check {
        Check(
            "resources.leaks-\(name)",
            "\(subject) leave nothing behind, not a few bytes a call, also when they fail or are cancelled",
            "R9.1 R14.8 R15.5", .must, .full, requires: requirements,
            remedy: "Free on every way out of a function what it took; a leak detector says where that was."
        ) { context throws(CheckStop) in
            for step in try steps(context, QuietCalls()) where !context.isHalfOver {
                context.step("again and again: \(step.name)")
                if let growth = growth(context, step.run, least: ["starts", "extensions"].contains(name) ? 400 : 200) {
                    throw .failed("\(step.name): each call leaves \(growth)")
                }
            }
        }
    }

    // MARK: Measuring

    /// About how long a round of calls takes. No limit, hence the same on slow machines and under sanitizers: there, more time would be more of
    /// the same.
    private static let roundNanoseconds: UInt64 = 60_000_000

    /// What a process has of each kind that may be left behind.
    private struct Amounts {
        var bytes = ProcessMemory.allocatedBytes - LeakedMemory.bytes
        var descriptors = ProcessFigures.descriptors.count
        var threads = ProcessFigures.threadCount
        var mappings = ProcessFigures.mappingCount

        static func - (after: Amounts, before: Amounts) -> Amounts {
            Amounts(
                bytes: after.bytes - before.bytes, descriptors: after.descriptors - before.descriptors,
                threads: after.threads - before.threads, mappings: after.mappings - before.mappings)
        }
    }

    /// What each call leaves, when it does so in all but one of several rounds; a cache is full some time.
    ///
    /// - Parameter bytes: the fewest bytes a call that are more than what runtimes keep.
    private static func growth(_ context: CheckContext, _ run: QuietCalls.Ready, least bytes: Int) -> String? {
        let exactly = bytes < 400 ? 32 : 200
        let start = Clock.now
        for _ in 0..<4 { _ = run() }
        let cost = max(1, (Clock.now - start) / 4)
        // Of what takes long by itself there are fewer.
        let fewest: UInt64 = cost > context.limit(milliseconds: 50) ? 4 : 12
        let count = Int(min(48, max(fewest, roundNanoseconds / cost)))
        // The kit is silent while it measures, and no longer than a round takes.
        func goOn() { context.step(context.steps.last) }
        goOn()
        for _ in 0..<count { _ = run() }
        // What threads of the plugin's own do meanwhile does not count: they rest in some round. And in one the process may give back what
        // calls of before left, which hides what these leave.
        var rounds: [Amounts] = []
        while rounds.count < 8 {
            goOn()
            let before = Amounts()
            for _ in 0..<count { _ = run() }
            rounds.append(Amounts() - before)
            if rounds.count(where: { description(of: $0, count, exactly) == nil }) > 1 { return nil }
        }
        func secondLeast(_ amount: KeyPath<Amounts, Int>) -> Int { rounds.map { $0[keyPath: amount] }.sorted()[1] }
        let least = Amounts(
            bytes: secondLeast(\.bytes), descriptors: secondLeast(\.descriptors), threads: secondLeast(\.threads),
            mappings: secondLeast(\.mappings))
        // Less that is the same in most rounds, to the byte, is no chance.
        let isSteady = rounds.count { $0.bytes == least.bytes } >= 6
        guard let found = description(of: least, count, isSteady ? exactly : bytes) else { return nil }
        let isMuch = bytes >= 400 || description(of: least, count, bytes) != nil
        return isMuch || goesOn(context, run, least.bytes / count) ? found : nil
    }

    /// Whether thousands of calls more leave as little: what runtimes keep for each of their threads is full then.
    private static func goesOn(_ context: CheckContext, _ run: QuietCalls.Ready, _ bytes: Int) -> Bool {
        let start = Amounts().bytes
        let end = Clock.now + context.limit(milliseconds: 8000)
        for number in 1...5000 {
            _ = run()
            guard number % 500 == 0 else { continue }
            if Amounts().bytes - start < number * bytes * 9 / 10 { return false }
            if Clock.now > end { return number >= 2000 }
        }
        return true
    }

    private static func description(of growth: Amounts, _ count: Int, _ bytes: Int) -> String? {
        // Half of the calls, so that a leak on every second of them is one.
        if growth.descriptors >= count / 2 { return "a descriptor" }
        if growth.threads >= count / 2 { return "a thread" }
        if growth.bytes >= count * bytes { return "\(growth.bytes / count) bytes" }
        return growth.mappings >= count / 2 ? "a mapping of memory" : nil
    }

    // MARK: What is called

    /// A library with a photo that is damaged, one that goes and one that changes after it was listed.
    static func library(_ context: CheckContext) throws(CheckStop) -> Damaged {
        let format = try ChangeChecks.format(context)
        let suffix = format.fileExtension
        try context.makeLibrary()
        let whole = try TestPattern(width: 160, height: 120).encoded(as: format)
        // Photos of its own, each time: those of an earlier library stay what they were when it was opened. What serves a library
        // that is no folder has taken them once.
        var turn = 0
        func name(_ kind: String) -> BytePath { BytePath("leak-\(turn)-\(kind).\(suffix)") }
        if context.order.fixtureCommand == nil { while Files.isThere(context.root / name("whole")) { turn += 1 } }
        let names = ["whole", "damaged", "gone", "changed"].map(name)
        for name in names { try Files.write(whole, to: context.root / name) }
        try Files.write(Array(whole.prefix(whole.count / 2)), to: context.root / names[1])
        if turn == 0 { try writeMany(whole, suffix, to: context.root) }
        let library = try context.open(context.backend(host: HostProbe(keepsLogs: false)))
        var found: [BytePath: Text] = [:]
        for asset in try library.assets() { found[asset.path] = asset.identifier }
        guard let first = found[names[0]], let third = found[names[2]], let fourth = found[names[3]] else {
            throw .failed("\(names[0]) is not listed")
        }
        try Files.remove(context.root / names[2])
        try Files.write(whole + [0, 0, 0, 0], to: context.root / names[3], date: FixtureLibrary.firstDate)
        var place = Damaged(library: library, whole: first, damaged: found[names[1]], gone: third, changed: fourth)
        place.member = found[BytePath("\(archive)/inside.\(suffix)")]
        place.cutMember = found[BytePath("\(archive)/cut.\(suffix)")]
        return place
    }

    struct Damaged {
        let library: Library
        let whole: Text
        /// Nil when what is damaged is not listed.
        let damaged: Text?
        let gone: Text
        let changed: Text
        /// In an archive, whole and not; nil when none of them is listed.
        var member: Text?
        var cutMember: Text?

        /// Those that cannot be read as they are, with a word for each.
        var troubled: [(String, Text)] {
            let all: [(String, Text?)] = [
                ("a damaged photo", damaged), ("a photo that is gone", gone), ("a photo that changed", changed),
                ("a photo in an archive", member), ("a damaged photo in an archive", cutMember),
            ]
            return all.compactMap { name, text in text.map { (name, $0) } }
        }
    }

    static let stranger = Text(Arena.string("nobody"))

    private static func images(_ context: CheckContext, _ calls: QuietCalls) throws(CheckStop) -> [Step] {
        let place = try library(context)
        func image(_ name: String, _ identifier: Text, _ ask: ImageRequest, _ end: QuietCalls.End = .none) -> Step {
            (name, calls.image(place.library, identifier, ask, end))
        }
        let small = ImageRequest(32, 32)
        let degraded = ImageRequest(48, 48) { $0.delivery = PICKER_DELIVERY_OPPORTUNISTIC }
        var steps = [
            image("an image", place.whole, small), image("an opportunistic image", place.whole, degraded),
            image("a fast image", place.whole, ImageRequest(24, 24) { $0.delivery = PICKER_DELIVERY_FAST }),
            image("an image of full size", place.whole, ImageRequest()),
            image("an image of no photo", stranger, small),
            image(
                "a crop outside", place.whole,
                ImageRequest { $0.crop = picker_rect(x: 9999, y: 0, width: 9, height: 9) }),
            image("an unknown mode", place.whole, ImageRequest(9, 9) { $0.content = 99 }),
            image("a critical link", place.whole, ImageRequest(9, 9) { $0.links = .critical }),
            image("an image that is stopped", place.whole, degraded, .stop(1)),
        ]
        for number in [1, 2, 3, 4, 6, 9] {
            steps.append(image("an image cancelled at check \(number)", place.whole, ImageRequest(), .cancel(number)))
        }
        for (name, identifier) in place.troubled { steps.append(image("an image of \(name)", identifier, small)) }
        return steps
    }

    private static func reads(_ context: CheckContext, _ calls: QuietCalls) throws(CheckStop) -> [Step] {
        let place = try library(context)
        func read(
            _ name: String, _ identifier: Text, _ end: QuietCalls.End = .none,
            _ change: (inout ReadRequest) -> Void = { _ in }
        ) -> Step { (name, calls.read(place.library, ReadRequest(identifier, capacity: 100_000, change), end)) }
        var steps = [
            read("a read", place.whole), read("a read past the end", place.whole) { $0.offset = 1 << 40 },
            read("a read of no photo", stranger),
            read("a read of another version", place.whole) { $0.version = 0x5A5A },
            read("a read of an unknown representation", place.whole) { $0.representation = 77 },
            read("a read with a critical link", place.whole) { $0.links = .critical },
            ("details", calls.details(place.library, place.whole)),
            ("details of no photo", calls.details(place.library, stranger)),
        ]
        for number in [1, 2, 3] {
            steps.append(read("a read cancelled at check \(number)", place.whole, .cancel(number)))
            steps.append(("details cancelled", calls.details(place.library, place.whole, .cancel(number))))
        }
        for (name, identifier) in place.troubled {
            steps.append(read("a read of \(name)", identifier))
            steps.append(read("a read of the end of \(name)", identifier) { $0.offset = 150_000 })
        }
        return steps
    }

    private static func lists(_ context: CheckContext, _ calls: QuietCalls) throws(CheckStop) -> [Step] {
        let backend = try context.backend(host: HostProbe(keepsLogs: false))
        let library = try context.open(backend)
        let info = try context.info()
        let assets = try library.assets()
        guard let asset = assets.first?.identifier else { throw try context.tooFew(0) }
        let roll = try library.cameraRoll().identifier
        let named = FetchRequest(.identifiers([asset, stranger]))
        var steps: [Step] = [
            ("a fetch", calls.fetch(library, FetchRequest())),
            ("a fetch and its window", calls.fetch(library, FetchRequest(), of: asset, window: QuietCalls.End.none)),
            ("a window that is stopped", calls.fetch(library, FetchRequest(), window: .stop(2))),
            ("a window that is cancelled", calls.fetch(library, FetchRequest(), window: .cancel(1))),
            ("index_of of no photo", calls.fetch(library, FetchRequest(), of: stranger)),
            ("a fetch by identifiers", calls.fetch(library, named, window: QuietCalls.End.none)),
            ("a fetch by paths", calls.fetch(library, FetchRequest(.paths([assets[0].path, "nobody"])))),
            (
                "a fetch of a collection",
                calls.fetch(library, FetchRequest(.collection(roll)), window: QuietCalls.End.none)
            ),
            ("a fetch of no collection", calls.fetch(library, FetchRequest(.collection(stranger)))),
            ("a fetch of an unknown scope", calls.fetch(library, FetchRequest(.unknown(77)))),
            ("a fetch with a critical link", calls.fetch(library, FetchRequest { $0.links = .critical })),
            ("a count", calls.count(library, FetchRequest())),
            ("a count of no collection", calls.count(library, FetchRequest(.collection(stranger)))),
            ("collections", calls.collections(library)),
            ("collections that are stopped", calls.collections(library, .stop(2))),
            ("collections of no folder", calls.collections(library, parent: stranger)),
            ("a collection", calls.collection(library, roll)), ("no collection", calls.collection(library, stranger)),
            ("key assets", calls.keyAssets(library, roll)),
            ("key assets that are stopped", calls.keyAssets(library, roll, .stop(1))),
            ("key assets of no collection", calls.keyAssets(library, stranger)),
            ("diagnostics", calls.diagnostics(library)), ("info of the library", calls.libraryInfo(library)),
            ("diagnostics that are stopped", calls.diagnostics(library, .stop(1))),
            ("info of the backend", calls.info(backend)), ("get_extension", calls.extensions(library)),
            ("count of a fetch", calls.countOfFetch(library)),
            ("authorization_status", calls.authorization(library)), ("the camera roll", calls.cameraRoll(library)),
            ("changes without a token", calls.changes(library, since: nil)),
            ("changes since what is no token", calls.changes(library, since: [0xFF])),
        ]
        for number in [1, 2, 3] {
            steps.append(
                ("a fetch cancelled at check \(number)", calls.fetch(library, FetchRequest(), .cancel(number))))
            steps.append(("a count cancelled at check \(number)", calls.count(library, named, .cancel(number))))
        }
        return steps + lists(by: info.capabilities, library, calls)
    }

    /// Lists that not all backends give.
    private static func lists(by capabilities: BackendCapabilities, _ library: Library, _ calls: QuietCalls) -> [Step] {
        var steps: [Step] = []
        for (name, bit, query) in FetchChecks.conditions where capabilities.contains(bit) {
            let ask = FetchRequest(query: query)
            steps.append(("a fetch with \(name)", calls.fetch(library, ask, window: QuietCalls.End.none)))
        }
        if let key = SortBit.served(by: capabilities).last {
            let query = FetchRequest.everything { ($0.limit, $0.sort.0) = (5, key | PICKER_SORT_DESCENDING) }
            let unknown = FetchRequest.everything { $0.sort.0 = 99 }
            steps.append(
                ("a sorted fetch", calls.fetch(library, FetchRequest(query: query), window: QuietCalls.End.none)))
            steps.append(("a fetch of an unknown order", calls.fetch(library, FetchRequest(query: unknown))))
        }
        if capabilities.contains(.observe) {
            steps.append(("observing", calls.observe(library, .cancel(3))))
            // Without the time that it waits: thousands of calls tell a few bytes from chance.
            steps.append(("observing in vain", calls.observe(library, .cancel(1))))
        }
        return steps
    }

    private static func starts(_ context: CheckContext, _ calls: QuietCalls) throws(CheckStop) -> [Step] {
        let plugin = try context.plugin()
        let backend = try context.backend(host: HostProbe(keepsLogs: false))
        let place = try library(context)
        place.library.beginShutdown()
        place.library.close()
        let (root, data) = (context.root, context.dataFolder)
        try Files.write([1, 2, 3], to: context.folder / "no-folder")
        var steps: [Step] = [
            ("a backend", calls.enter(plugin)),
            ("a backend with a critical link", calls.enter(plugin, links: .critical)),
            ("a library", calls.open(backend, root: root, data: data)),
            ("a library whose folder is not there", calls.open(backend, root: root / "nowhere", data: data)),
            ("a library that is a file", calls.open(backend, root: context.folder / "no-folder", data: data)),
            ("a library with a critical link", calls.open(backend, root: root, data: data, links: .critical)),
        ]
        for number in [1, 2, 5, 20] {
            steps.append(
                ("a library cancelled at check \(number)", calls.open(backend, root: root, data: data, .cancel(number)))
            )
        }
        // A root whose path is long: what is kept of it is more than what runtimes keep.
        let far = try farAway(context)
        steps += [
            ("a library far down", calls.open(backend, root: far.root, data: far.data)),
            ("a library far down that is not there", calls.open(backend, root: far.root / "nowhere", data: far.data)),
            ("a library far down, cancelled", calls.open(backend, root: far.root, data: far.data, .cancel(2))),
        ]
        return steps
    }

    /// The calls of all of these checks.
    static func everyStep(
        _ context: CheckContext, _ calls: QuietCalls = QuietCalls()
    ) throws(CheckStop) -> [Step] {
        try images(context, calls) + reads(context, calls) + lists(context, calls) + starts(context, calls)
            + extensions(context, calls)
    }
}
