internal import BackendAPI
internal import PhotoModel

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
            throw FailurePlace.failure("\(operation) answered \(described), expected \(names)", at: operation)
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
    /// Milliseconds; 0: nothing was said.
    let retryAfter: UInt64
    /// All of the room to grow is 0.
    let isReservedClear: Bool
    /// Nothing in it was written.
    let isUntouched: Bool
    /// Something past the message's capacity, or past the struct, was written.
    let isOverrun: Bool
}

/// Names of status codes.
enum Status {
    static func name(_ status: picker_status) -> String {
        if status == PICKER_OK { return "PICKER_OK" }
        return isKnown(status) ? "PICKER_\(PhotoStatus(rawValue: status).name)" : "status \(status)"
    }

    static func isKnown(_ status: picker_status) -> Bool {
        status == PICKER_OK || PhotoStatus(rawValue: status).understood.rawValue == status
    }
}
