internal import BackendAPI
internal import PhotoModel

/// A check of what all calls leave in their error, however they end.
extension ErrorChecks {
    static let everywhere = [
        Check(
            "errors.everywhere",
            "Calls of every kind, that go well, fail, are cancelled or stopped, leave their error as the contract says",
            "R10.2 R10.3 R10.6 R5.8 R8.1", .must, .full, requires: [.anyKnownFormat],
            remedy:
                "With PICKER_OK write nothing; else one line of UTF-8, and a time to try again for what is not permanent alone."
        ) { context throws(CheckStop) in
            let calls = QuietCalls()
            let isNewer = try context.isNewer()
            for step in try LeakChecks.everyStep(context, calls) where !context.isHalfOver {
                context.step(step.name)
                calls.prepare(.none)
                let status = step.run()
                let found = fault(of: calls.error.pointer.pointee, calls.error.message, status, isNewer: isNewer)
                if let fault = found {
                    throw .failed("\(step.name) answered \(Status.name(status)), and \(fault)")
                }
            }
        }
    ]

    /// What is wrong with an error that was prepared for one call; nil: nothing.
    ///
    /// - Parameter isNewer: whether there may be statuses that the kit does not know.
    private static func fault(
        of error: picker_error, _ message: [UInt8], _ status: picker_status, isNewer: Bool
    ) -> String? {
        let room = error.reserved
        if (room.0 | room.1 | room.2 | room.3) != 0 { return "wrote into picker_error.reserved" }
        guard status != PICKER_OK else {
            let isUntouched = error.message_length == 0 && error.system_errno == 0 && error.retry_after == 0
            return isUntouched ? nil : "wrote the error"
        }
        if !isNewer, !Status.isKnown(status) { return "that is no status of the ABI" }
        if error.message_length > error.message_capacity {
            return "the message has \(error.message_length) bytes, and there was room for \(error.message_capacity)"
        }
        if message.contains(0) || String(validating: message, as: UTF8.self) == nil {
            return "the message is not UTF-8"
        }
        let breaks = [UInt8(ascii: "\n"), UInt8(ascii: "\r")]
        if message.contains(where: breaks.contains) { return "the message has more than one line" }
        let isPermanent = PhotoStatus(rawValue: status).kind == .permanent
        return isPermanent && error.retry_after != 0 ? "says when to try again" : nil
    }
}
