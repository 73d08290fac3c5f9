internal import ABIMemory
internal import BackendAPI
internal import Platform

extension BackendProxy {
    func getExtension(_ id: picker_string) -> UnsafeRawPointer? {
        guard let name = try? id.text(), ProxyExtensions.idsOfBackend.contains(name) else { return nil }
        return extensions()?.table(id)
    }

    /// Asked once: the answer stays the same as long as the backend lives.
    private func extensions() -> ProxyExtensions? {
        if let known = state.withLock({ $0.extensions }) { return known }
        let made = ProxyExtensions()
        var asking = HostCall(.backendExtensions, nil, nil)
        asking.values = { status, reader throws(WireError) in
            if status == PICKER_OK { try made.readBackend(&reader) }
        }
        guard ask(asking) == PICKER_OK else { return nil }
        return state.withLock { state in
            state.extensions = state.extensions ?? made
            return state.extensions
        }
    }

    /// Makes one call about a library in a worker of its own, which may access what a worker of that library may, but
    /// not write to its folder.
    func perform(_ call: HostCall, about library: UnsafePointer<picker_open_request>) -> picker_status {
        let asked = boundedCopy(of: library, into: picker_open_request())
        var sandbox = Sandbox()
        sandbox.setPlaces(asked, isWritable: false)
        if requiresNetwork { sandbox.network = .init(of: asked) }
        do throws(WorkerFailure) {
            let (session, status) = try start(in: sandbox, call.error)
            guard let session else { return status }
            defer { session.end() }
            return try perform(call, session)
        } catch {
            return call.fail(error.status, message(of: error))
        }
    }

    func perform(_ call: HostCall, about request: UnsafePointer<picker_sign_in_request>) -> picker_status {
        guard let library = boundedCopy(of: request, into: picker_sign_in_request()).library else {
            return PICKER_INVALID_ARGUMENT
        }
        return perform(call, about: library)
    }
}
