internal import ABIMemory
internal import BackendAPI
internal import PhotoModel

/// A `picker_error` with room for a message, for one call.
final class ErrorReport {
    private static let capacity = 1024
    private let message = UnsafeMutablePointer<CChar>.allocate(capacity: ErrorReport.capacity)
    private var record = picker_error()

    init() {
        // A plugin that says that it wrote more than it did tells nothing of this process' memory.
        message.initialize(repeating: 0, count: Self.capacity)
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
    ///
    /// - Parameter place: of the photos; a message that begins with it says enough.
    func check(_ status: picker_status, naming path: String, unlessAbout place: String? = nil) throws(PhotoError) {
        guard status != PICKER_OK else { return }
        var error = error(status, from: path)
        let isClear = error.message.hasPrefix(path) || place.map { error.message.hasPrefix($0) } ?? false
        if !isClear { error.message = "\(path): \(error.message)" }
        throw error
    }

    private func error(_ status: picker_status, from speaker: String) -> PhotoError {
        let code = PhotoStatus(rawValue: status).understood
        let length = Int(min(record.message_length, UInt32(Self.capacity)))
        let bytes = UnsafeBufferPointer(start: message, count: length).map { UInt8(bitPattern: $0) }
        // A message that is not UTF-8 breaks the contract; people get what can be read of it.
        let text = String(decoding: bytes, as: UTF8.self)
        return PhotoError(
            code, text.isEmpty ? "\(speaker): \(Self.words(for: code))" : text, systemErrno: record.system_errno,
            retryAfter: record.retry_after == 0 ? nil : .milliseconds(Int64(clamping: record.retry_after)))
    }

    /// What is said to people when the backend says nothing: what would help, where the code alone says it.
    private static func words(for code: PhotoStatus) -> String {
        switch code {
        case .offline: "where the photos are cannot be reached; look at the connection, and try again"
        case .busy: "it has too much to do; try again later"
        case .rateLimited: "it was asked for too much in a short time; try again later"
        case .stopped: "what it works with was ended; try again"
        case .notYet: "it is not known before more was read; read on, and ask again"
        case .signInRequired: "sign in where the photos are, and try again"
        case .consentRequired: "agree to this where the photos are, and try again"
        case .networkNotAllowed: "it needs the network, which is not allowed; allow it, and try again"
        case .noSpace: "the storage is full; make room, and try again"
        case .quota: "your share of the storage is used up; make room, and try again"
        default: "\(code.name) without a message"
        }
    }
}

extension PhotoError {
    /// What a backend gave has a link that must be known, and is not (R5.10).
    init(_ refusal: LinkRefusal, from speaker: String) {
        self.init(.unsupported, "\(speaker): \(refusal.ofRecord)")
    }
}
