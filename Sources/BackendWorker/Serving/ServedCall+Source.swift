internal import ABIMemory
internal import BackendAPI
internal import Platform

extension ServedCall {
    /// The most bytes of a new file in one message.
    static let sourceBytes: UInt64 = 1 << 20

    /// Makes a request to add a file read its bytes from the host.
    func connect(_ request: inout picker_add_request) {
        request.source_context = context
        request.read = { context, buffer, capacity, length in
            guard let call = ServedCall.from(context), let buffer, let length else { return PICKER_INVALID_ARGUMENT }
            return call.readSource(into: buffer, capacity, &length.pointee)
        }
    }

    private func readSource(
        into buffer: UnsafeMutablePointer<UInt8>, _ capacity: UInt64, _ length: inout UInt64
    ) -> picker_status {
        length = 0
        var body = WireWriter()
        let wanted = min(capacity, Self.sourceBytes)
        body.integer(wanted)
        var number = 0
        let status: picker_status? = talk.withLock { talk in
            guard var reply = ask(.source, body.body, &talk) else { return nil }
            guard let status: picker_status = try? reply.integer(), let bytes = try? reply.raw(),
                bytes.count <= Int(wanted)
            else { return nil }
            if let base = bytes.baseAddress {
                buffer.update(from: base.assumingMemoryBound(to: UInt8.self), count: bytes.count)
            }
            number = bytes.count
            return status
        }
        length = UInt64(number)
        return status ?? PICKER_CANCELLED
    }
}
