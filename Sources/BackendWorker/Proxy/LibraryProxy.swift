internal import ABIMemory
internal import BackendAPI
internal import Platform

/// An open library in a worker. It passes calls on, and uses a new worker if one ends.
final class LibraryProxy: @unchecked Sendable {  // Unchecked: what changes is in monitors; the rest is set by `open`.
    let backend: BackendProxy
    let workers: LibraryWorkers
    private let extensions = ProxyExtensions()
    private let kept = Monitor<OwnedRecord<picker_library_info>?>(nil)

    private init(_ backend: BackendProxy, _ request: [UInt8], _ sandbox: Sandbox) {
        self.backend = backend
        workers = LibraryWorkers(backend, request, sandbox)
    }

    static func from(_ context: UnsafeMutableRawPointer?) -> LibraryProxy? {
        context.map { Unmanaged<LibraryProxy>.fromOpaque($0).takeUnretainedValue() }
    }

    /// Opens a library in a worker of its own.
    ///
    /// - Parameter opening: the call that opens it.
    static func open(
        _ backend: BackendProxy, _ opening: HostCall, in sandbox: Sandbox,
        into library: UnsafeMutablePointer<picker_library>
    ) -> picker_status {
        var opening = opening
        var arguments = WireWriter()
        do throws(WireError) { try opening.arguments(&arguments) } catch { return opening.fail(error) }
        let proxy = LibraryProxy(backend, arguments.body, sandbox)
        var shape = TableShape(of: picker_library())
        opening.values = { status, reader throws(WireError) in
            guard status == PICKER_OK else { return }
            shape = try TableShape(&reader)
            try proxy.extensions.readLibrary(&reader)
        }
        let status = proxy.workers.open(opening)
        guard status == PICKER_OK else { return status }
        var table = shape.applied(to: picker_library.ofProxy)
        guard shape.isWhole(like: picker_library.ofProxy) else {
            // The host refuses such a table. Its `close` would do nothing, because the table has no context.
            proxy.workers.takeLast()?.end()
            return shape.fill(library, with: table) ? PICKER_OK : PICKER_INVALID_ARGUMENT
        }
        table.context = Unmanaged.passRetained(proxy).toOpaque()
        if shape.fill(library, with: table) { return PICKER_OK }
        proxy.close()
        Unmanaged.passUnretained(proxy).release()
        return PICKER_INVALID_ARGUMENT
    }

    /// Makes one call. If its worker ended and it changes nothing, it is made again in a new worker.
    func perform(_ call: HostCall, isRepeatable: Bool = true) -> picker_status {
        workers.perform(call, isRepeatable: isRepeatable).status
    }

    /// Asks the plugin once: the answer stays the same as long as the library is open.
    func info(
        _ info: UnsafeMutablePointer<picker_library_info>, _ error: UnsafeMutablePointer<picker_error>?
    ) -> picker_status {
        if kept.withLock({ $0 }) == nil || workers.isShutDown {
            var asking = HostCall.libraryInfo(error)
            asking.values = { [self] status, reader throws(WireError) in
                guard status == PICKER_OK else { return }
                let record = try OwnedRecord<picker_library_info>(&reader)
                kept.withLock { $0 = $0 ?? record }
            }
            let status = perform(asking)
            guard status == PICKER_OK else { return status }
        }
        guard let record = kept.withLock({ $0 }) else { return PICKER_INTERNAL }
        return boundedFill(info, with: record.value) ? PICKER_OK : PICKER_INVALID_ARGUMENT
    }

    /// The bounds for the frames of an image request.
    func frameBounds(_ request: UnsafePointer<picker_image_request>) -> FrameBounds {
        FrameBounds(boundedCopy(of: request, into: picker_image_request()), isExact: makesExactSizes)
    }

    /// Whether frames have exactly the requested size. A library may lack that capability of its backend (R7.6). A host
    /// that did not ask for the library's info expects nothing.
    private var makesExactSizes: Bool {
        guard let record = kept.withLock({ $0 }), backend.makesExactSizes else { return false }
        return record.value.missing_capabilities & UInt64(PICKER_CAPABILITY_EXACT_SIZE) == 0
    }

    func getExtension(_ id: picker_string) -> UnsafeRawPointer? { extensions.table(id) }

    func beginShutdown() {
        for session in workers.beginShutdown() {
            perform(.libraryBeginShutdown(), on: session)
        }
    }

    /// Closes the library, and ends its worker.
    func close() {
        guard let session = workers.takeLast() else { return }
        if perform(.libraryClose(), on: session) { perform(.backendDestroy(), on: session) }
        session.end()
    }

    /// - Returns: whether the worker still runs.
    @discardableResult
    private func perform(_ call: HostCall, on session: WorkerSession) -> Bool {
        // A call without arguments always fits.
        let message = (try? call.message()) ?? []
        return (try? session.perform(call, message, host: backend.host)) != nil
    }
}
