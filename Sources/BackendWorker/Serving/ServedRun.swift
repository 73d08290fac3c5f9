/// One call on its way through the worker: its arguments, and the values of its result.
struct ServedRun {
    let call: ServedCall
    var arguments: WireReader
    let error: ErrorBuffer
    var values = WireWriter(ofPlugin: true)

    init(_ call: ServedCall, _ arguments: WireReader) {
        self.call = call
        self.arguments = arguments
        let hasError = call.head.flags & CallHeader.hasError != 0
        error = ErrorBuffer(capacity: hasError ? call.head.messageCapacity : ErrorBuffer.usualCapacity)
    }
}
