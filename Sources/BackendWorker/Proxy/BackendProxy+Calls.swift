internal import ABIMemory
internal import BackendAPI
internal import Platform

extension BackendProxy {
    func enter(
        _ table: UnsafeMutablePointer<picker_backend>, _ error: UnsafeMutablePointer<picker_error>?
    ) -> picker_status {
        var shape = TableShape(of: picker_backend())
        do throws(WorkerFailure) {
            let (session, status) = try start(error) { shape = $0 }
            guard let session else { return status }
            guard shape.isWhole(like: picker_backend.ofProxy) else {
                // The host refuses such a table and calls none of its functions, not even `destroy`.
                session.end()
                let refused = shape.applied(to: picker_backend.ofProxy)
                return shape.fill(table, with: refused) ? PICKER_OK : PICKER_INVALID_ARGUMENT
            }
            keepSpare(session)
        } catch let loss {
            return HostCall(.entry, nil, error).fail(loss.status, message(of: loss))
        }
        var filled = shape.applied(to: picker_backend.ofProxy)
        filled.context = Unmanaged.passRetained(self).toOpaque()
        if shape.fill(table, with: filled) { return PICKER_OK }
        Unmanaged.passUnretained(self).release()
        return PICKER_INVALID_ARGUMENT
    }

    func info(
        _ info: UnsafeMutablePointer<picker_backend_info>, _ error: UnsafeMutablePointer<picker_error>?
    ) -> picker_status {
        if state.withLock({ $0.info }) == nil {
            let status = askInfo(error)
            guard status == PICKER_OK else { return status }
        }
        guard let kept = state.withLock({ $0.info }) else { return PICKER_INTERNAL }
        return boundedFill(info, with: kept.value) ? PICKER_OK : PICKER_INVALID_ARGUMENT
    }

    /// Asks the plugin once: the answer stays the same as long as the backend lives (R7.4).
    private func askInfo(_ error: UnsafeMutablePointer<picker_error>?) -> picker_status {
        var call = HostCall.backendInfo(error)
        call.values = { [self] status, reader throws(WireError) in
            guard status == PICKER_OK else { return }
            let kept = try OwnedRecord<picker_backend_info>(&reader)
            state.withLock { state in
                state.info = kept
                state.id = (try? kept.value.id.text()) ?? nil
            }
        }
        return ask(call)
    }

    /// Whether files can be added to its libraries.
    var canWrite: Bool { hasCapability(UInt64(PICKER_CAPABILITY_WRITE)) }

    /// Whether frames have exactly the requested size.
    var makesExactSizes: Bool { hasCapability(UInt64(PICKER_CAPABILITY_EXACT_SIZE)) }

    /// Whether it makes network connections.
    var requiresNetwork: Bool {
        if state.withLock({ $0.info }) == nil { _ = askInfo(nil) }
        return state.withLock { $0.info }.map { $0.value.required & UInt32(PICKER_REQUIRES_NETWORK) != 0 } ?? false
    }

    private func hasCapability(_ bit: UInt64) -> Bool {
        if state.withLock({ $0.info }) == nil { _ = askInfo(nil) }
        return state.withLock { $0.info }.map { $0.value.capabilities & bit != 0 } ?? false
    }

    func probe(_ error: UnsafeMutablePointer<picker_error>?) -> picker_status { ask(.backendProbe(error)) }

    func openLibrary(
        _ request: UnsafePointer<picker_open_request>, _ call: UnsafePointer<picker_call>?,
        _ library: UnsafeMutablePointer<picker_library>, _ error: UnsafeMutablePointer<picker_error>?
    ) -> picker_status {
        let asked = boundedCopy(of: request, into: picker_open_request())
        var sandbox = Sandbox()
        sandbox.setPlaces(asked, isWritable: canWrite)
        if requiresNetwork { sandbox.network = .init(of: asked) }
        let opening = HostCall.backendOpenLibrary(request, call, error)
        return LibraryProxy.open(self, opening, in: sandbox, into: library)
    }

    /// Ends the worker that answered the entry call.
    func destroy() {
        guard let session = takeSpare() else { return }
        _ = try? perform(.backendDestroy(), session)
        session.end()
    }
}
