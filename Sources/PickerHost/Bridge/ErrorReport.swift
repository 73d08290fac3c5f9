internal import ABIMemory
internal import BackendAPI
internal import PhotoModel

/// A `picker_error` with room for a message, for one call.
final class ErrorReport {
    private static let capacity = 1024
    private let message = UnsafeMutablePointer<CChar>.allocate(capacity: ErrorReport.capacity)
    private var record = picker_error()

    init() {
        record.struct_size = structSize(of: picker_error.self)
        record.message_capacity = UInt32(Self.capacity)
        record.message = message
    }

    deinit { message.deallocate() }

    func withPointer<Result>(_ body: (UnsafeMutablePointer<picker_error>) -> Result) -> Result {
        withUnsafeMutablePointer(to: &record) { body($0) }
    }

    /// Throws what a status other than PICKER_OK says.
    ///
    /// - Parameter speaker: who returned it, for a status that came without a message.
    func check(_ status: picker_status, from speaker: @autoclosure () -> String) throws(PhotoError) {
        guard status != PICKER_OK else { return }
        throw error(status, from: speaker())
    }

    /// The same for a plugin that is being loaded: its message need not say which file it is about, this one does.
    func check(_ status: picker_status, naming path: String) throws(PhotoError) {
        guard status != PICKER_OK else { return }
        var error = error(status, from: path)
        if !error.message.hasPrefix(path) { error.message = "\(path): \(error.message)" }
        throw error
    }

    private func error(_ status: picker_status, from speaker: String) -> PhotoError {
        let known = PICKER_UNSUPPORTED...PICKER_INTERNAL
        let code: PhotoStatus = known.contains(status) ? PhotoStatus(rawValue: status) : .internal
        let length = Int(min(record.message_length, UInt32(Self.capacity)))
        let bytes = UnsafeBufferPointer(start: message, count: length).map { UInt8(bitPattern: $0) }
        // A message that is not UTF-8 breaks the contract; people get what can be read of it.
        let text = String(decoding: bytes, as: UTF8.self)
        return PhotoError(
            code, text.isEmpty ? "\(speaker): \(code.name) without a message" : text, systemErrno: record.system_errno)
    }
}
