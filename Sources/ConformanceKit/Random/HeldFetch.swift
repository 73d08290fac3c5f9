/// A fetch in a slot, with what is known of it so far.
final class HeldFetch {
    let fetch: Fetch
    /// The slot of its library.
    let library: Int
    let ask: SequenceFetch
    /// Once it is known.
    private(set) var count: UInt64?
    private var identifiers: [UInt64: Text] = [:]
    private var places: [Text: UInt64] = [:]

    init(_ fetch: Fetch, library: Int, ask: SequenceFetch) {
        self.fetch = fetch
        self.library = library
        self.ask = ask
    }

    func learn(count new: UInt64) throws(CheckStop) {
        if let count, count != new { throw .failed("it has \(new) assets, and had \(count) before") }
        if let last = identifiers.keys.max(), last >= new { throw .failed("it has \(new) assets, and one at \(last)") }
        if let limit = ask.query?.limit, limit != 0, new > limit {
            throw .failed("it has \(new) assets, with a limit of \(limit)")
        }
        count = new
    }

    /// An element that was reported: its place never changes (R9.7), and no asset has two.
    func learn(_ identifier: Text, at place: UInt64) throws(CheckStop) {
        if let count, place >= count { throw .failed("asset \(identifier) is at \(place) of \(count)") }
        if let other = identifiers[place], other != identifier {
            throw .failed("at \(place) is asset \(identifier), and \(other) was before")
        }
        if let other = places[identifier], other != place {
            throw .failed("asset \(identifier) is at \(place), and at \(other) too")
        }
        identifiers[place] = identifier
        places[identifier] = place
    }

    /// What a complete window reported.
    func learn(window offset: UInt64, _ length: UInt64, _ reported: [Text], isWhole: Bool) throws(CheckStop) {
        let number = UInt64(reported.count)
        // There is nothing past 2^64 (R9.15).
        let (end, isTooFar) = offset.addingReportingOverflow(number)
        if isTooFar { throw .failed("\(number) assets came from \(offset) on, where there can be none") }
        for (index, identifier) in reported.enumerated() { try learn(identifier, at: offset + UInt64(index)) }
        guard isWhole else { return }
        if let count {
            let wanted = offset >= count ? 0 : min(length, count - offset)
            if number != wanted { throw .failed("\(number) assets came of a fetch of \(count), expected \(wanted)") }
        } else if number > 0, number < length {
            try learn(count: end)
        }
    }

    /// Fails when an asset is known to have a place.
    func learn(absent identifier: Text) throws(CheckStop) {
        if let place = places[identifier] { throw .failed("asset \(identifier) is not found, and was at \(place)") }
    }
}
