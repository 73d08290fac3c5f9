internal import BackendAPI

/// Makes random sequences of calls: those that the ABI allows, and some of those whose refusal it demands. The same seed
/// makes the same sequence, whatever the plugin.
struct SequenceGenerator {
    private var random: SeededNumbers
    private var open: Set<Int> = []
    private var shutDown: Set<Int> = []
    private var fetches: [Int: Int] = [:]
    private var frames: Set<Int> = []
    /// Requests that were made: the same one again must give the same again.
    private var asks: [SequenceFetch] = []

    init(seed: UInt64) { random = SeededNumbers(seed: seed ^ 0x5E9E_4CE5) }

    static func steps(seed: UInt64, count: Int) -> [SequenceStep] {
        var generator = SequenceGenerator(seed: seed)
        return (0..<count).map { _ in generator.next() }
    }

    private mutating func next() -> SequenceStep {
        let call = nextCall()
        note(call)
        return SequenceStep(call: call, control: nextControl())
    }

    private mutating func number(_ limit: Int) -> Int { Int(random.next() % UInt64(limit)) }
    private mutating func isOnce(in count: Int) -> Bool { number(count) == 0 }
    private mutating func one<Value>(_ values: [Value]) -> Value { values[number(values.count)] }

    private mutating func nextControl() -> SequenceControl {
        var control = SequenceControl()
        if isOnce(in: 8) { control.cancelAfter = 1 + number(6) }
        if isOnce(in: 8) { control.stopAt = 1 + number(4) }
        if isOnce(in: 40) { control.isLate = true }
        if isOnce(in: 6) { control.isElsewhere = true }
        return control
    }

    /// What the slots hold once the call was made, as far as calls succeed.
    private mutating func note(_ call: SequenceCall) {
        switch call {
        case .open(let library): open.insert(library)
        case .beginShutdown(let library): shutDown.insert(library)
        case .close(let library):
            open.remove(library)
            shutDown.remove(library)
            fetches = fetches.filter { $0.value != library }
        case .fetch(let slot, let library, _): fetches[slot] = library
        case .releaseFetch(let slot): fetches[slot] = nil
        case .image(let slot, _, _, _): frames.insert(slot)
        case .releaseFrame(let slot): frames.remove(slot)
        default: break
        }
    }

    private mutating func nextCall() -> SequenceCall {
        guard !open.isEmpty else { return .open(library: number(SequenceCall.librarySlots)) }
        let library = one(open.sorted())
        // A library that is shutting down is closed soon.
        if shutDown.contains(library), isOnce(in: 4) { return .close(library: library) }
        if !fetches.isEmpty, number(100) < 35 { return fetchCall(one(fetches.keys.sorted())) }
        switch number(100) {
        case 0..<22: return .fetch(into: number(SequenceCall.fetchSlots), library: library, ask: ask())
        case 22..<30: return .count(library: library, ask: ask())
        case 30..<54: return imageCall(library)
        case 54..<62: return .read(library: library, asset: asset(), offset: offset(40_000), capacity: number(3000))
        case 62..<70: return .details(library: library, asset: asset())
        case 70..<86: return collectionCall(library)
        default: return otherCall(library)
        }
    }

    private mutating func fetchCall(_ fetch: Int) -> SequenceCall {
        switch number(10) {
        case 0..<3: .fetchCount(fetch: fetch)
        case 3..<7: .window(fetch: fetch, offset: offset(70), length: isOnce(in: 8) ? .max : UInt64(number(20)))
        case 7..<9: .indexOf(fetch: fetch, asset: asset())
        default: .releaseFetch(fetch: fetch)
        }
    }

    private mutating func imageCall(_ library: Int) -> SequenceCall {
        if let frame = frames.sorted().first, isOnce(in: 4) { return .releaseFrame(frame: frame) }
        return .image(into: number(SequenceCall.frameSlots), library: library, asset: asset(), image: image())
    }

    private mutating func collectionCall(_ library: Int) -> SequenceCall {
        switch number(4) {
        case 0:
            .collections(library: library, types: isOnce(in: 3) ? UInt32(number(64)) : 0)
        case 1: .cameraRoll(library: library)
        case 2: .collection(library: library, which: collection())
        default:
            .keyAssets(
                library: library, which: collection(),
                media: isOnce(in: 3) ? UInt32(number(16)) : 0)
        }
    }

    private mutating func otherCall(_ library: Int) -> SequenceCall {
        let other = number(SequenceCall.librarySlots)
        if !open.contains(other), isOnce(in: 3) { return .open(library: other) }
        switch number(12) {
        case 0: return .beginShutdown(library: library)
        case 1: return .close(library: library)
        case 2: return .info
        case 3: return .probe
        case 4: return .authorization(library: library)
        case 5: return .diagnostics(library: library)
        case 6: return .changesSince(library: library, hasToken: isOnce(in: 2))
        case 7: return .observe(library: library)
        case 8: return .extensionTable(library: library)
        default: return .details(library: library, asset: asset())
        }
    }

    // MARK: Arguments

    private mutating func asset() -> Int { isOnce(in: 12) ? -1 : number(1000) }
    private mutating func collection() -> Int { isOnce(in: 12) ? -1 : number(100) }

    private mutating func offset(_ usual: Int) -> UInt64 {
        if isOnce(in: 12) { return one([.max, .max - 1, 1 << 32, 1 << 40]) }
        return isOnce(in: 3) ? 0 : UInt64(number(usual))
    }

    private mutating func ask() -> SequenceFetch {
        if !asks.isEmpty, isOnce(in: 2) { return one(asks) }
        asks = asks.suffix(7) + [newAsk()]
        return asks[asks.count - 1]
    }

    private mutating func newAsk() -> SequenceFetch {
        var ask = SequenceFetch()
        switch number(10) {
        case 0..<4: break
        case 4..<7:
            ask.scope = PICKER_SCOPE_COLLECTION
            ask.collection = collection()
        case 7..<9:
            ask.scope = isOnce(in: 2) ? PICKER_SCOPE_IDENTIFIERS : PICKER_SCOPE_PATHS
            ask.first = number(1000)
            ask.number = number(8)
        default: ask.scope = isOnce(in: 2) ? 4711 : PICKER_SCOPE_ALL
        }
        if isOnce(in: 2) { ask.query = query() }
        return ask
    }

    private mutating func query() -> SequenceQuery {
        var query = SequenceQuery()
        if isOnce(in: 4) { query.media = UInt32(number(16)) }
        if isOnce(in: 4) { query.hidden = UInt32(number(3)) }
        if isOnce(in: 10) { query.favoritesOnly = 1 }
        if isOnce(in: 10) { query.anySubtypes = one([PICKER_SUBTYPE_RAW, PICKER_SUBTYPE_LIVE_PHOTO]) }
        if isOnce(in: 3) { query.sort = UInt32(1 + number(4)) | (isOnce(in: 2) ? PICKER_SORT_DESCENDING : 0) }
        if isOnce(in: 20) { query.sort = 77 }
        if isOnce(in: 4) { query.limit = UInt64(1 + number(20)) }
        return query
    }

    private mutating func image() -> SequenceImage {
        var image = SequenceImage()
        if !isOnce(in: 6) {
            image.width = 1 + number(200)
            image.height = 1 + number(200)
        }
        image.content = UInt32(number(2))
        image.delivery = UInt32(number(3))
        image.resize = UInt32(number(3))
        if isOnce(in: 5) { image.version = UInt32(number(3)) }
        if isOnce(in: 6) { image.formats = UInt32(1 << (1 + number(4))) }
        if isOnce(in: 5) { image.crop = isOnce(in: 3) ? .outside : .inside }
        if isOnce(in: 25) { image.resize = 99 }
        return image
    }
}
