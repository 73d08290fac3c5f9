internal import PhotoModel
internal import Platform

/// What was read of the library after one of its changes, kept until another change is asked about.
final class ReadOfChange<Value: Sendable>: Sendable {
    private let known = Mutex<(change: Int64, value: Value)?>(nil)

    func forget() { known.withLock { $0 = nil } }

    /// - Parameter read: reads it. Two that ask at once may both read.
    func value(at change: Int64, _ read: () throws(PhotoError) -> Value) throws(PhotoError) -> Value {
        if let known = known.withLock({ $0 }), known.change == change { return known.value }
        let value = try read()
        known.withLock { $0 = (change, value) }
        return value
    }
}
