internal import ABIMemory
internal import BackendAPI
internal import PhotoModel

/// Receives the changes of one observation.
final class ChangeReceiver {
    private let emit: (LibraryChange) -> Bool

    /// - Parameter emit: answers whether it wants more.
    init(_ emit: @escaping (LibraryChange) -> Bool) { self.emit = emit }

    func withSink<Result>(_ body: (UnsafePointer<picker_change_sink>) -> Result) -> Result {
        var sink = picker_change_sink()
        sink.struct_size = structSize(of: picker_change_sink.self)
        sink.context = Unmanaged.passUnretained(self).toOpaque()
        sink.emit = { context, change in
            guard let context, let change else { return PICKER_STOP }
            let receiver = Unmanaged<ChangeReceiver>.fromOpaque(context).takeUnretainedValue()
            let record = boundedCopy(of: change, into: picker_change())
            return receiver.emit(LibraryChange(record)) ? PICKER_CONTINUE : PICKER_STOP
        }
        return withExtendedLifetime(self) { withUnsafePointer(to: &sink) { body($0) } }
    }
}
