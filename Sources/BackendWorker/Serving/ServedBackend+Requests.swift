internal import ABIMemory
internal import BackendAPI
internal import Platform

// What happens to a request after it was read and before the plugin gets it.

extension ServedBackend {
    /// Most requests are passed to the plugin unchanged.
    ///
    /// - Returns: the status with which the plugin is not called; nil to call it.
    func prepare<Request: WireStruct>(_ request: inout Request, _ run: ServedRun) -> picker_status? { nil }

    func prepare(_ request: inout picker_image_request, _ run: ServedRun) -> picker_status? {
        guard request.acceptsWhatCrosses() else {
            run.error.set("a worker passes on none of the frame formats that are asked for")
            return PICKER_UNSUPPORTED
        }
        run.call.decoding = ImageFileDecoding(request, of: self)
        return nil
    }

    func prepare(_ request: inout picker_open_request, _ run: ServedRun) -> picker_status? {
        prepare(for: request.library, run)
    }

    func prepare(_ request: inout picker_sign_in_request, _ run: ServedRun) -> picker_status? {
        prepare(for: request.library?.pointee.library ?? 0, run)
    }

    /// Gives the plugin access to the secrets of this library, and of no other.
    private func prepare(for library: UInt64, _ run: ServedRun) -> picker_status? {
        let probed = probeFirst(run)
        guard probed == PICKER_OK else { return probed }
        host?.library.store(library, ordering: .relaxed)
        return nil
    }

    /// Replaces the functions of a request, which stayed with the host, by functions that call the host.
    func connect(_ request: inout picker_add_request, _ run: ServedRun) { run.call.connect(&request) }
}
