internal import BackendAPI

/// What a function of the plugin answered, with what it did to its error.
struct Reply {
    /// What was asked, for messages.
    let operation: String
    let status: picker_status
    let message: Text
    let error: ErrorState
    let nanoseconds: UInt64

    var milliseconds: Int { Int(nanoseconds / 1_000_000) }

    /// Fails unless the answer is `PICKER_OK`.
    @discardableResult
    func ok() throws(CheckStop) -> Reply { try expect([PICKER_OK]) }

    /// Fails unless the answer is one of these.
    @discardableResult
    func expect(_ wanted: [picker_status]) throws(CheckStop) -> Reply {
        guard wanted.contains(status) else {
            let names = wanted.map(Status.name).joined(separator: " or ")
            throw .failed("\(operation) answered \(described), expected \(names)")
        }
        return self
    }

    @discardableResult
    func expect(_ wanted: picker_status) throws(CheckStop) -> Reply { try expect([wanted]) }

    /// The status with its message.
    var described: String {
        let name = Status.name(status)
        return message.bytes?.isEmpty == false && status != PICKER_OK ? "\(name) (\(message))" : name
    }
}

/// What became of the error struct of a call.
struct ErrorState {
    let length: UInt32
    let capacity: UInt32
    let systemErrno: Int32
    /// Nothing in it was written.
    let isUntouched: Bool
    /// Something behind the message's capacity, or behind the struct, was written.
    let isOverrun: Bool
}

/// Names of status codes.
enum Status {
    private static let names = [
        "PICKER_OK", "PICKER_UNSUPPORTED", "PICKER_INVALID_ARGUMENT", "PICKER_NOT_FOUND", "PICKER_ACCESS_DENIED",
        "PICKER_CHANGED", "PICKER_CORRUPT_MEDIA", "PICKER_UNSUPPORTED_FORMAT", "PICKER_TOO_LARGE",
        "PICKER_OUT_OF_MEMORY", "PICKER_IO", "PICKER_CANCELLED", "PICKER_DEADLINE", "PICKER_CLOSED", "PICKER_INTERNAL",
    ]

    static func name(_ status: picker_status) -> String {
        names.indices.contains(Int(status)) ? names[Int(status)] : "status \(status)"
    }

    static func isKnown(_ status: picker_status) -> Bool { names.indices.contains(Int(status)) }
}
