internal import PhotoModel
internal import Platform

/// A value that was read after a change of the library, and is kept until the value after another change is read.
final class ReadOfChange<Value: Sendable>: Sendable {
    private let known = Mutex<(change: Int64, value: Value)?>(nil)

    func forget() { known.withLock { $0 = nil } }

    /// The value after a change.
    ///
    /// - Parameter read: reads the value. Two calls at the same time may both read it.
    func value(at change: Int64, _ read: () throws(PhotoError) -> Value) throws(PhotoError) -> Value {
        if let known = known.withLock({ $0 }), known.change == change { return known.value }
        let value = try read()
        known.withLock { $0 = (change, value) }
        return value
    }
}
