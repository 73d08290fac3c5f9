internal import ABIMemory
internal import BackendAPI
internal import Platform

extension ServedBackend {
    /// Loads the plugin, gives it a host table that works in a worker, and calls its entry point.
    func enter(_ run: inout ServedRun) throws(WireError) -> picker_status {
        var request = picker_entry_request()
        request.struct_size = structSize(of: picker_entry_request.self)
        let host = ServedHost(name: try run.arguments.text(), control: control)
        self.host = host
        request.host = host.pointer
        let entry: PluginEntry
        do throws(LoadFailure) {
            entry = try load()
        } catch let failure {
            run.error.set(failure.message)
            return failure.status
        }
        backend = picker_backend()
        backend.struct_size = structSize(of: picker_backend.self)
        let status = make(run) { _, error in entry(&request, &backend, error) }
        TableShape(of: backend).write(to: &run.values)
        return status
    }

    func backendProbe(_ run: inout ServedRun) throws(WireError) -> picker_status { probe(run) }

    /// Probes the backend if that was not done in this worker: it must come before a library is opened and before a
    /// sign-in (R13.1), also in a worker that replaces another one.
    func probeFirst(_ run: ServedRun) -> picker_status { isProbed ? PICKER_OK : probe(run) }

    private func probe(_ run: ServedRun) -> picker_status {
        isProbed = true
        return make(run) { _, error in backend.probe?(backend.context, error) }
    }

    /// Opens the only library of this worker, and gives the host the shapes of its tables.
    func backendOpenLibrary(_ run: inout ServedRun) throws(WireError) -> picker_status {
        var request = try run.arguments.value(picker_open_request.self)
        if let refusal = prepare(&request, run) { return refusal }
        makesExactSizes.withLock { $0 = nil }
        library = picker_library()
        library.struct_size = structSize(of: picker_library.self)
        let status = make(run) { call, error in
            backend.open_library?(backend.context, &request, call, &library, error)
        }
        guard status == PICKER_OK else { return status }
        TableShape(of: library).write(to: &run.values)
        // The host refuses a table that is too short, so its functions are not called.
        let isWhole = library.struct_size >= structSize(of: picker_library.self)
        extensions = isWhole ? ServedLibraryExtensions(library) : ServedLibraryExtensions()
        extensions.write(to: &run.values)
        return status
    }

    /// The extensions of the backend, which may be asked for them only after `probe`.
    var backendExtensions: ServedBackendExtensions { ServedBackendExtensions(backend) }

    func backendExtensions(_ run: inout ServedRun) throws(WireError) -> picker_status {
        let probed = probeFirst(run)
        guard probed == PICKER_OK else { return probed }
        backendExtensions.write(to: &run.values)
        return PICKER_OK
    }
}
