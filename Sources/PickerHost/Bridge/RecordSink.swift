internal import ABIMemory
internal import BackendAPI
internal import PhotoModel

/// A sink of the ABI that gathers records as Swift values.
protocol RecordSink {
    associatedtype Value
    /// A sink whose `emit` appends to the `Gathered<Value>` that `context` points to.
    static func make(context: UnsafeMutableRawPointer) -> Self
}

/// Where a sink puts what it is given.
final class Gathered<Value> {
    var values: [Value] = []

    static func append(_ value: Value, to context: UnsafeMutableRawPointer?) -> picker_flow {
        guard let context else { return PICKER_STOP }
        Unmanaged<Gathered<Value>>.fromOpaque(context).takeUnretainedValue().values.append(value)
        return PICKER_CONTINUE
    }
}

extension RecordSink {
    /// Calls `body` with a sink, and gives what it emitted.
    static func gathering<Result>(_ body: (UnsafePointer<Self>) -> Result) -> (Result, [Value]) {
        let gathered = Gathered<Value>()
        let sink = make(context: Unmanaged.passUnretained(gathered).toOpaque())
        let result = withExtendedLifetime(gathered) { withUnsafePointer(to: sink) { body($0) } }
        return (result, gathered.values)
    }
}

extension picker_collection_sink: RecordSink {
    typealias Value = AssetCollection

    static func make(context: UnsafeMutableRawPointer) -> Self {
        Self(struct_size: structSize(of: Self.self), reserved: 0, context: context) { context, record in
            guard let record,
                let collection = AssetCollection(boundedCopy(of: record, into: picker_collection()))
            else { return PICKER_CONTINUE }
            return Gathered.append(collection, to: context)
        }
    }
}

extension picker_asset_sink: RecordSink {
    typealias Value = Asset

    static func make(context: UnsafeMutableRawPointer) -> Self {
        Self(struct_size: structSize(of: Self.self), reserved: 0, context: context) { context, record in
            guard let record else { return PICKER_CONTINUE }
            return Gathered.append(Asset(boundedCopy(of: record, into: picker_asset())), to: context)
        }
    }
}

extension picker_details_sink: RecordSink {
    typealias Value = AssetDetails

    static func make(context: UnsafeMutableRawPointer) -> Self {
        Self(struct_size: structSize(of: Self.self), reserved: 0, context: context) { context, record in
            guard let record,
                let details = AssetDetails(boundedCopy(of: record, into: picker_asset_details()))
            else { return PICKER_CONTINUE }
            return Gathered.append(details, to: context)
        }
    }
}

extension picker_change_sink: RecordSink {
    typealias Value = LibraryChange

    static func make(context: UnsafeMutableRawPointer) -> Self {
        Self(struct_size: structSize(of: Self.self), reserved: 0, context: context) { context, record in
            guard let record else { return PICKER_CONTINUE }
            return Gathered.append(LibraryChange(boundedCopy(of: record, into: picker_change())), to: context)
        }
    }
}

extension picker_diagnostic_sink: RecordSink {
    typealias Value = Diagnostic

    static func make(context: UnsafeMutableRawPointer) -> Self {
        Self(struct_size: structSize(of: Self.self), reserved: 0, context: context) { context, record in
            guard let record else { return PICKER_CONTINUE }
            return Gathered.append(Diagnostic(boundedCopy(of: record, into: picker_diagnostic())), to: context)
        }
    }
}
