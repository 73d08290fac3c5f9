internal import BackendAPI
internal import Platform

/// Tells the parent what comes next, and calls the plugin.
final class StepWriter: Sendable {
    private let records: Descriptor?
    private let token: String
    private let current = Mutex("")
    /// Bytes that a message may have.
    private let errorCapacity = Atomic(512)
    private let refusedFolders = Atomic(0)
    private let lostRecords = Atomic(0)

    /// - Parameter records: where records go; nil: nowhere.
    init(records: Descriptor?, token: String) {
        self.records = records
        self.token = token
    }

    /// What comes next, should it be the last thing.
    func step(_ text: String) {
        current.withLock { $0 = text }
        write(CheckRecord(.step, text))
    }

    /// The same of what is done on the way out, when a check may have failed already: no finding is put down to it.
    func tidy(_ text: String) {
        var record = CheckRecord(.step, text)
        record.isTidying = true
        write(record)
    }

    /// The step that was begun last.
    var last: String { current.withLock { $0 } }

    /// Whether a record did not reach the parent, as its descriptor is closed.
    var hasLostRecords: Bool { lostRecords.load(ordering: .relaxed) > 0 }

    /// A folder was not opened.
    func noteRefusedFolder() { refusedFolders.add(1, ordering: .relaxed) }
    var hasRefusedFolder: Bool { refusedFolders.load(ordering: .relaxed) > 0 }

    /// The next step of a sequence.
    func place(_ index: Int) { write(CheckRecord(.place, "\(index)")) }

    /// One `write` for a record: records of several threads do not mix.
    func write(_ record: CheckRecord) {
        var record = record
        record.text = String(record.text.prefix(2000))
        let line = record.line(token: token)
        do { try records?.write(line) } catch { lostRecords.add(1, ordering: .relaxed) }
    }

    /// Calls a function of the plugin that takes an error.
    func call(
        _ operation: String, errorSize: Int? = nil, _ body: (UnsafeMutablePointer<picker_error>) -> picker_status
    ) -> Reply {
        step(operation)
        let error = ErrorProbe(capacity: errorCapacity.load(ordering: .relaxed), size: errorSize)
        let start = Clock.now
        let status = body(error.pointer)
        return error.reply(to: operation, status, nanoseconds: Clock.now - start)
    }

    /// Lets messages have so many bytes in the calls that `body` makes.
    func withErrorCapacity(_ capacity: Int, _ body: () -> Reply) -> Reply {
        let usual = errorCapacity.exchange(capacity, ordering: .relaxed)
        defer { errorCapacity.store(usual, ordering: .relaxed) }
        return body()
    }

    /// Calls a function of the plugin that takes a call and an error.
    func call(
        _ operation: String, _ control: CallProbe,
        _ body: (UnsafePointer<picker_call>, UnsafeMutablePointer<picker_error>) -> picker_status
    ) -> Reply {
        let call = control.begin()
        defer { control.end() }
        return self.call(operation) { body(call, $0) }
    }
}
