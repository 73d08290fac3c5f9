internal import ABIMemory
internal import BackendAPI
internal import Platform

extension ServedBackend {
    func performLifeCycle(
        _ operation: Operation, _ call: ServedCall, _ arguments: inout WireReader, _ error: ErrorBuffer,
        _ values: inout WireWriter
    ) throws(WireError) -> picker_status? {
        switch operation {
        case .entry: return try enter(call, &arguments, error, &values)
        case .info: return try describe(call, error, &values)
        case .probe:
            isProbed = true
            return make(call, error) { backend.probe?(backend.context, $1) }
        case .open: return try open(call, &arguments, error, &values)
        case .beginShutdown:
            return make(call, error) { _, _ in
                library.begin_shutdown?(library.context)
                return PICKER_OK
            }
        case .close:
            return make(call, error) { _, _ in
                library.close?(library.context)
                return PICKER_OK
            }
        case .destroy:
            return make(call, error) { _, _ in
                backend.destroy?(backend.context)
                return PICKER_OK
            }
        default: return nil
        }
    }

    private func enter(
        _ call: ServedCall, _ arguments: inout WireReader, _ error: ErrorBuffer, _ values: inout WireWriter
    ) throws(WireError) -> picker_status {
        var request = picker_entry_request()
        request.struct_size = structSize(of: picker_entry_request.self)
        let host = ServedHost(name: try arguments.text(), control: control)
        self.host = host
        request.host = host.pointer
        let entry: PluginEntry
        do throws(LoadFailure) {
            entry = try load()
        } catch let failure {
            error.set(failure.message)
            return failure.status
        }
        backend = picker_backend()
        backend.struct_size = structSize(of: picker_backend.self)
        let status = make(call, error) { entry(&request, &backend, $1) }
        TableShape(of: backend).write(to: &values)
        return status
    }

    private func describe(
        _ call: ServedCall, _ error: ErrorBuffer, _ values: inout WireWriter
    ) throws(WireError) -> picker_status {
        var info = picker_backend_info()
        info.struct_size = structSize(of: picker_backend_info.self)
        let status = make(call, error) { backend.info?(backend.context, &info, $1) }
        return status == PICKER_OK ? try pass(&info, after: status, to: &values, error) : status
    }

    /// What the library is; the host keeps it.
    func describeLibrary(
        _ call: ServedCall, _ error: ErrorBuffer, _ values: inout WireWriter
    ) throws(WireError) -> picker_status {
        var info = picker_library_info()
        info.struct_size = structSize(of: picker_library_info.self)
        let status = make(call, error) { library.info?(library.context, &info, $1) }
        return status == PICKER_OK ? try pass(&info, after: status, to: &values, error) : status
    }

    /// In a fresh worker for a library that was open before, or for a second one, or for a sign-in (R13.1).
    func probeFirst(_ call: ServedCall, _ error: ErrorBuffer) -> picker_status {
        if isProbed { return PICKER_OK }
        isProbed = true
        return make(call, error) { backend.probe?(backend.context, $1) }
    }

    private func open(
        _ call: ServedCall, _ arguments: inout WireReader, _ error: ErrorBuffer, _ values: inout WireWriter
    ) throws(WireError) -> picker_status {
        var request = try arguments.value(picker_open_request.self)
        let probed = probeFirst(call, error)
        guard probed == PICKER_OK else { return probed }
        host?.library.store(request.library, ordering: .relaxed)
        makesExactSizes.withLock { $0 = nil }
        library = picker_library()
        library.struct_size = structSize(of: picker_library.self)
        let status = make(call, error) { backend.open_library?(backend.context, &request, $0, &library, $1) }
        guard status == PICKER_OK else { return status }
        TableShape(of: library).write(to: &values)
        extensions = ServedExtensions(library)
        extensions.write(to: &values)
        return status
    }
}
