internal import BackendAPI
internal import Platform

/// The kit's end of a sink: takes records, and notices the ones that come when they must not.
class SinkProbe: @unchecked Sendable {  // Unchecked: what may come late is atomic.
    private let late = Atomic(0)
    private static let allLate = Atomic(0)
    private let hasEnded = Atomic(false)
    private let stopping = Atomic(false)
    /// Records that were taken.
    private(set) var count = 0
    private(set) var afterStop = 0
    private(set) var onOtherThread = 0
    /// Answers `PICKER_STOP` to this record and all that follow; nil: never.
    let stopAt: Int?
    /// Called when a record comes, before anything in it is read.
    var onArrival: (() -> Void)?
    /// Called with each record as it came, before it is copied; the pointer is valid until that returns.
    var onBytes: ((UnsafeRawPointer) -> Void)?
    /// Called with the number of each record, before it is answered.
    var onRecord: ((Int) -> Void)?
    /// What is wrong with the links of a record; nil: nothing, or they are not looked at.
    private(set) var linkFault: String?
    /// Whether links are followed, which a pointer to nowhere does not survive.
    var followsLinks = false
    private var thread: ThreadIdentity?

    init(stopAt: Int? = nil) { self.stopAt = stopAt }

    /// Records that came after the function had returned.
    var lateCount: Int { late.load(ordering: .relaxed) }

    /// The same of all sinks of the process.
    static var totalLateCount: Int { allLate.load(ordering: .relaxed) }

    /// The next record is answered with `PICKER_STOP`. Any thread.
    func stop() { stopping.store(true, ordering: .relaxed) }

    func begin() -> UnsafeMutableRawPointer {
        thread = .current
        return LeakedMemory.leak(self)
    }

    func end() { hasEnded.store(true, ordering: .releasing) }

    /// Copies the record; subclasses do.
    func take(_ record: UnsafeRawPointer) {}

    static func receive(_ context: UnsafeMutableRawPointer?, _ record: UnsafeRawPointer?) -> picker_flow {
        guard let context else { return PICKER_STOP }
        return Unmanaged<SinkProbe>.fromOpaque(context).takeUnretainedValue().receive(record)
    }

    private func receive(_ record: UnsafeRawPointer?) -> picker_flow {
        guard !hasEnded.load(ordering: .acquiring) else {
            late.add(1, ordering: .relaxed)
            Self.allLate.add(1, ordering: .relaxed)
            return PICKER_STOP
        }
        if let thread, thread != .current { onOtherThread += 1 }
        if let stopAt, count >= stopAt { afterStop += 1 }
        count += 1
        onArrival?()
        if let record, followsLinks { linkFault = linkFault ?? Links.fault(of: record) }
        if let record { onBytes?(record) }
        if let record { take(record) }
        onRecord?(count)
        if stopping.load(ordering: .relaxed) { return PICKER_STOP }
        return stopAt.map { count >= $0 } ?? false ? PICKER_STOP : PICKER_CONTINUE
    }
}

/// Takes records of one kind as copies.
final class RecordSink<Copy>: SinkProbe, @unchecked Sendable {  // Unchecked: as the class that it extends.
    private(set) var records: [Copy] = []
    fileprivate var copy: (UnsafeRawPointer) -> Copy
    /// Whether frames are given back at once.
    fileprivate var givesBack = false

    init(stopAt: Int? = nil, copy: @escaping (UnsafeRawPointer) -> Copy) {
        self.copy = copy
        super.init(stopAt: stopAt)
    }

    /// Records that are kept: more than any library has here, and fewer than memory has room for.
    private static var most: Int { 1 << 21 }

    override func take(_ record: UnsafeRawPointer) { if records.count < Self.most { records.append(copy(record)) } }

    /// The record of a call that emits one; nil: it emitted none.
    func onlyRecord(of reply: Reply) throws(CheckStop) -> Copy? {
        guard count < 2 else { throw .failed("\(reply.operation) emitted \(count) records of one thing") }
        return records.first
    }

    /// Drops the copies: the sink itself is kept.
    func empty() { records = [] }
}

extension RecordSink where Copy == AssetCopy {
    static func assets(stopAt: Int? = nil) -> RecordSink { RecordSink(stopAt: stopAt) { AssetCopy($0) } }
}

extension RecordSink where Copy == CollectionCopy {
    static func collections(stopAt: Int? = nil) -> RecordSink { RecordSink(stopAt: stopAt) { CollectionCopy($0) } }
}

extension RecordSink where Copy == DetailsCopy {
    static func details() -> RecordSink { RecordSink { DetailsCopy($0) } }
}

extension RecordSink where Copy == ChangeCopy {
    static func changes(stopAt: Int? = nil) -> RecordSink { RecordSink(stopAt: stopAt) { ChangeCopy($0) } }
}

extension RecordSink where Copy == DiagnosticCopy {
    static func diagnostics(stopAt: Int? = nil) -> RecordSink { RecordSink(stopAt: stopAt) { DiagnosticCopy($0) } }
}

extension RecordSink where Copy == FrameCopy {
    /// Gives each frame back at once, and keeps its figures.
    static func releasing() -> RecordSink {
        let sink = RecordSink { source in
            let frame = FrameCopy(source)
            frame.release()
            return frame
        }
        sink.givesBack = true
        return sink
    }

    static func frames(stopAt: Int? = nil) -> RecordSink { RecordSink(stopAt: stopAt) { FrameCopy($0) } }

    /// Takes image files as the pixels that the request asks for, as a host does (R14.11).
    func decodeFiles(for ask: ImageRequest) {
        guard ask.formats & 1 << PICKER_FORMAT_IMAGE_FILE != 0 else { return }
        copy = { [givesBack] source in
            let frame = FrameCopy(decoding: source, ask)
            if givesBack { frame.release() }
            return frame
        }
    }
}
