/// One call of a sequence, and what accompanies it.
struct SequenceStep: Codable, Equatable, Sendable {
    var call: SequenceCall
    var control = SequenceControl()
}

extension SequenceStep {
    /// Whether the kit can make the call: a file may be written by hand, and have any number.
    var isPlayable: Bool {
        switch call {
        case .count(_, let ask), .fetch(_, _, let ask):
            return ask.first >= 0 && ask.number >= 0 && !ask.first.addingReportingOverflow(ask.number).overflow
        case .image(_, _, _, let image):
            let sides = 0...Int(UInt32.max)
            return sides.contains(image.width) && sides.contains(image.height)
        case .read(_, _, _, let capacity): return (0...Self.mostBytes).contains(capacity)
        default: return true
        }
    }

    /// Bytes that a read may ask for: far more than those of a generated sequence.
    private static let mostBytes = 1 << 28
}

/// What the host does while a call runs.
struct SequenceControl: Codable, Equatable, Sendable {
    /// `check` answers `PICKER_CANCELLED` from the time on that it is asked so often.
    var cancelAfter: Int?
    /// The sink answers `PICKER_STOP` to this record, counted from 1.
    var stopAt: Int?
    /// The deadline passed before the call began.
    var isLate = false
    /// The call comes on a thread of its own.
    var isElsewhere = false
}

/// A call that a host may make at any time. Libraries, fetches and frames are in numbered slots; assets and collections
/// are counted modulo what there is, and -1 is one that does not exist. A call on an empty slot is passed over: whatever is
/// taken out of a sequence, the rest is one too.
enum SequenceCall: Codable, Equatable, Sendable {
    case open(library: Int)
    case beginShutdown(library: Int)
    /// With all that has to come before: its fetches are released, and it is shut down.
    case close(library: Int)
    case info
    case probe
    case authorization(library: Int)
    case collections(library: Int, types: UInt32)
    case cameraRoll(library: Int)
    case collection(library: Int, which: Int)
    case keyAssets(library: Int, which: Int, media: UInt32)
    case count(library: Int, ask: SequenceFetch)
    /// What the slot has is released first.
    case fetch(into: Int, library: Int, ask: SequenceFetch)
    case fetchCount(fetch: Int)
    case window(fetch: Int, offset: UInt64, length: UInt64)
    case indexOf(fetch: Int, asset: Int)
    case releaseFetch(fetch: Int)
    case details(library: Int, asset: Int)
    /// The last frame is kept in the slot; others, and what was there, are released.
    case image(into: Int, library: Int, asset: Int, image: SequenceImage)
    case releaseFrame(frame: Int)
    case read(library: Int, asset: Int, offset: UInt64, capacity: Int)
    case diagnostics(library: Int)
    case changesSince(library: Int, hasToken: Bool)
    /// For some milliseconds.
    case observe(library: Int)
    case extensionTable(library: Int)

    static let librarySlots = 2
    static let fetchSlots = 4
    static let frameSlots = 6
    /// Bytes that no backend takes for one of its tokens.
    static let token: [UInt8] = Array("no token at all".utf8)
    static let unknownExtension = "org.example.nothing/1"
    /// An identifier that no asset and no collection has.
    static let stranger = "nobody-has-this-identifier"
    static let observing: UInt64 = 20_000_000

    /// The name of the call: what two failures are compared by.
    var name: String {
        // The first word of what an enum is called when it is mirrored: its case.
        Mirror(reflecting: self).children.first?.label ?? "\(self)"
    }
}
