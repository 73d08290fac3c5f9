internal import ABIMemory
internal import BackendAPI
internal import Platform

extension ServedBackend {
    /// Loads the plugin, gives it the host's functions as they are in a worker, and has it make its backend.
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

    /// In a fresh worker for a library that was open before, or for a second one, or for a sign-in (R13.1).
    func probeFirst(_ run: ServedRun) -> picker_status { isProbed ? PICKER_OK : probe(run) }

    private func probe(_ run: ServedRun) -> picker_status {
        isProbed = true
        return make(run) { _, error in backend.probe?(backend.context, error) }
    }

    /// Opens the one library of this worker, and gives the host the shapes of its tables.
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
        // A table that is too short has no functions that count; the host refuses it.
        let isWhole = library.struct_size >= structSize(of: picker_library.self)
        extensions = isWhole ? ServedLibraryExtensions(library) : ServedLibraryExtensions()
        extensions.write(to: &run.values)
        return status
    }

    /// The extensions of the backend; it may be asked for them only after probe.
    var backendExtensions: ServedBackendExtensions { ServedBackendExtensions(backend) }

    func backendExtensions(_ run: inout ServedRun) throws(WireError) -> picker_status {
        let probed = probeFirst(run)
        guard probed == PICKER_OK else { return probed }
        backendExtensions.write(to: &run.values)
        return PICKER_OK
    }
}
