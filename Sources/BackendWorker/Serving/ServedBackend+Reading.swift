internal import BackendAPI

extension ServedBackend {
    /// Reads into memory of the worker; the bytes are sent with the result.
    func libraryRead(_ run: inout ServedRun) throws(WireError) -> picker_status {
        var request = try run.arguments.value(picker_read_request.self)
        guard request.capacity <= UInt64(WireWriter.limit / 2) else { throw .malformed }
        let buffer = UnsafeMutablePointer<UInt8>.allocate(capacity: max(1, Int(request.capacity)))
        defer { buffer.deallocate() }
        // What the plugin says that it read, and did not, is not what else was in this memory.
        buffer.initialize(repeating: 0, count: Int(request.capacity))
        request.buffer = buffer
        var length: UInt64 = 0
        let status = make(run) { call, error in library.read?(library.context, &request, call, &length, error) }
        guard status == PICKER_OK else { return status }
        run.values.integer(length)
        try run.values.raw(buffer, min(length, request.capacity))
        return status
    }
}
