internal import PhotoModel
internal import Platform

/// A value that was read after a change of the library, and is kept until the value after another change is read.
final class ReadOfChange<Value: Sendable>: Sendable {
    private let known = Mutex<(point: HistoryPoint, value: Value)?>(nil)

    /// The value after a change.
    ///
    /// - Parameter read: reads the value. Two calls at the same time may both read it.
    func value(at point: HistoryPoint, _ read: () throws(PhotoError) -> Value) throws(PhotoError) -> Value {
        if let known = known.withLock({ $0 }), known.point == point { return known.value }
        let value = try read()
        known.withLock { $0 = (point, value) }
        return value
    }
}
