internal import ABIMemory
internal import BackendAPI
internal import PhotoModel

extension PhotoError {
    /// Fills the caller's error and gives the status to return.
    func report(to error: UnsafeMutablePointer<picker_error>?) -> picker_status {
        // An error is an error, whatever number it was made with.
        let status = status.rawValue == PICKER_OK ? PICKER_INTERNAL : status.rawValue
        guard let error, hasField(error, \.system_errno) else { return status }
        error.pointee.system_errno = systemErrno
        if hasField(error, \.retry_after) { error.pointee.retry_after = retryAfterMilliseconds }
        error.pointee.message_length = Self.copy(
            message, to: error.pointee.message, capacity: Int(error.pointee.message_capacity))
        return status
    }

    /// Milliseconds, rounded up; 0: nothing is known, or it would fail as now however late it is made again (R10.6).
    private var retryAfterMilliseconds: UInt64 {
        guard status.kind != .permanent, let (seconds, attoseconds) = retryAfter?.components, seconds >= 0,
            attoseconds >= 0
        else { return 0 }
        let (whole, isTooLong) = UInt64(seconds).multipliedReportingOverflow(by: 1000)
        let part = UInt64((attoseconds + 999_999_999_999_999) / 1_000_000_000_000_000)
        let (all, isOverflow) = whole.addingReportingOverflow(part)
        return isTooLong || isOverflow ? .max : all
    }

    /// Copies whole characters only (R10): the text is cut before a character that does not fit.
    private static func copy(_ text: String, to buffer: UnsafeMutablePointer<CChar>?, capacity: Int) -> UInt32 {
        guard let buffer, capacity > 0 else { return 0 }
        var length = 0
        for scalar in text.unicodeScalars {
            // One line: line breaks inside file names must not break the report.
            let shown = scalar.properties.generalCategory == .control ? " " : scalar
            let bytes = UTF8.encode(shown)!  // Every scalar has a UTF-8 form.
            guard length + bytes.count <= capacity else { break }
            for byte in bytes {
                buffer[length] = CChar(bitPattern: byte)
                length += 1
            }
        }
        return UInt32(length)
    }
}
