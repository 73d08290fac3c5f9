internal import BackendAPI

/// A fetch result, called through its bare table.
final class Fetch: @unchecked Sendable {  // Unchecked: the table does not change, and the plugin must be thread-safe.
    let table: picker_fetch
    let steps: StepWriter
    private let filled: Guarded<picker_fetch>

    init(_ filled: Guarded<picker_fetch>, steps: StepWriter) {
        self.filled = filled
        table = filled.value(defaults: picker_fetch())
        self.steps = steps
    }

    func count(control: CallProbe = CallProbe()) -> (reply: Reply, count: UInt64) {
        var count = UInt64.max
        let reply = steps.call("count of a fetch", control) { table.count(table.context, $0, &count, $1) }
        return (reply, count)
    }

    /// The number of its assets; a fetch that does not know it yet is read to its end, and must know it then (R9.18).
    func count() throws(CheckStop) -> Int {
        let first = count(control: CallProbe())
        guard first.reply.status == PICKER_NOT_YET else {
            try first.reply.ok()
            return Int(clamping: first.count)
        }
        let seen = try window(0, .max).count
        let (reply, count) = count(control: CallProbe())
        try reply.ok()
        guard count == UInt64(seen) else { throw .failed("after \(seen) assets were read, the count is \(count)") }
        return seen
    }

    func window(
        _ offset: UInt64, _ length: UInt64, sink: RecordSink<AssetCopy>, control: CallProbe = CallProbe()
    ) -> Reply {
        let context = sink.begin()
        defer { sink.end() }
        return steps.call("window \(offset)+\(length)", control) {
            table.window(table.context, offset, length, assetSink(context), $0, $1)
        }
    }

    func window(_ offset: UInt64, _ length: UInt64) throws(CheckStop) -> [AssetCopy] {
        let sink = RecordSink.assets()
        try window(offset, length, sink: sink).ok()
        KnownNames.note(sink.records)
        return sink.records
    }

    func index(of identifier: Text, control: CallProbe = CallProbe()) -> (reply: Reply, index: UInt64) {
        let text = Passed { Arena.string(identifier.bytes) }
        defer { text.end() }
        var index = UInt64.max
        let reply = steps.call("index_of \(KnownNames.text(identifier))", control) {
            table.index_of(table.context, text.value, $0, &index, $1)
        }
        return (reply, index)
    }

    func release() {
        steps.tidy("release of a fetch")
        table.release(table.context)
        filled.forget(\.context)
    }
}
