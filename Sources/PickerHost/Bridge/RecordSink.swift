internal import ABIMemory
internal import BackendAPI
internal import BackendWorker
internal import PhotoModel

/// A sink of the ABI that collects records as Swift values.
protocol RecordSink {
    associatedtype Value
    /// A sink whose `emit` appends to the `Collector<Value>` that `context` points to.
    static func make(context: UnsafeMutableRawPointer) -> Self
}

/// Where a sink puts what it is given.
final class Collector<Value> {
    private var values: [Value] = []
    private var refusal: LinkRefusal?
    private var hasWrongIdentifier = false
    private let numbers: InvalidNumbers
    private let limit: Int
    /// How many came, with those that were passed over.
    private var count = 0

    /// - Parameter limit: of records; more are an error, so that a backend that never ends does not fill the memory.
    init(_ numbers: InvalidNumbers, atMost limit: Int) {
        self.numbers = numbers
        self.limit = limit
    }

    /// Takes one record.
    ///
    /// - Parameters:
    ///   - defaults: what fields are that an older backend does not have.
    ///   - make: makes the value of a record, and says which numbers were invalid; nil: the record is passed over.
    ///   - identifier: of what was made. Files are named by it: one that cannot be an identifier ends the call.
    static func take<Record: LinkedStruct>(
        _ record: UnsafePointer<Record>?, defaults: Record, into context: UnsafeMutableRawPointer?,
        _ make: (Record, InvalidNumbers) throws(LinkRefusal) -> Value?, identifier: (Value) -> String? = { _ in nil }
    ) -> picker_flow {
        guard let context else { return PICKER_STOP }
        let collector = Unmanaged<Collector<Value>>.fromOpaque(context).takeUnretainedValue()
        guard let record else { return PICKER_CONTINUE }
        collector.count += 1
        guard collector.count <= collector.limit else { return PICKER_STOP }
        do throws(LinkRefusal) {
            guard let value = try make(checkedCopy(of: record, into: defaults), collector.numbers) else {
                return PICKER_CONTINUE
            }
            guard identifier(value)?.isLocalIdentifier != false else {
                collector.hasWrongIdentifier = true
                return PICKER_STOP
            }
            // The last use: it is moved, and not copied with all its texts.
            collector.values.append(value)
            return PICKER_CONTINUE
        } catch {
            collector.refusal = error
            return PICKER_STOP
        }
    }

    /// What was given in a call that returned `status`.
    ///
    /// - Throws: what the status says; `.unsupported` when one of the records cannot be understood, `.internal` when there
    ///   were too many, or one has an identifier that cannot be one.
    func taken(
        _ status: picker_status, _ report: ErrorReport, from backend: String
    ) throws(PhotoError) -> [Value] {
        if let refusal { throw PhotoError(refusal, from: backend) }
        if hasWrongIdentifier {
            throw PhotoError(.internal, "\(backend): it gave a local identifier that cannot be one (docs/abi.md, R8.4)")
        }
        try report.check(status, from: backend)
        guard count <= limit else {
            throw PhotoError(.internal, "\(backend): it gave more than the \(limit) records that a call may give")
        }
        return values
    }
}

extension RecordSink {
    /// Calls `body` with a sink, and gives what took the records.
    ///
    /// - Parameter limit: of records; by itself as many as a worker may send in a call.
    static func collecting<Result>(
        _ numbers: InvalidNumbers, atMost limit: Int = Int(mostEmissions), _ body: (UnsafePointer<Self>) -> Result
    ) -> (Result, Collector<Value>) {
        let collected = Collector<Value>(numbers, atMost: limit)
        let sink = make(context: Unmanaged.passUnretained(collected).toOpaque())
        let result = withExtendedLifetime(collected) { withUnsafePointer(to: sink) { body($0) } }
        return (result, collected)
    }
}

extension picker_collection_sink: RecordSink {
    typealias Value = AssetCollection

    static func make(context: UnsafeMutableRawPointer) -> Self {
        Self(struct_size: structSize(of: Self.self), reserved: 0, context: context) {
            Collector<AssetCollection>.take(
                $1, defaults: picker_collection(), into: $0, { AssetCollection($0, $1) },
                identifier: { $0.localIdentifier })
        }
    }
}

extension picker_asset_sink: RecordSink {
    typealias Value = Asset

    static func make(context: UnsafeMutableRawPointer) -> Self {
        Self(struct_size: structSize(of: Self.self), reserved: 0, context: context) {
            Collector<Asset>.take(
                $1, defaults: picker_asset(), into: $0, { Asset($0, $1) }, identifier: { $0.localIdentifier })
        }
    }
}

extension picker_details_sink: RecordSink {
    typealias Value = AssetDetails

    static func make(context: UnsafeMutableRawPointer) -> Self {
        Self(struct_size: structSize(of: Self.self), reserved: 0, context: context) {
            Collector<AssetDetails>.take(
                $1, defaults: picker_asset_details(), into: $0,
                { (record, numbers) throws(LinkRefusal) in try AssetDetails(record, numbers) },
                identifier: { $0.asset.localIdentifier })
        }
    }
}

extension picker_change_sink: RecordSink {
    typealias Value = LibraryChange

    static func make(context: UnsafeMutableRawPointer) -> Self {
        Self(struct_size: structSize(of: Self.self), reserved: 0, context: context) {
            Collector<LibraryChange>.take($1, defaults: picker_change(), into: $0) { record, _ in
                LibraryChange(record)
            }
        }
    }
}

extension picker_diagnostic_sink: RecordSink {
    typealias Value = Diagnostic

    static func make(context: UnsafeMutableRawPointer) -> Self {
        Self(struct_size: structSize(of: Self.self), reserved: 0, context: context) {
            Collector<Diagnostic>.take($1, defaults: picker_diagnostic(), into: $0) { record, _ in Diagnostic(record) }
        }
    }
}

extension LibraryChange {
    /// Identifiers of a change that listeners are given. More are a reload: who is slow keeps dozens of changes, each of which a plugin
    /// could make as large as a message, and fetching again costs less than going through so many.
    private static let mostNamed = 20_000
    /// Bytes (R8.4).
    private static let longestIdentifier = 64
    /// Bytes (R8.5).
    private static let longestToken = 16_384

    fileprivate var bounded: LibraryChange {
        let isSmall =
            identifiers.count <= Self.mostNamed && identifiers.allSatisfy { $0.utf8.count <= Self.longestIdentifier }
        var bounded = isSmall ? self : .reload
        bounded.token = token.flatMap { $0.count <= Self.longestToken ? $0 : nil }
        return bounded
    }
}

/// Receives the changes of one observation.
final class ChangeReceiver {
    private let emit: (LibraryChange) -> Bool
    private(set) var refusal: LinkRefusal?

    /// - Parameter emit: answers whether it wants more.
    init(_ emit: @escaping (LibraryChange) -> Bool) { self.emit = emit }

    private func take(_ change: UnsafePointer<picker_change>) -> Bool {
        do throws(LinkRefusal) {
            return emit(LibraryChange(try checkedCopy(of: change, into: picker_change())).bounded)
        } catch {
            refusal = error
            return false
        }
    }

    func withSink<Result>(_ body: (UnsafePointer<picker_change_sink>) -> Result) -> Result {
        var sink = picker_change_sink()
        sink.struct_size = structSize(of: picker_change_sink.self)
        sink.context = Unmanaged.passUnretained(self).toOpaque()
        sink.emit = { context, change in
            guard let context, let change else { return PICKER_STOP }
            let receiver = Unmanaged<ChangeReceiver>.fromOpaque(context).takeUnretainedValue()
            return receiver.take(change) ? PICKER_CONTINUE : PICKER_STOP
        }
        return withExtendedLifetime(self) { withUnsafePointer(to: &sink) { body($0) } }
    }
}
