internal import BackendAPI

/// The kind of a message. The conversation on a channel is strictly nested: a call, messages that belong to it, each
/// with a reply if one is due, and the result.
enum MessageKind: UInt32 {
    // From the host
    case call = 1
    case reply
    // From the worker: the end of a call
    case result
    // From the worker, answered by a reply
    case records
    case frame
    case check
    case limits
    case source
    case readSecret
    case keepSecret
    // From the worker, not answered
    case lastRecords
    case progress
    case log
    // To the worker, on the control channel alone
    case openChannel
    case confine
    // From the worker, on the control channel: it could not be confined and ends
    case unconfined
    // From the worker, answered by a reply: a frame that the host copies from the worker's memory
    case heldFrame
}

extension MessageKind {
    /// The most bytes of the text of a log message.
    static let logLimit = 1 << 16

    /// The most bytes of the body of such a message.
    var bodyLimit: Int {
        switch self {
        case .check, .limits, .source, .progress, .openChannel: 64
        case .frame, .heldFrame: 1 << 12
        case .readSecret: SecretMessage.keyLimit + 64
        case .keepSecret: SecretMessage.keyLimit + Int(PICKER_SECRET_LIMIT) + 64
        case .log, .unconfined: Self.logLimit + 64
        case .call, .reply, .result, .records, .lastRecords, .confine: WireWriter.limit
        }
    }
}
