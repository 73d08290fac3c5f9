/// What a message is. The conversation on a channel is strictly nested: a call, messages that belong to it with a reply
/// where one is due, and its result.
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
    // From the worker, not answered
    case lastRecords
    case progress
    case log
    case memoryCost
    // To the worker, on the control channel alone
    case openChannel
    case confine
}
